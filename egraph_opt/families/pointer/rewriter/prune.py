"""Replacement of accesses in a function, without operations and loop-carried values that only the old ones used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from egraph_opt.families.layout.emit.control import loop, yielding
from egraph_opt.ir.declaration import Effect, declaration
from egraph_opt.ir.module import Block, Op, Region, Value

PURE = frozenset(
    ("tt.make_tensor_ptr", "tt.make_tensor_descriptor", "tt.advance", "tts.make_tptr", "tts.make_gather_scatter_tptr")
)


def exchanged(function: Op, before: Mapping[Op, Sequence[Op]], instead: Mapping[Op, Sequence[Op]]) -> Op:
    """Return the function with new operations before some of its own, and others in place of some."""
    regions = tuple(
        Region(tuple(replace(block, ops=exchange(block.ops, before, instead)) for block in region.blocks))
        for region in function.regions
    )
    return replace(function, regions=regions)


def exchange(ops: Sequence[Op], before: Mapping[Op, Sequence[Op]], instead: Mapping[Op, Sequence[Op]]) -> tuple[Op, ...]:
    """Return some operations of a block, with replacements as in `exchanged`."""
    found: list[Op] = []
    for op in ops:
        found += before.get(op, ())
        found += instead[op] if op in instead else (exchanged(op, before, instead) if op.regions else op,)
    return tuple(found)


def droppable(op: Op) -> bool:
    """Return whether an operation may go if nothing uses its results: a conditional, if all operations in it may."""
    if op.name == "scf.if":
        below = [inner for region in op.regions for block in region.blocks for inner in block.ops]
        return bool(op.results) and all(inner.name == "scf.yield" or droppable(inner) for inner in below)
    return not op.regions and (op.name in PURE or declaration(op).effect is Effect.PURE)


def pruned(function: Op) -> Op:
    """Return the function without pure operations that nothing uses, and without values that `scf.for` only carries."""
    live = _live(function)
    return _prune(function, live)


def _live(function: Op) -> set[Value]:
    defined: dict[Value, tuple[Op, int]] = {}
    carried: dict[Value, tuple[Op, int]] = {}
    live: set[Value] = set()
    todo: list[Value] = []
    for op in function.walk():
        defined.update({v: (op, i) for i, v in enumerate(op.results)})
        if op.name == "scf.for":
            body = op.regions[0].blocks[0]
            carried.update({v: (op, i) for i, v in enumerate(body.arguments[1:])})
            todo += op.operands[:3]
    owners = {op: owner for owner in function.walk() for r in owner.regions for b in r.blocks for op in b.ops}
    for op in function.walk():
        if op.name == "scf.yield" and (owners[op].name == "scf.for" or droppable(owners[op])):
            continue
        if op.name != "scf.for" and not droppable(op):
            todo += op.operands
    while todo:
        value = todo.pop()
        if value in live:
            continue
        live.add(value)
        source = defined.get(value) or carried.get(value)
        if source is None:
            continue
        op, i = source
        if op.name == "scf.for":
            body = op.regions[0].blocks[0]
            todo += [op.operands[3 + i], body.ops[-1].operands[i], body.arguments[1 + i]]
        else:
            todo += op.operands
            todo += (v for region in op.regions for block in region.blocks for v in block.ops[-1].operands)
    return live


def _prune(op: Op, live: set[Value]) -> Op:
    if not op.regions:
        return op
    regions = tuple(Region(tuple(_block(b, live) for b in region.blocks)) for region in op.regions)
    if op.name != "scf.for":
        return replace(op, regions=regions)
    (body,) = regions[0].blocks
    counter, *arguments = body.arguments
    kept = [i for i, a in enumerate(arguments) if a in live or op.results[i] in live]
    if len(kept) == len(arguments):
        return replace(op, regions=regions)
    *ops, end = body.ops
    if kept:
        ops.append(yielding(end, tuple(end.operands[i] for i in kept)))
    body = replace(body, arguments=(counter, *(arguments[i] for i in kept)), ops=tuple(ops))
    return loop(op, (*op.operands[:3], *(op.operands[3 + i] for i in kept)), tuple(op.results[i] for i in kept), body)


def _block(block: Block, live: set[Value]) -> Block:
    ops = [_prune(op, live) for op in block.ops if not droppable(op) or live.intersection(op.results)]
    return replace(block, ops=tuple(ops))
