"""Decision whether the extracted function replaces the input, and which optimality claim its record makes.

Extraction minimises the model's cost plus penalties on new operations, over all programs in the saturated e-graph. Optimality is claimed
only if saturation finished, extraction proved the optimum, and the output function costs at most what extraction predicted.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from egraph_opt.core.result import FunctionResult, format_cost
from egraph_opt.cost import CostModel, Total, changed_cost, error_of, evaluate
from egraph_opt.cost.checked_model import spill_cost
from egraph_opt.cost.register_pressure import pressure
from egraph_opt.errors import reason_of
from egraph_opt.extract import Result as Selection
from egraph_opt.extract.base.stable_sum import ordered_sum
from egraph_opt.families.layout.choice.extraction_problem import PosedFunction
from egraph_opt.families.layout.encode.shared_budget import shared_peak
from egraph_opt.families.layout.options import Options
from egraph_opt.ir.module import Op, symbol_name

ROUNDING = 1e-6


@dataclass(frozen=True, slots=True)
class SelectionProof:
    """What extraction proved about the selected program.

    Attributes:
        gap: upper bound on the cost that any other program in the e-graph could save.
        optimal: whether no other program saves more than a millionth of the objective.
        changes: sum of the penalties on operations that the input lacks.
        saved: cost of the input minus cost of the program, without penalties.
    """

    gap: float = math.inf
    optimal: bool = False
    changes: float = 0.0
    saved: float = -math.inf


def proof(posed: PosedFunction, best: Selection, covered: bool) -> SelectionProof:
    """Return what extraction proved about its result. `covered`: saturation finished, so optimality may be claimed."""
    changes = math.fsum(posed.changes[int(node)] for node in best.choice if node >= 0)
    kept, before = posed.problem.graph.prune_choice(posed.initial)
    before -= math.fsum(posed.changes[int(node)] for node in kept if node >= 0)  # what exceeds a budget
    saved = before - (best.cost - changes)
    return SelectionProof(best.cost - best.lower_bound if covered else math.inf, covered and best.optimal, changes, saved)


def settle(
    old: Op, new: Op, options: Options, threads: int, known: SelectionProof, stopped_by: str, matrices: bool
) -> tuple[Op, FunctionResult]:
    """Return the emitted function `new` if it saves enough cost, else `old`, with the result record.

    Under a limit on shared memory, `new` must fit, and then replaces an input that does not fit whatever it costs. If it does not fit,
    the remark names the operation that needs too much. `matrices`: whether the target has `stmatrix` and `ldmatrix`.
    """
    limit = options.shared_limit
    if not limit:
        return _settle_cost(old, new, options, threads, known, stopped_by)
    if (peak := shared_peak(new, matrices)).bytes <= limit:
        return _settle_cost(old, new, options, threads, known, stopped_by, needed=shared_peak(old, matrices).bytes > limit)
    _, found = _settle_cost(old, old, options, threads, SelectionProof(), stopped_by)
    return old, replace(found, remark=f"left unchanged: no program found fits into {limit} bytes: {peak.describe()}")


def _settle_cost(
    old: Op, new: Op, options: Options, threads: int, known: SelectionProof, stopped_by: str, needed: bool = False
) -> tuple[Op, FunctionResult]:
    model = options.model
    before = evaluate(old, model)
    after = before if new is old else evaluate(new, model)
    saved = before.cost - after.cost
    if not hasattr(model, "whole") and saved < known.saved - ROUNDING * before.cost:
        known = replace(known, gap=math.inf, optimal=False)  # other selections may be written at a different cost too
    bound = max(0.0, min(after.cost, before.cost) - known.gap)
    if needed:
        return new, replace(record(old, before, after, bound, known.optimal, stopped_by), changes=known.changes)
    if saved <= 0.0:
        return old, record(old, before, before, bound, known.optimal, stopped_by)
    part = error_of(model) if options.min_gain is None else options.min_gain
    if part and saved < part * (touched := changed_cost(old, new, model)):
        what = "asked for" if options.min_gain is not None else "the model's error"
        remark = (
            f"left unchanged: it would save {format_cost(saved, 4)} {model.unit}, less than {part:.3g} ({what}) of the"
            f" {format_cost(touched, 4)} {model.unit} that the removed and the added operations cost together"
        )
        return old, record(old, before, before, bound, False, stopped_by, remark)
    spills = spill_cost(model, pressure(new), threads) - spill_cost(model, pressure(old), threads)
    if spills >= saved:
        remark = (
            f"left unchanged: spilled registers would cost {format_cost(spills, 4)} {model.unit} and save {format_cost(saved, 4)}"
        )
        return old, record(old, before, before, bound, False, stopped_by, remark)
    return new, replace(record(old, before, after, bound, known.optimal, stopped_by), changes=known.changes)


def nothing_to_choose(function: Op, model: CostModel) -> FunctionResult:
    """Return the record of a function with no value whose layout can be chosen. Optimality is claimed only at cost 0."""
    total = evaluate(function, model)
    return record(function, total, total, 0.0, total.cost == 0.0, "")


def record(
    old: Op, before: Total, after: Total, bound: float, optimal: bool, stopped_by: str, remark: str = ""
) -> FunctionResult:
    """Build the result record of a function from its costs before and after, the lower bound, and the claim of optimality."""
    ops = sum(1 for _ in old.walk())
    return FunctionResult(
        symbol_name(old), ops, before.cost, after.cost, bound, optimal, stopped_by,
        before.converts, after.converts, before.converts_in_loops, after.converts_in_loops, remark,
    )  # fmt: skip


def combine_records(
    old: Op, new: Op, found: FunctionResult, parts: Sequence[tuple[FunctionResult, float]], model: CostModel
) -> FunctionResult:
    """Combine the record of a function with those of its warp-specialised regions, which are optimised separately.

    `parts` has the record and execution count of each region. The lower bound is the total cost minus, for each region, the gap
    between its cost and its bound. If the model prices whole functions (`whole`), neither a bound nor optimality is claimed.
    """
    every = [(found, 1.0), *parts]
    before, after = evaluate(old, model), evaluate(new, model)
    sums = not hasattr(model, "whole")
    gap = ordered_sum((part.cost_after - part.lower_bound) * runs for part, runs in every) if sums else math.inf
    stopped_by, remark = (next(filter(None, (getattr(part, name) for part, _ in every)), "") for name in ("stopped_by", "remark"))
    optimal = sums and all(part.optimal for part, _ in every)
    whole = record(old, before, after, max(0.0, after.cost - gap), optimal, stopped_by, remark)
    return replace(
        whole, classes=sum(p.classes for p, _ in every), nodes=sum(p.nodes for p, _ in every),
        changes=ordered_sum(part.changes * runs for part, runs in every),
        dropped=tuple(reason for part, _ in every for reason in part.dropped),
    )  # fmt: skip


def chosen_of_two(first: FunctionResult, second: FunctionResult) -> FunctionResult:
    """Return the record of a function optimised twice: from the input (`first`), and from an equivalent program (`second`).

    The second result is used, with the smaller of both lower bounds. The cost of each includes penalties on changes to its start program.
    """
    costs = [each.cost_after + each.changes for each in (first, second)]
    bound = min(each.lower_bound + each.changes for each in (first, second)) - second.changes
    return replace(
        second, ops=first.ops, cost_before=first.cost_before, converts_before=first.converts_before,
        converts_in_loops_before=first.converts_in_loops_before, lower_bound=max(0.0, min(bound, second.cost_after)),
        optimal=first.optimal and second.optimal and costs[1] <= costs[0] * (1 + ROUNDING),
        stopped_by=first.stopped_by or second.stopped_by, dropped=tuple(dict.fromkeys((*first.dropped, *second.dropped))),
    )  # fmt: skip


def refusal_record(function: Op, options: Options, reason: Exception) -> FunctionResult:
    """Return the record of a function that contains an unsupported construct."""
    return _unchanged_record(function, options, "unsupported", str(reason))


def failure_record(function: Op, options: Options, error: Exception) -> FunctionResult:
    """Return the record of a function on which the optimiser failed."""
    return _unchanged_record(function, options, "error", reason_of(error))


def _unchanged_record(function: Op, options: Options, stopped_by: str, reason: str) -> FunctionResult:
    """Return the record of an unchanged function, with cost 0 if the cost model fails on it."""
    try:
        total = evaluate(function, options.model)
    except Exception:
        total = Total(0.0, 0, 0)
    return record(function, total, total, 0.0, False, stopped_by, f"left unchanged: {reason}")
