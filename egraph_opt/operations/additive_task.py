"""Base class for rule families whose cost is a sum over terms, with extraction of the cheapest e-nodes from an e-graph.

A subclass of `SumTask` builds terms from a function (`encode`), and operations from selected e-nodes (`elaborate`). It also
defines the equivalence proof (`prove`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any, TypeVar

from egraph_opt.core.gain_threshold import judge_gain
from egraph_opt.core.observers import tell
from egraph_opt.core.options import SearchOptions
from egraph_opt.core.result import FunctionResult
from egraph_opt.core.saturation import Arguments, Key, Language, SaturatedTerms, add_rules, format_facts, format_terms, saturate
from egraph_opt.core.task import FunctionChoice, Optimized, SearchTask
from egraph_opt.core.vocabulary import Vocabulary
from egraph_opt.cost.checked_model import query_cost
from egraph_opt.extract import Limits, ProblemBuilder, Result, extract_exact
from egraph_opt.ir.module import Op, symbol_name

ENode = tuple[str, Arguments]
"""E-node: a symbol and its arguments, which are numbers or e-classes."""


@dataclass(frozen=True, slots=True)
class FunctionTerms:
    """A function as numbered terms.

    Attributes:
        keys: the terms in topological order. Each operation has its own term, so that a value computed twice is paid twice.
        roots: terms whose values are used by something that is not a term.
        facts: conditions of rules that hold before the rules run, each as a name with arguments (numbers of terms, or integers).
    """

    keys: Sequence[Key]
    roots: Sequence[int]
    facts: Sequence[tuple[str, Arguments]]

    def dump_text(self) -> str:
        return f"{format_terms(enumerate(self.keys))}roots: {', '.join(map(str, self.roots))}\n{format_facts(self.facts)}"


@dataclass(frozen=True, slots=True)
class Selection:
    """Result of extraction: the selected e-node of each e-class that the program needs.

    Attributes:
        selected: selected e-node (symbol and arguments) of each e-class.
        of: e-class of each of the function's terms.
        loaded: by e-node, the index of the first term of the original function that equals it.
        result: result of the extraction algorithm, with the cost.
        before: cost of the function's terms.
        classes, nodes: numbers of e-classes and e-nodes in the extraction problem.
    """

    vocabulary: Vocabulary
    selected: dict[int, ENode]
    of: dict[int, int]
    loaded: dict[ENode, int]
    result: Result
    before: float
    classes: int
    nodes: int

    def children(self, c: int) -> list[int]:
        """Return the operand e-classes of an e-class's selected e-node."""
        return self.vocabulary.words[self.selected[c][0]].split_arguments(self.selected[c][1])[0]

    def numbers(self, c: int) -> Arguments:
        """Return the numeric arguments of an e-class's selected e-node."""
        return self.vocabulary.words[self.selected[c][0]].split_arguments(self.selected[c][1])[1]

    def dump_text(self) -> str:
        enodes = sorted((c, (symbol, *arguments)) for c, (symbol, arguments) in self.selected.items())
        return f"; {self.before:.9g} before, {self.result.cost:.9g} now\n{format_terms(enodes)}"

    def below(self, roots: Iterable[int], made: Container[int] = ()) -> list[int]:
        """Return the e-classes that `roots` need, in topological order, including the roots.

        E-classes in `made`, and those that only they need, are left out.
        """
        order: dict[int, None] = {}
        todo = [(c, False) for c in reversed(list(roots))]
        while todo:
            c, is_last = todo.pop()
            if c in made or c in order:
                continue
            if is_last:
                order[c] = None
            else:
                todo += [(c, True), *((child, False) for child in reversed(self.children(c)))]
        return list(order)


