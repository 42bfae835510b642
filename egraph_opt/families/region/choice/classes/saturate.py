"""Saturation of a function's terms under the region rules; the e-graph is read back as nodes by e-class."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import blake2b
from typing import NamedTuple

from egraph_opt.core import saturation
from egraph_opt.core.engine import Limits
from egraph_opt.core.rule import Rule
from egraph_opt.core.saturation import Language, SaturatedTerms, format_terms
from egraph_opt.families.region.encode.dim_groups import Groupings
from egraph_opt.families.region.encode.tensor_program import EncodedFunction, Term
from egraph_opt.families.region.vocabulary.name_table import Facts
from egraph_opt.families.region.vocabulary.update_words import UPDATE_FACTS, words
from egraph_opt.families.region.vocabulary.window import Window
from egraph_opt.families.region.vocabulary.window_facts import WINDOW_LIMIT, close, facts_on
from egraph_opt.families.region.vocabulary.window_limits import unnamed_windows

Known = dict[Hashable, tuple["SaturatedGraph", bool]]
"""Cache of e-graphs by a digest of terms and facts, for layers of a network with equal terms."""
SEARCH = """
(relation partly (Tensor i64))
(rule ((= x (work f k xs))) ((computed x)) :ruleset search)
(rule ((= x (elementwise f xs))) ((computed x)) :ruleset search)
(rule ((= x (repeat m q s y))) ((computed x)) :ruleset search)
(rule ((= x (transpose p y)) (computed y)) ((computed x)) :ruleset search)
(rule ((= x (splat c s))) ((onto_fill x c) (partly x c)) :ruleset search)
(rule ((= x (insert w y d)) (onto_fill d c)) ((onto_fill x c)) :ruleset search)
(rule ((= x (insert w y d)) (partly d c)) ((partly x c)) :ruleset search)
(rule ((= x (insert w y d)) (partly y c)) ((partly x c)) :ruleset search)
(rule ((= x (insert w y d)) (partly x c)) ((may_be_filled x c)) :ruleset search)
(rule ((= x (insert w y d)) (may_be_filled x c)) ((may_be_filled d c)) :ruleset search)
(rule ((= t (insert w (slice w x) d)) (is_returned w) (= d (insert v y e))) ((slice w d)) :ruleset search)
(rule ((= t (concat v w y z)) (rebuilds t x) (= d (insert v y (empty s)))) ((is_assembled d)) :ruleset search)
"""


class Node(NamedTuple):
    """E-node: symbol, integer attributes, and e-classes of its operands (operand lists are e-classes too)."""

    symbol: str
    numbers: tuple[int, ...]
    children: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SaturatedGraph:
    """Saturated e-graph.

    `roots` are the e-classes of the function's results. `written` maps e-classes to nodes of the input. User rules and rules for in-place
    updates may put different terms of the input into one e-class. If so, `begun` is the e-graph without these rules, else None.
    """

    nodes: dict[int, list[Node]]
    roots: tuple[int, ...]
    written: dict[int, Node]
    iterations: int
    stopped_by: str
    begun: SaturatedGraph | None = None

    def dump_text(self) -> str:
        ended = f", stopped by {self.stopped_by}" if self.stopped_by else ""
        nodes = ((c, (n.symbol, *n.numbers, *n.children)) for c in sorted(self.nodes) for n in self.nodes[c])
        took = f"{self.iterations} iteration{'s' * (self.iterations != 1)}"
        return f"; {took}{ended}\n{format_terms(nodes)}roots: {', '.join(map(str, self.roots))}\n"


@cache
def language() -> Language:
    """Return the region vocabulary with the rules of `--rules region`."""
    from egraph_opt.rules import book

    return Language(words, book("region"), SEARCH)


def searched_twice(own: tuple[Rule, ...]) -> bool:
    """Return whether some rule, of this family or of the user, runs only in a second search with a larger e-graph."""
    every = saturation.add_rules(language(), own)
    return saturation.first_try(every) is not every


def saturate(
    program: EncodedFunction,
    limits: Limits,
    own: tuple[Rule, ...] = (),
    second: bool = False,
    known: Known | None = None,
    updates: bool = True,
) -> SaturatedGraph:
    """Add a function's terms and facts to an e-graph, run the rules to a fixpoint or limit, and return the e-graph.

    Args:
        program: the function.
        limits: the limits of saturation.
        own: a user's rules.
        second: whether rules that are reserved for the second of two searches run too.
        known: cache of e-graphs, which is read and extended.
        updates: whether rules run that let a program update a tensor in place.

    Raises:
        SaturationFailed: egglog failed or panicked.
    """
    every = saturation.add_rules(language(), own)
    run = every if second else saturation.first_try(every)
    nodes = 0
    while True:
        facts, complete = facts_of(program)
        if not updates:
            facts = {name: rows for name, rows in facts.items() if name not in UPDATE_FACTS}
        graph, joins = _run_saturation(run, program, facts, limits, {} if known is None else known)
        nodes += sum(map(len, graph.nodes.values()))
        fresh = () if complete or graph.stopped_by else unnamed_windows(program.names, graph.nodes)
        if not fresh or nodes > limits.nodes or len(program.names.windows()) + len(fresh) > WINDOW_LIMIT:
            break
        facts_with(program, fresh)
    if fresh or (own and not complete):  # of which windows a user's rules lead to, nothing is known
        graph = replace(graph, stopped_by=graph.stopped_by or "windows")
    if not (own and joins and not program.formed) and not (updates and program.names.returned):
        return graph
    return replace(graph, begun=saturate(program, limits, (), second, known, updates=False))


def _run_saturation(
    run: Language, program: EncodedFunction, facts: Facts, limits: Limits, known: Known
) -> tuple[SaturatedGraph, bool]:
    """Return the e-graph of a function's terms and facts, and whether different input terms share an e-class."""
    rows = [(name, row) for name, table in facts.items() for row in table]
    key = run, limits, blake2b(repr((list(program.terms), program.roots, rows)).encode()).digest()
    if key not in known:
        symbols = [word.name for word in words.symbols]
        made = _graph(saturation.saturate(run, enumerate(program.terms), rows, (), limits, symbols), program)
        if made[0].stopped_by == "seconds":
            return made
        known[key] = made
    return known[key]


