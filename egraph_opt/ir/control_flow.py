"""Structured control flow: loops, conditionals and terminators rebuilt with other operands, results or bodies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from egraph_opt.ir.attributes import dictionary
from egraph_opt.ir.module import Argument, Block, Op, Operand, Piece, Region, RegionSlot, TypeOf, Value
from egraph_opt.ir.types import items

LOOPS = ("scf.for", "scf.while")

BRANCHES = ("scf.if", "scf.index_switch", "scf.execute_region")
"""Operations whose regions run at most once each, and yield the results."""

SPECIALIZE, PARTITIONS = "ttg.warp_specialize", "ttg.warp_specialize.partitions"
"""Warp specialisation, and the nested operation with the partition regions."""

OUTPUTS = "ttg.partition.outputs"
"""Attribute that lists the warp partitions of each result of a loop or conditional."""
_IMPLIED = ("unsignedCmp", "operandSegmentSizes")
"""Properties that custom assembly prints as keywords or omits."""


def rebuild_terminator(terminator: Op, operands: tuple[Value, ...], leading: int = 0) -> Op:
    """Return a terminator with other operands. The first `leading` of them have no type in the text, such as a branch condition."""
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
    """Return the text after an operation's last region as for `Op.pieces`: attribute dictionary and further text."""
    last = max((i for i, piece in enumerate(op.pieces) if isinstance(piece, RegionSlot)), default=-1)
    tail = op.pieces[last + 1 :]
    if OUTPUTS not in op.attributes and all(isinstance(piece, str) for piece in tail):
        return list(tail)
    kept = {name: value for name, value in op.discardable.items() if name not in _IMPLIED}
    return [f"{' attributes' if op.name == 'scf.while' else ''} {dictionary(kept)}"] if kept else []


def keep_outputs(op: Op, kept: Sequence[int]) -> Op:
    """Restrict the list of warp partitions per result (attribute `OUTPUTS`) of a loop or conditional to the results `kept`."""
    if OUTPUTS not in op.attributes:
        return op
    outputs = items(op.attributes[OUTPUTS][1:-1])
    if list(kept) == list(range(len(outputs))):
        return op
    chosen = f"[{', '.join(outputs[index] for index in kept)}]"
    attributes = {name: chosen if name == OUTPUTS else value for name, value in op.attributes.items()}
    return replace(op, attributes=attributes, pieces=() if _generic(op) else (op.name,))


def _generic(op: Op) -> bool:
    return not op.pieces or str(op.pieces[0]).startswith('"')


def _same(op: Op, operands: Sequence[Value], results: Sequence[Value]) -> bool:
    """Return whether a loop's or conditional's source text is valid for new operands and results: their types are the same."""
    fits = any(isinstance(piece, RegionSlot) for piece in op.pieces)
    return fits and all(
        [v.type for v in old] == [v.type for v in new] for old, new in ((op.operands, operands), (op.results, results))
    )


def rebuild_loop(op: Op, operands: tuple[Value, ...], results: tuple[Value, ...], body: Block) -> Op:
    """Return an `scf.for` with other operands (bounds and initial values), results and body."""
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
    pieces += [f" : {induction.type} " if induction.type != "index" else " ", RegionSlot(0), *_attributes(op)]
    return replace(changed, pieces=tuple(pieces))


def rebuild_switch(op: Op, operands: tuple[Value, ...], results: tuple[Value, ...], branches: Sequence[Block]) -> Op:
    """Return an `scf.index_switch` or `scf.execute_region` with other operands, results and branches."""
    changed = replace(op, operands=operands, results=results, regions=tuple(Region((b,)) for b in branches))
    return changed if _same(op, operands, results) else replace(changed, pieces=())


def rebuild_conditional(op: Op, operands: tuple[Value, ...], results: tuple[Value, ...], branches: Sequence[Block]) -> Op:
    """Return an `scf.if` with another condition, results and branches."""
    regions = (*(Region((b,)) for b in branches), *op.regions[len(branches) :])  # an absent else is a region without a block
    changed = replace(op, operands=operands, results=results, regions=regions)
    if _same(op, operands, results):
        return changed
    if _generic(op):
        return replace(changed, pieces=())
    pieces: list[Piece] = [
        "scf.if ",
        Operand(0),
        *([" -> ", *_types("result", range(len(results)))] if results else []),
        " ",
        RegionSlot(0),
    ]
    pieces += [" else ", RegionSlot(1)] if len(branches) > 1 else []
    return replace(changed, pieces=(*pieces, *_attributes(op)))


def rebuild_while(op: Op, operands: tuple[Value, ...], results: tuple[Value, ...], before: Block, after: Block) -> Op:
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
    pieces += [" ", RegionSlot(0), " do ", RegionSlot(1), *_attributes(op)]
    return replace(changed, pieces=tuple(pieces))


def choose_version(
    condition: Value, results: Sequence[Value], versions: Sequence[tuple[Sequence[Op], Sequence[Value]]], mark: str
) -> Op:
    """Return an `scf.if` with the attribute `mark` whose branches are two versions of some code; the first runs if `condition` holds.

    A version is a list of operations and a list of yielded values, one per result.
    """
    branches = []
    for ops, given in versions:
        end = [rebuild_terminator(Op("scf.yield"), tuple(given))] if results else []
        branches.append(Region((Block(ops=(*ops, *end)),)))
    types = [" -> ", *_types("result", range(len(results)))] if results else []
    pieces = ("scf.if ", Operand(0), *types, " ", RegionSlot(0), " else ", RegionSlot(1), f" {{{mark}}}")
    return Op("scf.if", (condition,), tuple(results), {mark: "unit"}, tuple(branches), pieces=pieces)
