"""Search over selections of one node per e-class. Each selection is priced as a whole, and only once."""

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
from egraph_opt.families.region.encode.loop_nest import Nest
from egraph_opt.families.region.encode.tensor_program import EncodedFunction

Order = Callable[[SelectedNodes], tuple[int, ...]]
"""Function from a selection to a sequence of its e-classes."""
ORDERS: tuple[Order, ...] = (as_written, by_depth, by_height)
"""Orders in which selections are priced. Programs whose dispatches IREE has formed keep their own order."""
PRICING = 20
"""Search steps charged per e-class of a priced selection; repeated selections count too, so that limits are deterministic."""


class ScheduleSearch:
    def __init__(
        self, program: EncodedFunction, roots: tuple[int, ...], model: RegionCost, nodes: dict[int, list[Node]], tree: Mapping[int, Node],
        work: Work,
    ) -> None:  # fmt: skip
        self.program, self.roots, self.model, self.nodes, self.tree, self.work = program, roots, model, nodes, tree, work
        self.owned: set[int] = set()
        """External tensors that IREE may overwrite; only these may be targets of insertions."""
        self.unknown = Counter[Nest]()
        """Loop nests of the input that the model cannot price."""
        self.sequence: tuple[int, ...] = ()
        """Sequence in which e-classes are computed; the program's own order if IREE has formed its dispatches."""
        self.best = inf
        self.bound = 0.0
        """Lower bound on the cost of every selection."""
        self.enough = 0.0
        """The lower bound rounded up: a selection that costs no more ends the search."""
        self.choice: dict[int, Node] = {}
        self._priced: dict[tuple[object, ...], float] = {}
        """Cache of prices, by reachable nodes, order and refused windows."""
        self._tried = set[tuple[Node, ...]]()
        """Reachable nodes of selections from outside the search that were tried."""
        self._ordered: dict[tuple[object, ...], tuple[int, ...]] = {}
        """Cache of sequences, by order and reachable nodes."""

    def current_selection(self) -> SelectedNodes:
        return SelectedNodes(self.program, self.choice, self.roots, sequence=self.sequence)

    def at_least(self, bound: float, choices: Iterable[Mapping[int, Node]] = ()) -> None:
        """Raise the lower bound to `bound` and try selections that may attain it."""
        self.bound = max(self.bound, bound)
        self.enough = self.bound * (1.0 + ROUNDING)
        self.try_each(choices)

    def price(self, choice: dict[int, Node], refused: frozenset[int] = frozenset()) -> float:
        """Return the price of a selection, infinite if infeasible. Without `refused` windows, update the incumbent."""
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
        """Price selections from outside the search, in the program's order and in orders with few waves, until one attains the lower bound.

        E-classes missing from a selection get the nodes of tree extraction."""
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
        """Price a selection in orders with few waves. Dispatches that IREE has formed keep their order."""
        if not self.program.formed and self.price(choice) < float("inf"):
            for order in orders:
                best, before = self.best, self.sequence
                self.sequence = self._order(choice, order)
                self.price(choice)
                if self.best >= best:
                    self.sequence = before

    def _order(self, choice: dict[int, Node], order: Order) -> tuple[int, ...]:
        """Return the sequence of a selection in an order, computed once."""
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
        """Try every selection, then each in every order; return False if the work limit ends the enumeration."""
        if not all(not self.work.over() and self.price(choice) >= 0.0 for choice in self._choices()):
            return False
        for choice in self._choices() if not self.program.formed else ():
            if self.work.over():
                return False
            self.reorder(choice, ORDERS)
        return True

    def _choices(self) -> Iterator[dict[int, Node]]:
        """Yield every selection of nodes for the e-classes it reaches."""
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
