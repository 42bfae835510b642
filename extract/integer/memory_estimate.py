"""Bytes that a linear program takes, foreseen from its size.

On nine e-graphs (three made ones of 10,000 nodes; rover, esyn, herbie and tensat) a program and its relaxation took 64 % to 97 % of this.
"""

from __future__ import annotations

from collections.abc import Sequence

from egraph_opt.extract.base.pruned_graph import Graph

SOLVER = 6e6
"""Bytes of the solver itself, once it is loaded."""

LINE, ENTRY = 560, 150
"""Bytes of a row or column, and of an entry: in lists, in the solver, and in its factors."""

ENTRY_BYTES = 200
"""Bytes of an entry in a program over cuts, which is solved by an interior-point method: it took 20 to 140."""


def program_bytes(graph: Graph, landmarks: Sequence[Sequence[int]]) -> float:
    """Return the bytes of the integer program of a graph, and of its relaxation: see `Program`."""
    forced = set(graph.roots)
    columns = rows = entries = 0
    for c, nodes in enumerate(graph.nodes_of):
        free = c not in forced
        columns += len(nodes) + (free and len(nodes) != 1)
        if len(nodes) > 1:
            rows += 1
            entries += len(nodes) + free
        needing: dict[int, int] = {}
        for node in nodes:
            for x in graph.forward[node] + graph.back[node]:
                if x not in forced and x != c:
                    needing[x] = needing.get(x, 0) + 1
        rows += len(needing)
        entries += sum(2 if free and many == len(nodes) else many + 1 for many in needing.values())
    entries += sum(map(len, landmarks))
    return SOLVER + LINE * (columns + rows + len(landmarks)) + ENTRY * entries


def shares_bytes(entering: int) -> float:
    """Return the bytes of a program over cuts that so many nodes enter."""
    return SOLVER + ENTRY_BYTES * entering
