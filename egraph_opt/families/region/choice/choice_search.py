"""Search over selections of one node per e-class, by the cost of the whole schedule of each selection."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import inf

from egraph_opt.extract import Work
from egraph_opt.families.region.choice.bounds.lower_bound import ROUNDING
from egraph_opt.families.region.choice.classes.acyclicity import Cyclic, TooEarly, check_in_time, reachable_classes
from egraph_opt.families.region.choice.classes.saturate import Node
from egraph_opt.families.region.choice.classes.selection import SelectedNodes
from egraph_opt.families.region.choice.pricing.cost import RegionCost, price, unpriced_nests
from egraph_opt.families.region.choice.scheduling.schedule import as_written, by_depth, by_height, schedule
from egraph_opt.families.region.encode.loop_nest import Nest
from egraph_opt.families.region.encode.tensor_program import EncodedFunction

Order = Callable[[SelectedNodes], tuple[int, ...]]
"""Function from the selected nodes to the order in which their e-classes are computed."""
ORDERS: tuple[Order, ...] = (as_written, by_depth, by_height)
"""Orders of computation that the search tries. Programs whose dispatches IREE has formed keep their own order."""
PRICING = 20
"""Search effort charged per e-class when a selection is priced. Cached costs are charged too, so that limits are deterministic."""


class ScheduleSearch:
    def __init__(
        self, program: EncodedFunction, roots: tuple[int, ...], model: RegionCost, nodes: dict[int, list[Node]], tree: Mapping[int, Node],
        work: Work,
    ) -> None:  # fmt: skip
        self.program, self.roots, self.model, self.nodes, self.tree, self.work = program, roots, model, nodes, tree, work
        self.owned: set[int] = set()
        """Input tensors that IREE may overwrite; other input tensors must not be targets of insertions."""
        self.unknown = Counter[Nest]()
        """Loop nests of the input whose cost the model does not know."""
        self.sequence: tuple[int, ...] = ()
        """E-classes in order of computation; empty for the program's own order."""
        self.best = inf
        self.bound = 0.0
        """Lower bound on the cost of every selection."""
        self.enough = 0.0
        """Lower bound, rounded up; a selection that costs at most this much ends the search."""
        self.choice: dict[int, Node] = {}
        self._priced: dict[tuple[object, ...], float] = {}
        """Cache of costs, by reachable nodes, order of computation and refused windows."""
        self._tried = set[tuple[Node, ...]]()
        """Reachable nodes of each selection that `try_each` has tried."""
        self._ordered: dict[tuple[object, ...], tuple[int, ...]] = {}
        """Cache of computed orders, by order function and reachable nodes."""

    def current_selection(self) -> SelectedNodes:
        return SelectedNodes(self.program, self.choice, self.roots, sequence=self.sequence)

    def at_least(self, bound: float, choices: Iterable[Mapping[int, Node]] = ()) -> None:
        """Raise the lower bound on the cost of all selections to `bound`, and price the selections `choices`, which may attain it."""
        self.bound = max(self.bound, bound)
        self.enough = self.bound * (1.0 + ROUNDING)
        self.try_each(choices)

    def price(self, choice: dict[int, Node], refused: frozenset[int] = frozenset()) -> float:
        """Return the cost of a selection, or infinity if it is infeasible.

        `refused` are numbers of windows (rectangular tensor parts) that count as not contiguous in memory. If `refused` is empty, the
        selection is stored if it is the cheapest one so far.
        """
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
        """Price the selections `choices`, each in all orders of computation (`ORDERS`), until one attains the lower bound.

        An e-class without a selected node gets the root of its cheapest tree of nodes.
        """
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
        """Price a selection in each of `orders` of computation, and keep an order if the cost is the least so far.

        Programs with dispatches formed by IREE keep their own order.
        """
        if not self.program.formed and self.price(choice) < float("inf"):
            for order in orders:
                best, before = self.best, self.sequence
                self.sequence = self._order(choice, order)
                self.price(choice)
                if self.best >= best:
                    self.sequence = before

    def _order(self, choice: dict[int, Node], order: Order) -> tuple[int, ...]:
        """Return the e-classes of a selection in the order of computation that `order` gives; cached."""
        key = order, *[choice[c] for c in reachable_classes(choice, self.roots)]
        if key not in self._ordered:
            self._ordered[key] = order(SelectedNodes(self.program, choice, self.roots))
        return self._ordered[key]

    def exchange(self) -> None:
        """Improve the selection by local search: exchange one node at a time while the cost decreases."""
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
        """Price all selections, then each in all orders of computation; return False if the limit on search effort is reached."""
        if not all(not self.work.over() and self.price(choice) >= 0.0 for choice in self._choices()):
            return False
        for choice in self._choices() if not self.program.formed else ():
            if self.work.over():
                return False
            self.reorder(choice, ORDERS)
        return True

    def _choices(self) -> Iterator[dict[int, Node]]:
        """Yield every selection, each with nodes only for e-classes that the roots reach."""
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
