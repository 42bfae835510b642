"""Reductions of several tensors as one: threads wait for those of other warps once, and not once for each.

A reduction over warps goes through shared memory: each warp writes what it has, waits, and reads what the others have. Reductions that do
not depend on each other and have the same axis and layout are equal to one of all their tensors, whose partial results go that way
together. So each is moved up to the first, with what it needs; loads stay where they are. The checker proves each output
(`egraph_opt/checker/values/reductions.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from functools import lru_cache

from egraph_opt.ir.declaration import Effect, declaration
from egraph_opt.ir.module import Block, Op, Operand, Piece, Region, TypeOf, Value, renamed
from egraph_opt.ir.types import TensorType, type_of

REDUCE, RETURN = "tt.reduce", "tt.reduce.return"
MOST = 8
"""How many reductions become one: what all of them need is held at the same time."""


def reductions_merged(function: Op) -> Op:
    """The function with reductions merged where they do not depend on each other; itself where there are none of that kind."""
    found = False

    def rewritten(op: Op) -> Op:
        if not op.regions or op.name in (REDUCE, "tt.scan"):
            return op
        return replace(op, regions=tuple(Region(tuple(map(block, region.blocks))) for region in op.regions))

    def block(old: Block) -> Block:
        nonlocal found
        ops = list(old.ops)
        for first in old.ops:
            group, needed = _group(ops, ops.index(first)) if first in ops and _form(first) is not None else ([], set())
            if len(group) > 1:
                found = True
                ops = list(_moved(ops, group, needed))
        return replace(old, ops=tuple(map(rewritten, ops)))

    new = rewritten(function)
    return new if found else function


@lru_cache(maxsize=256)
def _form(op: Op) -> tuple[str, ...] | None:
    """What reductions must have in common: axis, shape and layout. None for what is no reduction of one tensor, or is not to be moved."""
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
    """The reductions that may become one with that at a place, and what must be moved before it for them."""
    first, form = ops[at], _form(ops[at])
    made = {v: op for op in ops[at:] for v in op.results}
    group, moved = [first], set[Op]()
    for op in ops[at + 1 :]:
        if _form(op) == form and len(group) < MOST:
            needed = _needed(op, made, moved)
            if needed is not None:
                group.append(op)
                moved |= needed
    return group, moved


def _needed(op: Op, made: dict[Value, Op], moved: Set[Op]) -> set[Op] | None:
    """What an operation needs of a straight line and has not been moved; None where not all of it may be moved."""
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


def _moved(ops: Sequence[Op], group: Sequence[Op], needed: Set[Op]) -> Iterator[Op]:
    """A straight line with a group of reductions as one, in the place of the first."""
    for op in ops:
        if op is group[0]:
            yield from (other for other in ops if other in needed)
            yield _one(group)
        elif op not in group and op not in needed:
            yield op


def _one(group: Sequence[Op]) -> Op:
    """One reduction of several tensors."""
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
            new = renamed(below, names)
            inner.append(replace(new, results=tuple(names[v] for v in below.results)))
        ends += [names.get(v, v) for v in body.ops[-1].operands]
    places = range(len(group))
    end = Op(
        RETURN, tuple(ends), line=group[0].line,
        pieces=("tt.reduce.return ", *_listed([Operand(i) for i in places]), " : ", *_listed([TypeOf("operand", i) for i in places])),
    )  # fmt: skip
    body = replace(bodies[0], arguments=tuple(arguments), ops=(*inner, end), locations=())
    return replace(
        group[0],
        operands=tuple(v for op in group for v in op.operands),
        results=tuple(v for op in group for v in op.results),
        regions=(Region((body,)),),
        pieces=tuple(_widened(group[0].pieces, len(group))),
    )


def _widened(pieces: Sequence[Piece], count: int) -> Iterator[Piece]:
    """How an operation is written, with so many operands and results in the place of one."""
    for piece in pieces:
        match piece:
            case Operand():
                yield from _listed([Operand(i) for i in range(count)])
            case TypeOf(of="operand"):
                yield from _listed([TypeOf("operand", i) for i in range(count)])
            case TypeOf(of="result"):
                yield from ("(", *_listed([TypeOf("result", i) for i in range(count)]), ")")
            case _:
                yield piece


def _listed(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Pieces with commas between."""
    for number, piece in enumerate(pieces):
        yield from (", ", piece) if number else (piece,)
