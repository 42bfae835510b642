"""Launch time: cycles of a whole kernel launch, from the machine code and the work of program instances.

Latency adds up over waves of resident instances. Shared resources (issue slots, matrix units, L2 cache, stack accesses) add up over all
instances. Costs that all configurations of a kernel share are omitted, so the sum is less than the launch time, but ranks configurations.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from egraph_opt.cost.target import Target
from egraph_opt.machine.prediction import SCHEDULERS, SPILLED_ANYWAY, SPILLS, ResourceUse
from egraph_opt.machine.sass import SassKernel
from egraph_opt.machine.warp_latency import path

ISSUE = 0.6
"""Fraction of the issue time that does not overlap with waiting warps, fitted to 84 kernels on an H200 (2026-11-23)."""
CACHE = 58.0
"""L2 cache bandwidth of a multiprocessor in bytes per cycle, fitted (NVIDIA documents at most 64)."""
STACK = 4.0
"""Cycles of a multiprocessor per stack access of a warp, fitted."""
PRODUCTS = 2048.0
"""Multiply-adds of 16-bit numbers per cycle and multiprocessor (NVIDIA H100 whitepaper: 4096 operations)."""
MAX_WHOLE_ROUNDS = 16
"""From this number of waves of program instances on, a partial last wave counts as half a wave instead of a full one."""


class InstanceWork(NamedTuple):
    """Work of one program instance: loop trip counts in source order, bytes read and written, and multiply-adds of matrix products.

    Multiply-adds are for 16-bit numbers; an 8-bit multiply-add counts half.
    """

    trips: tuple[float, ...]
    moved: float
    products: float


class ProgramResources(NamedTuple):
    """Resource use of one instance of a kernel's program, as far as it may differ between equivalent programs.

    Attributes:
        held: resident instances per multiprocessor.
        path: latency of a single warp, in cycles.
        issued: issue slots per scheduler.
        spilled: spilled bytes per thread.
        copied: cycles for which memory is busy with copies that no warp waits for; 0 if warps wait.
    """

    held: int
    path: float
    issued: float
    spilled: int = 0
    copied: float = 0.0


class LaunchLoad(NamedTuple):
    """Load of a kernel launch on one multiprocessor.

    Attributes:
        waiting: latency of a warp times waves of resident instances, in cycles.
        issued: issue slots of one scheduler.
        local: stack accesses (register spills) of warps.
        moved: bytes read and written.
        products: cycles of the tensor cores.
    """

    waiting: float
    issued: float
    local: float
    moved: float
    products: float


def parts(
    code: SassKernel, shared: int, warps: int, work: InstanceWork, instances: int, multiprocessors: int, processor: Target
) -> LaunchLoad:
    """Return the load of a kernel launch with `instances` program instances; `shared` is in bytes."""
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
    """Return the cycles of a kernel launch that depend on its configuration, to rank configurations."""
    return of.waiting + issue * of.issued + stack * of.local + of.moved / cache + of.products


def program_resources(use: ResourceUse, processor: Target, copies_ahead: bool = False) -> ProgramResources:
    """Return the resource use of one instance; `copies_ahead`: the program copies what it reads ahead for asynchronous products."""
    copied = use.memory if copies_ahead else 0.0
    return ProgramResources(use.occupancy(processor), use.path, use.issued * use.warps / SCHEDULERS, use.spilled, copied)


def lasts(of: ProgramResources, each: float) -> float:
    """Return a number that ranks equivalent programs by launch time, for `each` program instances per multiprocessor.

    Bytes moved and matrix products are not counted, since equivalent programs have the same.
    """
    spills = math.pow(1.0 + of.spilled / SPILLED_ANYWAY, SPILLS)
    return spills * (rounds(each / of.held) * of.path + ISSUE * rounds(each) * of.issued)


def copies_bound(of: ProgramResources, each: float) -> bool:
    """Return whether copies of the resident instances take as long as these instances, for `each` instances per multiprocessor."""
    resident = min(of.held, rounds(each))
    return of.copied > 0.0 and resident * of.copied >= max(of.path, resident * of.issued)


def fits(code: SassKernel, shared: int, warps: int, most_shared: int, processor: Target) -> bool:
    """Return whether one program instance fits the limits on shared memory (`most_shared` bytes), registers and threads.

    Registers are allocated per warp in units of 256; an instance has at most 1024 threads (CUDA programming guide).
    """
    each = -(-code.registers * 32 // 256) * 256
    return shared <= most_shared and warps <= 32 and each * -(-warps // SCHEDULERS) * SCHEDULERS <= processor.registers


def rounds(count: float) -> float:
    """Return the number of waves in which program instances run, a partial wave included.

    `count` is the number of program instances divided by the number that are resident at once.
    """
    return max(1.0, math.ceil(count - 1e-9)) if count < MAX_WHOLE_ROUNDS else count + 0.5
