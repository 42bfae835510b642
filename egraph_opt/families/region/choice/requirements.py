"""Requirements on e-classes (`Need`), such as to be in memory, and alternatives that satisfy them (`DemandStep`).

Both define a relaxation of the extraction problem: its optimum is a lower bound on the cost of every selection of nodes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from egraph_opt.families.region.choice.saturate import Node

Need = tuple[str, int, str, int]
"""Requirement `(kind, c, binding, by)` on e-class c; `kind` says, for example, whether c must be in memory or readable.

`binding` is the resource (`flops` or `moved` bytes) that bounds the time of the dispatch that computes c, or empty. `by` is the e-class
that this dispatch writes, or the user of c, or -1. For `insertion_need`, `by` is the index of a node of c. For kind
`operation`, c is the position of an opaque operation in the program.
"""
Needs = tuple[tuple[Need, int], ...]


@dataclass(frozen=True, slots=True)
class DemandStep:
    """Alternative: one way to satisfy a requirement (`Need`) of the relaxed extraction problem.

    Attributes:
        node: the node that the alternative selects for the required e-class, if any.
        cost: least cost that the alternative adds to any schedule.
        needs: prerequisites, each with the least number of waves between the prerequisite and the alternative.
        waves: least number of waves that the alternative takes.
    """

    node: Node | None
    cost: float
    needs: Needs = ()
    waves: int = 0


def plain(kind: str, c: int) -> Need:
    """Return a requirement on e-class `c` that does not depend on the user of `c`."""
    return kind, c, "", -1


def insertion_need(c: int, k: int) -> Need:
    """Return the requirement that the k-th node of e-class `c`, an insertion, is executed."""
    return "placed", c, "", k


def read(tensors: Sequence[int], kind: str = "read") -> Needs:
    """Return the requirements that each of `tensors` is readable, one wave before the command that reads it."""
    return tuple((plain(kind, x), 1) for x in tensors)


def possible(found: Mapping[Need, Sequence[DemandStep]]) -> dict[Need, list[DemandStep]]:
    """Return, for each requirement that can be satisfied, the alternatives whose prerequisites can be satisfied (a least fixpoint)."""
    can: set[Need] = set()
    waiting: dict[Need, list[tuple[Need, DemandStep]]] = {}
    """For each requirement not yet known to be satisfiable, the alternatives that wait for it, with the requirements they satisfy."""
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
