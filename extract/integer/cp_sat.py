"""Interface to the constraint solver CP-SAT of OR-tools, for small components where cuts do not close the gap.

The rows of the integer program become clauses. Integer levels of e-classes exclude cycles. CP-SAT has a deterministic work limit, so it
stops at the same point on every machine.

CP-SAT runs in a separate process, since OR-tools contains a copy of HiGHS that conflicts with highspy.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from importlib.util import find_spec
from math import ceil
from resource import RLIMIT_CPU, RUSAGE_CHILDREN, getrusage, setrlimit
from time import monotonic, process_time
from typing import TYPE_CHECKING, Any

from egraph_opt.extract.base.cost_gcd import grain
from egraph_opt.extract.base.extractor_result import Candidate, better
from egraph_opt.extract.base.pruned_graph import Graph, knots, topological
from egraph_opt.extract.base.work import WorkPart

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

FINE = 1e12
"""Integer to which the cost of the known selection is scaled. All scaled costs are rounded down, so the lower bound stays valid."""

FOREVER = 1e6
"""Time limit in seconds that means no limit."""

ANSWER_FRACTION = 0.97
"""Fraction of the wall-clock limit after which the solver must stop."""

START, MODEL, UNIT = 1e6, 40, 3e6
"""Work, in steps, to start the process, to write the model (per node), and per unit of the solver's deterministic time."""


def available() -> bool:
    return find_spec("ortools") is not None


def decide(graph: Graph, warm: Candidate, work: WorkPart) -> tuple[Candidate, float, bool]:
    """Return the best selection found, a lower bound, and whether the selection is optimal. Costs must be >= 0."""
    steps = START + MODEL * len(graph.cost)
    if not work.allows(steps):
        work.spend(max(0.0, work.left))  # no later phase may use these steps
        return warm, 0.0, False
    work.spend(steps)
    scale = 1 / grain(graph.cost) if grain(graph.cost) else FINE / warm[1]
    asked = {
        "graph": {name: getattr(graph, name) for name in Graph.__slots__},
        "warm": warm[0],
        "prices": [int(cost * scale) for cost in graph.cost],
        "units": work.left / UNIT,
    }
    answer, seconds = _ask(asked, *work.clocks)
    work.whole.charge(seconds)
    if answer is None:
        work.spend(max(0.0, work.left))
        return warm, 0.0, False
    work.spend(UNIT * answer["units"])
    best = better(warm, graph.prune_choice(answer["choice"]))
    return best, min(best[1], answer["bound"] / scale), answer["decided"]


def _ask(asked: dict[str, object], seconds: float, wall: float) -> tuple[dict[str, Any] | None, float]:
    """Run the solver in a subprocess; return the JSON answer (None after a failure or timeout) and the CPU time.

    The subprocess is killed after `seconds` of CPU time or `wall` seconds of elapsed time.
    """
    wall = min(wall, FOREVER)
    asked = asked | {"seconds": min(seconds, FOREVER), "until": monotonic() + ANSWER_FRACTION * wall}
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", __name__]
    before = getrusage(RUSAGE_CHILDREN)
    answer: dict[str, Any] | None = None
    with suppress(subprocess.TimeoutExpired):
        done = subprocess.run(
            command, input=json.dumps(asked), env=environment, capture_output=True, text=True, check=False, timeout=wall
        )
        answer = json.loads(done.stdout) if not done.returncode else None
    after = getrusage(RUSAGE_CHILDREN)
    return answer, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def solve(
    graph: Graph, warm: list[int], prices: list[int], units: float, seconds: float, until: float
) -> dict[str, object] | None:
    """Minimise integral costs. Return the choice, a lower bound, optimality and the units used, or None without a choice.

    The solver stops after `units` of deterministic time, `seconds` of CPU time, or when the monotonic clock shows `until`.
    """
    from ortools.sat.python import cp_model

    model, selects = _model(graph, warm)
    model.minimize(sum(prices[node] * select for node, select in selects.items() if prices[node]))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = 2
    solver.parameters.max_deterministic_time = units
    solver.parameters.max_time_in_seconds = max(0.0, min(seconds - process_time(), until - monotonic()))
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    chosen = [max(nodes, key=lambda node: solver.value(selects[node]), default=-1) for nodes in graph.nodes_of]
    units = solver.response_proto.deterministic_time
    return {"choice": chosen, "bound": solver.best_objective_bound, "decided": status == cp_model.OPTIMAL, "units": units}


def _model(graph: Graph, warm: list[int]) -> tuple[CpModel, dict[int, IntVar]]:
    """Return the CP-SAT model and the selection variable of each node; the known selection `warm` is a hint."""
    from ortools.sat.python.cp_model import CpModel

    model, forced = CpModel(), set(graph.roots)
    classes = [c for c, nodes in enumerate(graph.nodes_of) if nodes]
    knot = knots(graph, classes)
    together = Counter(knot[c] for c in classes)
    selects = {node: model.new_bool_var("") for c in classes for node in graph.nodes_of[c]}
    needed = {c: model.new_constant(1) if c in forced else model.new_bool_var("") for c in classes}
    level = {c: model.new_int_var(0, together[knot[c]] - 1, "") for c in classes if together[knot[c]] > 1}
    users: dict[int, list[IntVar]] = {c: [] for c in classes}
    for c in classes:
        nodes = graph.nodes_of[c]
        model.add_exactly_one([*(selects[node] for node in nodes), *([] if c in forced else [~needed[c]])])
        for node in nodes:
            for x in graph.forward[node] + graph.back[node]:
                model.add_implication(selects[node], needed[x])
                users[x].append(selects[node])
            for x in graph.forward[node]:
                if knot[x] == knot[c]:
                    model.add(level[c] >= level[x] + 1).only_enforce_if(selects[node])
    for c in classes:
        if c not in forced:
            model.add_bool_or([*users[c], ~needed[c]])
            model.add_hint(needed[c], warm[c] >= 0)
    depth: dict[int, int] = {}
    for c in topological(graph, warm, [c for c in classes if warm[c] >= 0]):
        depth[c] = max([depth[x] + 1 for x in graph.forward[warm[c]] if knot[x] == knot[c]], default=0)
    for c, above in level.items():
        model.add_hint(above, depth.get(c, 0))
    hinted = set(warm)
    for node, select in selects.items():
        model.add_hint(select, node in hinted)
    return model, selects


def main() -> None:
    """Read a problem as JSON from standard input; write the answer as JSON to standard output."""
    asked = json.load(sys.stdin)
    seconds = ceil(asked["seconds"])
    setrlimit(RLIMIT_CPU, (seconds, seconds + 1))  # in case the solver does not check its time limit
    graph = asked.pop("graph")
    for name in ("forward", "back"):
        graph[name] = [tuple(below) for below in graph[name]]
    print(json.dumps(solve(Graph(**graph), **asked)))


if __name__ == "__main__":
    main()
