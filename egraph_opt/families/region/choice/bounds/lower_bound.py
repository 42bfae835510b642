"""Lower bounds on the cost of every selection of nodes, by relaxation.

The relaxed problem (`relaxed_problem`) has requirements on e-classes, and alternatives that satisfy them, whose costs add up. The cheapest
alternatives for all requirements are found by `egraph_opt.extract`. The least number of waves bounds the cost of waves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from egraph_opt.extract import Limits, ProblemBuilder, Work, extract_exact
from egraph_opt.extract.base.stable_sum import ordered_sum
from egraph_opt.families.region.choice.bounds.live_memory import least_live_bytes
from egraph_opt.families.region.choice.bounds.node_table import Nodes, TooMany
from egraph_opt.families.region.choice.bounds.relaxed_problem import RelaxedProblem
from egraph_opt.families.region.choice.bounds.requirements import Alternative, Requirement
from egraph_opt.families.region.choice.bounds.schedule_depth import WaveBounds
from egraph_opt.families.region.choice.bounds.use_counts import Uses
from egraph_opt.families.region.choice.classes.saturate import Node, SaturatedGraph
from egraph_opt.families.region.choice.pricing.cost import RegionCost, least, of_memory, of_waves
from egraph_opt.families.region.choice.scheduling.commands import DeviceCommand
from egraph_opt.families.region.encode.loop_nest import Nest
from egraph_opt.families.region.encode.tensor_program import EncodedFunction

ROUNDING = 1e-9
"""Relative tolerance for equal sums, since rounding depends on the order of addition."""
BOUND_WORK_FRACTION = 0.1
"""Fraction of the limit on search effort that the computation of a lower bound may use."""
SEPARATE_BOUND_WORK_FRACTION = 3 * BOUND_WORK_FRACTION
"""Fraction of the work limit for a second bound, which charges an e-class in each dispatch into which it is fused."""
MAX_WAVES = 8
"""Maximum number of wave counts that `at_once` tries, from the least possible count up."""
ALTERNATIVE_WORK = 10
"""Search effort charged per alternative of the relaxed problem."""


@dataclass(frozen=True, slots=True)
class CostBound:
    """Lower bound on the cost of all selections (one node per e-class), with selections whose cost may be near the bound."""

    cost: float
    choices: tuple[Mapping[int, Node], ...] = ()
    shared: bool = False
    """True if the cheapest alternatives fuse some e-class into several dispatches."""
    problem: RelaxedProblem | None = None
    waves: WaveBounds | None = None
    rest: float = 0.0
    """Lower bound on the cost of opaque dispatches and of transient memory."""
    sums: float = 0.0
    """Cost of the cheapest set of alternatives that satisfies all requirements."""
    taken: Mapping[Requirement, Alternative] = field(default_factory=dict)
    """The alternative for each requirement in the cheapest set (see `sums`)."""


def bound_cost(
    program: EncodedFunction, graph: SaturatedGraph, model: RegionCost, nodes: Mapping[int, Sequence[Node]], tree: Mapping[int, Node],
    owned: set[int], work: Work, share: float = BOUND_WORK_FRACTION, best: float = inf,
    unknown: Container[Nest] = (),
) -> CostBound:  # fmt: skip
    """Return a lower bound on the cost of all feasible selections; 0 if the work limit is too small.

    A feasible selection overwrites no input tensor outside `owned`, and runs no loop nest of unknown cost outside `unknown`. If the bound
    is below `best` (the least known cost), a tighter bound is computed. It charges an e-class in each dispatch into which it is fused.
    """
    if not graph.roots or ALTERNATIVE_WORK * sum(map(len, nodes.values())) > share * work.steps:
        return CostBound(0.0)
    try:
        of_nodes = Nodes(program, nodes, tree)
        uses = Uses(of_nodes, graph.roots)
        problem = RelaxedProblem(graph, of_nodes, model, owned, uses, unknown)
        found = _bound_problem(problem, work, share)
        if found.shared and found.cost < best * (1.0 - ROUNDING):
            problem = RelaxedProblem(graph, of_nodes, model, owned, uses, unknown, apart=True)
            closer = _bound_problem(problem, work, SEPARATE_BOUND_WORK_FRACTION / BOUND_WORK_FRACTION * share)
            found = replace(closer, cost=max(found.cost, closer.cost), choices=(*found.choices, *closer.choices))
    except TooMany:
        return CostBound(0.0)
    return found


def _bound_problem(problem: RelaxedProblem, work: Work, share: float) -> CostBound:
    if not all(root in problem.of for root in problem.roots):
        return CostBound(0.0)
    work.spend(ALTERNATIVE_WORK * sum(map(len, problem.of.values())))
    sums, taken = _sums(problem.roots, problem.of, work, share * work.steps)
    cheapest, waves = _chosen_nodes(problem.roots, taken), WaveBounds(problem.of, problem.roots)
    earliest = _chosen_nodes(problem.roots, waves.first)
    program, model = problem.program, problem.model
    stay = [program.bodies[op].work for op in program.skeleton if op in program.bodies]
    always = ordered_sum(least(model, DeviceCommand("dispatch", (), (), body.flops, body.moved, body.nests)) for body in stay)
    using = (alternative for requirement, alternative in taken.items() if requirement[0] != "computed")
    uses = Counter(x for alternative in using for x, _ in alternative.prerequisites if x[0] in ("joined", "made"))
    shared = max(uses.values(), default=0) > 1
    memory = of_memory(model, least_live_bytes(problem)) if hasattr(model, "memory") else 0.0
    rest, choices = always + memory, (cheapest, earliest, {**earliest, **cheapest})
    return CostBound(sums + rest + of_waves(model, waves.fewest), choices, shared, problem, waves, rest, sums, taken)


def at_once(
    found: CostBound, work: Work, share: float = BOUND_WORK_FRACTION, best: float = inf
) -> tuple[float, list[dict[int, Node]]]:
    """Return a lower bound on the sum of the costs of commands and waves (groups of concurrent commands), with nodes that attain it.

    The bound is a minimum over n: the cost of n waves plus the cost of the cheapest alternatives that fit into n waves.
    """
    problem, waves, choices = found.problem, found.waves, list[dict[int, Node]]()
    if problem is None or waves is None:
        return 0.0, choices
    least, number = inf, waves.fewest
    beside = Work(share * work.steps, work.clocks[0])
    while True:
        all_more = found.sums + found.rest + of_waves(problem.model, number)
        if number == waves.fewest + MAX_WAVES or all_more >= min(least, best) or beside.over():
            return min(least, all_more), choices
        alternatives = waves.within(number)
        if all(root in alternatives for root in problem.roots) and not waves.exceeds_waves(alternatives, number):
            if alternatives == problem.of:
                sums, taken = found.sums, found.taken
            else:
                sums, taken = _sums(problem.roots, alternatives, beside, beside.steps - beside.spent)
            least = min(least, sums + found.rest + of_waves(problem.model, number))
            choices.append(_chosen_nodes(problem.roots, taken))
        number += 1


def along(found: CostBound, work: Work, share: float = BOUND_WORK_FRACTION) -> tuple[float, list[dict[int, Node]]]:
    """Return a lower bound on the cost of all commands plus the waves along one dependence path, with nodes that attain it."""
    problem, waves = found.problem, found.waves
    if problem is None or waves is None or not of_waves(problem.model, 1):
        return 0.0, []
    most = waves.fewest + MAX_WAVES
    price = min(of_waves(problem.model, number) / number for number in range(1, most + 1))
    of, path = waves.along(price, found.taken)
    beside = Work(share * work.steps, work.clocks[0])
    sums, taken = _sums([*problem.roots, path], of, beside, beside.steps)
    return min(sums, found.sums + of_waves(problem.model, most)) + found.rest, [_chosen_nodes(problem.roots, taken)]


def _sums(
    roots: Sequence[Requirement], of: Mapping[Requirement, Sequence[Alternative]], work: Work, most: float
) -> tuple[float, Mapping[Requirement, Alternative]]:
    """Return a lower bound on the cost of satisfying the requirements `roots`, and the best alternatives that a limited search finds."""
    builder, alternatives_of = ProblemBuilder(), list[Alternative]()
    number = {requirement: builder.add_class() for requirement in of}
    for requirement, alternatives in of.items():
        for alternative in alternatives:
            builder.add_node(
                number[requirement], alternative.cost, [number[x] for x, _ in alternative.prerequisites if x[0] != "operation"]
            )
            alternatives_of.append(alternative)
    for root in roots:
        builder.add_root(number[root])
    found = extract_exact(builder.build(), limits=Limits(most, work.clocks[0]), straight=True)
    work.spend(found.steps)
    return found.lower_bound, {
        requirement: alternatives_of[n] for requirement, n in zip(of, found.choice.tolist(), strict=True) if n >= 0
    }


def _chosen_nodes(roots: Sequence[Requirement], taken: Mapping[Requirement, Alternative]) -> dict[int, Node]:
    """Return the selected node of each e-class that the requirements `roots` need, given the alternative `taken` for each."""
    found: dict[int, Node] = {}
    seen: set[Requirement] = set()
    todo = list(reversed(roots))
    while todo:
        requirement = todo.pop()
        if requirement not in seen and requirement in taken:
            seen.add(requirement)
            alternative = taken[requirement]
            if alternative.node is not None:
                found.setdefault(requirement[1], alternative.node)
            todo += [x for x, _ in reversed(alternative.prerequisites)]
    return found
