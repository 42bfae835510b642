"""One mean of ratios, wherever costs are summed up; summaries of costs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from egraph_opt.core.output.ratios import Mean, mean, ratio
from egraph_opt.core.result import FunctionResult, Result


@pytest.mark.parametrize(
    ("ours", "other", "found"),
    [(1.0, 4.0, 0.25), (0.0, 0.0, 1.0), (0.0, 289.5, None), (3.0, 0.0, None), (None, 2.0, None), (2.0, None, None)],
)
def test_a_ratio_is_that_of_two_costs_that_are_not_zero(ours: float | None, other: float | None, found: float | None) -> None:
    assert ratio(ours, other) == found


def test_a_mean_says_of_what_it_is_a_multiple_and_what_it_leaves_out() -> None:
    found = Mean()
    assert str(found) == ""
    for costs in (
        {"ours": 1.0, "input": 4.0},
        {"ours": 2.0, "input": 9.0, "greedy": 2.0},
        {"ours": 0.0, "input": 5.0},
        {"input": 1.0},
    ):
        found.add(costs.get("ours"), [(side, cost) for side, cost in costs.items() if side != "ours"])
    assert str(found) == "×0.500 of Triton's or the input's (geomean, 1 function of cost 0 on one side left out)"
    assert mean([0.25, 1.0]) == pytest.approx(0.5)


def test_a_summary_with_measured_times_labels_the_modelled_ones() -> None:
    plain = FunctionResult("f", 0, 8.0, 4.0, 4.0, True)
    timed = replace(plain, confirmation="measured: 332.9 -> 290.9 us")
    assert "function: 8 -> 4 s (optimal)" in Result("", "s", (plain,)).summary()
    assert ", modelled 8 -> 4 s (optimal)" in Result("", "s", (timed,), headline=timed.confirmation).summary()
