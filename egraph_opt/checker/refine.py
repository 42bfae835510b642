"""Which nodes of a value graph are equal: value numbering, with what loops carry assumed equal until it proves different.

Within straight code, equal labels on equal operands are equal values. Around loops that is circular, so the method is optimistic, as
Alpern, Wegman and Zadeck's ("Detecting Equality of Variables in Programs", POPL 1988): all PHIs that may be equal start as one class
and as copies of their first operand; every round numbers all nodes under these assumptions and gives up those that it refutes. At the
fixpoint every assumption follows from itself one iteration earlier, and holds on the first way in: induction over iterations. Any
partition that is stable will do. So PHIs that come one behind the other need not start in one class, from which each round would part one.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Mapping
from typing import NamedTuple

from egraph_opt.checker.values.graph import BY_ELEMENT, HAND_ON, Graph, Kind, erased


def equal_values(graph: Graph, apart: bool) -> list[int]:
    """A number for each node: nodes of one number are equal in every run of two functions that have been in step so far.

    Each round is one pass over the nodes that depend on a PHI. There are at most as many rounds as PHIs, and few where PHIs are held
    `apart` by how many others come before them; that finds less where only one of two functions has a loop before another.
    """
    phis, args = graph.phis, graph.args
    ranks = _ranks(graph) if apart else [0] * len(args)
    depends: list[bool] = []
    for kind, operands in zip(graph.kinds, args, strict=True):
        depends.append(kind is Kind.PHI or any([depends[a] for a in operands]))
    varying = [node for node, depend in enumerate(depends) if depend]
    classes: dict[int, int] = {}
    copies = set(phis)
    first = _Numbers([-1] * len(depends), {}, {}, {})
    _number(graph, [node for node, depend in enumerate(depends) if not depend], first, classes, copies)
    count = 0
    while True:
        graph.budget.spend(len(varying) + len(phis), graph.ops[-1])
        now = _Numbers(first.of.copy(), first.known.copy(), first.elements.copy(), first.picks.copy())
        _number(graph, varying, now, classes, copies)
        numbers = now.of
        refuted = [p for p in phis if p in copies and any([numbers[a] != numbers[p] for a in args[p]])]
        keys: dict[Hashable, int] = {}
        for p in phis:
            if p not in copies:
                classes[p] = keys.setdefault((classes[p], *[numbers[a] for a in args[p]]), len(keys))
        stable = len(keys) == count
        for p in refuted:
            copies.discard(p)
            classes[p] = keys.setdefault((graph.labels[p], ranks[p]), len(keys))
        if stable and not refuted:
            return numbers
        count = len(keys)


def _ranks(graph: Graph) -> list[int]:
    """For each node the most PHIs on a way to it that goes around no loop."""
    ranks: list[int] = []
    for node, (kind, operands) in enumerate(zip(graph.kinds, graph.args, strict=True)):
        ranks.append(max([ranks[a] for a in operands if a < node], default=0) + (kind is Kind.PHI))
    return ranks


class _Numbers(NamedTuple):
    """The numbers of nodes: that of a class is one of its nodes."""

    of: list[int]
    known: dict[Hashable, int]
    """What makes nodes equal -> their number."""
    elements: dict[int, Hashable]
    """Number of a tensor whose elements are all equal and known -> that element."""
    picks: dict[int, list[int]]
    """Number of what picks by element -> the numbers of its operands."""


def _number(graph: Graph, nodes: Iterable[int], found: _Numbers, classes: Mapping[int, int], copies: Container[int]) -> None:
    """Number some nodes, operands first."""
    kinds, labels, args, splats = graph.kinds, graph.labels, graph.args, graph.splats
    numbers, known, elements, _ = found
    for node in nodes:
        kind, label, operands = kinds[node], labels[node], args[node]
        key: Hashable
        if kind is Kind.PHI:
            if node in copies:
                numbers[node] = numbers[operands[0]]
                continue
            key = classes[node]
        else:
            values = [numbers[a] for a in operands]
            key = (label, *values)
            if kind in HAND_ON and (same := _handed_on(graph, node, values, copies, found.picks)) is not None:
                numbers[node] = same
                continue
            if kind is Kind.SPREAD:
                if values[0] in elements:
                    op, element = graph.ops[node], elements[values[0]]
                    key = (graph.label(("constant", erased(op, op.results[0]), element)),)
                    elements[known.setdefault(key, node)] = element
            elif kind in BY_ELEMENT:
                key = (label, *(values if kind is Kind.PICK else sorted(values)))
                if kind is Kind.PICK:
                    found.picks[known.setdefault(key, node)] = values
            elif label in splats:
                elements[known.setdefault(key, node)] = splats[label]
        numbers[node] = known.setdefault(key, node)


def _handed_on(graph: Graph, node: int, values: list[int], copies: Container[int], picks: Mapping[int, list[int]]) -> int | None:
    """The number of the operand that a node is, or None. `values`, the numbers of its operands, lose what makes no difference."""
    match graph.kinds[node]:
        case Kind.EXIT:
            # A value that the loop leaves as it is, or a carried one that is found to be: the same after as before.
            first, depths = graph.args[node][0], graph.depths
            return values[0] if depths[first] <= depths[node] or first in copies else None
        case Kind.SET:
            values[:] = set(values)
            return values[0] if len(values) == 1 else None
        case Kind.PICK:
            for way in (1, 2):
                while (inner := picks.get(values[way])) is not None and inner[0] == values[0]:
                    values[way] = inner[way]
    return values[1] if values[1] == values[2] else None
