"""Lower bounds on the cost of every selection of nodes, by relaxation.

The relaxation replaces commands by alternatives (`DemandStep`) whose costs add up. The cheapest set of alternatives that satisfies all
requirements is found by `egraph_opt.extract`. The least number of waves bounds the cost of waves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from egraph_opt.extract import Limits, ProblemBuilder, Work, extract_exact
from egraph_opt.extract.base.stable_sum import ordered_sum
from egraph_opt.families.region.choice.commands import DeviceCommand
from egraph_opt.families.region.choice.cost import RegionCost, least, of_memory, of_waves
from egraph_opt.families.region.choice.demand_states import DemandStep, Need
from egraph_opt.families.region.choice.live_memory import least_live_bytes
from egraph_opt.families.region.choice.node_table import Nodes, TooMany
from egraph_opt.families.region.choice.relaxed_transitions import Steps
from egraph_opt.families.region.choice.saturate import Node, SaturatedGraph
from egraph_opt.families.region.choice.schedule_depth import StepWaves
from egraph_opt.families.region.choice.use_counts import Uses
from egraph_opt.families.region.encode.loop_nest import Nest
from egraph_opt.families.region.encode.tensor_program import EncodedFunction

ROUNDING = 1e-9
"""Relative tolerance for equal sums, since rounding depends on the order of addition."""
SHARE = 0.1
"""Fraction of the limit on search effort that the computation of a lower bound may use."""
SEPARATE_SHARE = 3 * SHARE
"""Fraction of the work limit for a second bound, which charges an e-class in each dispatch into which it is fused."""
MAX_WAVES = 8
"""How many numbers of waves `at_once` tries at most, from the least possible number up."""
STEP = 10
"""Search effort charged per alternative (`DemandStep`)."""


@dataclass(frozen=True, slots=True)
class CostBound:
    """Lower bound on the cost of all selections, with selections whose cost may be near the bound."""

    cost: float
    choices: tuple[Mapping[int, Node], ...] = ()
    shared: bool = False
    """True if the cheapest alternatives fuse some e-class into several dispatches."""
    steps: Steps | None = None
    waves: StepWaves | None = None
    rest: float = 0.0
    """Lower bound on the cost of opaque dispatches and of transient memory."""
    sums: float = 0.0
    """Cost of the cheapest set of alternatives that satisfies all requirements."""
    taken: Mapping[Need, DemandStep] = field(default_factory=dict)
    """The alternative for each requirement in the cheapest set (see `sums`)."""


def bound_cost(
    program: EncodedFunction, graph: SaturatedGraph, model: RegionCost, nodes: Mapping[int, Sequence[Node]], tree: Mapping[int, Node],
    owned: set[int], work: Work, share: float = SHARE, best: float = inf,
    unknown: Container[Nest] = (),
) -> CostBound:  # fmt: skip
    """Return a lower bound on the cost of all feasible selections; 0 if the work limit is too small.

    A feasible selection overwrites no input tensor outside `owned`, and runs no loop nest of unknown cost outside `unknown`. If the bound
    is below `best` (the least known cost), a tighter bound is computed. It charges an e-class in each dispatch into which it is fused.
    """
    if not graph.roots or STEP * sum(map(len, nodes.values())) > share * work.steps:
        return CostBound(0.0)
    try:
        of_nodes = Nodes(program, nodes, tree)
        uses = Uses(of_nodes, graph.roots)
        steps = Steps(graph, of_nodes, model, owned, uses, unknown)
        found = _bound_steps(steps, work, share)
        if found.shared and found.cost < best * (1.0 - ROUNDING):
            steps = Steps(graph, of_nodes, model, owned, uses, unknown, apart=True)
            closer = _bound_steps(steps, work, SEPARATE_SHARE / SHARE * share)
            found = replace(closer, cost=max(found.cost, closer.cost), choices=(*found.choices, *closer.choices))
    except TooMany:
        return CostBound(0.0)
    return found


def _bound_steps(steps: Steps, work: Work, share: float) -> CostBound:
    if not all(root in steps.of for root in steps.roots):
        return CostBound(0.0)
    work.spend(STEP * sum(map(len, steps.of.values())))
    sums, taken = _sums(steps.roots, steps.of, work, share * work.steps)
    cheapest, waves = _chosen_nodes(steps.roots, taken), StepWaves(steps.of, steps.roots)
    earliest = _chosen_nodes(steps.roots, waves.first)
    program, model = steps.program, steps.model
    stay = [program.bodies[op].work for op in program.skeleton if op in program.bodies]
    always = ordered_sum(least(model, DeviceCommand("dispatch", (), (), body.flops, body.moved, body.nests)) for body in stay)
    using = (step for need, step in taken.items() if need[0] != "computed")
    uses = Counter(x for step in using for x, _ in step.needs if x[0] in ("joined", "made"))
    shared = max(uses.values(), default=0) > 1
    memory = of_memory(model, least_live_bytes(steps)) if hasattr(model, "memory") else 0.0
    rest, choices = always + memory, (cheapest, earliest, {**earliest, **cheapest})
    return CostBound(sums + rest + of_waves(model, waves.fewest), choices, shared, steps, waves, rest, sums, taken)


def at_once(found: CostBound, work: Work, share: float = SHARE, best: float = inf) -> tuple[float, list[dict[int, Node]]]:
    """Return a lower bound on the joint cost of commands and waves, with nodes that attain the bound.

    The bound is a minimum over n: the cost of n waves plus that of the cheapest alternatives that fit into n waves.
    """
    steps, waves, choices = found.steps, found.waves, list[dict[int, Node]]()
    if steps is None or waves is None:
        return 0.0, choices
    least, number = inf, waves.fewest
    beside = Work(share * work.steps, work.clocks[0])
    while True:
        all_more = found.sums + found.rest + of_waves(steps.model, number)
        if number == waves.fewest + MAX_WAVES or all_more >= min(least, best) or beside.over():
            return min(least, all_more), choices
        ways = waves.within(number)
        if all(root in ways for root in steps.roots) and not waves.exceeds_waves(ways, number):
            if ways == steps.of:
                sums, taken = found.sums, found.taken
            else:
                sums, taken = _sums(steps.roots, ways, beside, beside.steps - beside.spent)
            least = min(least, sums + found.rest + of_waves(steps.model, number))
            choices.append(_chosen_nodes(steps.roots, taken))
        number += 1


def along(found: CostBound, work: Work, share: float = SHARE) -> tuple[float, list[dict[int, Node]]]:
    """Return a lower bound on the cost of all commands plus the waves of one dependence path, with nodes that attain it."""
    steps, waves = found.steps, found.waves
    if steps is None or waves is None or not of_waves(steps.model, 1):
        return 0.0, []
    most = waves.fewest + MAX_WAVES
    price = min(of_waves(steps.model, number) / number for number in range(1, most + 1))
    of, path = waves.along(price, found.taken)
    beside = Work(share * work.steps, work.clocks[0])
    sums, taken = _sums([*steps.roots, path], of, beside, beside.steps)
    return min(sums, found.sums + of_waves(steps.model, most)) + found.rest, [_chosen_nodes(steps.roots, taken)]


def _sums(
    roots: Sequence[Need], of: Mapping[Need, Sequence[DemandStep]], work: Work, most: float
) -> tuple[float, Mapping[Need, DemandStep]]:
    """Return a lower bound on the cost of satisfying `roots`, and the best alternatives found with search effort at most `most`."""
    builder, steps_of = ProblemBuilder(), list[DemandStep]()
    number = {need: builder.add_class() for need in of}
    for need, ways in of.items():
        for step in ways:
            builder.add_node(number[need], step.cost, [number[x] for x, _ in step.needs if x[0] != "operation"])
            steps_of.append(step)
    for root in roots:
        builder.add_root(number[root])
    found = extract_exact(builder.build(), limits=Limits(most, work.clocks[0]), straight=True)
    work.spend(found.steps)
    return found.lower_bound, {need: steps_of[n] for need, n in zip(of, found.choice.tolist(), strict=True) if n >= 0}


def _chosen_nodes(roots: Sequence[Need], taken: Mapping[Need, DemandStep]) -> dict[int, Node]:
    """Return the node of each e-class that `roots` reach through the alternatives `taken`."""
    found: dict[int, Node] = {}
    seen: set[Need] = set()
    todo = list(reversed(roots))
    while todo:
        need = todo.pop()
        if need not in seen and need in taken:
            seen.add(need)
            step = taken[need]
            if step.node is not None:
                found.setdefault(need[1], step.node)
            todo += [x for x, _ in reversed(step.needs)]
    return found
