"""Search among choices of one node per class. A choice is priced as a whole, and only once, however often the search comes by it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import inf

from egraph_opt.extract import Work
from egraph_opt.families.region.choice.cost import RegionCost, price, unknown
from egraph_opt.families.region.choice.feasible import Cyclic, TooEarly, check_in_time, reached
from egraph_opt.families.region.choice.saturate import Node
from egraph_opt.families.region.choice.schedule import by_depth, schedule
from egraph_opt.families.region.choice.selected import Selected
from egraph_opt.families.region.encode.function import Program
from egraph_opt.families.region.encode.nest import Nest

PRICING = 20
"""Steps to price a choice, for each of its classes. A choice that was priced before counts again, so that limits mean the same."""


class Search:
    def __init__(
        self, program: Program, roots: tuple[int, ...], model: RegionCost, nodes: dict[int, list[Node]], work: Work
    ) -> None:
        self.program, self.roots, self.model, self.nodes, self.work = program, roots, model, nodes, work
        self.owned: set[int] = set()
        """Tensors from outside that IREE writes in place: only these may be targets of insertions."""
        self.unknown = Counter[Nest]()
        """Loop nests of the input that the model cannot price."""
        self.sequence: tuple[int, ...] = ()
        """Classes in the program's own order, where IREE has formed its dispatches."""
        self.best = inf
        self.enough = 0.0
        """Lower bound: a choice that costs no more ends the search."""
        self.choice: dict[int, Node] = {}
        self._priced: dict[tuple[object, ...], float] = {}
        """Prices by what a price depends on: the nodes that results reach, the order, and the refused windows."""
        self._ordered: dict[tuple[Node, ...], tuple[int, ...]] = {}
        """Orders by the nodes that results reach."""

    def selected(self) -> Selected:
        return Selected(self.program, self.choice, self.roots, sequence=self.sequence)

    def price(self, choice: dict[int, Node], refused: frozenset[int] = frozenset()) -> float:
        """Return the price of a choice, infinite if it is not feasible. Keep the cheapest choice so far without `refused` windows."""
        self.work.spend(PRICING * len(choice))
        try:
            order = reached(choice, self.roots)
        except Cyclic:
            return inf
        key = tuple([choice[c] for c in order]), self.sequence, refused
        if (cost := self._priced.get(key)) is None:
            cost = self._priced[key] = self._price(choice, refused)
            if cost < self.best and not refused:
                self.best, self.choice = cost, dict(choice)
        return cost

    def _price(self, choice: dict[int, Node], refused: frozenset[int]) -> float:
        try:
            check_in_time(self.program, choice, self.roots)
        except TooEarly:
            return inf
        selected = Selected(self.program, choice, self.roots, refused, self.sequence)
        if selected.is_split() or not selected.writes_into() <= self.owned:
            return inf
        made = schedule(selected)
        return inf if unknown(self.model, made) != self.unknown else price(self.model, made)

    def reorder(self, choice: dict[int, Node]) -> None:
        """Price a choice in the order in which it needs the fewest waves. What IREE has formed stays in its own order."""
        if not self.program.formed and self.price(choice) < float("inf"):
            best, before = self.best, self.sequence
            self.sequence = self._by_depth(choice)
            self.price(choice)
            if self.best >= best:
                self.sequence = before

    def _by_depth(self, choice: dict[int, Node]) -> tuple[int, ...]:
        """Return the order of a choice in which it needs the fewest waves. It is found once for each choice."""
        key = tuple([choice[c] for c in reached(choice, self.roots)])
        if key not in self._ordered:
            self._ordered[key] = by_depth(Selected(self.program, choice, self.roots))
        return self._ordered[key]

    def exchange(self) -> None:
        """Exchange one node at a time as long as the choice becomes cheaper."""
        improved, tried = True, set[tuple[int, Node]]()
        while improved and not self.work.over():
            improved, before = False, self.best
            for c in self.selected().order:
                for node in self.nodes[c]:
                    if self.best <= self.enough or self.work.over():
                        return
                    best = self.best
                    if (c, node) in tried or node == self.choice[c]:
                        self.work.spend(PRICING * len(self.choice))
                    else:
                        self.price({**self.choice, c: node})
                        tried.add((c, node))
                    if self.best < best:
                        tried.clear()
            improved = self.best < before

    def all_choices(self) -> bool:
        """Try every choice, and return whether the work limit sufficed for all."""
        return all(not self.work.over() and self.price(choice) >= 0.0 for choice in self._choices())

    def _choices(self) -> Iterator[dict[int, Node]]:
        """Yield every choice for the classes that it reaches."""
        choice: dict[int, Node] = {}
        todo: list[tuple[int, Iterator[Node], tuple[int, ...]]] = []
        pending = tuple(self.roots)
        while True:
            while pending and pending[-1] in choice:
                pending = pending[:-1]
            if pending:
                c = pending[-1]
                todo.append((c, iter(self.nodes[c]), pending[:-1]))
            else:
                yield choice
            while todo:
                c, rest, behind = todo[-1]
                node = next(rest, None)
                if node is not None:
                    choice[c] = node
                    pending = (*behind, *node.children)
                    break
                choice.pop(c, None)
                todo.pop()
            else:
                return
