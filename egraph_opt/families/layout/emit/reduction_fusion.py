"""Fusion of independent reductions, so that they share one exchange between warps.

Each cross-warp reduction writes partial results to shared memory, waits at a barrier and reads them back. Independent reductions
of equal axis and layout are merged into one reduction of several tensors, at the position of the first. Their operands move up to
it, except loads. The checker proves each output (`egraph_opt/checker/values/reduction_splitting.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from functools import lru_cache

from egraph_opt.ir.declaration_lookup import Effect, declaration
from egraph_opt.ir.def_use import defining_ops
from egraph_opt.ir.module import Block, Op, Operand, Piece, Region, TypeOf, Value
from egraph_opt.ir.rewriting.rewrite import map_blocks, replace_ops, replace_uses
from egraph_opt.ir.types import TensorType, type_of

REDUCE, RETURN = "tt.reduce", "tt.reduce.return"
MAX_MERGED_REDUCTIONS = 8
"""Maximum number of reductions that are fused into one, limited since all their inputs are live at once."""


def reductions_merged(function: Op) -> Op:
    """Return the function with independent reductions fused, or the unchanged function."""

    def rewritten(op: Op) -> Op:
        return op if op.name in (REDUCE, "tt.scan") else map_blocks(op, block)

    def block(old: Block) -> Block:
        ops = list(old.ops)
        for first in old.ops:
            group, needed = _group(ops, ops.index(first)) if first in ops and _form(first) is not None else ([], set())
            if len(group) > 1:
                ops = list(_merge_group(ops, group, needed))
        return replace_ops(old, list(map(rewritten, ops)))

    return rewritten(function)


@lru_cache(maxsize=256)
def _form(op: Op) -> tuple[str, ...] | None:
    """Return a key (axis, shape, layout) that fused reductions must have in common; None if this one must not be fused."""
    if op.name != REDUCE or len(op.operands) != 1 or set(op.attributes) != {"axis"} or len(op.regions[0].blocks) != 1:
        return None
    (body,) = op.regions[0].blocks
    inner = {*body.arguments, *(v for below in body.ops for v in below.results)}
    closed = all(declaration(below).effect is Effect.PURE and not below.regions for below in body.ops[:-1])
    tensor = type_of(op.operands[0].type)
    if not closed or not isinstance(tensor, TensorType) or any(v not in inner for below in body.ops for v in below.operands):
        return None
    return op.attributes["axis"], str(tensor.shape), str(tensor.encoding)


def _group(ops: Sequence[Op], at: int) -> tuple[list[Op], set[Op]]:
    """Return the reductions that can be fused with `ops[at]`, and the operations to hoist before it."""
    first, form = ops[at], _form(ops[at])
    made = defining_ops(ops[at:])
    group, moved = [first], set[Op]()
    for op in ops[at + 1 :]:
        if _form(op) == form and len(group) < MAX_MERGED_REDUCTIONS:
            needed = _needed_ops(op, made, moved)
            if needed is not None:
                group.append(op)
                moved |= needed
    return group, moved


def _needed_ops(op: Op, made: dict[Value, Op], moved: Set[Op]) -> set[Op] | None:
    """Return the operations, besides `moved`, that must move up together with `op`; None if one of them must not move."""
    needed: set[Op] = set()
    pending = list(op.operands)
    while pending:
        of = made.get(pending.pop())
        if of is None or of in needed or of in moved:
            continue
        if of.regions or declaration(of).effect is not Effect.PURE:
            return None
        needed.add(of)
        pending += of.operands
    return needed


def _merge_group(ops: Sequence[Op], group: Sequence[Op], needed: Set[Op]) -> Iterator[Op]:
    """Yield the operations with a group of reductions fused at the position of the first."""
    for op in ops:
        if op is group[0]:
            yield from (other for other in ops if other in needed)
            yield _one(group)
        elif op not in group and op not in needed:
            yield op


def _one(group: Sequence[Op]) -> Op:
    """Return one reduction of several tensors that replaces a group of reductions."""
    bodies = [op.regions[0].blocks[0] for op in group]
    arguments: list[Value] = []
    names: dict[Value, Value] = {}
    for side in (0, 1):
        for number, body in enumerate(bodies):
            old = body.arguments[side]
            names[old] = Value(old.type, f"%{('left', 'right')[side]}{number}")
            arguments.append(names[old])
    inner, ends = [], []
    for number, body in enumerate(bodies):
        for place, below in enumerate(body.ops[:-1]):
            for old in below.results:
                names[old] = Value(old.type, f"%both{number}_{place}")
            new = replace_uses(below, names)
            inner.append(replace(new, results=tuple(names[v] for v in below.results)))
        ends += [names.get(v, v) for v in body.ops[-1].operands]
    places = range(len(group))
    end = Op(
        RETURN, tuple(ends), line=group[0].line,
        pieces=(
            "tt.reduce.return ",
            *_separate_by_commas([Operand(i) for i in places]),
            " : ",
            *_separate_by_commas([TypeOf("operand", i) for i in places]),
        ),
    )  # fmt: skip
    body = replace(bodies[0], arguments=tuple(arguments), ops=(*inner, end), locations=())
    return replace(
        group[0],
        operands=tuple(v for op in group for v in op.operands),
        results=tuple(v for op in group for v in op.results),
        regions=(Region((body,)),),
        pieces=tuple(_widen_pieces(group[0].pieces, len(group))),
    )


def _widen_pieces(pieces: Sequence[Piece], count: int) -> Iterator[Piece]:
    """Yield the text pieces of an operation, with `count` operands and results instead of one."""
    for piece in pieces:
        match piece:
            case Operand():
                yield from _separate_by_commas([Operand(i) for i in range(count)])
            case TypeOf(of="operand"):
                yield from _separate_by_commas([TypeOf("operand", i) for i in range(count)])
            case TypeOf(of="result"):
                yield from ("(", *_separate_by_commas([TypeOf("result", i) for i in range(count)]), ")")
            case _:
                yield piece


def _separate_by_commas(pieces: Sequence[Piece]) -> Iterator[Piece]:
    for number, piece in enumerate(pieces):
        yield from (", ", piece) if number else (piece,)
