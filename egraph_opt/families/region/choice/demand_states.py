"""Demand states of the relaxation: needs of a selection, and the steps that satisfy them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from egraph_opt.families.region.choice.saturate import Node

Need = tuple[str, int, str, int]
"""Need `(kind, c, binding, by)`: the form in which e-class c is required.

`binding` is the resource that bounds its dispatch, or empty; `by` is the e-class that the dispatch or insertion writes, or -1.
For `insertion_need`, `by` is the number of the node. For kind `operation`, c is the position of a skeleton operation.
"""
Needs = tuple[tuple[Need, int], ...]


@dataclass(frozen=True, slots=True)
class DemandStep:
    """Step that satisfies a need.

    Attributes:
        node: the selected node of the e-class, if any.
        cost: lower bound on the cost that the step adds to any schedule.
        needs: prerequisites, each with the least number of waves after it.
        waves: least number of waves until the step is done.
    """

    node: Node | None
    cost: float
    needs: Needs = ()
    waves: int = 0


def plain(kind: str, c: int) -> Need:
    """Return a need that is independent of the user."""
    return kind, c, "", -1


def insertion_need(c: int, k: int) -> Need:
    """Return the need of an e-class through its k-th node, an insertion."""
    return "placed", c, "", k


def read(tensors: Sequence[int], kind: str = "read") -> Needs:
    """Return the needs of a command that reads tensors."""
    return tuple((plain(kind, x), 1) for x in tensors)


def possible(found: Mapping[Need, Sequence[DemandStep]]) -> dict[Need, list[DemandStep]]:
    """Return the steps whose needs can all be satisfied: the least fixpoint."""
    can: set[Need] = set()
    waiting: dict[Need, list[tuple[Need, DemandStep]]] = {}
    """Steps with the needs they satisfy, by a need of the step that is not yet known to be satisfiable."""
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
