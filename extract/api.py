"""Extraction from an egglog e-graph, a JSON file, or a `Problem` built by hand.

best = extract(egraph, expr) best.expr, best.cost, best.bound, best.proved
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import fsum, inf
from typing import Any

import numpy as np

from egraph_opt.extract.base.arguments import list_items, pair
from egraph_opt.extract.base.gc_pause import pause_collection
from egraph_opt.extract.base.problem import InvalidProblem, Problem, Result
from egraph_opt.extract.base.work import LIMITS, STEPS, Limits
from egraph_opt.extract.integer.cp_sat import available
from egraph_opt.extract.read.plain_problem import Write, pose_by_names, pose_problem
from egraph_opt.extract.read.serialize import NamedProblem
from egraph_opt.extract.registers.pressure import Pressure
from egraph_opt.extract.search.cost_limits import extract_limited
from egraph_opt.extract.search.exact import extract_exact
from egraph_opt.extract.search.tradeoff_front import Corner, Front, pareto_front
from egraph_opt.extract.verify import PickedNode, Wrong, alive, verify

LEAST_STEPS, NODE_STEPS = 200_000, 500
"""Default limit of an extraction's work, in steps: for each extraction, and for each node in addition."""

SLACK = 1e-9
"""Largest rounding error of a sum of floats, as a fraction of the sum of their magnitudes."""


@dataclass(frozen=True, eq=False, repr=False)
class Extraction:
    """Cheapest terms found for the roots, with their cost and lower bound.

    `cost` is a DAG cost over all roots: a shared e-class counts once. `bound` is a lower bound on the cost of every selection. `proved` is
    true if `cost` and `bound` agree to a relative 1e-6. `resources` are the sums of the additional costs that `extract(at_most=...)`
    limits. `selection` is the `Result` with the chosen nodes.
    """

    cost: float
    bound: float
    proved: bool
    resources: tuple[float, ...]
    selection: Result
    write: Write

    def __repr__(self) -> str:
        """Return the term, its cost and its bound."""
        named = f"expr={self.exprs[0]}" if len(self.exprs) == 1 else f"exprs={self.exprs}"
        return f"Extraction({named}, cost={self.cost}, bound={self.bound}, proved={self.proved})"

    @property
    def optimal(self) -> bool:
        """Return `proved`, under the name of the attribute in `Result`."""
        return self.proved

    @cached_property
    def exprs(self) -> tuple[Any, ...]:
        """Terms of the roots, in order of the roots; a shared e-class is one shared object."""
        return self.write(self.selection.choice)

    @property
    def expr(self) -> Any:
        """Term of the single root. Raises ValueError if there are several roots."""
        if len(self.exprs) != 1:
            raise ValueError(f"{len(self.exprs)} terms were extracted: use `exprs`")
        return self.exprs[0]


def extract(
    source: Any,
    roots: Any = None,
    *,
    cost: Any = None,
    at_most: Sequence[tuple[Any, float]] = (),
    registers: tuple[Any, float] | None = None,
    seconds: float | None = None,
    limits: Limits | None = None,
) -> Extraction:
    """Find the cheapest terms of an e-graph.

    Without limits, the work grows with the e-graph: about 0.2 s, and half a second for each 1,000 nodes, up to 10 s. `bound` tells how much
    cheaper another term may be.

    Every selection is checked by `verify`, which shares no code with the extractors.

    Args:
        source: an `egglog.EGraph`, a `NamedProblem` (see `serialize.read`), or a `Problem`.
        roots: egglog terms, or e-classes by name or number; default: the roots of the source.
        cost: cost of each node without its children: see `egglog_cost.node_cost`, `plain_problem.prices`; an array for a `Problem`;
            default: the costs of the source.
        at_most: list of pairs of an additional cost and its upper limit, such as `[(area, 100.0)]`.
        registers: pair of the registers per node (in any form that `cost` takes) and the maximum register pressure (see `schedule`), such
            as `(sizes, 8)`. With `registers`, `selection.order` is an evaluation order within the maximum.
        seconds: limit of the search in seconds on the clock, and no other limit.
        limits: limits of the search. Only the limit on `work` ends the search at the same point on every machine.

    Raises:
        InvalidProblem: the source, a root or a cost is invalid, or a root cannot be extracted (`Infeasible`); both limits are given.
        OverLimit: no selection within the limits is known. ImportError: highspy is not installed.
    """
    further = [pair(each, "a limit of at_most", "of a cost and its limit") for each in list_items(at_most, "at_most", "pairs")]
    sizes = [] if registers is None else [pair(registers, "registers", "of sizes and their most")]
    problem, write = pose(source, roots, cost=cost, further=[each for each, _ in [*further, *sizes]])
    limits = _limits(problem, seconds, limits, LIMITS if further or sizes else None)
    most, constraints = [limit for _, limit in further], available()
    if sizes:
        pressure = Pressure(problem.resources[-1], sizes[0][1])
        problem = replace(problem, resources=problem.resources[:-1])
        found = extract_limited(problem, most, pressure=pressure, limits=limits, constraints=constraints)
        _refuse_over(problem, found, pressure)
    elif further:
        found = extract_limited(problem, most, limits=limits, constraints=constraints)
    else:
        found = extract_exact(problem, limits=limits, constraints=constraints)
    with pause_collection():
        return _extraction(problem, found, write)


