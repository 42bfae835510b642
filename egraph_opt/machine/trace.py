"""The way of one warp through a program: how often each loop runs, which branches are taken, and the addresses that are touched.

Loops are followed for a few iterations. Then the comparison that ends one has shown its step, the number of iterations is known, and
registers are set forward by it. A branch on data is taken where that leads past more instructions, but not to a slow path.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from . import integer, logic  # noqa: F401  (they say what instructions do)
from .sass import Code, Instruction
from .state import PREDICATE, WORD, Compared, Lanes, Truth, Value, Warp, inverse, known_all, known_none, plain, signed
from .steps import forget, step

MEMORY = {"LDS", "LDSM", "LDG", "LD", "LDGSTS", "STS", "STSM", "STG", "ST"}
STEPS, UNKNOWN_TRIPS, SEEN, LONGEST = 40_000, 8, 3, 10_000_000
"""Instructions at most; iterations of a loop that ends by data; iterations whose addresses are kept, and after which a step is known; more
iterations than are believed."""
Touched = tuple[Lanes, NDArray[np.bool_]] | None
"""Addresses and which threads take part; None where unknown."""


@dataclass
class Trace:
    """By instruction: `trips` of the loop that it ends, each time; how often a forward branch was (not taken, taken); addresses; and where
    a loop that an unconditional branch ends goes on. `unknown` are loops whose trips are a guess; `whole`: it was followed to its end.
    """

    trips: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    branches: dict[int, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))
    touched: dict[int, list[Touched]] = field(default_factory=lambda: defaultdict(list))
    exits: dict[int, int] = field(default_factory=dict)
    unknown: set[int] = field(default_factory=set)
    whole: bool = False


@dataclass
class _Loop:
    iterations: int = 0
    before: dict[str, Value] = field(default_factory=dict)
    compared: list[Compared | None] = field(default_factory=list)


def is_branch(instruction: Instruction) -> bool:
    return instruction.name == "BRA"


def conditional(instruction: Instruction) -> bool:
    return bool(condition(instruction))


def condition(instruction: Instruction) -> str:
    """The predicates that a branch needs, joined by `&`."""
    own = [instruction.guard] if instruction.guard else []
    if is_branch(instruction) and len(instruction.operands) > 1 and PREDICATE.match(instruction.operands[0]):
        own.append(instruction.operands[0])
    return "&".join(own)


def likely(code: Code) -> dict[int, bool]:
    """Of each conditional forward branch, whether the way with more instructions is the taken one; calls are slow paths."""
    instructions = code.instructions
    longest = [-1e18] * (len(instructions) + 1)
    taken = {}
    for number in range(len(instructions) - 1, -1, -1):
        i, following = instructions[number], longest[number + 1]
        if is_branch(i) and i.target > number:
            taken[number] = not conditional(i) or longest[i.target] > following
            longest[number] = 1 + (longest[i.target] if taken[number] else following)
        elif i.name == "CALL":
            longest[number] = following - 1e6
        elif i.name == "EXIT" and not i.guard:
            longest[number] = 0.0
        elif not (i.name == "RET" or (is_branch(i) and i.target == number)):
            longest[number] = 1 + following
    return taken


class _Follower:
    def __init__(self, code: Code, warp: Warp) -> None:
        self.code, self.warp, self.trace, self.likely = code.instructions, warp, Trace(), likely(code)
        self.loops: dict[int, _Loop] = {}
        self.history: dict[int, list[Compared | None]] = defaultdict(list)

    def run(self) -> Trace:
        at = 0
        for _ in range(STEPS):
            if at < 0 or at >= len(self.code):
                self.trace.whole = True
                break
            at = self._next(at)
        for number, loop in self.loops.items():
            self.trace.trips[number].append(float(max(UNKNOWN_TRIPS, loop.iterations)))
            self.trace.unknown.add(number)
        return self.trace

    def _next(self, at: int) -> int:
        i, trace = self.code[at], self.trace
        mask = self.warp.truth(i.guard)
        if is_branch(i):
            if i.target == at:
                return -1
            taken: Truth = mask
            if len(i.operands) > 1:
                taken = _both(mask, self.warp.truth(i.operands[0]))
            return self._back(at, i, taken) if i.target < at else self._forward(at, i, taken)
        if i.name == "EXIT":
            if known_all(mask):
                trace.branches[at][1] += 1
                return -1
            self.history[at].append(self._compared(i))
            return at + 1
        if i.name in MEMORY:
            self._touch(at, i, mask)
        if not known_none(mask):
            try:
                step(self.warp, i, mask)
            except (ValueError, IndexError, TypeError, OverflowError):  # operands that were not met before
                forget(self.warp, i, mask)
        return at + 1

    def _compared(self, i: Instruction) -> Compared | None:
        return self.warp.compared.get(condition(i).split("&")[0].lstrip("!"))

    def _touch(self, at: int, i: Instruction, mask: Truth) -> None:
        seen = self.trace.touched[at]
        if len(seen) >= SEEN:
            return
        operand = [operand for operand in i.operands if "[" in operand][-1 if i.name == "LDGSTS" else 0]
        address = self.warp.address(operand) if not known_none(mask) else 0
        if address is None or mask is None:
            seen.append(None)
        else:
            seen.append(
                (np.broadcast_to(np.asarray(address, dtype=np.int64), 32).copy(), np.broadcast_to(np.asarray(mask), 32).copy())
            )

    def _forward(self, at: int, i: Instruction, taken: Truth) -> int:
        goes = self.likely[at] if taken is None else known_all(taken)
        self.trace.branches[at][goes] += 1
        self.history[at].append(self._compared(i) if taken is not None else None)
        return i.target if goes else at + 1

    def _back(self, at: int, i: Instruction, taken: Truth) -> int:
        loop = self.loops.setdefault(at, _Loop())
        loop.iterations += 1
        if known_none(taken):
            return self._leave(at, loop.iterations, at + 1)
        if taken is None:
            return self._guess(at, at + 1) if loop.iterations >= SEEN else i.target
        loop.compared.append(self._compared(i))
        if loop.iterations > SEEN or (loop.iterations == SEEN and conditional(i)):
            ends = [(more, at + 1)] if (more := iterations_left(loop.compared)) is not None else []
            if not conditional(i):
                ends = self._exits(i.target, at)
            if ends:
                more, to = min(ends)
                self._advance(loop, more)
                self._leave(at, loop.iterations + more, to)
                name = condition(i).split("&")[0].lstrip("!")
                if name:
                    self.warp.predicates[name] = inverse(self.warp.predicates.get(name))
                else:
                    self.trace.exits[at] = to
                return to
            if loop.iterations >= 4 * SEEN and not conditional(i):
                to = next((self._out(j) for j in range(i.target, at) if self._leads_out(j, at)), at + 1)
                self.trace.exits[at] = to
                return self._guess(at, to)
        if loop.iterations > 200:
            return self._guess(at, at + 1)
        loop.before = dict(self.warp.registers)
        return i.target

    def _leads_out(self, at: int, end: int) -> bool:
        i = self.code[at]
        return bool(i.guard) and (i.name == "EXIT" or (is_branch(i) and i.target > end))

    def _out(self, at: int) -> int:
        return len(self.code) if self.code[at].name == "EXIT" else self.code[at].target

    def _exits(self, start: int, end: int) -> list[tuple[int, int]]:
        """Iterations until each branch out of a loop is taken, and where it leads."""
        found = [(iterations_left(self.history[j]), self._out(j)) for j in range(start, end) if self._leads_out(j, end)]
        return [(more, to) for more, to in found if more is not None]

    def _leave(self, at: int, trips: float, to: int) -> int:
        self.trace.trips[at].append(float(trips))
        self.loops.pop(at, None)
        return to

    def _guess(self, at: int, to: int) -> int:
        self.trace.unknown.add(at)
        return self._leave(at, UNKNOWN_TRIPS, to)

    def _advance(self, loop: _Loop, more: int) -> None:
        """Change registers as so many further iterations would, if each changes them as the last one did."""
        for name, now in self.warp.registers.items():
            before = loop.before.get(name)
            if now is not None and before is not None:
                self.warp.registers[name] = now + signed(now - before & WORD) * more & WORD


def _both(one: Truth, other: Truth) -> Truth:
    if isinstance(one, bool):
        return other if one else False
    return None if one is None or other is None else plain(np.logical_and(one, other))


def iterations_left(history: Sequence[Compared | None]) -> int | None:
    """How many iterations later a comparison that changes by steps has the other result; None where it is not known to."""
    if len(history) < 2 or history[-1] is None or history[-2] is None or history[-1][0] != history[-2][0]:
        return None
    relation, a, b = history[-1]
    distance, step_ = a - b, (a - b) - (history[-2][1] - history[-2][2])
    if step_ == 0:
        return None
    if relation in ("EQ", "NE"):
        more, left = divmod(-distance, step_)
        return more if 0 < more < LONGEST and not left else None

    def holds(at: int) -> bool:
        return {"GE": at >= 0, "GT": at > 0, "LT": at < 0, "LE": at <= 0}[relation]

    near = max(0, -distance // step_)
    return next(
        (n for n in range(max(1, near - 2), min(near + 4, LONGEST)) if holds(distance + n * step_) != holds(distance)), None
    )


def follow(code: Code, constants: Mapping[int, int], block: Sequence[int]) -> Trace:
    """The trace of the first warp of a block. `constants` are words of constant bank 0 by address (launch arguments from 0x210)."""
    return _Follower(code, Warp(constants, block)).run()
