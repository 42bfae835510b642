"""Decision whether an optimised function saves enough to replace the input, and record of the decision."""

from __future__ import annotations

from egraph_opt.core.options import SearchOptions
from egraph_opt.core.result import FunctionResult, format_cost
from egraph_opt.ir.module import Op, symbol_name

GAIN = 1e-9


def judge_gain(
    function: Op, options: SearchOptions, before: float, after: float, *, bound: float, optimal: bool, stopped_by: str,
    ops: int, classes: int, nodes: int, remark: str = "",
) -> tuple[bool, FunctionResult]:  # fmt: skip
    """Return whether the function stays unchanged, and the function's record.

    Args:
        function: the function, with `ops` operations, and `classes` and `nodes` in its e-graph.
        options: search options with the minimum relative saving.
        before, after: cost of the input and of the result.
        bound: lower bound on the cost of all programs in the search space; `optimal`: no program costs less than `after`.
        stopped_by: limit or failure that ended the search early.
        remark: reason to change the function regardless of the saving.
    """
    stays = after >= before * (1.0 - max(GAIN, options.min_gain or 0.0)) and not remark
    refused = stays and after < before * (1.0 - GAIN)
    if refused:
        saved, whole = format_cost(before - after, 4), format_cost(before, 4)
        remark = f"left unchanged: it would save {saved} {options.unit} of {whole}, less than asked for"
    cost = before if stays else after
    return stays, FunctionResult(
        symbol_name(function), ops, before, cost, min(bound, cost), optimal and not refused, stopped_by,
        remark=remark, classes=classes, nodes=nodes,
    )  # fmt: skip
