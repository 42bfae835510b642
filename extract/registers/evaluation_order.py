"""Evaluation orders with few registers: Sethi's register sufficiency problem (1975).

A value is live from its computation to its last use; kept values are live to the end. A result may reuse the registers of an operand that
is used for the last time. Each value is computed once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import NamedTuple

from egraph_opt.extract.base.work import WorkPart

LOOKING, TRYING = 0.15, 4
"""Work, in steps: of looking at a value, and of a search step that computes a value whose operands are available."""

Path = tuple[int, "Path"] | None
"""Linked list of the values computed so far, from the last to the first."""


class RegisterValues(NamedTuple):
    """Values to order: the registers of each, and two bit masks of other values: `uses` (its operands) and `keeps`.

    A value that is computed keeps those in its `keeps` live to the end. Values in `kept` are always live to the end.
    """

    registers: list[int]
    uses: list[int]
    keeps: list[int]
    kept: int

    def restrict_to(self, members: int) -> RegisterValues:
        """Return a copy in which values outside the bit mask `members` have no operands and no registers."""
        inside = [bool(members >> i & 1) for i in range(len(self.uses))]
        return RegisterValues(
            [size if taken else 0 for size, taken in zip(self.registers, inside, strict=True)],
            [used & members if taken else 0 for used, taken in zip(self.uses, inside, strict=True)],
            [kept & members if taken else 0 for kept, taken in zip(self.keeps, inside, strict=True)],
            self.kept & members,
        )

    def staying(self) -> int:
        """Return the bit mask of the values that are live to the end."""
        return reduce(or_, self.keeps, self.kept)


def bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def fits(values: RegisterValues, most: float, work: WorkPart) -> tuple[list[int] | None, bool]:
    """Return an order with at most `most` live registers after each computation, or None, and whether the search was complete.

    Depth-first search over sets of computed values. A value that does not raise the pressure is computed at once.
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
        # Least growth first; on a tie, the value that completes a user soonest.
        tried = possible[:1] if possible and possible[0][0] <= alive else reversed(possible)
        pending += [(done | 1 << i, after, (i, path)) for after, _, i in tried]
    return None, True


class _Machine:
    """`RegisterValues` with the users of each value."""

    def __init__(self, values: RegisterValues) -> None:
        self.values = values
        self.kept = values.staying()
        self.used = [list(bits(used)) for used in values.uses]
        self.users = [0] * len(values.uses)
        for i, used in enumerate(self.used):
            for j in used:
                self.users[j] |= 1 << i

    def missing(self, i: int, done: int) -> int:
        """Return the least number of uncomputed operands of a user of value `i`; `done` is the set of computed values."""
        return min([(self.values.uses[user] & ~done).bit_count() for user in bits(self.users[i])], default=0)

    def ready(self, done: int, alive: int) -> list[tuple[int, int, int]]:
        """Return the values ready to be computed: index, live registers right after the computation, live registers from then on."""
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
