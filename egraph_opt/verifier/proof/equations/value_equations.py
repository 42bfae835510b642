"""Equations between values of both sides: terms come from an e-graph, and equality from the replay of the rules on them."""

from __future__ import annotations

from collections.abc import Sequence

from egraph_opt.rules import book
from egraph_opt.verifier.proof.equations.equation_replay import EquationReplay
from egraph_opt.verifier.proof.equations.equation_search import find_terms
from egraph_opt.verifier.proof.equations.operation_record import OperationRecord, Pair

PAIRS = 4
"""Number of pairs of values whose terms share an e-graph."""


def find_equations(record: OperationRecord, pairs: Sequence[Pair]) -> set[str]:
    """Enter representatives for equal values below some pairs of values in a record; return the names of the rules used."""
    names: set[str] = set()
    representatives: dict[int, int] = {}
    for start in range(0, len(pairs), PAIRS):
        batch = pairs[start : start + PAIRS]
        nodes, equal = find_terms(record, batch)
        if not equal:
            break
        checked = EquationReplay(record.ring, nodes)
        checked.run(book("identities"), record.unions, equal)
        found = checked.representatives(equal)
        if not found:
            break
        representatives |= found
        for p, q in found.items():
            record.unite(p, q)
        same = all(checked.root(p) == checked.root(q) for p, q in batch)
        for p, q in batch if same else found.items():
            names |= checked.explain(p, q)
    record.representatives |= representatives
    return names
