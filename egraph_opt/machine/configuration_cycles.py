"""Launch time of tuning configurations: cycles of a whole launch by cause, from machine code, TTGIR and the work of program instances.

There are two predictions. In one, waits of a warp add up over waves of resident instances; what instances share (issue slots, tensor cores,
caches) adds up over all of them; both overlap in part: the time is a norm of their vector, between the sum and the maximum. The other is a
simulation (`resident_warps`). `launch_cycles` has a sum with fewer terms, for equal programs.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from egraph_opt.cost.target import Target
from egraph_opt.machine.launch_cycles import PRODUCTS, InstanceWork, rounds
from egraph_opt.machine.prediction import SCHEDULERS, ResourceUse
from egraph_opt.machine.resident_warps import ResidentInstances
from egraph_opt.machine.sass import Instruction, SassKernel
from egraph_opt.machine.stalls import CAUSES, AccountedWarp
from egraph_opt.machine.warp_latency import follow_warp

CONSTANTS = {
    "issue": 0.54, "global memory": 0.49, "shared memory": 1.6, "barriers": 0.57, "matrix products": 1.4, "other results": 1.2,
    "issued": 0.3, "stack": 8.9, "moved": 0.22, "requested": 0.25, "products": 0.34, "mma": 1.8, "special": 0.37, "banks": 0.46,
    "launched": 0.15, "norm": 2.4, "stages": -0.11, "alone": 0.082, "tail": 0.026,
}  # fmt: skip
"""Weights of waits (`stalls.CAUSES`) and of shared resources (`SHARES`), the norm, and exponents of the time: for each stage beyond two,
for a single resident instance, and for the empty part of the last wave. All are fitted (`benchmarks/gpu/tuning.py`).
"""
SHARES = ("issued", "stack", "moved", "requested", "products", "mma", "special", "banks", "launched")
"""Resources that instances share: issue slots, stack, L2 cache, first-level cache, tensor cores (warp groups; warps), special functions,
banks of shared memory, and starts of instances.
"""
MEMORY = 800.0
"""Latency of global memory in cycles, with the whole processor at work."""
BYTES, BANKS = 64.0, 128.0
"""Bytes per cycle and multiprocessor of the L2 cache, and of shared memory (NVIDIA H100 whitepaper)."""
MMA, SPECIAL, START = 16.0, 8.0, 200.0
"""Cycles of a scheduler for a matrix product of one warp, and for a special function; cycles to start an instance."""


class ConfigurationLoad(NamedTuple):
    """Load of a launch on one multiprocessor.

    Attributes:
        cycles: cycles of a warp's waits by cause, times waves, and of shared resources.
        stages: pipeline stages beyond two; 0 for programs without shared memory.
        alone: whether one instance is resident at a time.
        tail: logarithm of the time of whole waves over the time without an empty part of the last one.
        simulated: cycles by simulation of resident warps (`resident_warps`).
    """

    cycles: Mapping[str, float]
    stages: int = 0
    alone: bool = False
    tail: float = 0.0
    simulated: float = 1.0


@dataclass(slots=True)
class _CountingWarp(AccountedWarp):
    """Warp that also counts matrix products, special functions, and bytes of shared memory per lane."""

    memory_latency: float = MEMORY
    counts: dict[str, float] = field(default_factory=lambda: dict.fromkeys(("mma", "special", "banks"), 0.0))

    def run_again(self, first: int, last: int) -> None:
        before = dict(self.counts)
        AccountedWarp.run_again(self, first, last)
        more = self.trips[last] - 2
        for name in self.counts:
            self.counts[name] += more * (self.counts[name] - before[name])

    def issue(self, i: Instruction) -> None:
        AccountedWarp.issue(self, i)
        self.counts["mma"] += i.name in ("HMMA", "IMMA")
        self.counts["special"] += i.name == "MUFU"
        self.counts["banks"] += i.shared


class LaunchedProgram(NamedTuple):
    """Program of a configuration and its launch.

    `shared` is in bytes. `requested` is the number of bytes of the sectors that instructions ask for, per byte moved
    (`sector_overfetch.sector_requests`).
    """

    code: SassKernel
    shared: int
    warps: int
    stages: int
    work: InstanceWork
    requested: float
    instances: int


def load_of(of: LaunchedProgram, multiprocessors: int, processor: Target) -> ConfigurationLoad:
    """Return the load of a launch."""
    warp = follow_warp(_CountingWarp, of.code, of.warps, of.work.trips, math.inf)
    held = ResourceUse(of.code.registers, of.code.stack, of.shared, of.warps, warp.time).occupancy(processor)
    each = of.instances / multiprocessors
    waves, whole = rounds(each / held), rounds(each)
    by_scheduler = whole * of.warps / SCHEDULERS
    shares = {
        "issued": by_scheduler * warp.issued,
        "stack": whole * of.warps * warp.local,
        "moved": each * of.work.moved / BYTES,
        "requested": each * of.work.moved * of.requested / BYTES,
        "products": whole * of.work.products / PRODUCTS,
        "mma": by_scheduler * warp.counts["mma"] * MMA,
        "special": by_scheduler * warp.counts["special"] * SPECIAL,
        "banks": whole * of.warps * 32 * warp.counts["banks"] / BANKS,
        "launched": whole * START,
    }
    return ConfigurationLoad(
        {**{cause: waves * warp.spent[cause] for cause in CAUSES}, **shares},
        max(0, of.stages - 2) if of.shared else 0,
        held == 1,
        math.log(waves * held / each) if each > held else 0.0,
        ResidentInstances(of.code, of.warps, of.work, of.requested).launch_cycles(each, held, warp.time),
    )


def predicted_cycles(of: ConfigurationLoad, constants: Mapping[str, float] = CONSTANTS) -> float:
    """Return the cycles of a launch that depend on its configuration, as a norm of its load."""
    waiting = math.fsum(constants[cause] * of.cycles[cause] for cause in CAUSES)
    every = [waiting, *(constants[name] * of.cycles[name] for name in SHARES)]
    time = math.pow(math.fsum(math.pow(each, constants["norm"]) for each in every), 1.0 / constants["norm"])
    return time * math.exp(constants["stages"] * of.stages + constants["alone"] * of.alone + constants["tail"] * of.tail)


def relative_times(of: Sequence[ConfigurationLoad]) -> list[float]:
    """Return the times of launches over the fastest one's: the greater of both predictions, since the least of many is often too low."""
    both = [(predicted_cycles(load), load.simulated) for load in of]
    least = [min(times) for times in zip(*both, strict=True)]
    return [max(time / fastest for time, fastest in zip(times, least, strict=True)) for times in both]
