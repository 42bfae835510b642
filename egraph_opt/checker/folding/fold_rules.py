"""Folding rules of MLIR and Triton on value numbers.

Each rule returns the value number of a simpler equal value, or None.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from egraph_opt.checker.values.arithmetic import COMPARISONS, INTEGERS, cast, element_of, float_of, folded_float, width_of
from egraph_opt.checker.values.number_parser import scalar

if TYPE_CHECKING:
    from egraph_opt.checker.folding.canonicalization import NumberFacts

COMMUTATIVE = frozenset("addi muli andi ori xori minsi maxsi minui maxui".split())
SYMMETRIC_FLOATS = frozenset((1, 6, 7, 8, 13, 14))
"""Float predicates that are symmetric in their operands."""
_CASTS = frozenset("extsi extui trunci index_cast index_castui extf truncf sitofp uitofp".split())
_SWAPPED_PREDICATES = {4: 2, 5: 3, 8: 6, 9: 7}
"""Integer predicate -> predicate for swapped operands."""
_INVERTED_PREDICATES = (1, 0, 5, 4, 3, 2, 9, 8, 7, 6)
_SWAPPED_FLOATS = {2: 4, 3: 5, 9: 11, 10: 12}


class OperationLabel(NamedTuple):
    """Operation as folding rules see it: name without dialect, predicate, result type, other attributes."""

    name: str
    predicate: int
    type: str
    rest: Hashable


class NumberForm(NamedTuple):
    """Operation that computes the values of one value number, and its operands."""

    shape: OperationLabel
    args: tuple[int, ...]


Rule = Callable[..., int | None]
"""Folding rule: from the facts, the operation and its operands to a value number, or None if the rule does not apply."""


def _plain(shape: OperationLabel) -> bool:
    """Return whether an operation has no attributes beside name, predicate and type, so that a fold may rebuild the operation."""
    return shape.rest == ((), ()) or shape.rest == ((), None)


def _same_type(shape: OperationLabel, name: str = "", predicate: int = -1, type: str = "") -> OperationLabel:
    return OperationLabel(name or shape.name, predicate, type or shape.type, shape.rest)


def _integer(v: NumberFacts, s: OperationLabel, a: int, b: int) -> int | None:
    width = width_of(element_of(s.type))
    if not width:
        return None
    x, y = v.bits(a), v.bits(b)
    if s.name in ("addi", "subi") and _plain(s) and (found := _constant_less(v, s, a, b)) is not None:
        return found
    if x is not None and y is not None:
        result = INTEGERS[s.name](x, y, width)
        return None if result is None else v.constant(s.type, result)
    if x is not None and s.name in COMMUTATIVE:
        a, b, x, y = b, a, y, x
    if a == b and (same := _on_equal(v, s, a)) is not None:
        return same
    if y is not None:
        if (done := _with_constant(v, s, a, y, width)) is not None:
            return done
        if s.name == "subi" and _plain(s):
            return v.add(_same_type(s, "addi"), (a, v.constant(s.type, -y)))
        inner = v.defining_operands(a, s.name)
        if s.name in COMMUTATIVE and inner is not None and v.forms[a].shape == s and (z := v.bits(inner[-1])) is not None:
            both = INTEGERS[s.name](z, y, width)
            return None if both is None else v.add(s, (inner[0], v.constant(s.type, both)))
        if s.name in COMMUTATIVE:
            return _constant_last(v, s, a, b)
    if s.name in ("addi", "subi"):
        return _difference(v, s, a, b)
    return None


def _constant_less(v: NumberFacts, s: OperationLabel, a: int, b: int) -> int | None:
    """Fold a sum or difference of a constant and a nested subtraction."""
    for one, other in ((a, b), (b, a)):
        inner, c = v.defining_operands(one, "subi"), v.bits(other)
        if inner is not None and c is not None and (z := v.bits(inner[0])) is not None:
            if s.name == "addi":
                return v.add(_same_type(s, "subi"), (v.constant(s.type, z + c), inner[1]))
            if one == a:
                return v.add(s, (v.constant(s.type, z - c), inner[1]))
            return v.add(_same_type(s, "addi"), (inner[1], v.constant(s.type, c - z)))
    inner, c = v.defining_operands(b, "addi"), v.bits(a)
    if s.name == "subi" and c is not None and inner is not None and (z := v.bits(inner[1])) is not None:
        return v.add(s, (v.constant(s.type, c - z), inner[0]))
    return None


def _constant_last(v: NumberFacts, s: OperationLabel, a: int, b: int) -> int:
    """Return the value number of a commutative operation, with the constant as the second operand."""
    number = v.number_key((s, *sorted((a, b))), s.type)
    v.forms[number] = NumberForm(s, (a, b))
    return number


def _on_equal(v: NumberFacts, s: OperationLabel, a: int) -> int | None:
    if s.name in ("andi", "ori", "minsi", "maxsi", "minui", "maxui"):
        return a
    return v.constant(s.type, 0) if s.name in ("subi", "xori") else None


def _with_constant(v: NumberFacts, s: OperationLabel, a: int, y: int, width: int) -> int | None:
    ones, least, most = (1 << width) - 1, 1 << width - 1, (1 << width - 1) - 1
    if (y == _NEUTRAL.get(s.name, -1) and (width > 1 or "div" not in s.name)) or (s.name, y) in (
        ("andi", ones),
        ("minui", ones),
        ("minsi", most),
        ("maxsi", least),
    ):
        return a
    if y == 0 and s.name in ("muli", "andi", "minui"):
        return v.constant(s.type, 0)
    if (s.name, y) in (("ori", ones), ("maxui", ones), ("minsi", least), ("maxsi", most)):
        return v.constant(s.type, y)
    if y == 1 and width > 1 and s.name in ("remsi", "remui"):
        return v.constant(s.type, 0)
    if s.name == "xori" and width == 1 and _plain(s) and (form := v.forms.get(a)) is not None and form.shape.name == "cmpi":
        return v.add(_same_type(form.shape, predicate=_INVERTED_PREDICATES[form.shape.predicate]), form.args)
    return None


_NEUTRAL = {**dict.fromkeys("addi subi ori xori shli shrsi shrui maxui".split(), 0),
            **dict.fromkeys("muli divsi divui ceildivsi ceildivui floordivsi".split(), 1)}  # fmt: skip


def _difference(v: NumberFacts, s: OperationLabel, a: int, b: int) -> int | None:
    """Cancel a term that is both added and subtracted."""
    if s.name == "subi":
        if (inner := v.defining_operands(a, "addi")) is not None and b in inner:
            return inner[1 - inner.index(b)]
        if (inner := v.defining_operands(a, "subi")) is not None and inner[0] == b and _plain(s):
            return v.add(s, (v.constant(s.type, 0), inner[1]))
        return None
    for x, y in ((a, b), (b, a)):
        if (inner := v.defining_operands(x, "subi")) is not None and inner[1] == y:
            return inner[0]
        if (
            (inner := v.defining_operands(y, "muli")) is not None
            and v.bits(inner[1]) == (1 << width_of(element_of(s.type))) - 1
            and _plain(s)
        ):
            return v.add(_same_type(s, "subi"), (x, inner[0]))
    return None


def _comparison(v: NumberFacts, s: OperationLabel, a: int, b: int) -> int | None:
    """Fold an integer comparison; only one of the two operand orders is in normal form."""
    type = v.type_of(a)
    width, x, y = width_of(element_of(type)), v.bits(a), v.bits(b)
    if not width:
        return None
    if x is not None and y is not None:
        return v.constant(s.type, int(COMPARISONS[s.predicate](x, y, width)))
    if a == b:
        return v.constant(s.type, int(COMPARISONS[s.predicate](0, 0, width)))
    if s.predicate in _SWAPPED_PREDICATES:
        return v.add(_same_type(s, predicate=_SWAPPED_PREDICATES[s.predicate]), (b, a))
    if s.predicate < 2 and _plain(s):
        if x is not None:
            a, x, y = b, y, x
        source = v.defining_operands(a, "extui") or v.defining_operands(a, "extsi")
        wide = source is not None and y == 0 and element_of(v.type_of(source[0])) == "i1"
        if wide and source is not None:
            a, width = source[0], 1
        if width == 1 and y is not None:
            same = (y == 1) == (s.predicate == 0)
            return a if same else v.add(_same_type(s, "xori"), (a, v.constant(s.type, 1)))
    return None


def _float_comparison(v: NumberFacts, s: OperationLabel, a: int, b: int) -> int | None:
    if s.predicate in _SWAPPED_FLOATS:
        return v.add(_same_type(s, predicate=_SWAPPED_FLOATS[s.predicate]), (b, a))
    return v.constant(s.type, int(s.predicate == 15)) if s.predicate in (0, 15) else None


def _float(v: NumberFacts, s: OperationLabel, a: int, b: int) -> int | None:
    """Fold a float operation. A commutative operation with a non-NaN constant gets a fixed operand order."""
    element, x, y = element_of(s.type), v.bits(a), v.bits(b)
    if x is not None and y is not None and (found := folded_float(s.name, x, y, element)) is not None:
        return v.constant(s.type, found)
    commutes = s.name in ("addf", "mulf")
    if commutes and y is None and x is not None:
        a, b, x, y = b, a, y, x
    number = None if y is None else float_of(y, element)
    if number is None or number != number:
        return None
    one, zero, negative = number == 1.0, number == 0.0, str(number)[0] == "-"
    if (one and s.name in ("mulf", "divf")) or (zero and (s.name, negative) in (("addf", True), ("subf", False))):
        return a
    return _constant_last(v, s, a, b) if commutes else None


def _negation(v: NumberFacts, s: OperationLabel, a: int) -> int | None:
    inner = v.defining_operands(a, "negf")
    return inner[0] if inner else None


def _cast(v: NumberFacts, s: OperationLabel, a: int) -> int | None:
    source, target = element_of(v.type_of(a)), element_of(s.type)
    bits = v.bits(a)
    if bits is not None and source and (found := cast(s.name, bits, source, target)) is not None:
        return v.constant(s.type, found)
    form = v.forms.get(a)
    if form is None or not _plain(s) or len(form.args) != 1:
        return None
    (inner,) = form.args
    origin, was = v.type_of(inner), form.shape.name
    old, wide, new = (width_of(element_of(type)) for type in (origin, v.type_of(a), s.type))
    if not (old and wide and new) or not origin:
        return None
    if s.name in ("extsi", "extui") and was in (s.name, "extui"):
        return v.add(_same_type(s, was), (inner,))
    if s.name == "trunci" and was in ("extsi", "extui"):
        return inner if new == old and origin == s.type else v.add(_same_type(s, "trunci" if new < old else was), (inner,))
    if s.name == "trunci" and was == "trunci":
        return v.add(s, (inner,))
    if s.name in ("index_cast", "index_castui") and was in ("index_cast", "index_castui") and origin == s.type and old <= wide:
        return inner
    if (s.name, was) in (("index_cast", "extsi"), ("index_castui", "extui")) and wide <= new:
        return v.add(s, (inner,))
    return None


def _zero(v: NumberFacts, s: OperationLabel, a: int) -> int | None:
    """Fold a float-to-float cast of positive zero. Every float format except `f8E8M0FNU` represents zero."""
    formats = (element_of(v.type_of(a)), element_of(s.type))
    return (
        v.constant(s.type, scalar("0.0", formats[1])) if v.bits(a) == 0 and all(formats) and formats[1] != "f8E8M0FNU" else None
    )


def _bitcast(v: NumberFacts, s: OperationLabel, a: int) -> int | None:
    type = v.type_of(a)
    if type == s.type:
        return a
    if (bits := v.bits(a)) is not None and element_of(type) and element_of(s.type) and "ptr" not in type + s.type:
        return v.constant(s.type, bits)
    inner = v.defining_operands(a, s.name)
    return v.add(s, inner) if inner else None


def _select(v: NumberFacts, s: OperationLabel, c: int, a: int, b: int) -> int | None:
    known = v.bits(c)
    if a == b or known == 1:
        return a
    if known == 0:
        return b
    if not _plain(s):
        return None
    if (inner := v.defining_operands(c, "xori")) is not None and v.bits(inner[1]) == 1:
        return v.add(s, (inner[0], b, a))
    if element_of(s.type) == "i1" and v.type_of(c) == s.type and (v.bits(a), v.bits(b)) in ((1, 0), (0, 1)):
        return c if v.bits(a) else v.add(_same_type(s, "xori"), (c, v.constant(s.type, 1)))
    if (wide := _extend_condition(v, s, c, a, b)) is not None:
        return wide
    form = v.forms.get(c)
    if form is not None and form.shape.name == "cmpi" and form.shape.predicate < 2 and set(form.args) == {a, b}:
        return a if form.shape.predicate else b
    for way, (one, other) in enumerate(((a, b), (b, a))):
        if (inner := v.defining_operands(one, "select")) is not None and inner[0] == c:
            return v.add(s, (c, inner[1], other) if way == 0 else (c, other, inner[2]))
    return None


def _extend_condition(v: NumberFacts, s: OperationLabel, c: int, a: int, b: int) -> int | None:
    """Fold a select between 1 (or all-ones) and 0 to the integer extension of its condition."""
    element, x, y = element_of(s.type), v.bits(a), v.bits(b)
    ones = (1 << width_of(element)) - 1
    if ones < 2 or v.type_of(c).replace("i1", element) != s.type or 0 not in (x, y):
        return None
    cast = {1: "extui", ones: "extsi"}.get((x or 0) + (y or 0)) if None not in (x, y) else None
    if cast is None:
        return None
    if x == 0:
        c = v.add(_same_type(s, "xori", type=v.type_of(c)), (c, v.constant(v.type_of(c), 1)))
    return v.add(_same_type(s, cast), (c,))


def _pointer(v: NumberFacts, s: OperationLabel, a: int, b: int) -> int | None:
    return a if v.bits(b) == 0 else None


def _unsplat(v: NumberFacts, s: OperationLabel, a: int) -> int | None:
    if (bits := v.bits(a)) is not None:
        return v.constant(s.type, bits)
    steps, leaf = v.moved.get(a, ((), a))
    return leaf if len(steps) == 1 and not steps[0].taken else None


RULES: Mapping[str, tuple[int, Rule]] = {
    **dict.fromkeys(INTEGERS, (2, _integer)),
    **dict.fromkeys(_CASTS, (1, _cast)),
    **dict.fromkeys(("addf", "subf", "mulf", "divf"), (2, _float)),
    "cmpi": (2, _comparison),
    "cmpf": (2, _float_comparison),
    "select": (3, _select),
    "negf": (1, _negation),
    "tt.fp_to_fp": (1, _zero),
    "bitcast": (1, _bitcast),
    "tt.bitcast": (1, _bitcast),
    "tt.addptr": (2, _pointer),
    "tt.unsplat": (1, _unsplat),
}
"""Operation name -> (number of operands, rule)."""
