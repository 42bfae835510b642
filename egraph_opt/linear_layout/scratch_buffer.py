"""Scratch buffer of a layout conversion through shared memory: its swizzle, its bank conflicts, and the accesses that suit it.

The order of elements in the scratch buffer allows wide accesses without bank conflicts. The scratch buffer stays small, since it is filled
several times (repetitions). Source: `optimalSwizzling` in Triton 3.6's lib/Tools/GenericSwizzling.cpp, `getSrcDstTiles` in
lib/Conversion/TritonGPUToLLVM/Utility.cpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import NamedTuple

from egraph_opt.linear_layout.linear_map import LinearLayout, log2, span_rank

BANK_BITS = 32
ROW_BITS = 32 * BANK_BITS
"""Number of bits in one row of all banks."""
LANE_BITS = 5
"""Number of bits of a lane number in a warp of 32 lanes."""
VECTOR_BITS = 128
"""Width of the widest access of a thread, in bits."""


class RowAccess(NamedTuple):
    """Access to shared memory in 16-byte rows: lane bits that select a position in a row, and lane bits that select the row."""

    contiguous: tuple[int, ...] = ()
    rows: tuple[int, ...] = (0, 1, 2)


PLAIN, MATRIX, TRANSPOSED = RowAccess(), RowAccess((0, 1), (2, 3, 4)), RowAccess((2, 3, 4), (0, 1))


@dataclass(frozen=True, slots=True)
class ScratchBuffer:
    """Order of elements in the scratch buffer: a linear map over F2 from buffer offsets to element indices.

    `vector`, `bank` and `segment` have the element index to which each offset bit is mapped, lowest bit first. `repetitions` has the index
    bits that select which part of the tensor is in the buffer.
    """

    vector: tuple[int, ...]
    bank: tuple[int, ...]
    segment: tuple[int, ...]
    repetitions: tuple[int, ...]

    @property
    def bases(self) -> tuple[int, ...]:
        return self.vector + self.bank + self.segment


class LayoutBases:
    """Bases of a layout by register, lane and warp bit, without the register and warp bits that select copies (zero bases)."""

    def __init__(self, layout: LinearLayout) -> None:
        self.register = [basis for basis in layout.register if basis]
        self.lane = list(layout.lane)
        self.warp = [basis for basis in layout.warp if basis]
        self.warps = 1 << len(layout.warp)
        self.dimensions = sum(log2(extent) for extent in layout.shape)


def choose_buffer(a: LayoutBases, b: LayoutBases, bits: int, matrices: bool) -> tuple[ScratchBuffer, RowAccess, RowAccess]:
    """Return the scratch buffer, store and load with the fewest bank conflicts and, among these, with the most repetitions.

    If no 16-byte access is possible, the buffer is for narrower plain accesses.
    """
    usable = [PLAIN]
    if matrices and bits <= 32 and len(a.lane) == len(b.lane) == LANE_BITS:
        usable += [MATRIX, TRANSPOSED] if bits == 16 else [MATRIX]
    best: tuple[tuple[int, int], ScratchBuffer, RowAccess, RowAccess] | None = None
    for store in usable:
        for load in usable:
            vector = _joint(a, b, store, load, log2(VECTOR_BITS // bits))
            if vector is None:
                continue
            rows = [_rows(held, access, vector) for held, access in ((a, store), (b, load))]
            if rows[0] is None or rows[1] is None:
                continue
            kept = min(len(access.contiguous) + len(access.rows) - 3 for access in (store, load))
            buffer = _order_buffer(a, b, bits, vector, rows[0], rows[1], kept)
            conflicts = sum((1 << len(set(buffer.segment) & set(side))) - 1 for side in rows if side is not None)
            rank = (conflicts, -len(buffer.repetitions))
            if best is None or rank < best[0]:
                best = (rank, buffer, store, load)
    return best[1:] if best else (_narrow(a, b, bits), PLAIN, PLAIN)


def _joint(a: LayoutBases, b: LayoutBases, store: RowAccess, load: RowAccess, size: int) -> list[int] | None:
    """Return the index bases of a 16-byte row that both `store` and `load` can access, or None."""
    if len(store.contiguous) > len(load.contiguous):
        a, b, store, load = b, a, load, store
    wide, narrow = size - len(store.contiguous), size - len(load.contiguous)
    vector = [basis for basis in a.register if basis in b.register]
    if narrow < 0 or len(vector) < narrow:
        return None
    of_a, of_b = ([held.lane[lane] for lane in access.contiguous] for held, access in ((a, store), (b, load)))
    if not all(of_a) or not all(of_b):
        return None
    from_registers = wide - narrow
    if any(basis not in a.register for basis in of_b[:from_registers]) or of_b[from_registers:] != of_a:
        return None
    return vector[:narrow] + of_b


def _rows(held: LayoutBases, access: RowAccess, vector: Sequence[int]) -> list[int] | None:
    """Return the index bases that select the eight 16-byte rows of one wavefront, or None."""
    lanes = [held.lane[lane] for lane in access.rows if lane < len(held.lane)]
    missing = 3 - len(lanes)
    registers = [basis for basis in held.register if basis not in vector][:missing]
    return registers + lanes if len(registers) == missing else None


def _order_buffer(
    a: LayoutBases, b: LayoutBases, bits: int, vector: Sequence[int], store: Sequence[int], load: Sequence[int], kept: int = 0
) -> ScratchBuffer:
    """Return the scratch buffer whose order spreads simultaneous accesses over different banks, as far as possible."""
    size = a.dimensions
    banks = min(log2(ROW_BITS // (bits << len(vector))), size - len(vector))
    segment = _segment({*vector, *store}, {*vector, *load}, size, size - banks - len(vector))
    bank = _complement([*vector, *segment], size)
    both = [basis for basis in segment if basis in a.register and basis in b.register]
    repetitions = both[kept:]
    return ScratchBuffer(
        tuple(vector), tuple(bank), tuple(basis for basis in segment if basis not in repetitions), tuple(repetitions)
    )


def _segment(store: set[int], load: set[int], size: int, length: int) -> list[int]:
    """Return the element indices (bases) of the `length` offset bits above the bank bits.

    A basis in `store` or `load` causes bank conflicts in this access. Bases in neither come first, then xors of one basis from each.
    """
    store.discard(0)
    load.discard(0)
    free = [1 << bit for bit in range(size) if 1 << bit not in store and 1 << bit not in load]
    if len(free) >= length:
        return free[:length]
    fewer, more = sorted((sorted(store - load), sorted(load - store)), key=len)
    conflicts = min(max(0, length - len(fewer) - len(free)), len(fewer))
    mixed = [x ^ y for x, y in zip(fewer[conflicts:], more[conflicts:], strict=False)]
    return (free + mixed + fewer[:conflicts] + more[:conflicts])[:length]


def _complement(bases: Sequence[int], size: int) -> list[int]:
    """Return unit vectors that complete `bases` to a basis of the space of `size` bits."""
    pivots: dict[int, int] = {}
    for vector in bases:
        while vector and (low := vector & -vector) in pivots:
            vector ^= pivots[low]
        if vector:
            pivots[vector & -vector] = vector
    return [1 << bit for bit in range(size) if 1 << bit not in pivots]


def _narrow(a: LayoutBases, b: LayoutBases, bits: int) -> ScratchBuffer:
    """Return a scratch buffer for plain accesses of less than 16 bytes.

    Elements that share a 4-byte word differ in register bits of one layout that are warp bits of the other. Remaining bits of the word
    are warp bits of both.
    """
    vector = [basis for basis in a.register if basis in b.register][: log2(VECTOR_BITS // bits)]
    filled: bool | None = None
    if bits << len(vector) < BANK_BITS:
        full = log2(BANK_BITS // bits)
        of_a, of_b = (
            [basis for basis in held.register if basis not in vector and basis in other.warp] for held, other in ((a, b), (b, a))
        )
        filled = min(of_a) < min(of_b) if len(of_a) == len(of_b) > 0 else len(of_a) > len(of_b)
        vector += of_a if filled else of_b
        if len(vector) < full:
            vector += [basis for basis in a.warp if basis in b.warp]
        for pair in zip_longest(a.warp, b.warp):
            vector += [basis for basis in pair if basis is not None and basis not in vector and len(vector) < full]
        vector = vector[:full]
    words = max(0, log2(bits << len(vector)) - log2(BANK_BITS))
    store, load = (held.lane[: len(held.lane) - words] for held in (a, b))
    buffer = _order_buffer(a, b, bits, vector, store, load)
    if words >= 2:
        return buffer
    # Banks that are in registers come first, so that one side's accesses get wider.
    held = [[basis for basis in buffer.bank if basis in side.register] for side in (a, b)]
    if filled is None:
        filled = len(held[0]) > len(held[1])
    first = held[0] if filled else held[1]
    return replace(buffer, bank=(*first, *(basis for basis in buffer.bank if basis not in first)))


def buffer_offsets(bases: Sequence[int], buffer: ScratchBuffer) -> list[int | None]:
    """Return the buffer offset of each index basis, in elements, or None for a basis that selects a repetition."""
    order = buffer.bases + buffer.repetitions
    places = {basis: 1 << position for position, basis in enumerate(order)}
    places[0] = 0
    if not all(basis in places for basis in bases):
        _combine_places(places, order, bases)
    size = len(buffer.bases)
    return [None if places[basis] >> size else places[basis] for basis in bases]


def _combine_places(places: dict[int, int], order: Sequence[int], wanted: Sequence[int]) -> None:
    """Enter the buffer offset of each wanted index that is an xor of several bases of the buffer."""
    pivots: dict[int, tuple[int, int]] = {}

    def reduce(vector: int) -> tuple[int, int]:
        bits, rest = 0, vector
        while rest:
            top = rest.bit_length() - 1
            if top in pivots:
                held, combination = pivots[top]
                vector, bits = vector ^ held, bits ^ combination
            rest = vector & ~(-1 << top)
        return vector, bits

    for position, basis in enumerate(order):
        rest, bits = reduce(basis)
        pivots[rest.bit_length() - 1] = (rest, bits ^ 1 << position)
    for basis in wanted:
        if basis not in places:
            places[basis] = reduce(basis)[1]


def conflicts(offsets: Sequence[int], bits: int, vector: int) -> int:
    """Return the number of passes over the banks for an access to the span of `offsets` (in elements).

    Each lane accesses 2^`vector` contiguous elements.
    """
    unit = max(bits << vector, BANK_BITS)
    words = [offset * bits // unit for offset in offsets]
    banks = ROW_BITS // unit - 1
    return 1 << span_rank(words) - span_rank(word & banks for word in words)
