"""Range guard of a loop: one i1 value per program instance, true if all values are in the ranges that the error bounds assume.

As unsigned integers, the bits of absolute floats have the order of the floats, with infinity and NaN last. So the guard compares integers.
Values of one tensor type are shifted so that their tests have one limit; then one maximum over all elements decides the tests. In one
kernel a warp issues 281 instructions for such a guard, and 710 with one boolean per test. Maxima of floats are also used: PTX documents
that the NaN of `maximumf` is canonical, so it has no sign bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from math import prod
from struct import pack, unpack
from typing import NamedTuple

from egraph_opt.families.numerics import error_bounds
from egraph_opt.families.numerics.error_bounds import FactorRange
from egraph_opt.families.numerics.loop_vectorizer import Lifter, Tile, unary
from egraph_opt.families.numerics.pareto_extraction import BoundedTerm
from egraph_opt.ir.create import binary
from egraph_opt.ir.module import Value
from egraph_opt.ir.types import tensor_type


class Test(NamedTuple):
    """Range test of an f32 tile: absolute values are at most `most`, and nonzero ones at least `least` (unless None)."""

    tile: Tile
    most: float
    least: float | None


def guarded_terms(terms: Iterable[BoundedTerm]) -> Iterator[tuple[BoundedTerm, FactorRange]]:
    """Yield, without duplicates, the exponentials and opaque values in `terms`, each with the range that a guard must test.

    An opaque value under a mask is tested with its masked elements set to zero.
    """
    yield from dict.fromkeys(found for term in terms for found in _places(term, None))


def _places(term: BoundedTerm, operand: BoundedTerm | None) -> Iterator[tuple[BoundedTerm, FactorRange]]:
    if term.symbol == "power":
        yield term, error_bounds.OUTER_RANGE
    elif term.symbol == "leaf" or (term.symbol == "mask" and _is_masked_leaf(term)):
        yield term, error_bounds.OUTER_RANGE if operand is None else error_bounds.factors(operand.factors, operand.powers)
    else:
        for part in term.parts:
            yield from _places(part, part if term.symbol == "dot" else operand)


def _is_masked_leaf(term: BoundedTerm) -> bool:
    while term.symbol == "mask":
        term = term.parts[0]
    return term.symbol == "leaf"


def guard(lifter: Lifter, tests: Iterable[Test], others: Iterable[Value]) -> Value:
    """Emit the conjunction of the range tests `tests` and the conditions `others`."""
    plain: dict[tuple[str, float], list[Value]] = {}
    numbers: dict[tuple[str, int], list[Value]] = {}
    for tile, most, least in tests:
        size = lifter.put(unary("math.absf", tile.value))
        if least is None:
            plain.setdefault((size.type, most), []).append(size)
        else:
            limit = float_bits(most) - float_bits(least)
            numbers.setdefault((size.type, limit), []).append(_above(lifter, _bits(lifter, size), least))
    for (type, most), sizes in plain.items():
        top = max(float_bits(other) for same, other in plain if same == type)
        number = _bits(lifter, reduce(lambda a, b: lifter.put(binary("arith.maximumf", a, b)), sizes))
        if room := top - float_bits(most):
            number = lifter.put(binary("arith.addi", number, _number(lifter, room, number.type)))
        numbers.setdefault((type, top), []).append(number)
    found = [_holds(lifter, values, limit) for (_, limit), values in numbers.items()]
    return reduce(lambda a, b: lifter.put(binary("arith.andi", a, b)), [*found, *others])


def float_bits(x: float) -> int:
    return int(unpack("<I", pack("<f", x))[0])


def _bits(lifter: Lifter, value: Value) -> Value:
    tensor = tensor_type(value.type)
    if tensor is None:
        return lifter.put(unary("arith.bitcast", value, "i32", " to "))
    return lifter.put(unary("tt.bitcast", value, str(tensor._replace(element="i32")), " -> "))


def _number(lifter: Lifter, number: int, type: str) -> Value:
    scalar = lifter.number(number, "i32")
    return scalar if type == "i32" else lifter.move("tt.splat", scalar, type)


def _above(lifter: Lifter, bits: Value, least: float) -> Value:
    """Emit `min(bits - least, -bits)` on unsigned integers: one upper limit rejects large values, and nonzero ones below `least`.

    The result is 0 for zero, and `bits - least` from `least` on. Between zero and `least`, it is larger than all of these.
    """
    above = lifter.put(binary("arith.subi", bits, _number(lifter, float_bits(least), bits.type)))
    below = lifter.put(binary("arith.subi", _number(lifter, 0, bits.type), bits))
    return lifter.put(binary("arith.minui", above, below))


def _holds(lifter: Lifter, values: Iterable[Value], limit: int) -> Value:
    """Emit the condition that no element of tensors of one type exceeds a limit."""
    value = reduce(lambda a, b: lifter.put(binary("arith.maxui", a, b)), values)
    tensor = tensor_type(value.type)
    if tensor is not None and len(tensor.shape) > 1:
        value = lifter.snippet(f"tt.reshape %a allow_reorder : {value.type} -> tensor<{prod(tensor.shape)}xi32>", value)
    if tensor is not None:
        value = lifter.snippet(MAXIMUM_TEMPLATE.replace("TENSOR", value.type), value)
    return lifter.compare("ule", Tile(value, ()), Tile(lifter.number(limit, "i32"), ())).value


MAXIMUM_TEMPLATE = """"tt.reduce"(%a) <{axis = 0 : i32}> ({
    ^bb0(%x: i32, %y: i32):
      %z = arith.maxui %x, %y : i32
      tt.reduce.return %z : i32
    }) : (TENSOR) -> i32"""
