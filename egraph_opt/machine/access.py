"""What an instruction's addresses cost: passes through shared memory or the first-level cache, and sectors of global memory.

Shared memory has 32 banks of a word; a pass serves one word of each bank, to all threads that ask for it. Accesses of 8 and 16 bytes are
served for a half and a quarter of the warp at a time, matrices of `ldmatrix` row by row of 16 bytes (CUDA C++ Programming Guide).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .sass import Instruction
from .state import Lanes
from .trace import Touched

BANKS, WORD, SECTOR, LINE = 32, 4, 32, 128
"""Banks of shared memory; bytes of a word, a sector and a line."""


def cost(instruction: Instruction, seen: Sequence[Touched], sectors: set[int]) -> tuple[float, float] | None:
    """Passes and bytes from beyond the first-level cache, the mean of some executions; None where no address is known.

    `sectors` are those that loads of this warp have brought into the cache before; new ones are added.
    """
    found = [_once(instruction, addresses[active], active, sectors) for addresses, active in (each for each in seen if each)]
    if not found:
        return None
    return sum(passes for passes, _ in found) / len(found), sum(count for _, count in found) / len(found)


def _once(
    i: Instruction, addresses: Lanes, active: np.ndarray[tuple[int], np.dtype[np.bool_]], cached: set[int]
) -> tuple[float, float]:
    if not len(addresses):
        return 0.0, 0.0
    if i.name in ("LDSM", "STSM"):
        matrices = int(i.opcode[-1]) if i.opcode[-1].isdigit() else 1
        rows = [addresses[8 * n : 8 * n + 8] for n in range(matrices)]
        return float(sum(_passes(part, 4) for part in rows)), 0.0
    if i.name in ("LDS", "STS"):
        lane = np.flatnonzero(active) * i.words // BANKS
        return float(sum(_passes(addresses[lane == part], i.words) for part in range(i.words))), 0.0
    parts = set(i.opcode)
    size = 1 if parts & {"U8", "S8"} else 2 if parts & {"U16", "S16"} else WORD * i.words
    touched = set(np.concatenate([addresses // SECTOR, (addresses + size - 1) // SECTOR]).tolist())
    if i.name in ("LDG", "LD"):
        new = touched - cached
        cached |= touched
        touched = new
    passes = max(i.words if len(addresses) > 8 else 1, len(np.unique(addresses // LINE)))
    return float(passes), float(SECTOR * len(touched))


def _passes(addresses: Lanes, words: int) -> int:
    """Of a part of a warp through shared memory."""
    if not len(addresses):
        return 0
    touched = np.unique(addresses[:, None] // WORD + np.arange(words))
    return int(np.bincount(touched % BANKS).max())
