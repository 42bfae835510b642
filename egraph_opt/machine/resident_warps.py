"""Cycles of the program instances that are resident on a multiprocessor at a time, by simulation of the warps of one scheduler.

Warps issue as their operands arrive, one instruction per cycle, and queue for units: the load-store unit, the L2 cache, special functions
and tensor cores. The first two serve four schedulers, so that an instruction keeps them busy for all four.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import NamedTuple

from egraph_opt.machine.launch_cycles import PRODUCTS, InstanceWork
from egraph_opt.machine.prediction import SCHEDULERS
from egraph_opt.machine.sass import GLOBAL, NO_COUNTER, Instruction, SassKernel
from egraph_opt.machine.warp_latency import JUMP, LATENCY, LOCAL, MATRIX, OTHERWISE, READ, Warp, follow_warp

LOAD_STORE, CACHE, SPECIAL, TENSOR = UNITS = range(4)
SYNCHRONOUS = frozenset(("HMMA", "IMMA"))
"""Matrix products of one warp, which wait for the tensor core before they issue."""
BULK = frozenset(("UTMALDG",))
"""Copies that one thread issues (TMA). They move the bytes that other instructions do not."""
CONVERSIONS, SHUFFLES = frozenset(("MUFU", "F2F", "F2I", "I2F", "POPC")), frozenset(("SHFL", "REDUX"))
LANES, LINE, L1, L2 = 32, 128.0, 96.0, 27.0
"""Lanes of a warp; bytes per cycle and multiprocessor of shared memory (NVIDIA H100 whitepaper), and, of timed programs, of both caches."""
ACCESS, STACK, CONVERSION, BARRIER = 2.0, 12.0, 8.0, 25.0
"""Least cycles of the load-store unit for an access; for an access to the stack; of a special function; from a barrier to the next step."""
SHARED_LATENCY, CACHE_LATENCY, SPECIAL_LATENCY, TENSOR_LATENCY = 28.0, 800.0, 20.0, 30.0
"""Cycles from the end of a unit's work to the result; of the cache with the whole processor at work."""
SYNCHRONOUS_RATE = 0.8
"""Rate of matrix products of one warp as a fraction of that of warp groups."""
STAGGER, FEW, LAST = 0.8, 4, 0.5
"""Fraction of a warp's latency over which instances start, if others follow; from `FEW` waves on, the last one counts `LAST`."""
NORM = 6.0
"""Exponent of the norm of the simulated time and the busiest unit's, which two iterations of a loop may not show."""


class WarpStep(NamedTuple):
    """Instruction on a warp's path, how often it runs, the cycles for which it occupies units, and those to its result after that."""

    instruction: Instruction
    weight: float
    occupied: tuple[tuple[int, float], ...]
    latency: float


@dataclass(slots=True)
class _RecordedWarp(Warp):
    """Warp that records its path. The second iteration of a loop has the weight of all later ones."""

    weight: float = 1.0
    path: list[tuple[Instruction, float]] = field(default_factory=list)

    def run_again(self, first: int, last: int) -> None:
        weight = self.weight
        self.weight *= max(0.0, self.trips[last] - 1.0)
        Warp.run_again(self, first, last)
        self.weight = weight

    def issue(self, i: Instruction) -> None:
        self.followed += 1
        self.path.append((i, self.weight))


@dataclass(slots=True)
class _ResidentWarp:
    """State of a simulated warp."""

    time: float
    at: int = 0
    counters: list[float] = field(default_factory=lambda: [0.0] * 6)
    copies: float = 0.0
    groups: list[float] = field(default_factory=list)
    products: float = 0.0

    def ready(self, i: Instruction) -> float:
        """Return when the operands of an instruction are there."""
        now = self.time
        if i.wait:
            now = max(now, *(end for n, end in enumerate(self.counters) if i.wait >> n & 1))
        if i.name == "DEPBAR":
            return max((now, *self.groups[: max(0, len(self.groups) - i.left)]))
        return max(now, self.products) if i.name == "WARPGROUP" and i.left == 0 else now

    def note(self, i: Instruction, now: float, done: float, read: float) -> None:
        """Note what later instructions wait for: results at `done`, operands at `read`."""
        if i.name == "LDGSTS":
            self.copies = max(self.copies, done)
        elif i.name == "LDGDEPBAR":
            self.groups.append(max(now, self.copies))
            self.copies = 0.0
        elif i.name == "DEPBAR":
            del self.groups[: max(0, len(self.groups) - i.left)]
        elif i.name in MATRIX:
            self.products = max(self.products, done)
        if i.written != NO_COUNTER:
            self.counters[i.written] = max(self.counters[i.written], now + LATENCY["LDGSTS"] if i.name == "LDGSTS" else done)
        if i.read != NO_COUNTER:
            self.counters[i.read] = max(self.counters[i.read], read)


