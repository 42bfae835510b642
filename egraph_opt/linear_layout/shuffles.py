"""Instruction counts of conversions that Triton lowers to warp shuffles.

Source: `getWarpLayoutConvertDecomposition` in Triton 3.6's lib/Analysis/Utility.cpp and `transferWithinWarp` in
lib/Conversion/TritonGPUToLLVM/ConvertLayoutOpToLLVM.cpp. A conversion by shuffles permutes register and lane bits. Small elements are
packed into 32-bit words, and one shuffle moves a word to another lane. Selects before and after the shuffles exchange a register bit and a
lane bit.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from egraph_opt.linear_layout.linear_map import LinearLayout, log2

WORD_BITS = 32


class Shuffles(NamedTuple):
    """Numbers of warp instructions of a conversion by shuffles, for the whole block."""

    shuffles: int
    selects: int
    permutes: int
    """Instructions that assemble words from parts of other words."""


@lru_cache(maxsize=1 << 16)
def warp_shuffles(source: LinearLayout, target: LinearLayout, bits: int) -> Shuffles:
    """Count the instructions of a LANE_SHUFFLE conversion of elements of `bits` bits."""
    start, end = ([basis for basis in layout.register if basis] for layout in (source, target))
    registers = max(len(start), len(end))
    step = _permutation(start, end, source.lane, target.lane, registers)
    exchanged = sum(here < registers <= there for here, there in step.items())
    packed = min(log2(max(1, WORD_BITS // max(8, bits))), registers - exchanged)
    words = (1 << registers - packed) * max(1, bits // WORD_BITS) << len(source.warp)
    # A lane bit stays with its lanes if it is where it was, or if it only changes places with a register bit.
    moved = {here for here, there in step.items() if here >= registers and there >= registers and here != there}
    shuffles = words if moved or not exchanged else words // 2
    selects = exchanged * (2 * words if moved else words + words // 2)
    within = any(step[bit] != bit for bit in range(packed))
    return Shuffles(shuffles, selects, words if within else 0)


def _permutation(
    start: list[int], end: list[int], source: tuple[int, ...], target: tuple[int, ...], registers: int
) -> dict[int, int]:
    """Return the destination of each register bit and lane bit; bits with zero basis get the remaining destinations."""
    before = [*start, *[0] * (registers - len(start)), *source]
    after = [*end, *[0] * (registers - len(end)), *target]
    found = {basis: position for position, basis in enumerate(after) if basis}
    step = {
        position: found[basis] if basis else position for position, basis in enumerate(before) if basis or not after[position]
    }
    free = [position for position in range(len(before)) if position not in step]
    reached = set(step.values())
    step.update(zip(free, (position for position in range(len(before)) if position not in reached), strict=True))
    return step
