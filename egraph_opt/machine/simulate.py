"""One multiprocessor, its four schedulers and resident warps, instruction by instruction.

A warp issues when its stall is over, the counters that it waits for are zero, its unit is free and, for memory, the queue of its scheduler
has room. A scheduler goes on with the warp that it issued from last, else with the oldest that can. Shared memory and the first-level
cache are one pipe of the multiprocessor, global memory beyond it a second one. Loops run a few times; their steady iterations are timed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .sass import NO_COUNTER

SCHEDULERS, WARPS = 4, 64
NEXT, LOOP, JUMP, BRANCH, END, BARRIER, ASYNC, COMMIT, AWAIT, MATRIX, AWAIT_MATRIX = range(11)
"""What comes after an instruction; `ASYNC` copies belong to the next `COMMIT`, which `AWAIT` waits for."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One instruction for the simulator, in cycles. `unit` is held for `busy`; `passes` go through the memory pipe and `load` cycles of
    global memory's; the result is there `latency` after. `target`: of a jump; of `AWAIT`, how many may be outstanding. `branch` numbers
    `LOOP` and `BRANCH`; `leaves` is where a loop goes on whose branch has no condition (0: after it).
    """

    kind: int
    unit: int
    stall: int
    written: int
    read: int
    wait: int
    target: int = -1
    branch: int = -1
    busy: float = 0.0
    passes: float = 0.0
    load: float = 0.0
    latency: float = 0.0
    leaves: int = 0


@dataclass(frozen=True, slots=True)
class Timing:
    """Of the multiprocessor, in cycles: see `constants.tsv`."""

    queue: int
    enqueue: float
    barrier: float
    jump: float
    read: float
    apart: float


@dataclass
class Run:
    """When each block ended, and by branch the cycles of a loop's iterations after the first and how many there were."""

    ends: list[float]
    cycles: list[float]
    iterations: list[int]


@dataclass
class _Warp:
    number: int
    block: int
    time: float
    at: int = 0
    waits: bool = False
    done: bool = False
    ready: float = 0.0
    counters: list[float] = field(default_factory=lambda: [0.0] * 8)
    copies: float = 0.0
    groups: list[float] = field(default_factory=list)
    matrices: list[float] = field(default_factory=list)
    trips: dict[int, int] = field(default_factory=dict)
    passed: dict[int, float] = field(default_factory=dict)


