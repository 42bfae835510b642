"""Which nodes of a value graph are equal: value numbering, with what loops carry assumed equal until it proves different.

Within straight code, equal labels on equal operands are equal values. Around loops that is circular, so the method is optimistic, as
Alpern, Wegman and Zadeck's ("Detecting Equality of Variables in Programs", POPL 1988): all PHIs that may be equal start as one class
and as copies of their first operand; every round numbers all nodes under these assumptions and gives up those that it refutes. At the
fixpoint every assumption follows from itself one iteration earlier, and holds on the first way in: induction over iterations.
"""

from __future__ import annotations

from collections.abc import Hashable

from egraph_opt.check.graph import Graph, Kind, erased


def equal_values(graph: Graph) -> list[int]:
    """A number for each node: nodes of one number are equal in every run of two functions that were told equal so far.

    Each round is one pass over the graph. There are at most as many rounds as PHIs, and few in practice.
    """
    phis, args = graph.phis, graph.args
    classes: dict[int, int] = {p: graph.labels[p] for p in phis}
    copies = set(phis)
    count = 0
    while True:
        numbers = _number(graph, classes, copies)
        refuted = [p for p in phis if p in copies and any(numbers[a] != numbers[p] for a in args[p])]
        keys: dict[Hashable, int] = {}
        for p in phis:
            if p not in copies:
                key = (classes[p], *[numbers[a] for a in args[p]])
                classes[p] = keys.setdefault(key, len(keys))
        stable = len(keys) == count
        for p in refuted:
            copies.discard(p)
            classes[p] = keys.setdefault((graph.labels[p],), len(keys))
        if stable and not refuted:
            return numbers
        count = len(keys)


def _number(graph: Graph, classes: dict[int, int], copies: set[int]) -> list[int]:
    """One pass. The number of a class of nodes is its first node."""
    numbers: list[int] = []
    labels, depths = graph.labels, graph.depths
    known: dict[Hashable, int] = {}
    elements: dict[int, Hashable] = {}  # of tensors whose elements are all equal and known
    for node, (kind, label, args) in enumerate(zip(graph.kinds, labels, graph.args, strict=True)):
        key: Hashable
        if kind is Kind.PLAIN:
            key = (label, *[numbers[a] for a in args])
            if label in graph.splats:
                elements[node] = graph.splats[label]
        elif kind is Kind.PHI:
            if node in copies:
                numbers.append(numbers[args[0]])
                continue
            key = classes[node]
        elif kind is Kind.CHOICE:
            if numbers[args[1]] == numbers[args[2]]:
                numbers.append(numbers[args[1]])
                continue
            key = (label, *[numbers[a] for a in args])
        elif kind is Kind.EXIT:
            # A value that the loop leaves as it is, or a carried one that is found to be: the same after as before.
            if depths[args[0]] <= depths[node] or args[0] in copies:
                numbers.append(numbers[args[0]])
                continue
            key = (label, *[numbers[a] for a in args])
        elif numbers[args[0]] in elements:
            elements[node] = element = elements[numbers[args[0]]]
            op = graph.ops[node]
            key = (graph.label(("constant", erased(op, op.results[0]), element)),)
        else:
            key = (label, *[numbers[a] for a in args])
        numbers.append(known.setdefault(key, node))
    return numbers
