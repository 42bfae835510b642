"""Builder of operations in MLIR's generic form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from egraph_opt.ir.module import Block, Op, Operand, Piece, Region, RegionSlot, TypeOf, Value


def generic(
    name: str,
    operands: Sequence[Value],
    types: Sequence[str],
    properties: str = "",
    regions: Sequence[Region] = (),
    label: str = "%r",
) -> Op:
    """Return a new operation in generic form with new results; `properties` are its inherent attributes."""
    pieces: list[Piece] = [f'"{name}"(']
    for i in range(len(operands)):
        pieces += [", "] * bool(i) + [Operand(i)]
    pieces.append(f") <{{{properties}}}>" if properties else ")")
    for i in range(len(regions)):
        pieces += [", " if i else " (", RegionSlot(i)]
    pieces.append(f"{')' if regions else ''} : (")
    for i in range(len(operands)):
        pieces += [", "] * bool(i) + [TypeOf("operand", i)]
    pieces.append(") -> " if len(types) == 1 else ") -> (")
    for i in range(len(types)):
        pieces += [", "] * bool(i) + [TypeOf("result", i)]
    if len(types) != 1:
        pieces.append(")")
    results = tuple(Value(t, label) for t in types)
    return Op(name, tuple(operands), results, {}, tuple(regions), (), tuple(pieces))


def index_constant(number: int) -> Op:
    made = generic("arith.constant", [], ["index"], f"value = {number} : index", label=f"%c{number}".replace("-", "m"))
    return replace(made, attributes={"value": f"{number} : index"})


def array(numbers: Sequence[int]) -> str:
    return f"array<i64: {', '.join(map(str, numbers))}>" if numbers else "array<i64>"


def segments(*lengths: int) -> str:
    """Return the `operandSegmentSizes` property for operand groups of given lengths."""
    return f"operandSegmentSizes = array<i32: {', '.join(map(str, lengths))}>"


def scalar_body(element: str, count: int) -> Region:
    """Return the body of an operation that yields the first of `count` elements."""
    arguments = tuple(Value(element, f"%in{i}") for i in range(count))
    return Region((Block(arguments, (generic("linalg.yield", arguments[:1], []),), "^bb0"),))
