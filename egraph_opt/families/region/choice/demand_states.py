"""Needs of a choice, and the steps that meet them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from egraph_opt.families.region.choice.saturate import Node

Need = tuple[str, int, str, int]
"""A way in which a class is needed, the class, what counts of its dispatch (empty if that does not matter), and the class that its
dispatch or insertion writes, or -1 if that does not matter. For `insertion_need`, this is the number of the class's node.

An operation that stays where it is, is needed as `operation`; the number is its place.
"""
Needs = tuple[tuple[Need, int], ...]


@dataclass(frozen=True, slots=True)
class DemandStep:
    """A way to make what is needed.

    Attributes:
        node: the node of the class that is taken, if one is.
        cost: what the step adds to any schedule at least.
        needs: what it needs, and how many waves before it that is made at least.
        waves: the number of waves until it is done, at least.
    """

    node: Node | None
    cost: float
    needs: Needs = ()
    waves: int = 0


def plain(kind: str, c: int) -> Need:
    """Return a need in which it does not matter what uses the class."""
    return kind, c, "", -1


def insertion_need(c: int, k: int) -> Need:
    """Return the need of a class by its k-th node, which is an insertion."""
    return "placed", c, "", k


def read(tensors: Sequence[int], kind: str = "read") -> Needs:
    """Return the needs of a command that reads tensors."""
    return tuple((plain(kind, x), 1) for x in tensors)


def possible(found: Mapping[Need, Sequence[DemandStep]]) -> dict[Need, list[DemandStep]]:
    """Return the steps whose needs can all be met."""
    can: set[Need] = set()
    waiting: dict[Need, list[tuple[Need, DemandStep]]] = {}
    """Steps by a need of theirs that is not known to be met, each with what it makes."""
    todo = [(need, step) for need, steps in found.items() for step in steps]
    while todo:
        need, step = todo.pop()
        lacking = next((x for x, _ in step.needs if x not in can), None)
        if lacking is not None:
            waiting.setdefault(lacking, []).append((need, step))
        elif need not in can:
            can.add(need)
            todo += waiting.pop(need, [])
    return {need: [s for s in steps if all(x in can for x, _ in s.needs)] for need, steps in found.items() if need in can}