class ResidentInstances:
    """Launch of a program: the instances that are resident on one multiprocessor at a time are simulated.

    `requested` is as for `configuration_cycles.LaunchedProgram`.
    """

    def __init__(self, code: SassKernel, warps: int, work: InstanceWork, requested: float) -> None:
        self._path = follow_warp(_RecordedWarp, code, warps, work.trips).path
        self._warps, self._work, self._requested = warps, work, requested

    def launch_cycles(self, each: float, held: int, latency: float) -> float:
        """Return the cycles of `each` instances on a multiprocessor, `held` of them at a time; `latency` is that of a warp alone."""
        if each <= held:
            return self.cycles(math.ceil(each - 1e-9))
        wave, waves = self.cycles(held, STAGGER * latency), math.floor(each / held + 1e-9)
        if waves >= FEW:
            return (each / held + LAST) * wave
        rest = math.ceil(each - waves * held - 1e-9)
        return waves * wave + (self.cycles(rest) if rest else 0.0)

    def cycles(self, count: int, stagger: float = 0.0) -> float:
        """Return the cycles of `count` instances; the starts of the first and the last are nearly `stagger` cycles apart."""
        apiece = max(1, self._warps // SCHEDULERS)
        warps = count * apiece if self._warps >= SCHEDULERS else -(-count * self._warps // SCHEDULERS)
        steps = self._steps(count * self._warps / warps)
        instances = max(1, warps // apiece)
        time = _simulate(steps, [number // apiece * stagger / instances for number in range(warps)], apiece)
        units = [math.fsum(step.weight for step in steps)]
        units += [math.fsum(step.weight * each for step in steps for one, each in step.occupied if one == unit) for unit in UNITS]
        busiest = warps * max(units)
        most = max(time, busiest, 1.0)
        return most * math.pow(math.pow(time / most, NORM) + math.pow(busiest / most, NORM), 1.0 / NORM)

    def _steps(self, share: float) -> list[WarpStep]:
        """Return the steps of a simulated warp, which stands for `share` warps of the multiprocessor."""
        copied = math.fsum(weight * i.bytes for i, weight in self._path if i.name in GLOBAL)
        bulk = math.fsum(weight for i, weight in self._path if i.name in BULK)
        lane = self._work.moved / (LANES * self._warps)
        through = share * LANES * (min(8.0, max(0.25, lane / copied)) if copied and not bulk else 1.0) / L2
        asked = share * LANES * self._requested / L1
        group, warp = (
            self._work.products
            / PRODUCTS
            * SCHEDULERS
            / self._warps
            / (math.fsum(w for i, w in self._path if i.name in names) or 1.0)
            for names in (MATRIX, SYNCHRONOUS)
        )
        group, warp = min(256.0, max(8.0, group)), min(32.0, max(2.0, warp)) / SYNCHRONOUS_RATE
        steps = {}
        for i in dict.fromkeys(i for i, _ in self._path):
            occupied: tuple[tuple[int, float], ...] = ()
            latency = float(LATENCY.get(i.name, OTHERWISE))
            if i.name in GLOBAL:
                occupied = ((LOAD_STORE, max(share * ACCESS, asked * i.bytes)), (CACHE, through * i.bytes))
                latency = CACHE_LATENCY if i.name != "STG" else 0.0
            elif i.name in BULK:
                occupied = ((CACHE, share * LANES * max(0.0, lane - copied) / bulk / L2),)
            elif i.shared:
                occupied, latency = ((LOAD_STORE, share * max(ACCESS, i.shared * LANES / LINE)),), SHARED_LATENCY
            elif i.name in LOCAL:
                occupied, latency = ((LOAD_STORE, share * STACK),), SHARED_LATENCY
            elif i.name in SHUFFLES:
                occupied = ((LOAD_STORE, share),)
            elif i.name in CONVERSIONS:
                occupied, latency = ((SPECIAL, CONVERSION),), SPECIAL_LATENCY
            elif i.name in SYNCHRONOUS or i.name in MATRIX:
                occupied, latency = ((TENSOR, group if i.name in MATRIX else warp),), TENSOR_LATENCY
            steps[i] = (occupied, latency)
        return [WarpStep(i, weight, *steps[i]) for i, weight in self._path]


def _simulate(steps: Sequence[WarpStep], starts: Sequence[float], apiece: int) -> float:
    """Return the mean cycles of warps that start at `starts`; `apiece` of them belong to an instance, and wait at its barriers."""
    warps = [_ResidentWarp(start) for start in starts]
    waiting = [(start, number) for number, start in enumerate(starts)]
    arrived: list[list[int]] = [[] for _ in range(-(-len(starts) // apiece))]
    free = [0.0] * len(UNITS)
    issued = total = 0.0
    while waiting:
        ready, number = heappop(waiting)
        warp = warps[number]
        i, weight, occupied, latency = steps[warp.at]
        if i.name in SYNCHRONOUS and free[TENSOR] > ready:
            heappush(waiting, (free[TENSOR], number))
            continue
        now = max(ready, issued)
        issued = now + 1.0
        done, read = now, now + READ
        for unit, cycles in occupied:
            free[unit] = end = max(free[unit], now) + cycles
            done = max(done, end)
            if unit == LOAD_STORE:
                read = max(read, end)
        warp.note(i, now, done + latency, read)
        end = now + max(1, i.stall) + JUMP * (i.name == "BRA")
        ends = [(end, number)]
        if i.name == "BAR":
            group = arrived[number // apiece]
            group.append(number)
            total += weight * (end - warp.time)
            warp.time = end
            if len(group) < min(apiece, len(warps) - number // apiece * apiece):
                continue
            end = max(warps[each].time for each in group) + BARRIER
            ends = [(end, each) for each in group]
            group.clear()
        for end, each in ends:
            one = warps[each]
            total += weight * (end - one.time)
            one.time = end
            one.at += 1
            if one.at < len(steps):
                heappush(waiting, (one.ready(steps[one.at].instruction), each))
    return total / len(warps)
