"""Optimistic global value numbering of a value graph.

In straight-line code, equal labels on equal operands give equal values. Loops make value numbering circular, so loop-carried values are
assumed equal until refuted (Alpern, Wegman and Zadeck, "Detecting Equality of Variables in Programs", POPL 1988). Initially, all PHIs with
equal labels are one congruence class and copies of their first operand. Each round numbers all nodes under the assumed equalities and
drops refuted ones. At the fixpoint, each assumption holds on loop entry and follows from itself one iteration earlier: induction.

Any partition that a round leaves unchanged is sound. So PHIs that depend on each other in a chain may start in separate congruence classes.
From one class, each round would separate only one PHI.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Mapping
from typing import NamedTuple

from egraph_opt.checker.folding.canonicalization import NumberFacts, choice, shape_of
from egraph_opt.checker.folding.fold_rules import OperationLabel
from egraph_opt.checker.values.value_graph import BY_ELEMENT, HAND_ON, Graph, NodeKind, erase_encoding


def equal_values(graph: Graph, apart: bool) -> list[int]:
    """Return a value number for each node. Equal numbers mean equal values in every run, for two functions in lockstep.

    Each round is one pass over the nodes that depend on a PHI. There are at most as many rounds as PHIs. With `apart`, PHIs start in
    separate congruence classes by the number of PHIs on which they depend, which needs few rounds. But equal loops may then get different
    numbers, if only one function has a further loop before them.
    """
    phis, args = graph.phis, graph.args
    ranks = _ranks(graph) if apart else [0] * len(args)
    depends: list[bool] = []
    for kind, operands in zip(graph.kinds, args, strict=True):
        depends.append(kind is NodeKind.PHI or any([depends[a] for a in operands]))
    varying = [node for node, depend in enumerate(depends) if depend]
    classes: dict[int, int] = {}
    copies = set(phis)
    first = _ValueNumbers([-1] * len(depends), NumberFacts(graph, {}, {}))
    _number(graph, [node for node, depend in enumerate(depends) if not depend], first, classes, copies)
    count = 0
    while True:
        graph.budget.spend(len(varying) + len(phis), graph.ops[-1])
        now = _ValueNumbers(first.of.copy(), first.values.copy())
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
    """Return, for each node, the maximum number of PHIs on a path to it that does not follow back edges."""
    ranks: list[int] = []
    for node, (kind, operands) in enumerate(zip(graph.kinds, graph.args, strict=True)):
        ranks.append(max([ranks[a] for a in operands if a < node], default=0) + (kind is NodeKind.PHI))
    return ranks


class _ValueNumbers(NamedTuple):
    """Value number of each node (equal numbers are equal values), and facts about the numbers."""

    of: list[int]
    values: NumberFacts


def _number(graph: Graph, nodes: Iterable[int], found: _ValueNumbers, classes: Mapping[int, int], copies: Container[int]) -> None:
    kinds, labels, args, splats = graph.kinds, graph.labels, graph.args, graph.splats
    numbers, values = found
    known, elements = values.known, values.elements
    for node in nodes:
        kind, label, operands = kinds[node], labels[node], args[node]
        key: Hashable
        if kind is NodeKind.PHI:
            if node in copies:
                numbers[node] = numbers[operands[0]]
                continue
            key = classes[node]
        else:
            given = [numbers[a] for a in operands]
            key = (label, *given)
            if kind in HAND_ON and (same := _handed_on(graph, node, given, copies, values)) is not None:
                numbers[node] = same
                continue
            if kind is NodeKind.SPREAD:
                if given[0] in elements:
                    op, element = graph.ops[node], elements[given[0]]
                    key = (graph.label(("constant", erase_encoding(op, op.results[0]), element)),)
                    elements[known.setdefault(key, node)] = element
                elif (step := graph.steps.get(node)) is not None:
                    numbers[node] = values.move(step, given[0], node)
                    continue
            elif kind in BY_ELEMENT:
                key = (label, *(given if kind is NodeKind.PICK else sorted(given)))
                if kind is NodeKind.PICK:
                    values.picks[known.setdefault(key, node)] = given
            elif label in splats:
                elements[known.setdefault(key, node)] = splats[label]
            elif given and graph.exact and (shape := _shape(graph, node)) is not None:
                numbers[node] = values.add(shape, given)
                continue
        numbers[node] = known.setdefault(key, node)


def _shape(graph: Graph, node: int) -> OperationLabel | None:
    key = graph.key_of(graph.labels[node])
    return choice(graph.types.get(node, "")) if key == "choose" else shape_of(key)


def _handed_on(graph: Graph, node: int, values: list[int], copies: Container[int], found: NumberFacts) -> int | None:
    """Return the value number of the operand that a node only passes on, or None. The operands' numbers `values` are normalised."""
    match graph.kinds[node]:
        case NodeKind.EXIT:
            # A value that the loop leaves unchanged, or a carried one that is found unchanged, is the same after the loop as
            # before.
            first, depths = graph.args[node][0], graph.depths
            return values[0] if depths[first] <= depths[node] or first in copies else None
        case NodeKind.SET:
            values[:] = set(values)
            return values[0] if len(values) == 1 else None
        case NodeKind.PICK:
            for way in (1, 2):
                while (inner := found.picks.get(values[way])) is not None and inner[0] == values[0]:
                    values[way] = inner[way]
    known = found.bits(values[0]) if len(values) == 3 else None
    return values[1] if values[1] == values[2] else None if known is None else values[2 - known]