class Multiprocessor:
    """`trips[block][branch]`: iterations of a loop, or whether a branch is taken."""

    def __init__(
        self, program: Sequence[Operation], warps: int, trips: Sequence[Sequence[int]], timing: Timing, units: int, branches: int
    ) -> None:
        self.program, self.trips, self.timing = program, trips, timing
        self.warps = [_Warp(n, n // warps, n // warps * timing.apart) for n in range(warps * len(trips))]
        self.schedulers = [self.warps[n::SCHEDULERS] for n in range(SCHEDULERS)]
        self.free = [[0.0] * units for _ in range(SCHEDULERS)]
        self.issue = [0.0] * SCHEDULERS
        self.queue: list[list[float]] = [[] for _ in range(SCHEDULERS)]
        self.last = [-1] * SCHEDULERS
        self.pipe = self.memory = 0.0
        self.alive = [warps] * len(trips)
        self.result = Run([0.0] * len(trips), [0.0] * branches, [0] * branches)

    def run(self, steps: int) -> Run | None:
        """Until all blocks have ended; None if that takes more instructions than `steps`."""
        for warp in self.warps:
            self._prepare(warp)
        chosen = [self._choose(s) for s in range(SCHEDULERS)]
        for _ in range(steps):
            picks = [pick for pick in chosen if pick]
            if not picks:
                return self.result if not any(self.alive) else None
            key, number = min(picks)
            earlier = -1e-3 if self.last[number % SCHEDULERS] == number else 1e-5 * number
            released = self._issue(self.warps[number], key - earlier)
            for scheduler in {number % SCHEDULERS, *(other.number % SCHEDULERS for other in released)}:
                chosen[scheduler] = self._choose(scheduler)
        return None

    def _choose(self, scheduler: int) -> tuple[float, int] | None:
        """The next warp of a scheduler, and when, a little earlier for the last one."""
        best: tuple[float, int] | None = None
        free, issue, last = self.free[scheduler], self.issue[scheduler], self.last[scheduler]
        queue, room = self.queue[scheduler], self.timing.queue
        full = queue[-room] if len(queue) >= room else 0.0
        for warp in self.schedulers[scheduler]:
            if warp.done or warp.waits:
                continue
            operation = self.program[warp.at]
            when = max(warp.ready, free[operation.unit], issue)
            if operation.passes and full > when:
                when = full
            key = when - 1e-3 if warp.number == last else when + 1e-5 * warp.number
            if best is None or key < best[0]:
                best = key, warp.number
        return best

    def _prepare(self, warp: _Warp) -> None:
        """When the counters let its next instruction go."""
        operation, ready = self.program[warp.at], warp.time
        wait, number = operation.wait, 0
        while wait:
            if wait & 1 and warp.counters[number] > ready:
                ready = warp.counters[number]
            wait, number = wait >> 1, number + 1
        if operation.kind in (AWAIT, AWAIT_MATRIX):
            groups = warp.groups if operation.kind == AWAIT else warp.matrices
            ready = max(ready, *groups[: len(groups) - operation.target][-32:], 0.0)
        warp.ready = ready

    def _issue(self, warp: _Warp, now: float) -> list[_Warp]:
        """The warps that a barrier lets go on."""
        operation, scheduler, timing = self.program[warp.at], warp.number % SCHEDULERS, self.timing
        self.last[scheduler], self.issue[scheduler] = warp.number, now + 1
        free = self.free[scheduler]
        free[operation.unit] = now + operation.busy
        done, read = now + operation.latency, now + timing.read
        if operation.passes:
            start = max(now + timing.enqueue, self.pipe)
            self.pipe = start + operation.passes
            self.queue[scheduler].append(start)
            done, read = self.pipe + operation.latency, self.pipe + timing.read
            if operation.load:
                self.memory = max(start, self.memory) + operation.load
                done = max(done, self.memory + operation.latency)
        kind = operation.kind
        if kind == MATRIX and operation.target:
            warp.matrices.append(free[operation.unit] + operation.latency)
        elif kind == ASYNC:
            warp.copies = max(warp.copies, done)
        elif kind == COMMIT:
            warp.groups.append(warp.copies)
        if operation.written != NO_COUNTER:
            warp.counters[operation.written] = max(warp.counters[operation.written], done)
        if operation.read != NO_COUNTER:
            warp.counters[operation.read] = max(warp.counters[operation.read], read)
        warp.time = now + max(1, operation.stall)
        warp.at += 1
        if kind in (LOOP, BRANCH, JUMP):
            self._jump(warp, operation)
        released = self._arrive(warp) if kind == BARRIER else []
        if kind == END or warp.at >= len(self.program):
            released = self._end(warp)
        if not warp.done and not warp.waits:
            self._prepare(warp)
        return released

    def _jump(self, warp: _Warp, operation: Operation) -> None:
        to = operation.target
        if operation.kind == BRANCH and not self.trips[warp.block][operation.branch]:
            return
        if operation.kind == LOOP:
            branch = operation.branch
            count = warp.trips.get(branch, 0) + 1
            if count > 1:
                self.result.cycles[branch] += warp.time - warp.passed[branch]
                self.result.iterations[branch] += 1
            warp.passed[branch] = warp.time
            again = count < self.trips[warp.block][branch]
            warp.trips[branch] = count if again else 0
            if not again and not operation.leaves:
                return
            to = to if again else operation.leaves
        warp.at = to
        warp.time += self.timing.jump

    def _arrive(self, warp: _Warp) -> list[_Warp]:
        warp.waits = True
        return self._release(warp.block)

    def _end(self, warp: _Warp) -> list[_Warp]:
        warp.done = True
        self.alive[warp.block] -= 1
        self.result.ends[warp.block] = max(self.result.ends[warp.block], warp.time)
        return self._release(warp.block)

    def _release(self, block: int) -> list[_Warp]:
        """The warps of a block, if all that have not ended wait."""
        own = len(self.warps) // len(self.alive)
        waiting = [warp for warp in self.warps[block * own : (block + 1) * own] if warp.waits]
        if not waiting or len(waiting) < self.alive[block]:
            return []
        at = max(warp.time for warp in waiting) + self.timing.barrier
        for warp in waiting:
            warp.waits, warp.time = False, at
            self._prepare(warp)
        return waiting


def steady(run: Run, branch: int) -> float:
    """Cycles of one iteration of a loop."""
    return run.cycles[branch] / run.iterations[branch] if run.iterations[branch] else 0.0
