"""Latency of a single warp in a kernel, with waits for memory, barriers and results in issue order.

A kernel that issues four loads before a wait is faster than a kernel that waits after each load. Latency matters less with more resident
warps, so `prediction` weighs latency against occupancy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from egraph_opt.machine.sass import NO_COUNTER, Instruction, SassKernel

TRIPS = 8
"""Assumed trip count of a loop."""
LATENCY = {
    "LDG": 500, "LD": 500, "ATOM": 700, "ATOMG": 700, "UTMALDG": 600,
    "LDS": 30, "LDSM": 33, "ATOMS": 80, "LDL": 35, "LDC": 35, "LDCU": 30, "ULDC": 30,
    "SHFL": 24, "MUFU": 24, "I2F": 20, "F2F": 20, "F2I": 20, "S2R": 25, "S2UR": 25, "R2UR": 12,
    "HMMA": 34, "IMMA": 34, "HGMMA": 64, "IGMMA": 64, "QGMMA": 64,
    "STS": 12, "STG": 12, "STL": 12, "RED": 12, "LDGSTS": 20,
}  # fmt: skip
"""Cycles from issue to result, rounded. Source: Luo et al., "Dissecting the NVIDIA Hopper Architecture through Microbenchmarking", 2024.

Latencies of memory beyond the L1 cache are for a loaded memory system.
"""
OTHERWISE, READ, BARRIER, JUMP = 20, 12, 25, 8
"""Cycles until a result, if `LATENCY` has none; until operands are read; of a barrier, per warp; and of a taken branch.

For a barrier, 20 to 30 cycles per warp rank timed programs best.
"""
BANDWIDTH = 32
"""Global memory bandwidth of one multiprocessor, in bytes per cycle.

