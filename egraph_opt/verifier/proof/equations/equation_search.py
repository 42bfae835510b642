"""Search for equations between values of kernels: their terms are saturated in an e-graph, in turn with the normal form of each term."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product

from egraph_opt.core.engine import Limits
from egraph_opt.core.saturation import Key, Language, SaturatedTerms, saturate
from egraph_opt.rules import book
from egraph_opt.verifier.proof.equations.operation_record import EVALUATIONS, Node, OperationRecord, Pair, operands_of
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import FINITE
from egraph_opt.verifier.vocabulary import words

ITERATIONS, ROUNDS = 2, 16
"""Iterations of one saturation, and the largest number of saturations; new terms get normal forms in between."""
GROWTH, MORE_TERMS = 6, 400
"""No saturation follows one after which there are more terms than `GROWTH` times the written ones plus `MORE_TERMS`."""
FEW_NODES = 1_000
"""Largest number of e-nodes that are evaluated for two values of each e-class, not only for one."""
SYMBOLS = tuple(EVALUATIONS)


@cache
def language() -> Language:
    """Return the input of the e-graph: the vocabulary and its rules."""
    return Language(words, book("identities"))


def find_terms(record: OperationRecord, wanted: Sequence[Pair]) -> tuple[dict[Node, int], list[Pair]]:
    """Saturate the recorded terms below pairs of values until the pairs are equal or a limit is reached.

    Returns:
        the terms with their values, and pairs of written values that the e-graph found equal.
    """
    nodes = terms_below(record, [p for pair in wanted for p in pair])
    written, most = values_in(nodes), GROWTH * len(nodes) + MORE_TERMS
    limits = Limits(nodes=4 * most, iterations=ITERATIONS, matches=100 * most)
    equal: dict[Pair, None] = dict(record.unions)
    classes: dict[int, int] = {}
    for _ in range(ROUNDS):
        found = saturate(language(), keys_of(nodes), signs_of(record, nodes), pairs_in(equal, nodes), limits, SYMBOLS)
        classes, known = found.classes, (len(nodes), len(equal))
        nodes |= evaluate_terms(record, found, equal)
        if (len(nodes), len(equal)) == known or len(nodes) > most:
            break
        if all(p in classes and classes[p] == classes.get(q) for p, q in wanted):
            break
    first: dict[int, int] = {}
    return nodes, [(least, value) for value in written if (least := first.setdefault(classes[value], value)) != value]


def terms_below(record: OperationRecord, wanted: Iterable[int]) -> dict[Node, int]:
    """Return the recorded terms on which some values depend, with their values."""
    terms: dict[int, list[Node]] = {}
    for node, value in record.nodes.items():
        terms.setdefault(value, []).append(node)
    equal: dict[int, list[int]] = {}
    for p, q in record.unions:
        equal.setdefault(p, []).append(q)
        equal.setdefault(q, []).append(p)
    found: dict[Node, int] = {}
    todo, seen = list(wanted), set(wanted)
    while todo:
        value = todo.pop()
        parts = [*equal.get(value, ()), *record.parts.get(value, ())]
        for node in terms.get(value, ()):
            found[node] = value
            parts += operands_of(node)
        todo += [p for p in dict.fromkeys(parts) if p not in seen]
        seen.update(parts)
    return found


def values_in(nodes: dict[Node, int]) -> list[int]:
    """Return the values of some terms and of their operands, in order."""
    found = set(nodes.values())
    for node in nodes:
        found.update(operands_of(node))
    return sorted(found)


def keys_of(nodes: dict[Node, int]) -> list[tuple[int, Key]]:
    """Return the terms to load: each value as a leaf, and the operations."""
    return [*((n, ("leaf", n)) for n in values_in(nodes)), *((value, node) for node, value in nodes.items())]


def signs_of(record: OperationRecord, nodes: dict[Node, int]) -> list[tuple[str, tuple[int, ...]]]:
    """Return the facts on signs of values that the normal form proves."""
    signs = [(n, record.ring.sign(n)) for n in values_in(nodes)]
    least: dict[str, int] = {"nonnegative": 1, "positive": 2}
    return [(name, (n,)) for name, bound in least.items() for n, sign in signs if sign >= bound]


def pairs_in(equal: Iterable[Pair], nodes: dict[Node, int]) -> list[Pair]:
    """Return the pairs of equal values that occur in some terms."""
    known = set(values_in(nodes))
    return [pair for pair in equal if known.issuperset(pair)]


def evaluate_terms(record: OperationRecord, found: SaturatedTerms, equal: dict[Pair, None]) -> dict[Node, int]:
    """Record the e-nodes as terms over one or two values of each e-class, enter equal values in `equal`, and return the terms."""
    values: dict[int, list[int]] = {}
    few = sum(map(len, found.rows.values())) <= FEW_NODES

    def assign(each: int, value: int) -> None:
        known = values.setdefault(each, [value])
        if value != known[0]:
            equal[known[0], value] = None
            known[1:] = [value] if few else []

    for value, each in sorted(found.classes.items()):
        assign(each, value)
    todo = [(symbol, arguments, each) for symbol, rows in found.rows.items() for arguments, each in rows]
    nodes: dict[Node, int] = {}
    while todo:
        ready: list[tuple[Node, int]] = []
        later = []
        for symbol, arguments, each in todo:
            known = zip(arguments, found.terms_in[symbol], strict=True)
            operands = [values.get(a, ()) if is_term else (a,) for a, is_term in known]
            if all(operands):
                ready += [((symbol, *chosen), each) for chosen in product(*operands)]
            else:
                later.append((symbol, arguments, each))
        if not ready:
            break
        for node, each in sorted(ready):
            value = record.node(str(node[0]), *node[1:])  # type: ignore[arg-type]
            if value >= FINITE:
                assign(each, value)
                if node in record.nodes:
                    nodes[node] = value
        todo = later
    return nodes
