"""Declaration of an operation's custom assembly for the parser: owners of types, keywords, operand order.

Roles say to which operand or result each type of the trailing signature belongs, in order. `o0` is operand 0, `r0` result 0, `o*` all
operands without a type so far, `r*` all results, `_` an ignored type. `r0=o*` is one type shared by result 0 and all operands. `|`
separates alternatives, of which the one with the right number of types applies.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

SHARED, CAST_ROLES, LIST, FUNCTIONAL = "r0=o*", "o0 r0", "o*", "o* r*"


@dataclass(frozen=True)
class Word:
    """Keyword or literal in an operation's text, outside the attribute dictionary, that sets the attribute `attribute`."""

    attribute: str
    pattern: str
    values: Mapping[str, str] | None = None
    form: str = "{}"

    def read(self, text: str, mask: str) -> str | None:
        """Return the attribute's value if the keyword is in `mask`, which is `text` with string contents blanked."""
        found = re.search(self.pattern, mask)
        if not found:
            return None
        word = text[slice(*found.span(1))] if found.re.groups else "unit"
        return self.form.format(self.values.get(word, word) if self.values else word)


@dataclass(frozen=True)
class Syntax:
    """Custom assembly of an operation, for the parser: owners of types, keywords, defaults, operand order."""

    types: str = SHARED
    words: tuple[Word, ...] = ()
    defaults: Mapping[str, str] = field(default_factory=dict)
    results: str = ""
    """Result type if omitted in the text: a type, or a rule that derives it from the type of operand 0 (`o0`) or another.

    `i1 o0`: the type of `o0` with elements `i1`. `pointee o0`: the type of `o0` with pointees in place of pointers. `element o0`: its
    element type. With `?`, the result exists only if the text names it.
    """
    short: tuple[str, ...] = ()
    """For each type of the signature, the prefix that the text omits: only `<...>` is written."""
    order: str = ""
    """ODS operand number of each operand in the text, if the order differs.

    `0 [2] 1`: a bracketed list is operand segment 2. `mask:2`: the operand after the word `mask` is segment 2. Missing operands are
    skipped, `*` repeats, and the sequence restarts at `(`. In roles, `g2` is the first operand of segment 2.
    """
    segments: int = 0
    """Number of operand segments, for operations with `operandSegmentSizes`."""
    omitted: str = ""
    """Type of operands without a type in the signature, or empty."""


def enum(*names: str, start: int = 0, type: str = "i32") -> dict[str, str]:
    """Return the attribute values of an enumeration by name, numbered in order from `start`."""
    return {name: f"{number} : {type}" for number, name in enumerate(names, start)}


def name_of(values: dict[str, str], text: str) -> str:
    return next((name for name, value in values.items() if value == text), "")


PLAIN, CAST, FUNCTION, CONTROL = Syntax(), Syntax(CAST_ROLES), Syntax(FUNCTIONAL), Syntax("_*")
FASTMATH = Syntax(words=(Word("fastmath", r"\bfastmath\s*<([\w,\s]+)>", None, "#arith.fastmath<{}>"),),
                  defaults={"fastmath": "#arith.fastmath<none>"})  # fmt: skip
OVERFLOW = Syntax(words=(Word("overflowFlags", r"\boverflow\s*<([\w,\s]+)>", None, "#arith.overflow<{}>"),),
                  defaults={"overflowFlags": "#arith.overflow<none>"})  # fmt: skip
EXACT_SYNTAX = Syntax(words=(Word("isExact", r"\bexact\b"),))
NON_NEGATIVE = Syntax(CAST_ROLES, (Word("nonNeg", r"\bnneg\b"),))
CACHE = (Word("cache", r"\bcacheModifier\s*=\s*(\w+)", enum("none", "ca", "cg", "wb", "cs", "wt", "cv", start=1)),
         Word("evict", r"\bevictionPolicy\s*=\s*(\w+)", enum("evict_normal", "evict_first", "evict_last", start=1)))  # fmt: skip
CACHING = {"cache": "1 : i32", "evict": "1 : i32"}
RMW = enum("and", "or", "xor", "add", "fadd", "max", "min", "umax", "umin", "exch", start=1)
REDUCE = Word("kind", r"^\s*(\w+)\s*,", enum("add", "min", "max", "inc", "dec", "and", "or", "xor", start=1))
SEM = enum("relaxed", "acquire", "release", "acq_rel", start=1)
SCOPE = enum("gpu", "cta", "sys", start=1)
ELEMENT = enum("e4m3", "e5m2", "e2m3", "e3m2", "e2m1", "bf16", "fp16")
PRECISION = Word("inputPrecision", r"\binputPrecision\s*=\s*(\w+)", enum("tf32", "tf32x3", "ieee", "bf16x3", "bf16x6"))
CMPI = enum("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge", type="i64")
CMPF = enum(*"false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true".split(), type="i64")
ROUNDING = enum("to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away")
AXIS = Word("axis", r"^\s*([xyz])\b", enum("x", "y", "z"))
COUNT = r"^%\s*,\s*(\d+)"
TOKEN = "!ttg.async.token"