def select(
    vocabulary: Vocabulary, program: FunctionTerms, graph: SaturatedTerms, price: Callable[[str, Arguments], float], work: int,
    seconds: float, weight: Mapping[int, float] | None = None, change: float = 0.0,
) -> Selection:  # fmt: skip
    """Extract the cheapest program: select one e-node for each e-class that the roots need.

    Args:
        vocabulary: declarations of all symbols in the e-graph.
        program: the function's terms.
        graph: saturated e-graph.
        price: returns the cost of an e-node, given its symbol and its numeric arguments.
        work: maximum steps of the extraction; `seconds` of CPU time are a safety limit.
        weight: by e-class, a factor on the cost of its selected e-node, 1 by default.
        change: extra cost of an e-node that is not among the function's terms.
    """
    often = weight or {}

    def price_node(c: int, enode: ENode) -> float:
        again = 0.0 if enode in loaded else change
        return often.get(c, 1.0) * (price(enode[0], vocabulary.words[enode[0]].split_arguments(enode[1])[1]) + again)

    def node_of(key: Key) -> ENode:
        symbol, *arguments = key
        terms = vocabulary.words[str(symbol)].terms
        numbers = (graph.classes[int(a)] if is_term else int(a) for a, is_term in zip(arguments, terms, strict=True))
        return str(symbol), tuple(numbers)

    written: dict[int, ENode] = {}
    loaded: dict[ENode, int] = {}
    for number, key in enumerate(program.keys):  # the first term of a class needs earlier terms only, so there is no cycle
        written.setdefault(graph.classes[number], enode := node_of(key))
        loaded.setdefault(enode, number)
    found = sorted({(c, symbol, arguments) for symbol, rows in graph.rows.items() for arguments, c in rows})
    builder, enodes = ProblemBuilder(), [(c, (symbol, arguments)) for c, symbol, arguments in found]
    number_of = {c: builder.add_class() for c in dict.fromkeys(c for c, _ in enodes)}
    initial = [-1] * len(number_of)
    for c, enode in enodes:
        children = vocabulary.words[enode[0]].split_arguments(enode[1])[0]
        node = builder.add_node(number_of[c], price_node(c, enode), [number_of[a] for a in children])
        if written.get(c) == enode:
            initial[number_of[c]] = node
    for root in dict.fromkeys(graph.classes[root] for root in program.roots):
        builder.add_root(number_of[root])
    best = extract_exact(builder.build(), initial=initial, limits=Limits(work, seconds))
    chosen = dict(enodes[node] for node in best.choice.tolist() if node >= 0)
    before = fsum(price_node(graph.classes[number], node_of(key)) for number, key in enumerate(program.keys))
    return Selection(vocabulary, chosen, graph.classes, loaded, best, before, len(number_of), len(enodes))


O = TypeVar("O", bound=SearchOptions)  # noqa: E741
P = TypeVar("P", bound=FunctionTerms)


class SumTask(SearchTask[O, P, SaturatedTerms, Selection]):
    """Task of a rule family whose cost is a sum over terms, each paid once."""

    @abstractmethod
    def language(self) -> Language:
        """Return the vocabulary and the rules; each call must return the same object, by which derived data are memoised."""

    def price(self, symbol: str, numbers: Arguments) -> float:
        """Return the cost of an e-node by the user's cost model. Raises CostModelError."""
        model: Any = self.options.model
        return query_cost(model, symbol, model.cost, symbol, numbers)

    def saturate(self, program: P) -> SaturatedTerms:
        language = add_rules(self.language(), self.options.own)
        symbols = [word.name for word in language.vocabulary.symbols]
        return saturate(language, enumerate(program.keys), program.facts, (), self.options.limits, symbols)

    def extract(self, program: P, graph: SaturatedTerms) -> Selection:
        limits = self.options.work_limit, self.options.time_limit
        return select(self.language().vocabulary, program, graph, self.price, *limits)

    def alternatives(self, unit: Op) -> Iterator[Optimized]:
        """Yield the cheapest function found if it saves at least the required gain, else the function itself."""
        found: FunctionChoice[Any, SaturatedTerms, Selection] | None = self.search(unit)
        if found is None:
            yield unit, FunctionResult(symbol_name(unit), 0, 0.0, 0.0, 0.0, True)
            return
        best, before = found.choice.result, found.choice.before
        limit = found.graph.stopped_by
        stopped_by = limit or best.stopped_by
        stays, record = judge_gain(
            unit, self.options, before, best.cost, bound=0.0 if limit else best.lower_bound,
            optimal=best.optimal and not stopped_by, stopped_by=stopped_by, ops=len(found.program.keys),
            classes=found.choice.classes, nodes=found.choice.nodes,
        )  # fmt: skip
        if stays:
            yield unit, record
            return
        with self.clock.stage("decode"):
            new = self.elaborate(found)
        tell("decode", new)
        yield new, record