def facts_of(program: EncodedFunction) -> tuple[Facts, bool]:
    """Return the facts on a program's windows (rectangular tensor parts) and shapes, and whether no window that rules create is missing."""
    if program.facts is None:
        program.names.chains = _chains(program)
        facts, complete = close(program.names, _fill_windows(program))
        program.facts = _add_groupings(program, facts), complete
    return program.facts


def facts_with(program: EncodedFunction, fresh: Sequence[Window]) -> None:
    """Number the windows `fresh` (rectangular tensor parts), and recompute the facts on all numbered windows of the program."""
    for w in fresh:
        program.names.window(w)
    program.facts = _add_groupings(program, facts_on(program.names, program.names.windows(), _fill_windows(program))), False


def _add_groupings(program: EncodedFunction, facts: Facts) -> Facts:
    """Add facts on merged and split dimensions, and on tensors that are assembled from slices of one other tensor."""
    return facts | {name: list(found) for name, found in Groupings(program).found.items()} | program.rebuilt


def _chains(program: EncodedFunction) -> list[list[Window]]:
    """Return, for each chain of insertions into one tensor, the parts of the tensor (windows) that they write, last to first."""
    terms, windows = list(program.terms), list(program.names.window_sets)
    targets = {int(term[3]) for term in terms if term[0] == "insert"}
    found = []
    for n, term in enumerate(terms):
        if term[0] == "insert" and n not in targets:
            chain = []
            while term[0] == "insert":
                chain.append(windows[int(term[1])][0])
                term = terms[int(term[3])]
            found.append(chain)
    return found


def _fill_windows(program: EncodedFunction) -> list[list[Window]]:
    """Return the tensor parts (windows) that each chain of insertions writes into a fill, and for each padding that of its operand."""
    terms, windows = list(program.terms), list(program.names.window_sets)
    inserts = ("insert", "fused_insert")
    targets = {int(term[3]) for term in terms if term[0] in inserts}
    found = []
    for n, term in enumerate(terms):
        if term[0] == "pad":
            found.append([windows[int(term[1])][0]])
        elif term[0] in inserts and n not in targets:
            chain = []
            while term[0] in inserts:
                chain.append(windows[int(term[1])][0])
                term = terms[int(term[3])]
            found += [chain] if term[0] == "splat" else []
    return found


def _graph(found: SaturatedTerms, program: EncodedFunction) -> tuple[SaturatedGraph, bool]:
    """Return the saturated e-graph as nodes by e-class, and whether different input terms share an e-class."""
    nodes: dict[int, set[Node]] = {}
    for symbol, rows in found.rows.items():
        for arguments, c in rows:
            nodes.setdefault(c, set()).add(_node(symbol, arguments))
    written: dict[int, Node] = {}
    joins = False
    for n, (head, *parts) in enumerate(program.terms):
        terms = words.words[str(head)].terms
        classes = [found.classes[int(a)] if is_term else int(a) for a, is_term in zip(parts, terms, strict=True)]
        node = _node(str(head), classes)
        joins |= written.setdefault(found.classes[n], node) != node
    ordered = {c: sorted(made, key=lambda m: (m.symbol, m.numbers, m.children)) for c, made in nodes.items()}
    return SaturatedGraph(
        ordered, tuple(found.classes[r] for r in program.roots), written, found.iterations, found.stopped_by
    ), joins


def node_of(term: Term) -> Node:
    return _node(str(term[0]), [int(a) for a in term[1:]])


def _node(symbol: str, arguments: Sequence[int]) -> Node:
    terms = words.words[symbol].terms
    numbers = tuple(a for a, is_term in zip(arguments, terms, strict=True) if not is_term)
    return Node(symbol, numbers, tuple(a for a, is_term in zip(arguments, terms, strict=True) if is_term))
