"""Relaxed extraction problem: requirements on e-classes, such as to be in memory, and alternatives of which one satisfies a requirement.

Its optimum is a lower bound on the cost of every selection of nodes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from egraph_opt.families.region.choice.classes.saturate import Node

Requirement = tuple[str, int, str, int]
"""Requirement `(kind, c, binding, by)` on e-class c; `kind` says, for example, whether c must be in memory or readable.

`binding` is the resource (`flops` or `moved` bytes) that bounds the time of the dispatch that computes c, or empty. `by` is the e-class
that this dispatch writes, or the user of c, or -1. For `insertion_requirement`, `by` is the index of a node of c. For kind
`operation`, c is the position of an opaque operation in the program.
"""
Prerequisites = tuple[tuple[Requirement, int], ...]


@dataclass(frozen=True, slots=True)
class Alternative:
    """Alternative that satisfies a requirement on an e-class, in the relaxed extraction problem.

    Attributes:
        node: the node that the alternative selects for the required e-class, if any.
        cost: least cost that the alternative adds to any schedule.
        prerequisites: requirements that must hold before, each with the least number of waves (groups of concurrent commands) between.
        waves: least number of waves that the alternative takes.
    """

    node: Node | None
    cost: float
    prerequisites: Prerequisites = ()
    waves: int = 0


def plain(kind: str, c: int) -> Requirement:
    """Return a requirement on e-class `c` that does not depend on the user of `c`."""
    return kind, c, "", -1


def insertion_requirement(c: int, k: int) -> Requirement:
    """Return the requirement that the k-th node of e-class `c`, an insertion, is executed."""
    return "placed", c, "", k


def read(tensors: Sequence[int], kind: str = "read") -> Prerequisites:
    """Return the requirements that each of `tensors` is readable, one wave before the command that reads it."""
    return tuple((plain(kind, x), 1) for x in tensors)


def satisfiable(found: Mapping[Requirement, Sequence[Alternative]]) -> dict[Requirement, list[Alternative]]:
    """Return, for each requirement that can be satisfied, the alternatives whose prerequisites can be satisfied (a least fixpoint)."""
    can: set[Requirement] = set()
    waiting: dict[Requirement, list[tuple[Requirement, Alternative]]] = {}
    """For each requirement not yet known to be satisfiable, the alternatives that wait for it, with the requirements they satisfy."""
    todo = [(requirement, alternative) for requirement, each in found.items() for alternative in each]
    while todo:
        requirement, alternative = todo.pop()
        lacking = next((x for x, _ in alternative.prerequisites if x not in can), None)
        if lacking is not None:
            waiting.setdefault(lacking, []).append((requirement, alternative))
        elif requirement not in can:
            can.add(requirement)
            todo += waiting.pop(requirement, [])
    return {
        requirement: [s for s in each if all(x in can for x, _ in s.prerequisites)]
        for requirement, each in found.items()
        if requirement in can
    }
