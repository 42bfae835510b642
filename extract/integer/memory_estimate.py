"""Estimated memory of a linear program, in bytes.

Nine measured e-graphs needed 64 % to 97 % of the estimate.
"""

from __future__ import annotations

from collections.abc import Sequence

from egraph_opt.extract.base.pruned_graph import Graph

SOLVER = 6e6
"""Bytes of the loaded solver."""

LINE, ENTRY = 560, 150
"""Bytes per row or column, and per nonzero, in Python lists, in the solver, and in its factorisation."""

ENTRY_BYTES = 200
"""Bytes per nonzero of the linear program over cuts, which an interior-point method solves (measured: 20 to 140)."""


def program_bytes(graph: Graph, landmarks: Sequence[Sequence[int]]) -> float:
    """Return the bytes of the `IntegerProgram` of a graph and of its relaxation."""
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
    """Return the bytes of the linear program that distributes costs over cuts; `entering` is its number of nonzeros."""
    return SOLVER + ENTRY_BYTES * entering
