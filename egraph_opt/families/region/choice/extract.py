"""Extraction of one node per e-class that minimises the cost of the whole schedule.

The search starts from the cheapest tree of each e-class, and from selections that attain relaxed lower bounds. Second, local search
exchanges single nodes while the cost decreases. Third, all selections are enumerated, as far as the work limit allows. If a limit stopped
saturation, the lower bound counts only computations that no equivalent program can omit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from types import MappingProxyType
from typing import Any

from egraph_opt.core.saturation import format_terms
from egraph_opt.cost.checked_model import query_cost
from egraph_opt.errors import EgraphOptError
from egraph_opt.extract import Work
from egraph_opt.extract.base.stable_sum import ordered_sum
from egraph_opt.families.region.choice.bounds.lower_bound import (
    BOUND_WORK_FRACTION,
    ROUNDING,
    CostBound,
    along,
    at_once,
    bound_cost,
)
from egraph_opt.families.region.choice.bounds.mandatory_work import compulsory, unavoidable
from egraph_opt.families.region.choice.choice_search import ORDERS, ScheduleSearch
from egraph_opt.families.region.choice.classes.reachability import acyclic
from egraph_opt.families.region.choice.classes.saturate import Node, SaturatedGraph
from egraph_opt.families.region.choice.classes.selection import SelectedNodes, as_formed
from egraph_opt.families.region.choice.pricing.cost import RegionCost, price, unpriced_nests
from egraph_opt.families.region.choice.scheduling.schedule import schedule
from egraph_opt.families.region.encode.linalg_reader import VIEWS, reduces
from egraph_opt.families.region.encode.tensor_program import EncodedFunction
from egraph_opt.families.region.vocabulary.name_table import WordNumbers
from egraph_opt.families.region.vocabulary.window import Window, dense

NOT_EMITTED = ("hide", "pad", "concat", "slice_all", "recount_all", "rebuild")
"""Symbols of nodes that are never emitted, since their e-class has another node after saturation."""
UNFORMED_SYMBOLS = (*NOT_EMITTED, "transpose", "fused_pad", "elementwise")
"""Symbols that cannot be emitted once IREE has formed dispatches, since they need new dispatches."""
NO_CHOICE: Mapping[int, Node] = MappingProxyType({})
TREE_WEIGHT = {
    "work": 1.0,
    "elementwise": 1.0,
    "transpose": 1.0,
    "repeat": 1.0,
    "transfer": 1.0,
    "insert": 0.1,
    "fused_insert": 0.1,
    "splat": 0.1,
}
"""Cost of a node by symbol, in dispatches, when the cheapest tree of each e-class is selected."""


class NoChoice(EgraphOptError):
    """No selection of nodes can be emitted, for example because a limit stopped saturation."""

    def __init__(self, why: str, stopped_by: str = "") -> None:
        super().__init__(why)
        self.stopped_by = stopped_by


@dataclass(frozen=True, slots=True)
class ScheduleChoice:
    """Selected nodes with their cost and a lower bound on the cost of every selection.

    `tree_cost` is the cost of the first selection, which has the cheapest tree of each e-class (`usable`). `input_cost` is the cost of
    IREE's schedule of the input.
    """

    selected: SelectedNodes
    cost: float
    lower_bound: float
    optimal: bool
    tree_cost: float
    input_cost: float
    stopped_by: str = ""
    spent: float = 0.0
    """Effort that the search has spent, in the unit of the work limit."""

    def dump_text(self) -> str:
        chosen = ((c, self.selected.choice[c]) for c in self.selected.order)
        nodes = format_terms((c, (n.symbol, *n.numbers, *n.children)) for c, n in chosen)
        return f"; {self.input_cost:.9g} before, {self.cost:.9g} now, at least {self.lower_bound:.9g}\n{nodes}"


def usable(graph: SaturatedGraph, names: WordNumbers, formed: bool = False) -> tuple[dict[int, list[Node]], dict[int, Node]]:
    """Return, for each e-class, the nodes that can be emitted as operations (cheapest tree first), and the root of its cheapest tree.

    A tree's cost is the sum of its nodes' `tree_weight`. Of equally cheap insertions, the one that writes at a higher address comes first.
    `formed`: whether IREE has formed the program's dispatches.
    """
    windows = [window_set[0] for window_set in names.window_sets]
    views = {c for c, nodes in graph.nodes.items() if any(n.symbol == "spread" for n in nodes)}
    """E-classes of `spread` nodes; they are no tensors, so they cannot be sliced or reshaped."""
    never = UNFORMED_SYMBOLS if formed else NOT_EMITTED
    written = {
        c: [
            n
            for n in nodes
            if n.symbol not in never and not (n.symbol in ("slice", "recount") and n.children[0] in views) and c not in n.children
        ]
        for c, nodes in graph.nodes.items()
    }
    weight = _cheapest_trees(written, windows)

    def order(n: Node) -> tuple[Any, ...]:
        cost = tree_weight(n, windows) + ordered_sum(weight[x] for x in n.children)
        start = names.linear_range(windows[n.numbers[0]])[0] if n.symbol == "insert" else 0
        return float(f"{cost:.9g}"), -start, n.symbol, n.numbers, n.children

    found = {
        c: sorted((n for n in nodes if all(x in weight for x in n.children)), key=order)
        for c, nodes in written.items()
        if c in weight
    }
    return acyclic(found), {c: nodes[0] for c, nodes in found.items()}


def _cheapest_trees(nodes: Mapping[int, Sequence[Node]], windows: list[Window]) -> dict[int, float]:
    """Return, for each e-class that has a finite tree of nodes, the cost of its cheapest tree."""
    users: dict[int, list[int]] = {}
    for c, each in nodes.items():
        for x in dict.fromkeys(x for n in each for x in n.children):
            users.setdefault(x, []).append(c)
    own = {n: tree_weight(n, windows) for each in nodes.values() for n in each}
    weight: dict[int, float] = {}
    stale = set(nodes)
    while stale:
        for c, each in nodes.items():
            if c not in stale:
                continue
            stale.remove(c)
            for node in each:
                if all(x in weight for x in node.children):
                    cost = own[node] + ordered_sum(weight[x] for x in node.children)
                    if cost < weight.get(c, inf) * (1.0 - ROUNDING):
                        weight[c] = cost
                        stale.update(users.get(c, ()))
    return weight


def tree_weight(node: Node, windows: list[Window]) -> float:
    """Return the cost of a node, without its operands, for the choice of the cheapest trees."""
    if node.symbol in ("insert", "slice") and not dense(windows[node.numbers[0]]):
        return 1.0
    return TREE_WEIGHT.get(node.symbol, 0.001)


def extract(
    program: EncodedFunction, graph: SaturatedGraph, model: RegionCost, work: Work, known: float = inf, quick: bool = False,
    hint: Mapping[int, Node] = NO_CHOICE, share: float = BOUND_WORK_FRACTION,
) -> ScheduleChoice:  # fmt: skip
    """Return the cheapest selection found within the work limit.

    Args:
        known: cost of a result found before; the search ends when the lower bound proves that no selection is cheaper.
        quick: whether to stop after local search; the lower bound then counts only computations that every selection contains.
        hint: selection to try before others.
        share: fraction of the work limit that the computation of lower bounds may use.

    Raises:
        NoChoice: a result of the function has no nodes that can be emitted.
    """
    nodes, tree = usable(graph, program.names, program.formed)
    if not all(root in tree for root in graph.roots):
        raise NoChoice(f"no writable form was found (stopped by {graph.stopped_by or 'nothing'})", graph.stopped_by)
    search = ScheduleSearch(program, graph.roots, model, nodes, tree, work)
    search.sequence = tuple(graph.written) if program.formed else ()
    refused = frozenset(program.names.refused)
    if graph.begun is None:
        begun, written = search, as_written(program, graph, nodes, tree)
    else:  # of two different terms of the input that are in one class, a choice has only one
        ways, trees = usable(graph.begun, program.names, program.formed)
        begun, written = (
            ScheduleSearch(program, graph.begun.roots, model, ways, trees, work),
            as_written(program, graph.begun, ways, trees),
        )
    given = as_formed(program) if program.formed else SelectedNodes(program, written, begun.roots, refused)
    begun.unknown = search.unknown = unpriced_nests(model, schedule(given))
    begun.owned = SelectedNodes(program, written, begun.roots).writes_into()
    search.owned = (begun.owned | program.replaced) - program.handed_on
    tree_cost = search.price(tree)
    begun.price(written)
    input_cost = price(model, schedule(given)) if program.formed else begun.price(written, refused)
    if search.best == float("inf"):
        raise NoChoice("what is written cannot be done in its order", graph.stopped_by)
    hinted = bool(hint) and all(node in nodes.get(c, ()) for c, node in hint.items())
    search.try_each([hint] if hinted else [])
    search.at_least(query_cost(model, "the commands of any schedule", model.bound, unavoidable(program, graph, nodes)))
    steps = CostBound(0.0)
    if not quick and search.best > search.enough:
        steps = bound_cost(program, graph, model, nodes, tree, search.owned, work, share, min(search.best, known), search.unknown)
        search.at_least(steps.cost, steps.choices)
        if min(search.best, known) > search.enough:
            search.at_least(*at_once(steps, work, share, min(search.best, known)))
    too_expensive = known <= search.enough and not graph.stopped_by
    if not too_expensive and not (quick and hinted):
        search.exchange()
        search.reorder(search.choice, ORDERS[1:])
    if min(search.best, known) > search.enough:
        search.at_least(*along(steps, work, share))
        too_expensive = known <= search.enough and not graph.stopped_by
    complete = search.best <= search.enough or (not too_expensive and not quick and search.all_choices())
    bound = search.bound
    if graph.stopped_by:
        bound = query_cost(model, "the commands of any program", model.bound, compulsory(program))
    bound = search.best if complete and not graph.stopped_by else min(search.best, bound)
    limit = graph.stopped_by or ("" if complete or too_expensive else work.stopped_by)
    optimal = complete and not graph.stopped_by
    selected = search.current_selection()
    if graph.begun is None:
        selected.left = left_to_iree(graph, written, selected.choice)
    return ScheduleChoice(selected, search.best, bound, optimal, tree_cost, input_cost, limit, work.spent)


def left_to_iree(graph: SaturatedGraph, written: Mapping[int, Node], choice: Mapping[int, Node]) -> dict[int, Node]:
    """Return the paddings and insertions of the input that are emitted unfused, since IREE fuses them with the operand's dispatch.

    If the output already contained the fusion, IREE could not rewrite the operand before.
    """
    return {
        c: node
        for c, node in graph.written.items()
        if node.symbol in ("pad", "insert")
        and choice.get(c) == written.get(c)
        and choice[c].symbol in ("fused_insert", "fused_pad")
    }


def as_written(
    program: EncodedFunction, graph: SaturatedGraph, nodes: dict[int, list[Node]], tree: dict[int, Node]
) -> dict[int, Node]:
    """Return the nodes that correspond to IREE 3.13's lowering of the input.

    A padding becomes a fill and an insertion. A concatenation becomes insertions into an empty tensor. An insertion into a fill is fused
    with the computation of its operand if the operand has no other use (FormDispatchRegions.cpp). A slice that is the only use of an
    elementwise result moves to the operands (BubbleUpExtractSlices).
    """
    if program.formed:
        return {**tree, **{c: node for c, node in graph.written.items() if node in nodes.get(c, [])}}
    uses = Counter(x for node in graph.written.values() for x in node.children) + Counter(graph.roots)
    fused = ("fused_insert", "fused_pad", "transpose")
    products = {
        n for ways in nodes.values() for n in ways if n.symbol == "elementwise" and reduces(program.computations[n.numbers[0]])
    }.difference(graph.written.values())  # parts of products: IREE computes the whole
    made = {c: next((n for n in nodes[c] if n.symbol not in fused and n not in products), node) for c, node in tree.items()}
    for c, node in graph.written.items():
        ways = nodes.get(c, [])
        target = graph.written.get(node.children[-1]) if node.children else None
        if node.symbol == "pad" or (node.symbol == "insert" and target and target.symbol == "splat"):
            y = graph.written.get(node.children[0])
            op = program.computations[y.numbers[0]] if y is not None and y.symbol == "work" else None
            apart = op is not None and (op.name in VIEWS or len(op.results) > 1)
            symbols = ("fused_insert", "insert") if uses[node.children[0]] == 1 and not apart else ("insert",)
            same = [n for n in ways if (n.numbers, n.children[:1]) == (node.numbers[:1], node.children[:1])]
            filled = [
                n for s in symbols for n in same if n.symbol == s and any(m.symbol == "splat" for m in nodes[n.children[1]])
            ]
            if filled and c in made:
                made[c] = filled[0]
        elif (
            node.symbol == "slice"
            and uses[node.children[0]] == 1
            and (pushed := [n for n in ways if n.symbol == "elementwise" and n not in products])
        ):
            made[c] = pushed[0]
        elif node in ways:
            made[c] = node
    return made