def _limits(problem: Problem, seconds: float | None, limits: Limits | None, usual: Limits | None) -> Limits:
    """Return the limits given; else `usual`; else limits of work for the size of the problem."""
    if seconds is not None and limits is not None:
        raise InvalidProblem("extract takes `seconds` or `limits`, not both")
    if seconds is not None:
        return Limits(work=inf, seconds=inf, wall=seconds)
    return limits if limits is not None else usual or Limits(min(STEPS, LEAST_STEPS + NODE_STEPS * len(problem.cost)))


def extract_pareto(
    source: Any,
    roots: Any = None,
    *,
    cost: Any = None,
    second: Any,
    limits: Limits = LIMITS,
) -> Front[Extraction]:
    """Return the Pareto front of two costs: terms for which no other terms are better in one cost and not worse in the other.

    The arguments are the same as in `extract`; `limits` hold for the whole front. The front is sorted by `cost`. Each point has the two
    sums as `first` and `second`, and the terms as `found`. `complete` is true if the front is proved to have no further points. Raises the
    same exceptions as `extract`.
    """
    problem, write = pose(source, roots, cost=cost, further=[second])
    front = pareto_front(problem, limits=limits, constraints=available())
    found = [Corner(c.first, c.second, _extraction(problem, c.found, write)) for c in front]
    return Front(found, front.complete, front.bounds, front.stopped_by)


def _extraction(problem: Problem, found: Result, write: Write) -> Extraction:
    picked = _picked_by_class(problem, found)
    exact = verify(problem.roots.tolist(), picked)
    if abs(exact - Fraction(found.cost)) > SLACK * fsum(abs(node.cost) for node in picked.values()):
        raise Wrong(f"the extractor says {found.cost}, but its selection costs {float(exact)}")
    chosen = found.choice[found.choice >= 0]
    sums = tuple(float(row[chosen].sum()) for row in problem.resources)
    return Extraction(found.cost, found.lower_bound, found.optimal, sums, found, write)


def _picked_by_class(problem: Problem, found: Result) -> dict[int, PickedNode]:
    nodes = found.choice[found.choice >= 0]
    starts, ends = problem.child_start[nodes], problem.child_start[nodes + 1]
    # Children of all picked nodes, concatenated; lists for the whole problem would take as long as the checker.
    after = np.cumsum(ends - starts)
    entries = np.arange(after[-1] if len(after) else 0) + np.repeat(ends - after, ends - starts)
    children, back = problem.child_class[entries].tolist(), problem.back[entries].tolist()
    picked: dict[int, PickedNode] = {}
    low = 0
    parts = (np.flatnonzero(found.choice >= 0), problem.node_class[nodes], problem.cost[nodes], after)
    for c, of, cost, high in zip(*(part.tolist() for part in parts), strict=True):
        needs: list[int] = children[low:high]
        behind: list[int] = []
        if True in back[low:high]:
            needs = [x for x, is_back in zip(children[low:high], back[low:high], strict=True) if not is_back]
            behind = [x for x, is_back in zip(children[low:high], back[low:high], strict=True) if is_back]
        picked[c] = PickedNode(of, cost, needs, behind)
        low = high
    return picked


def _refuse_over(problem: Problem, found: Result, pressure: Pressure) -> None:
    """Raise `Wrong` if the evaluation order of a result needs more registers than `pressure` allows."""
    nodes = [] if found.order is None else found.order.tolist()
    order = [int(problem.node_class[node]) for node in nodes]
    sizes = {c: int(pressure.registers[node]) for c, node in zip(order, nodes, strict=True)}
    needed = alive(order, problem.roots.tolist(), _picked_by_class(problem, found), sizes)
    if needed > pressure.most:
        raise Wrong(f"the extractor says {pressure.most:g} registers, but its order needs {needed}")


def pose(source: Any, roots: Any = None, *, cost: Any = None, further: Sequence[Any] = ()) -> tuple[Problem, Write]:
    """Return the problem that `extract` would solve, and a function from a choice (node per e-class) to the terms of the roots.

    `further` are additional costs; each becomes a row of `resources`. `source`, `roots` and `cost` are as in `extract`. Raises
    `InvalidProblem`.
    """
    if type(source).__module__.split(".")[0] == "egglog":
        from egraph_opt.extract.read.egglog_graph import pose as pose_terms

        terms = list(roots) if isinstance(roots, list | tuple) else [] if roots is None else [roots]
        posed = pose_terms(source, terms, cost, further)
        return posed.problem, posed.exprs
    if isinstance(source, Problem):
        return pose_problem(source, roots, cost, further)
    if isinstance(source, NamedProblem):
        return pose_by_names(source, roots, cost, further)
    raise InvalidProblem(
        f"extract takes an egglog.EGraph, what serialize.read returns, or a Problem, not a {type(source).__name__}"
    )
