"""Which of several equal programs a launch takes: more program instances at once, or each of them sooner done, as the grid asks for.

A program that loads ahead has a shorter way for each warp and takes more registers, so a multiprocessor holds fewer instances of it. Where
the grid fills a multiprocessor only once, that costs nothing; where it fills it many times, it may cost more than the shorter way gains.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from egraph_opt.machine.grid import FEW, Share, lasts

STAY = 0.02
"""The part by which another program must be foretold to be faster than the one that is preferred. On an H200 (2026-11-23, 153 and 206
changed configurations of flash-linear-attention) anything from 0 to 0.05 gives the same mean to 0.2 %."""
REMEMBERED = 1024
"""How many sizes of grids are remembered."""
MANY = 1e6
"""Instances for each multiprocessor of a grid that has no end."""


class ByGrid:
    """Orders the programs of a kernel by their places in `shares`; the one in the first place is preferred."""

    def __init__(self, shares: Sequence[Share], multiprocessors: float) -> None:
        """`multiprocessors`: how many of them share the program instances of a grid."""
        self._shares, self._multiprocessors = tuple(shares), multiprocessors
        self.order = lru_cache(REMEMBERED)(self._order)

    def _order(self, instances: int) -> tuple[int, ...]:
        """Return places, that of the program which a launch of so many instances is foretold to end first with first."""
        each = instances / self._multiprocessors
        times = [lasts(share, each) * (1.0 if place else 1.0 - STAY) for place, share in enumerate(self._shares)]
        return tuple(sorted(range(len(times)), key=lambda place: (times[place], place)))


def may_win(other: Share, preferred: Share) -> bool:
    """Whether there is a grid whose launches take another program in place of the one that is preferred."""
    full = FEW * max(other.held, preferred.held)
    return any(lasts(other, each) < lasts(preferred, each) * (1.0 - STAY) for each in (*range(1, full + 1), MANY))
