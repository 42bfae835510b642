"""Hints: facts about a value that a program asserts and compilers trust. A hint may be dropped, never added.

A value with hints is a separate node around the value. Flags also constrain the operands, because the value may have a simpler
form. Before the comparison, each input operation keeps only the hints of an equal output operation. Flags are hints, too: if a flag is
violated, the value is poison (MLIR's ArithOps.td).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterable

from egraph_opt.checker.access.effects import CHOICE, CONSTANT, CONVERSIONS, SAME_BITS
from egraph_opt.checker.operations.op_structure import Attributes, attributes
from egraph_opt.checker.values.attribute import value
from egraph_opt.ir.module import Op

Hints = frozenset[tuple[str, Hashable]]
NO_HINTS: Hints = frozenset()
ASSUMPTION = "llvm.intr.assume"
FLAGS = {"overflowFlags": "none", "fastmath": "none", "isExact": "", "nonNeg": ""}
"""Attributes that are flags, such as `nsw`: a violation makes the result poison. Each has the keyword for no flags."""
FACTS = frozenset("tt.divisibility tt.contiguity tt.constancy tt.pointer_range".split())
"""Attributes of values and parameters that Triton's analyses trust."""
_DIVIDING = FACTS - {"tt.pointer_range"}
"""Attributes that, if they hold for n, hold for each divisor of n."""
_FAST = frozenset("reassoc nnan ninf nsz arcp contract afn".split())
_PASSED = {
    **dict.fromkeys((*CONVERSIONS, *SAME_BITS, CHOICE, "tt.splat", "tt.broadcast"), frozenset[str]()),
    CONSTANT: frozenset(("value",)),
    "iree_vector_ext.to_layout": frozenset(("layout", "mma_kind", "shared_memory_conversion")),
    "tt.expand_dims": frozenset(("axis",)),
    "tt.trans": frozenset(("order",)),
    "tt.reshape": frozenset(("allow_reorder", "efficient_layout")),
}
"""Operations that the checker may fold away, each with its attributes that affect the result. Other attributes are hints."""
_SCHEDULES = frozenset(
    "async_task_id ttg.partition ttg.partition.outputs loop.stage loop.cluster tt.latency tt.self_latency".split()
)
"""Attributes that schedule a value or assign it to a partition."""
_LISTED = re.compile(r"<([^<>]*)>")


def hints_of(op: Op) -> Hints:
    """Return the facts that an operation asserts about its results (hints), such as `nsw` or divisibility."""
    if not op.attributes:
        return NO_HINTS
    own = _PASSED.get(op.name)
    found: list[tuple[str, Hashable]] = []
    for name, text in op.attributes.items():
        if name in FLAGS:
            found += _flags(name, text)
        elif name in FACTS or (own is not None and name not in own and name not in _SCHEDULES):
            found.append((name, value(text)))
    return frozenset(found) if found else NO_HINTS


def _flags(name: str, text: str) -> Iterable[tuple[str, Hashable]]:
    listed = _LISTED.search(text)
    if listed is None:
        return [(name, "")] if text not in ("false", "0 : i1") else []
    words = {word.strip() for word in listed[1].split(",")} - {"none", ""}
    return [(name, word) for word in (words | _FAST if "fast" in words else words)]


def without_hints(op: Op) -> Attributes:
    """Return the attributes that determine what an operation computes, without asserted facts such as `nsw`."""
    own = _PASSED.get(op.name)
    return tuple(
        [
            pair
            for pair in attributes(op)
            if pair[0] not in FLAGS and pair[0] not in FACTS and (own is None or pair[0] in own or pair[0] in _SCHEDULES)
        ]
    )


Hinted = tuple[Op, tuple[int, ...], Hints]
"""Operation with facts such as `nsw`, the value numbers that these constrain, and the facts."""


def kept_hints(given: Iterable[Hinted], wanted: Iterable[Hinted]) -> dict[Op, Hints]:
    """Return the hints (facts such as `nsw`) that each input operation keeps, so that the output may drop hints but not add any.

    The kept hints are those of an equal output operation, if the hints of the input operation imply them all; else none.

    Args:
        given, wanted: operations with hints of the input and of the output; value numbers ignore hints.
    """
    choices: dict[tuple[str, tuple[int, ...]], list[Hints]] = {}
    for op, number, hints in wanted:
        choices.setdefault((op.name, number), []).append(hints)
    kept = {}
    for op, number, hints in given:
        fitting = [other for other in choices.get((op.name, number), ()) if all(_is_implied(hint, hints) for hint in other)]
        kept[op] = max(fitting, key=lambda each: (len(each), repr(sorted(each, key=repr))), default=NO_HINTS)
    return kept


def added_hint(before: Op, after: Op) -> str:
    """Return the name of a fact such as divisibility that only `after` asserts about a parameter or result, or ''."""
    for name in ("arg_attrs", "res_attrs"):
        olds, news = (_entries(op.attributes.get(name, "")) for op in (before, after))
        for i, new in enumerate(news):
            old = frozenset(pair for pair in (olds[i] if i < len(olds) else ()) if pair[0] in FACTS)
            for pair in new:
                if pair[0] in FACTS and not _is_implied(pair, old):
                    return pair[0]
    return ""


def signature(function: Op) -> Hashable:
    """Return the attributes of a function, without facts such as divisibility on parameters and results."""
    listed = []
    for name in ("arg_attrs", "res_attrs"):
        rest = [tuple(pair for pair in entry if pair[0] not in FACTS) for entry in _entries(function.attributes.get(name, ""))]
        while rest and not rest[-1]:
            rest.pop()
        listed.append(tuple(rest))
    return tuple(pair for pair in attributes(function) if pair[0] not in ("arg_attrs", "res_attrs")), *listed


def _entries(text: str) -> list[tuple[tuple[str, Hashable], ...]]:
    match value(text) if text else ():
        case (("[", tuple() as each),):
            return [_pairs(dictionary) for dictionary in each]
    return []


def _pairs(dictionary: Hashable) -> tuple[tuple[str, Hashable], ...]:
    match dictionary:
        case (("{", tuple() as entries),):
            return tuple((entry[0], entry[2] if len(entry) == 3 else "") for entry in entries)
    return (("", dictionary),)


def _is_implied(hint: tuple[str, Hashable], hints: Collection[tuple[str, Hashable]]) -> bool:
    """Return whether a hint follows from other hints: divisibility by 16 implies divisibility by 8, likewise contiguity."""
    if hint in hints:
        return True
    least = _numbers(hint[1]) if hint[0] in _DIVIDING else ()
    for name, given in hints:
        most = _numbers(given)
        if name == hint[0] and least and len(most) in (1, len(least)) and _kind(given) == _kind(hint[1]):
            more = most * len(least) if len(most) == 1 else most
            if all(a > 0 and b % a == 0 for a, b in zip(least, more, strict=True)):
                return True
    return False


def _kind(hint: Hashable) -> Hashable:
    return (
        (hint[0], *hint[2:]) if isinstance(hint, tuple) and hint[0] == "dense" else hint[:2] if isinstance(hint, tuple) else hint
    )


def _numbers(hint: Hashable) -> tuple[int, ...]:
    match hint:
        case ("number", _, int() as one):
            return (one,)
        case ("dense", int() as one, *_):
            return (one,)
        case ("dense", tuple() as each, *_):
            return each if all(isinstance(number, int) for number in each) else ()
    return ()
