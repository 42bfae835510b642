"""Warp specialisation: optimisation of each warp-specialised region as a separate function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from egraph_opt.ir.analysis.trip_count import integer_constants, trip_count
from egraph_opt.ir.attributes import integers
from egraph_opt.ir.control_flow import LOOPS, PARTITIONS, SPECIALIZE
from egraph_opt.ir.def_use import captured_values
from egraph_opt.ir.module import Op, Region, Value
from egraph_opt.ir.rewriting.rewrite import map_ops

Optimise = Callable[[Op, int, float], Op]
LANES = 32
"""Number of threads of a warp on NVIDIA GPUs, which alone support warp specialisation."""


def with_partitions(function: Op, threads: int, optimise: Optimise) -> Op:
    """Return the function with each warp-specialised region optimised by `optimise`.

    `optimise` receives the region as a function, the number of threads, and the execution count. Values that the region captures
    are arguments of this function.
    """
    if not _specialises(function):
        return function
    return _visit_op(function, threads, optimise, integer_constants(function), 1.0)


def _specialises(op: Op) -> bool:
    return any(inner.name == SPECIALIZE for inner in op.walk())


def _visit_op(op: Op, threads: int, optimise: Optimise, constants: dict[Value, int], runs: float) -> Op:
    """Return an operation with the warp-specialised regions in it optimised, innermost first."""
    runs *= trip_count(op, constants) if op.name in LOOPS else 1.0

    def inside(inner: Op) -> Op:
        return _visit_op(inner, threads, optimise, constants, runs) if _specialises(inner) else inner

    if op.name != SPECIALIZE:
        return map_ops(op, inside)
    default, *others = op.regions
    warps = integers(op.attributes.get("partitionNumWarps", ""))

    def partitions(inner: Op) -> Op:
        if inner.name != PARTITIONS or len(inner.regions) != len(warps):
            return inner
        done = (_optimise_region(region, LANES * n, optimise, runs) for region, n in zip(inner.regions, warps, strict=True))
        return replace(inner, regions=tuple(done))

    (nested,) = map_ops(replace(op, regions=(default,)), inside).regions
    first = _optimise_region(nested, threads, optimise, runs)
    rest = map_ops(replace(op, regions=tuple(others)), partitions)
    return replace(rest, regions=(first, *rest.regions))


def _optimise_region(region: Region, threads: int, optimise: Optimise, runs: float) -> Region:
    if not region.blocks:
        return region
    entry, *others = region.blocks
    outside = tuple(captured_values(Op(PARTITIONS, regions=(region,))))
    blocks = (replace(entry, arguments=entry.arguments + outside), *others)
    (new,) = optimise(Op("tt.func", regions=(Region(blocks),)), threads, runs).regions
    return Region((replace(new.blocks[0], arguments=entry.arguments), *new.blocks[1:]))
