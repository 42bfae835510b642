"""Programs that are valid only if the arrays that a kernel writes overlap no other arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from egraph_opt.checker import check
from egraph_opt.extract.base.gc_pause import pause_collection
from egraph_opt.families.layout.emit.load_scheduling import arrays_apart
from egraph_opt.ir.analysis.disjoint_arrays import Arrays
from egraph_opt.ir.analysis.iteration_independence import IndependentLoop, independent_loops
from egraph_opt.ir.analysis.trip_count import weighted_operations
from egraph_opt.ir.module import Module, Op
from egraph_opt.ir.rewriting.lane_projection import project_lanes
from egraph_opt.ir.rewriting.loop_vectorization import guard_loops
from egraph_opt.text import read, write
from egraph_opt.text.register_attributes import with_warps
from egraph_opt.triton.choice.kernel_search import read_once

_BY_THREAD = ("tensor<", "inline_asm")
ELEMENTS = 4
"""Elements of a vectorised loop's tensors for each thread of a program without other tensors."""


class NoaliasProgram(NamedTuple):
    """Text of a program that is valid only if certain arrays do not overlap."""

    text: str
    arrays: Arrays


@pause_collection()
def apply_change(
    text: str, change: Callable[[Op], Op], every: bool, no_alias: bool = False, once: bool = False, apart: bool = False
) -> NoaliasProgram | None:
    """Apply a rewrite to the only function of a program, prove the result equal, and return it; None if nothing changes.

    Args:
        text: a program in TTIR or TTGIR.
        change: the rewrite, which returns the argument itself if nothing changes.
        every: whether all loads must be movable above all stores. If so, None is returned if a loaded array is unknown or also stored.
        no_alias: whether the checker may assume that a written array overlaps no other array.
        once: whether the checker must prove which loops have trip count 1.
        apart: whether the checker may split reductions of several tensors.

    Raises:
        InputError: the program does not parse.
        RuntimeError: the new program is not proved equal.
    """
    module = read_once(text)
    functions = module.functions()
    if len(functions) != 1:
        return None
    (function,) = functions
    after = change(function)
    if after is function or (arrays := arrays_apart(function, every)) is None or not all(arrays):
        return None
    new = write(module.replace_functions({function: after}))
    verdict = check(module, read_once(new), no_alias=no_alias, once=once, apart=apart)
    if not verdict.equal:
        raise RuntimeError(str(verdict))
    return NoaliasProgram(new, arrays)


@pause_collection()
def vectorize_loops(text: str, warps: int) -> tuple[NoaliasProgram, float] | None:
    """Return TTIR with loops of scalar, independent iterations as tensor operations, and the saving; None if there are no such loops.

    The saving is the part of a warp's instructions that is no longer executed. `warps` warps ran all iterations before. A program without
    other tensors gets so few warps that threads have `ELEMENTS` elements, since each warp computes the scalars.

    Raises:
        InputError: the program does not parse.
        RuntimeError: the new program is not proved equal.
    """
    module = read_once(text)
    if len(module.functions()) != 1:
        return None
    (function,) = module.functions()
    arrays, loops = arrays_apart(function, every=True), independent_loops(function)
    if arrays is None or not loops:
        return None
    new = write(module.replace_functions({function: guard_loops(function, loops, vectorize=True)}))
    require_equal_lanes(module.replace_functions({function: guard_loops(function, loops)}), read(new))
    if len(arrays.written) > 1:  # the order of stores to different arrays changes
        arrays = Arrays(arrays.written, tuple(sorted({*arrays.written, *arrays.read})))
    fewer = max(1, max(each.size for each in loops) // (32 * ELEMENTS))
    if fewer < warps and not any(name in text for name in _BY_THREAD):
        new, warps = with_warps(new, fewer), fewer
    return NoaliasProgram(new, arrays), _saved_instructions(function, loops, 32 * warps)


def _saved_instructions(function: Op, loops: Sequence[IndependentLoop], threads: int) -> float:
    """Return the part of a warp's executed instructions that loops save which become tensors of `threads` threads."""
    parts: dict[Op, float] = {}
    for each in loops:
        for op in each.loop.walk():
            varies = not each.varying.isdisjoint((*op.operands, *op.results))
            parts[op] = (max(1.0, each.size / threads) if varies else 1.0) / each.size
    weights = [(executions, parts.get(op, 1.0)) for op, executions, _ in weighted_operations(function)]
    return 1.0 - sum(weight * part for weight, part in weights) / sum(weight for weight, _ in weights)


def require_equal_lanes(guarded: Module, vectorized: Module) -> None:
    """Prove that each lane of a vectorised program does what one iteration of the program's loops does, under the same condition.

    Raises:
        RuntimeError: this is not proved.
    """
    lanes = vectorized.replace_functions({function: project_lanes(function) for function in vectorized.functions()})
    verdict = check(guarded, lanes)
    if not verdict.equal:
        raise RuntimeError(str(verdict))
