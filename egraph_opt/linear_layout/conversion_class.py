"""Classes of layout conversions, by whether elements move between registers, lanes, warps or blocks."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from itertools import accumulate

from egraph_opt.linear_layout.linear_map import InvalidLayout, LinearLayout, span_rank


class ConversionClass(StrEnum):
    """Class of a `ttg.convert_layout` by its lowering, cheapest first."""

    EQUAL = "equal"
    """No instructions: both layouts are the same map."""
    REGISTER = "register"
    """Elements move between registers of one thread, without instructions for 32-bit elements."""
    LANE_SHUFFLE = "lane_shuffle"
    """Warp shuffles, with at most one exchange between a register bit and a lane bit."""
    LANE_SHARED = "lane_shared"
    """Shared memory within each warp, without a block barrier."""
    SHARED = "shared"
    """Shared memory with block barriers."""
    BLOCK = "block"
    """Elements move between blocks, which Triton 3.6 cannot lower."""


@lru_cache(maxsize=1 << 16)
def conversion_class(source: LinearLayout, target: LinearLayout) -> ConversionClass:
    """Return the class of a conversion between layouts of equal shape and numbers of lanes, warps and blocks.

    Source: `minimalCvtLayout`, `cvtNeedsWarpShuffle` and `isCvtWarpSync` in Triton 3.6's lib/Analysis/Utility.cpp. For layouts that do not
    permute index bits (possible only for `#ttg.linear`), the result is `LANE_SHARED` or `SHARED`. Raises InvalidLayout for layouts of
    different sizes, and if `source` lacks an element.
    """
    if source == target:
        return ConversionClass.EQUAL
    if source.shape != target.shape:
        raise InvalidLayout(f"a conversion keeps the shape, here {source.shape} and {target.shape}")
    for name in ("lane", "warp", "block"):
        counts = [1 << len(getattr(layout, name)) for layout in (source, target)]
        if counts[0] != counts[1]:
            raise InvalidLayout(f"a conversion keeps the number of {name}s, here {counts[0]} and {counts[1]}")
    origin = _origins(source, target)
    widths = [len(part) for part in (target.register, target.lane, target.warp, target.block)]
    start = len(origin)
    source_start = len(source.bases)
    # Drop the slowest dimension while the conversion is the identity on it and nothing else reads or writes it.
    for width, reached in zip(
        reversed(widths),
        (ConversionClass.BLOCK, ConversionClass.SHARED, ConversionClass.LANE_SHARED, ConversionClass.REGISTER),
        strict=True,
    ):
        stop, start = start, start - width
        if reached is ConversionClass.REGISTER:
            return reached
        source_start -= width
        kept = all(origin[start + bit] == 1 << source_start + bit for bit in range(width))
        if not kept or any(word >> source_start for word in origin[:start]):
            break
        del origin[start:stop]
    if reached is ConversionClass.LANE_SHARED:
        if _needs_only_shuffles(source, target):
            return ConversionClass.LANE_SHUFFLE
        # A warp that holds a copy of another's elements may read what the other has written.
        if _has_warp_copies(source) or _has_warp_copies(target):
            return ConversionClass.SHARED
    return reached


def _has_warp_copies(layout: LinearLayout) -> bool:
    within = layout.register + layout.lane
    return span_rank(within + layout.warp) < span_rank(within) + len(layout.warp)


def _origins(source: LinearLayout, target: LinearLayout) -> list[int]:
    """Return, for each target bit, a mask of source bits whose bases have the target bit's basis as xor.

    As in Triton's `invertAndCompose`, a dimension with equal bases in both layouts maps to itself. Other bits map to the lowest independent
    source bits.
    """
    parts = ("register", "lane", "warp", "block")
    same = [getattr(source, part) == getattr(target, part) for part in parts]
    pivots: dict[int, tuple[int, int]] = {}

    def reduce(vector: int) -> tuple[int, int]:
        """Return the part of `vector` outside the span of `pivots`, and the source bits whose bases sum to the rest."""
        bits = 0
        rest = 0
        while vector:
            top = vector.bit_length()
            if top in pivots:
                held, combination = pivots[top]
                vector ^= held
                bits ^= combination
            else:
                rest ^= 1 << top - 1
                vector ^= 1 << top - 1
        return rest, bits

    # The dimensions that keep their bases come last: a solution uses them only if it must.
    starts = accumulate((len(getattr(source, part)) for part in parts[:-1]), initial=0)
    rows = list(zip(parts, starts, same, strict=True))
    for part, start, _ in sorted(rows, key=lambda row: row[2]):
        for position, basis in enumerate(getattr(source, part), start):
            rest, bits = reduce(basis)
            if rest:
                pivots[rest.bit_length()] = (rest, bits ^ 1 << position)
    origins: list[int] = []
    for part, start, kept in rows:
        for position, basis in enumerate(getattr(target, part), start):
            rest, bits = (0, 1 << position) if kept else reduce(basis)
            if rest:
                raise InvalidLayout(f"the source does not hold element {basis} of a tensor of shape {source.shape}")
            origins.append(bits)
    return origins


def _needs_only_shuffles(source: LinearLayout, target: LinearLayout) -> bool:
    """Return whether fewer than two index bits move from a register bit to a lane bit.

    Source: `getWarpLayoutConvertDecomposition`, which treats the conversion within a warp as a permutation of register and lane bits. Each
    bit that moves from a register to a lane costs a transposition.
    """
    source_registers = [basis for basis in source.register if basis]
    target_registers = [basis for basis in target.register if basis]
    registers = max(len(source_registers), len(target_registers))
    start = [*source_registers, *[0] * (registers - len(source_registers)), *source.lane]
    end = [*target_registers, *[0] * (registers - len(target_registers)), *target.lane]
    destination = {basis: position for position, basis in enumerate(end) if basis}
    moved = {basis for basis in start if basis}
    is_permutation = (
        moved == destination.keys()
        and len(moved) == sum(map(bool, start)) == sum(map(bool, end))
        and span_rank(moved) == len(moved)
    )
    if not is_permutation:
        return False
    free_in_source = [position for position, basis in enumerate(start) if not basis and end[position]]
    free_in_target = [position for position, basis in enumerate(end) if not basis and start[position]]
    steps = [(position, destination[basis]) for position, basis in enumerate(start) if basis]
    steps += zip(free_in_source, free_in_target, strict=True)
    return sum(here < registers <= there for here, there in steps) < 2
