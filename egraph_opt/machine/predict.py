"""How long a launch of machine code takes on an H200, its arguments known."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from .constants import constants
from .operations import UNITS, operations
from .sass import Code
from .simulate import LOOP, WARPS, Multiprocessor, Operation, Run, Timing, steady
from .state import WORD
from .trace import Trace, follow, likely

ARGUMENTS = 0x210
"""Where launch arguments begin in constant bank 0, compute capability 9.0."""
BLOCKS, SAME, SPREAD, FIRST = 5, 3, 0.618034, 0.31
"""Blocks that are followed, fewer if the first agree; between two of them, as parts of the grid; and where the first is."""
CARVED = (8, 16, 32, 64, 100, 132, 164, 196, 228, 256)
"""KB that the first-level cache can give to shared memory."""
INSTRUCTIONS = 3_000_000
"""That are simulated at most."""


@dataclass(frozen=True, slots=True)
class Launch:
    """A grid, warps of a block, bytes of shared memory of a block, and the words of constant bank 0 by address."""

    grid: tuple[int, int, int]
    warps: int
    shared: int
    constants: Mapping[int, int]


def argument_words(arguments: Sequence[tuple[str, int | None]]) -> dict[int, int]:
    """Launch arguments, each Triton's kind of it (`*bf16`, `i32`) and its value, as words of constant bank 0.

    A pointer needs no value: each gets a range of its own. Floats are not needed.
    """
    words: dict[int, int] = {}
    at = ARGUMENTS
    for number, (kind, value) in enumerate(arguments):
        size = 8 if kind.startswith("*") or kind in ("i64", "u64", "fp64") else 4
        at = -(-at // size) * size
        if kind.startswith("*"):
            words[at], words[at + 4] = 0, (number + 1) << 4
        elif isinstance(value, int):
            words[at] = value & WORD
            if size == 8:
                words[at + 4] = value >> 32 & WORD
        at += size
    return words


def microseconds(code: Code, launch: Launch) -> float | None:
    """Of the whole launch; None where more than `INSTRUCTIONS` would have to be simulated."""
    c = constants()
    traces = _traces(code, launch)
    per_processor = math.prod(launch.grid) / c["processors"]
    blocks = min(resident(code, launch), max(1, math.ceil(per_processor)), WARPS // launch.warps)
    program, branches = operations(code, traces, _missed(code, launch, blocks))
    wanted = [_wanted(program, branches, trace, code) for trace in traces]
    few = [[min(int(c["iterations"]), max(1, round(n))) if loop else round(n) for n, loop in each] for each in wanted]
    timing = Timing(int(c["queue"]), c["enqueue"], c["barrier"], c["jump"], c["read"], c["apart"])
    own = [few[block % len(few)] for block in range(blocks)]
    run = Multiprocessor(program, launch.warps, own, timing, UNITS, len(branches)).run(INSTRUCTIONS)
    if run is None:
        return None
    rest = [_rest(program, branches, [n for n, _ in each], simulated, run) for each, simulated in zip(wanted, few, strict=True)]
    waits = per_processor > blocks
    cycles = (fmean(run.ends) + fmean(rest)) * per_processor / blocks if waits else max(run.ends) + max(rest)
    return cycles / c["clock"] / 1e3 + c["launch"]


def resident(code: Code, launch: Launch) -> int:
    """How many blocks a multiprocessor holds at once."""
    c = constants()
    each = -(-code.registers * 32 // 256) * 256
    by_registers = 4 * (int(c["registers"]) // 4 // each) // launch.warps
    by_shared = int(c["shared"]) * 1024 // (launch.shared + 1024)
    return max(1, min(32, WARPS // launch.warps, by_registers, by_shared))


def _missed(code: Code, launch: Launch, blocks: int) -> float:
    """The part of accesses to the stack that the first-level cache does not serve."""
    c = constants()
    shared = min((launch.shared + 1024) * blocks, int(c["shared"]) * 1024)
    cache = 1024 * (c["cache"] - next(size for size in CARVED if size * 1024 >= shared))
    part = code.stack * 32 * launch.warps * blocks / cache
    return part / (part + c["local_kept"])


def _traces(code: Code, launch: Launch) -> list[Trace]:
    """Of some blocks of the grid."""
    x, y, _ = launch.grid
    total = math.prod(launch.grid)
    found: list[Trace] = []
    for number in range(BLOCKS):
        at = int((number * SPREAD + FIRST) % 1 * total)
        found.append(follow(code, launch.constants, (at % x, at // x % y, at // (x * y))))
        if len(found) == SAME and all(t.trips == found[0].trips and t.branches == found[0].branches for t in found):
            break
    return found


def _wanted(program: Sequence[Operation], branches: Mapping[int, int], trace: Trace, code: Code) -> list[tuple[float, bool]]:
    """By branch: the iterations of a loop, on average, or whether the branch is taken; and whether it is a loop's."""
    ways, found = likely(code), []
    for number in branches:
        if program[number].kind == LOOP:
            trips = trace.trips.get(number)
            found.append((fmean(trips) if trips else 1.0, True))
        else:
            counts = trace.branches.get(number)
            found.append((float(counts[1] > counts[0] if counts else ways[number]), False))
    return found


def _rest(
    program: Sequence[Operation], branches: Mapping[int, int], wanted: Sequence[float], simulated: Sequence[int], run: Run
) -> float:
    """Cycles of a block's iterations that were not simulated."""
    loops = {number: (program[number].target, branch) for number, branch in branches.items() if program[number].kind == LOOP}

    def inside(start: int, end: int) -> list[int]:
        """The outermost loops between two instructions."""
        own = [n for n, (first, _) in loops.items() if start <= first and n < end]
        return [n for n in own if not any(loops[other][0] <= loops[n][0] and n < other for other in own)]

    def missing(number: int) -> float:
        first, branch = loops[number]
        inner = sum(missing(n) for n in inside(first, number))
        trips, done = wanted[branch], simulated[branch]
        return max(0.0, trips - done) * (steady(run, branch) + inner) + min(trips, done) * inner

    return sum(missing(number) for number in inside(0, len(program)))
