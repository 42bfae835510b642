"""Order in which values are computed with few registers: Sethi's problem of register sufficiency (1975).

A value is alive from when it is computed until its last user is computed; what is kept is alive to the end. The result of a
computation may take the registers of an operand that it is the last to use. Each value is computed once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import NamedTuple

from egraph_opt.extract.base.work import WorkPart

LOOKING, TRYING = 0.15, 4
"""Steps for looking at one value, and at one that is ready to be computed."""

Path = tuple[int, "Path"] | None
"""Values computed so far, the last one first."""


class RegisterValues(NamedTuple):
    """Values by number: the registers of each; as bits, those that it uses, those that it keeps to the end, and those that are kept in
    any case.
    """

    registers: list[int]
    uses: list[int]
    keeps: list[int]
    kept: int

    def restrict_to(self, members: int) -> RegisterValues:
        """Return the values of a set alone, given as bits; the others use and keep nothing, and take no registers."""
        inside = [bool(members >> i & 1) for i in range(len(self.uses))]
        return RegisterValues(
            [size if taken else 0 for size, taken in zip(self.registers, inside, strict=True)],
            [used & members if taken else 0 for used, taken in zip(self.uses, inside, strict=True)],
            [kept & members if taken else 0 for kept, taken in zip(self.keeps, inside, strict=True)],
            self.kept & members,
        )

    def staying(self) -> int:
        """Return, as bits, the values that are alive to the end."""
        return reduce(or_, self.keeps, self.kept)


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, from the lowest."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def fits(values: RegisterValues, most: float, work: WorkPart) -> tuple[list[int] | None, bool]:
    """Return an order in which at most `most` registers are alive after each computation, if one is found; and whether this is decided.

    Depth-first search over the sets of values that are computed. What is alive is a function of such a set, so none is tried twice. A
    value that leaves no more alive than before is computed at once: later it would be no cheaper.
    """
    machine = _Machine(values)
    everything = (1 << len(values.uses)) - 1
    pending: list[tuple[int, int, Path]] = [(0, 0, None)]
    seen: set[int] = set()
    while pending:
        done, alive, path = pending.pop()
        if done in seen:
            continue
        seen.add(done)
        if done == everything:
            return _unroll_path(path), True
        if work.over():
            return None, False
        ready = machine.ready(done, alive)
        work.spend(LOOKING * len(values.uses) + TRYING * len(ready))
        possible = sorted((after, machine.missing(i, done), i) for i, peak, after in ready if peak <= most)
        # The least growth is tried first; of equal ones what completes a user soonest.
        tried = possible[:1] if possible and possible[0][0] <= alive else reversed(possible)
        pending += [(done | 1 << i, after, (i, path)) for after, _, i in tried]
    return None, True


class _Machine:
    """Values with their users."""

    def __init__(self, values: RegisterValues) -> None:
        self.values = values
        self.kept = values.staying()
        self.used = [list(bits(used)) for used in values.uses]
        self.users = [0] * len(values.uses)
        for i, used in enumerate(self.used):
            for j in used:
                self.users[j] |= 1 << i

    def missing(self, i: int, done: int) -> int:
        """Return how many operands a user of a value lacks beside it: the fewest of any user."""
        return min([(self.values.uses[user] & ~done).bit_count() for user in bits(self.users[i])], default=0)

    def ready(self, done: int, alive: int) -> list[tuple[int, int, int]]:
        """Return what may be computed next: its number, the registers alive right after it, and those alive from then on."""
        registers, uses, kept = self.values.registers, self.values.uses, self.kept
        found = []
        for i, needed in enumerate(uses):
            if done >> i & 1 or needed & ~done:
                continue
            left = ~(done | 1 << i)
            freed = sum(registers[j] for j in self.used[i] if not kept >> j & 1 and not self.users[j] & left)
            peak = alive + registers[i] - freed
            found.append((i, peak, peak if kept >> i & 1 or self.users[i] else peak - registers[i]))
        return found


def _unroll_path(path: Path) -> list[int]:
    order: list[int] = []
    while path is not None:
        i, path = path
        order.append(i)
    return order[::-1]
