"""Construction of loops and conditionals with other carried values or results than in the input."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from egraph_opt.ir.attributes import dictionary
from egraph_opt.ir.module import Argument, Block, Body, Op, Operand, Piece, Region, TypeOf, Value
from egraph_opt.ir.types import items

OUTPUTS = "ttg.partition.outputs"
"""Attribute with the partitions of warps that each result of a loop or conditional is for."""
_IMPLIED = ("unsignedCmp", "operandSegmentSizes")
"""Properties that pretty form writes as words, or not at all."""


@dataclass(slots=True)
class Entry:
    """A carried value of a loop or a result of a conditional: the input's value (`index`), and its type.

    `argument` is its name inside, `result` its name outside. `inputs` are the incoming values: initial and next value, or one per
    branch.
    """

    index: int
    type: str
    argument: Value | None = None
    result: Value | None = None
    inputs: tuple[Value, ...] = ()


def fresh_name(near: Value) -> str:
    """Return a name for a new value beside a known one. Numbers are left to the input's own values."""
    name = near.name.removeprefix("%").replace("#", "_")
    return f"%v{name}" if name[:1].isdigit() else f"%{name}"


def ordered(entries: Sequence[Entry], original: Sequence[Value]) -> list[Entry]:
    """Return entries in the input's order. Of a value in several layouts, the one as written comes first."""
    return sorted(entries, key=lambda e: (e.index, e.type != original[e.index].type, e.type))


def name_missing(entries: Sequence[Entry], original: Sequence[Value], field: str) -> None:
    """Name the arguments or results that are unused but must exist."""
    for entry in entries:
        if getattr(entry, field) is None:
            known = original[entry.index]
            setattr(entry, field, known if known.type == entry.type else Value(entry.type, fresh_name(known)))


def yielding(terminator: Op, operands: tuple[Value, ...], leading: int = 0) -> Op:
    """Return a terminator with other operands. The first `leading` are not part of the list with types."""
    if [v.type for v in operands] == [v.type for v in terminator.operands]:
        return replace(terminator, operands=operands)
    if _generic(terminator):
        return replace(terminator, operands=operands, pieces=())
    pieces: list[Piece] = [terminator.name]
    pieces += ["(", Operand(0), ")"] if leading else []
    pieces += [f" {dictionary(terminator.attributes)}"] if terminator.attributes else []
    rest = range(leading, len(operands))
    for i in rest:
        pieces += [" " if i == leading else ", ", Operand(i)]
    for i in rest:
        pieces += [" : " if i == leading else ", ", TypeOf("operand", i)]
    return replace(terminator, operands=operands, pieces=tuple(pieces))


def _types(of: str, numbers: Sequence[int]) -> list[Piece]:
    pieces: list[Piece] = ["("]
    for n, i in enumerate(numbers):
        pieces += [", "] if n else []
        pieces.append(TypeOf("operand" if of == "operand" else "result", i))
    return [*pieces, ")"]


def _attributes(op: Op) -> list[Piece]:
    """Return the pieces after the last region: the attribute dictionary, and anything else written there."""
    last = max((i for i, piece in enumerate(op.pieces) if isinstance(piece, Body)), default=-1)
    tail = op.pieces[last + 1 :]
    if OUTPUTS not in op.attributes and all(isinstance(piece, str) for piece in tail):
        return list(tail)
    kept = {name: value for name, value in op.discardable.items() if name not in _IMPLIED}
    return [f"{' attributes' if op.name == 'scf.while' else ''} {dictionary(kept)}"] if kept else []


def keep_outputs(op: Op, kept: Sequence[int]) -> Op:
    """Return a loop or conditional whose attributes are for these of its results, each by its number."""
    if OUTPUTS not in op.attributes:
        return op
    outputs = items(op.attributes[OUTPUTS][1:-1])
    if list(kept) == list(range(len(outputs))):
        return op
    chosen = f"[{', '.join(outputs[index] for index in kept)}]"
    attributes = {name: chosen if name == OUTPUTS else value for name, value in op.attributes.items()}
    return replace(op, attributes=attributes, pieces=() if _generic(op) else (op.name,))


def _generic(op: Op) -> bool:
    """Return whether an operation is written in generic form, which follows from the operation itself."""
    return not op.pieces or str(op.pieces[0]).startswith('"')


def _same(op: Op, operands: Sequence[Value], results: Sequence[Value]) -> bool:
    """Return whether the text of a loop or conditional fits other operands and results."""
    fits = any(isinstance(piece, Body) for piece in op.pieces)
    return fits and all(
        [v.type for v in old] == [v.type for v in new] for old, new in ((op.operands, operands), (op.results, results))
    )


def loop(op: Op, operands: tuple[Value, ...], results: tuple[Value, ...], body: Block) -> Op:
    """Return an `scf.for` with these bounds and initial values, results, and body (its first argument is the induction variable)."""
    changed = replace(op, operands=operands, results=results, regions=(Region((body,)),))
    if _same(op, operands, results):
        return changed
    if _generic(op):
        return replace(changed, pieces=())
    induction = body.arguments[0]
    head = "scf.for unsigned " if "unsignedCmp" in op.attributes else "scf.for "
    pieces: list[Piece] = [head, Argument(0, 0), " = ", Operand(0), " to ", Operand(1), " step ", Operand(2)]
    for i in range(len(results)):
        pieces += [" iter_args(" if i == 0 else ", ", Argument(0, i + 1), " = ", Operand(i + 3)]
    if results:
        pieces += [") -> ", *_types("result", range(len(results)))]
    pieces += [f" : {induction.type} " if induction.type != "index" else " ", Body(0), *_attributes(op)]
    return replace(changed, pieces=tuple(pieces))


def conditional(op: Op, condition: Value, results: tuple[Value, ...], branches: Sequence[Block]) -> Op:
    """Return an `scf.if` with this condition, results and branches."""
    regions = (*(Region((b,)) for b in branches), *op.regions[len(branches) :])  # a second region without a block is no branch
    changed = replace(op, operands=(condition,), results=results, regions=regions)
    if _same(op, (condition,), results):
        return changed
    if _generic(op):
        return replace(changed, pieces=())
    pieces: list[Piece] = [
        "scf.if ",
        Operand(0),
        *([" -> ", *_types("result", range(len(results)))] if results else []),
        " ",
        Body(0),
    ]
    pieces += [" else ", Body(1)] if len(branches) > 1 else []
    return replace(changed, pieces=(*pieces, *_attributes(op)))


def while_loop(op: Op, operands: tuple[Value, ...], results: tuple[Value, ...], before: Block, after: Block) -> Op:
    """Return an `scf.while` with these initial values, results and blocks."""
    changed = replace(op, operands=operands, results=results, regions=(Region((before,)), Region((after,))))
    if _same(op, operands, results):
        return changed
    if _generic(op):
        return replace(changed, pieces=())
    pieces: list[Piece] = ["scf.while"]
    for i in range(len(operands)):
        pieces += [" (" if i == 0 else ", ", Argument(0, i), " = ", Operand(i)]
    pieces += [")"] if operands else []
    pieces += [" : ", *_types("operand", range(len(operands))), " -> ", *_types("result", range(len(results)))]
    pieces += [" ", Body(0), " do ", Body(1), *_attributes(op)]
    return replace(changed, pieces=tuple(pieces))
