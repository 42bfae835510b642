"""Search among choices of one node per class. A choice is priced as a whole, and only once, however often the search comes by it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import inf

from egraph_opt.extract import Work
from egraph_opt.families.region.choice.acyclicity import Cyclic, TooEarly, check_in_time, reachable_classes
from egraph_opt.families.region.choice.cost import RegionCost, price, unpriced_nests
from egraph_opt.families.region.choice.lower_bound import ROUNDING
from egraph_opt.families.region.choice.saturate import Node
from egraph_opt.families.region.choice.schedule import as_written, by_depth, by_height, schedule
from egraph_opt.families.region.choice.selection import SelectedNodes
from egraph_opt.families.region.encode.nest import Nest
from egraph_opt.families.region.encode.tensor_program import EncodedFunction

Order = Callable[[SelectedNodes], tuple[int, ...]]
"""Order of a choice: the sequence of its classes."""
ORDERS: tuple[Order, ...] = (as_written, by_depth, by_height)
"""Orders in which choices are priced. What IREE has formed stays in its own."""
PRICING = 20
"""Steps to price a choice, for each of its classes. A choice that was priced before counts again, so that limits mean the same."""


class ScheduleSearch:
    def __init__(
        self, program: EncodedFunction, roots: tuple[int, ...], model: RegionCost, nodes: dict[int, list[Node]], tree: Mapping[int, Node],
        work: Work,
    ) -> None:  # fmt: skip
        self.program, self.roots, self.model, self.nodes, self.tree, self.work = program, roots, model, nodes, tree, work
        self.owned: set[int] = set()
        """Tensors from outside that IREE writes in place: only these may be targets of insertions."""
        self.unknown = Counter[Nest]()
        """Loop nests of the input that the model cannot price."""
        self.sequence: tuple[int, ...] = ()
        """Classes in the program's own order, where IREE has formed its dispatches."""
        self.best = inf
        self.bound = 0.0
        """Lower bound."""
        self.enough = 0.0
        """The same, rounded up: a choice that costs no more ends the search."""
        self.choice: dict[int, Node] = {}
        self._priced: dict[tuple[object, ...], float] = {}
        """Prices by what a price depends on: the nodes that results reach, the order, and the refused windows."""
        self._tried = set[tuple[Node, ...]]()
        """Nodes that results reach, of the choices that were found elsewhere."""
        self._ordered: dict[tuple[object, ...], tuple[int, ...]] = {}
        """Sequences by their order, and by the nodes that results reach."""

    def current_selection(self) -> SelectedNodes:
        return SelectedNodes(self.program, self.choice, self.roots, sequence=self.sequence)

    def at_least(self, bound: float, choices: Iterable[Mapping[int, Node]] = ()) -> None:
        """Take a lower bound, if it is higher than those before, and try choices that may have it."""
        self.bound = max(self.bound, bound)
        self.enough = self.bound * (1.0 + ROUNDING)
        self.try_each(choices)

    def price(self, choice: dict[int, Node], refused: frozenset[int] = frozenset()) -> float:
        """Return the price of a choice, infinite if it is not feasible. Keep the cheapest choice so far without `refused` windows."""
        self.work.spend(PRICING * len(choice))
        try:
            order = reachable_classes(choice, self.roots)
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
        selected = SelectedNodes(self.program, choice, self.roots, refused, self.sequence)
        if selected.is_split() or selected.reads_its_target() or not selected.writes_into() <= self.owned:
            return inf
        made = schedule(selected)
        return inf if unpriced_nests(self.model, made) != self.unknown else price(self.model, made)

    def try_each(self, choices: Iterable[Mapping[int, Node]]) -> None:
        """Price choices that were found elsewhere, each in the program's order and in those in which it needs few waves, as long as one
        could be cheaper. Classes of which they say nothing have the tree's nodes."""
        for choice in ({**self.tree, **given} for given in choices):
            if self.best <= self.enough:
                return
            try:
                nodes = tuple([choice[c] for c in reachable_classes(choice, self.roots)])
            except Cyclic:
                continue
            if nodes not in self._tried:
                self._tried.add(nodes)
                self.price(choice)
                self.reorder(choice, ORDERS[1:])

    def reorder(self, choice: dict[int, Node], orders: Sequence[Order] = (by_depth,)) -> None:
        """Price a choice in orders in which it needs few waves. What IREE has formed stays in its own order."""
        if not self.program.formed and self.price(choice) < float("inf"):
            for order in orders:
                best, before = self.best, self.sequence
                self.sequence = self._order(choice, order)
                self.price(choice)
                if self.best >= best:
                    self.sequence = before

    def _order(self, choice: dict[int, Node], order: Order) -> tuple[int, ...]:
        """Return a choice in an order. It is found once for each choice."""
        key = order, *[choice[c] for c in reachable_classes(choice, self.roots)]
        if key not in self._ordered:
            self._ordered[key] = order(SelectedNodes(self.program, choice, self.roots))
        return self._ordered[key]

    def exchange(self) -> None:
        """Exchange one node at a time as long as the choice becomes cheaper."""
        improved, tried = True, set[tuple[int, Node]]()
        while improved and not self.work.over():
            improved, before = False, self.best
            for c in self.current_selection().order:
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
        """Try every choice, then each in every order, and return whether the work limit sufficed for all."""
        if not all(not self.work.over() and self.price(choice) >= 0.0 for choice in self._choices()):
            return False
        for choice in self._choices() if not self.program.formed else ():
            if self.work.over():
                return False
            self.reorder(choice, ORDERS)
        return True

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
