"""Cycles of a whole launch, from the machine code of its program instances and the work of each.

Time that instances wait adds up over the rounds in which multiprocessors take them; shared resources (instruction issue, matrix
units, the second-level cache, the stack's way to it) add up over all instances. The parts are added, not compared: within a
multiprocessor little overlaps (see `egraph_opt.cost.roofline`). Costs that all configurations of a kernel share are left out, so
the sum orders configurations; it is no time.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from egraph_opt.cost.target import Target
from egraph_opt.machine.prediction import SCHEDULERS, SPILLED_ANYWAY, SPILLS, ResourceUse
from egraph_opt.machine.sass import SassKernel
from egraph_opt.machine.warp_latency import path

ISSUE = 0.6
"""Part of its issue slots that a multiprocessor does not use while warps wait: fitted (`benchmarks/gpu/tuning/fit.py`)."""
CACHE = 58.0
"""Bytes per cycle that a multiprocessor gets from the second-level cache, at most 64 by NVIDIA's documents: fitted."""
STACK = 4.0
"""Cycles of a multiprocessor for a warp's access to its stack, 128 bytes or more at up to 64 per cycle: fitted."""
PRODUCTS = 2048.0
"""Multiplications and additions of 16-bit numbers per cycle: NVIDIA's H100 whitepaper, 4096 operations for one multiprocessor."""
MAX_WHOLE_ROUNDS = 16
"""Up to this many rounds are counted whole: the last takes as long as the others. Of more rounds, half of one is idle at the end."""


class InstanceWork(NamedTuple):
    """Work of one program instance: trip counts of the loops of its source, in the order of the text; bytes that it reads and
    writes; multiplications and additions of matrix products (of 16-bit numbers; of 8-bit numbers half).
    """

    trips: tuple[float, ...]
    moved: float
    products: float


class Share(NamedTuple):
    """Resources of one program instance, as far as equal programs differ in them: instances that a multiprocessor holds at once,
    cycles of a warp alone, issue slots of a scheduler, spilled bytes of a thread. Nothing is known of arguments.
    """

    held: int
    path: float
    issued: float
    spilled: int = 0


class LaunchLoad(NamedTuple):
    """Load of a launch on one multiprocessor, in cycles except where a rate is fitted: `issued` in issue slots of a scheduler,
    `local` in accesses of a warp, `moved` in bytes.
    """

    waiting: float
    issued: float
    local: float
    moved: float
    products: float


def parts(
    code: SassKernel, shared: int, warps: int, work: InstanceWork, instances: int, multiprocessors: int, processor: Target
) -> LaunchLoad:
    """Return the parts that add up to the cycles of a launch. `shared` is in bytes, `instances` those of the whole grid."""
    way = path(code, warps, work.trips, math.inf)
    held = ResourceUse(code.registers, code.stack, shared, warps, way.cycles).occupancy(processor)
    each = instances / multiprocessors
    return LaunchLoad(
        rounds(each / held) * way.cycles,
        rounds(each) * way.issued * warps / SCHEDULERS,
        rounds(each) * way.local * warps,
        each * work.moved,
        rounds(each) * work.products / PRODUCTS,
    )


def cycles(of: LaunchLoad, issue: float = ISSUE, stack: float = STACK, cache: float = CACHE) -> float:
    """Return a number that orders configurations: the cycles of a launch that depend on the configuration."""
    return of.waiting + issue * of.issued + stack * of.local + of.moved / cache + of.products


def share(use: ResourceUse, processor: Target) -> Share:
    """Return the resources of one instance of a program."""
    return Share(use.occupancy(processor), use.path, use.issued * use.warps / SCHEDULERS, use.spilled)


def lasts(of: Share, each: float) -> float:
    """Return a number that orders equal programs by the cycles of a launch in which each multiprocessor gets `each` instances.

    It has the parts of `cycles` except bytes moved and products, which are the same for equal programs. Spills count as in `use`.
    """
    spills = math.pow(1.0 + of.spilled / SPILLED_ANYWAY, SPILLS)
    return spills * (rounds(each / of.held) * of.path + ISSUE * rounds(each) * of.issued)


def fits(code: SassKernel, shared: int, warps: int, most_shared: int, processor: Target) -> bool:
    """Return whether one program instance can run, by its shared memory (a launch may ask for `most_shared` bytes), registers and threads.

    Registers are allotted to warps in units of 256, and no instance has more than 1024 threads (CUDA programming guide).
    """
    each = -(-code.registers * 32 // 256) * 256
    return shared <= most_shared and warps <= 32 and each * -(-warps // SCHEDULERS) * SCHEDULERS <= processor.registers


def rounds(count: float) -> float:
    """Return the number of rounds for `count` instances, a multiple of the number that runs at once."""
    return max(1.0, math.ceil(count - 1e-9)) if count < MAX_WHOLE_ROUNDS else count + 0.5
