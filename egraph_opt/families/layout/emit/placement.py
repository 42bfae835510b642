"""Placement of each chosen computation.

An operation that the input already has stays in place. A new computation or conversion goes just before its first use, in the
innermost block that holds all its uses, but never into a loop in which its value was not computed. Late placement keeps registers
free: on an H200 it decided between losing 17 % and gaining 20 % at equal instruction counts. Memory operations never move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from egraph_opt.ir.dominance import Scopes

Position = tuple[int, int]
"""A block and the number of an operation in it: the point just before that operation."""


@dataclass(frozen=True, slots=True)
class BlockEnds:
    """Program-order numbers of the operation that owns each block, and of each block's last operation."""

    owner: Sequence[int]
    last: Sequence[int]


def latest(scopes: Scopes, ends: BlockEnds, home: int, uses: Sequence[Position]) -> Position:
    """Return the latest point that is before all uses and in no deeper loop than `home`."""
    target = uses[0][0]
    for block, _ in uses[1:]:
        target = _common(scopes, target, block)
    outer = set(scopes.ancestors(home))
    while (loop := scopes.places[target].loop) >= 0 and loop not in outer:
        target = scopes.places[loop].parent
    return target, min(within(scopes, ends, target, use) for use in uses)


def within(scopes: Scopes, ends: BlockEnds, target: int, use: Position) -> int:
    """Return the operation of block `target` that contains a use, or the block's last one if the block only dominates the use."""
    block, order = use
    while block != target:
        if scopes.places[block].parent < 0 or scopes.places[block].region is scopes.places[target].region:
            return ends.last[target]
        order, block = ends.owner[block], scopes.places[block].parent
    return order


def is_before(scopes: Scopes, ends: BlockEnds, position: Position, use: Position) -> bool:
    """Return whether an operation at `position` is visible at `use`."""
    block, order = position
    if not scopes.dominates(block, use[0]):
        return False
    return order <= within(scopes, ends, block, use)


def _common(scopes: Scopes, a: int, b: int) -> int:
    """Return the innermost block that contains or dominates both."""
    around = scopes.ancestors(a)
    for y in scopes.ancestors(b):
        for x in around:
            if x == y:
                return x
            if scopes.places[x].region is scopes.places[y].region:
                first = scopes.places[x].first
                shared = scopes.places[x].dominators & scopes.places[y].dominators
                return max(
                    (first + i for i in range(shared.bit_length()) if shared >> i & 1),
                    key=lambda i: scopes.places[i].dominators.bit_count(),
                )
    raise AssertionError("blocks of one function share its entry")
