"""How many cycles a whole launch takes, from the machine code of its program instances and what each of them does.

What instances wait for adds up over the rounds in which multiprocessors take them; what they share (instruction issue, matrix units, the
second-level cache, the stack's way to it) adds up over all of them. These are added, not compared: within a multiprocessor little overlaps
(see `egraph_opt.cost.roofline`). What is the same for all configurations of a kernel is left out, so the sum orders configurations; it is
no time.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from egraph_opt.cost.target import Target
from egraph_opt.machine.path import path
from egraph_opt.machine.sass import Code
from egraph_opt.machine.use import SCHEDULERS, SPILLED_ANYWAY, SPILLS, Use

ISSUE = 0.6
"""The part of its turns to issue that a multiprocessor does not use while warps wait: fitted (`benchmarks/gpu/tuning/fit.py`)."""
CACHE = 58.0
"""Bytes a cycle that a multiprocessor gets from the second-level cache, at most 64 by NVIDIA's documents: fitted."""
STACK = 4.0
"""Cycles of a multiprocessor for a warp's access to its stack, 128 bytes or more at up to 64 a cycle: fitted."""
PRODUCTS = 2048.0
"""Multiplications and additions of 16-bit numbers a cycle: NVIDIA's H100 whitepaper, 4096 operations for one multiprocessor."""
FEW = 16
"""So many rounds, and fewer, are counted whole: the last is as long as the others. Of more, half of one is left at the end."""


class Work(NamedTuple):
    """What one program instance does: how often the loops of its source run, in the order of the text; bytes that it reads and writes;
    multiplications and additions of matrix products (of 16-bit numbers; of 8-bit numbers half)."""

    trips: tuple[float, ...]
    moved: float
    products: float


class Share(NamedTuple):
    """What one program instance takes, as far as equal programs differ in it: how many of them a multiprocessor holds at once, cycles of a
    warp alone, turns to issue of a scheduler, bytes of a thread that it spills. Nothing is known of arguments."""

    held: int
    path: float
    issued: float
    spilled: int = 0


class Parts(NamedTuple):
    """What a launch asks of one multiprocessor, in cycles, but for what rates are fitted of: `issued` in turns to issue of a scheduler,
    `local` in accesses of a warp, `moved` in bytes."""

    waiting: float
    issued: float
    local: float
    moved: float
    products: float


def parts(code: Code, shared: int, warps: int, work: Work, instances: int, multiprocessors: int, processor: Target) -> Parts:
    """Return what adds up to the cycles of a launch. `shared` is in bytes, `instances` those of the whole grid."""
    way = path(code, warps, work.trips, math.inf)
    held = Use(code.registers, code.stack, shared, warps, way.cycles).occupancy(processor)
    each = instances / multiprocessors
    return Parts(
        rounds(each / held) * way.cycles,
        rounds(each) * way.issued * warps / SCHEDULERS,
        rounds(each) * way.local * warps,
        each * work.moved,
        rounds(each) * work.products / PRODUCTS,
    )


def cycles(of: Parts, issue: float = ISSUE, stack: float = STACK, cache: float = CACHE) -> float:
    """Return what orders configurations: those cycles of a launch that depend on the configuration."""
    return of.waiting + issue * of.issued + stack * of.local + of.moved / cache + of.products


def share(use: Use, processor: Target) -> Share:
    """Return what one instance of a program takes."""
    return Share(use.occupancy(processor), use.path, use.issued * use.warps / SCHEDULERS, use.spilled)


def lasts(of: Share, each: float) -> float:
    """Return what orders equal programs by the cycles of a launch in which each multiprocessor gets so many instances.

    Made of the same as `cycles`, without what they move and multiply alike. What they spill counts as in `use`.
    """
    spills = math.pow(1.0 + of.spilled / SPILLED_ANYWAY, SPILLS)
    return spills * (rounds(each / of.held) * of.path + ISSUE * rounds(each) * of.issued)


def fits(code: Code, shared: int, warps: int, most_shared: int, processor: Target) -> bool:
    """Whether one program instance can run: its shared memory, of which a launch may ask for so many bytes, registers and threads.

    Registers are given to warps, 256 at once, and no instance has more than 1024 threads (CUDA programming guide).
    """
    each = -(-code.registers * 32 // 256) * 256
    return shared <= most_shared and warps <= 32 and each * -(-warps // SCHEDULERS) * SCHEDULERS <= processor.registers


def rounds(count: float) -> float:
    """How many rounds a number of instances, as a multiple of what runs at once, takes."""
    return max(1.0, math.ceil(count - 1e-9)) if count < FEW else count + 0.5
