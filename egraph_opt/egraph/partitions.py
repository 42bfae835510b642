"""Warp specialisation: what some warps run beside others is a function of its own, and is optimised as one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from egraph_opt.ir import Block, Op, Region, Value
from egraph_opt.scope import PARTITIONS, SPECIALIZE

Optimise = Callable[[Op, int], Op]
LANES = 32
"""Threads of a warp: only NVIDIA's are specialised."""


def with_partitions(function: Op, threads: int, optimise: Optimise) -> Op:
    """The function with what `optimise` makes of each region of its warp specialisations.

    `optimise` is given a region as a function, and its number of threads. Values that a region uses from outside are arguments of that
    function, in the layouts they have; what comes back has the values themselves in their places.
    """
    return _visited(function, threads, optimise) if _specialises(function) else function


def _specialises(op: Op) -> bool:
    return any(inner.name == SPECIALIZE for inner in op.walk())


def _visited(op: Op, threads: int, optimise: Optimise) -> Op:
    """An operation that holds a specialisation, or is one, with the regions of the innermost ones done first."""
    if op.name == SPECIALIZE:
        default, others = op.regions[0], [_partitions(inner, op, optimise) for inner in _ops(op.regions[1:])]
        rest = Region((replace(op.regions[1].blocks[0], ops=tuple(others)),)) if len(op.regions) > 1 else None
        first = _optimised(_inside(default, threads, optimise), threads, optimise)
        return replace(op, regions=(first, *([rest] if rest else [])))
    return replace(op, regions=tuple(_inside(region, threads, optimise) for region in op.regions))


def _partitions(op: Op, owner: Op, optimise: Optimise) -> Op:
    warps = [int(n) for n in re.findall(r"\d+", owner.attributes.get("partitionNumWarps", "").partition(":")[2])]
    if op.name != PARTITIONS or len(warps) != len(op.regions):
        return op
    return replace(op, regions=tuple(_optimised(r, LANES * n, optimise) for r, n in zip(op.regions, warps, strict=True)))


def _inside(region: Region, threads: int, optimise: Optimise) -> Region:
    def done(block: Block) -> Block:
        return replace(block, ops=tuple(_visited(op, threads, optimise) if _specialises(op) else op for op in block.ops))

    return Region(tuple(done(block) for block in region.blocks))


def _optimised(region: Region, threads: int, optimise: Optimise) -> Region:
    """A region, optimised as a function."""
    if not region.blocks:
        return region
    entry, *others = region.blocks
    outside = tuple(_used_from_outside(region))
    blocks = (replace(entry, arguments=entry.arguments + outside), *others)
    (new,) = optimise(Op("tt.func", regions=(Region(blocks),)), threads).regions
    return Region((replace(new.blocks[0], arguments=entry.arguments), *new.blocks[1:]))


def _ops(regions: Iterable[Region]) -> Iterator[Op]:
    for region in regions:
        for block in region.blocks:
            yield from block.ops


def _used_from_outside(region: Region) -> Iterator[Value]:
    """The values that a region uses and does not define, in the order of their first use."""
    ops = [inner for op in _ops((region,)) for inner in op.walk()]
    regions = [region, *(r for op in ops for r in op.regions)]
    known = {result for op in ops for result in op.results}
    known.update(argument for r in regions for block in r.blocks for argument in block.arguments)
    used = dict.fromkeys(operand for op in ops for operand in op.operands)
    return (value for value in used if value not in known)