An H200 has about 18 (4.8 TB/s, 132 multiprocessors, 1.98 GHz), and 64 from the L2 cache.
"""
MAX_INSTRUCTIONS = 300_000
"""Number of simulated instructions after which loop bodies are simulated only once."""
WORK = frozenset("LDG LDS LDSM LDGSTS STG STS HMMA HGMMA MUFU FADD FMUL FFMA BAR".split())
"""Instructions that an unrolled loop repeats per iteration (others may be shared between iterations)."""
MATRIX = frozenset(("HGMMA", "IGMMA", "QGMMA"))
PRODUCTS = MATRIX | {"HMMA", "IMMA"}
"""Instructions of tensor cores."""
LOCAL = frozenset(("LDL", "STL"))
W = TypeVar("W", bound="Warp")


class Path(NamedTuple):
    """Simulation result of one warp: latency, instructions issued, and stack accesses (`local`).

    `memory` is the number of cycles for which all warps of the program instance keep memory busy.
    """

    cycles: float
    memory: float
    issued: float
    local: float


def path(
    code: SassKernel,
    warps: int,
    known: Sequence[float] | None = None,
    bandwidth: float = BANDWIDTH,
    preferred: Collection[str] = (),
) -> Path:
    """Simulate one of `warps` warps of a program instance, and return its latency and resource use.

    The warp follows the path with most `preferred` opcodes and, among such paths, with most instructions.
    `known` lists the source program's trip counts in source order; without it, every loop runs `TRIPS` times. `bandwidth` is in bytes per
    cycle and multiprocessor.
    """
    warp = follow_warp(Warp, code, warps, known, bandwidth, preferred)
    return Path(warp.time, warp.memory, warp.issued, warp.local)


def follow_warp(
    kind: type[W],
    code: SassKernel,
    warps: int,
    known: Sequence[float] | None = None,
    bandwidth: float = BANDWIDTH,
    preferred: Collection[str] = (),
) -> W:
    """Simulate one of `warps` warps and return its final state; the arguments are as for `path`."""
    trips = _trips(code.instructions) if known is None else _known_trips(code.instructions, known)
    warp = kind(code.instructions, _taken_branches(code.instructions, preferred), trips, 32 * warps / bandwidth, BARRIER * warps)
    warp.run(0, len(code.instructions))
    return warp


def _taken_branches(instructions: Sequence[Instruction], preferred: Collection[str]) -> set[int]:
    """Return the forward branches to take, so that the path has the most preferred opcodes, then the most instructions.

    Paths without a call take precedence over paths with a call.
    """
    each = dict.fromkeys(preferred, 1.0 + len(instructions))
    longest = [float("-inf")] * (len(instructions) + 1)
    taken = set()
    for number in range(len(instructions) - 1, -1, -1):
        i, following = instructions[number], longest[number + 1]
        if i.name == "BRA" and i.target > number:
            if not i.conditional or longest[i.target] > following:
                taken.add(number)
            longest[number] = 1.0 + (longest[i.target] if number in taken else following)
        elif i.name == "CALL":
            longest[number] = following - len(instructions) ** 2
        elif i.name == "EXIT" and not i.conditional:
            longest[number] = 0.0
        elif i.name != "RET" and not (i.name == "BRA" and i.target == number):
            longest[number] = each.get(i.name, 1.0) + following
    return taken


def _trips(instructions: Sequence[Instruction]) -> dict[int, float]:
    """Return the trip count of each loop, by the number of its last instruction.

    A remainder loop after an unrolled loop has trip count 1.
    """
    loops = [(i.target, n) for n, i in enumerate(instructions) if i.name == "BRA" and 0 <= i.target < n]
    work = [Counter(i.name for i in instructions[first : last + 1] if i.name in WORK) for first, last in loops]
    trips = dict.fromkeys((last for _, last in loops), float(TRIPS))
    for (_, last), (first, rest), many, one in zip(loops, loops[1:], work, work[1:], strict=False):
        times = many.total() // max(1, one.total())
        if last < first and times > 1 and many == Counter({name: times * count for name, count in one.items()}):
            trips[last], trips[rest] = TRIPS / times, 1.0
    return trips


def _known_trips(instructions: Sequence[Instruction], known: Sequence[float]) -> dict[int, float]:
    """Return the trip count of each loop, by the number of its last instruction, from the source program's trip counts.

    If machine code has fewer loops, the loops with the fewest iterations are assumed unrolled. Additional loops get the least trip count.
    """
    trips = _trips(instructions)
    rest = {last for last, times in trips.items() if times == 1.0}
    loops = sorted((instructions[last].target, -last) for last in trips if last not in rest)
    longest = sorted(range(len(known)), key=lambda n: (-known[n], n))[: len(loops)]
    kept = [known[n] for n in sorted(longest)]
    kept += [min(kept, default=1.0)] * (len(loops) - len(kept))
    for (_, last), times in zip(loops, kept, strict=True):
        trips[-last] *= times / TRIPS
    return trips


@dataclass(slots=True)
class Warp:
    """State of one simulated warp."""

    instructions: Sequence[Instruction]
    taken: set[int]
    trips: Mapping[int, float]
    transfer: float
    """Cycles that memory takes for one byte per lane of all warps."""
    barrier: float
    time: float = 0.0
    memory: float = 0.0
    asked: float = 0.0
    """Cycle at which memory has transferred the data of all loads issued so far, one after the other."""
    counters: list[float] = field(default_factory=lambda: [0.0] * 6)
    """Time at which each counter returns to zero."""
    copies: list[float] = field(default_factory=list)
    """Arrival times of asynchronous copies to shared memory that are not yet committed to a group."""
    groups: list[float] = field(default_factory=list)
    products: list[float] = field(default_factory=list)
    issued: float = 0.0
    local: float = 0.0
    followed: int = 0
    memory_latency: float = LATENCY["LDG"]
    """Cycles from a load of global memory, or a copy to shared memory, to its data."""

    def run(self, first: int, end: int) -> None:
        """Simulate instructions from `first` to `end` or the end of the kernel.

        A loop body is simulated twice; the second simulation stands for all later iterations.
        """
        at = first
        while at < end:
            i = self.instructions[at]
            self.issue(i)
            if i.name == "EXIT" and not i.conditional:
                return
            if i.name == "BRA" and first <= i.target < at and self.followed < MAX_INSTRUCTIONS:
                before, busy, issued, local, more = self.time, self.memory, self.issued, self.local, self.trips[at] - 2
                self.run_again(i.target, at)
                self.wait(more * (self.time - before))
                self.memory += more * (self.memory - busy)
                self.issued += more * (self.issued - issued)
                self.local += more * (self.local - local)
            at = i.target if at in self.taken else at + 1

    def run_again(self, first: int, last: int) -> None:
        """Simulate a loop body a second time, without its back edge."""
        self.run(first, last)
        self.issue(self.instructions[last])

    def wait(self, cycles: float) -> None:
        self.time += cycles
        self.asked += cycles
        for waiting in (self.counters, self.copies, self.groups, self.products):
            waiting[:] = [end + cycles for end in waiting]

    def issue(self, i: Instruction) -> None:
        self.issued += 1
        self.local += i.name in LOCAL
        self.followed += 1
        now = max((self.time, *(end for n, end in enumerate(self.counters) if i.wait >> n & 1)))
        done = now + LATENCY.get(i.name, OTHERWISE)
        self.memory += self.transfer * i.bytes
        if i.name in ("LDG", "LDGSTS"):
            self.asked = max(self.asked, now) + self.transfer * i.bytes
            arrived = self.asked + self.memory_latency
            if i.name == "LDG":
                done = arrived
            else:
                self.copies.append(arrived)
        elif i.name == "LDGDEPBAR":
            self.groups.append(max(self.copies, default=now))
            self.copies.clear()
        elif i.name == "DEPBAR":
            awaited = max(0, len(self.groups) - i.left)
            now = max((now, *self.groups[:awaited]))
            del self.groups[:awaited]
        elif i.name in MATRIX:
            self.products.append(done)
        elif i.name == "WARPGROUP" and i.left == 0:
            now = max((now, *self.products))
            self.products.clear()
        elif i.name == "BAR":
            now += self.barrier
        elif i.name == "BRA":
            now += JUMP
        if i.written != NO_COUNTER:
            self.counters[i.written] = max(self.counters[i.written], done)
        if i.read != NO_COUNTER:
            self.counters[i.read] = max(self.counters[i.read], now + READ)
        self.time = now + max(1, i.stall)
