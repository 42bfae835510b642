"""Predictions that look at more than the ratio of resource uses."""

from __future__ import annotations

from dataclasses import replace

from egraph_opt.cost.target import target
from egraph_opt.machine.prediction import ResourceUse, predict_noalias_saving, predict_saving
from egraph_opt.triton.compile.least_savings import WORTH

SM90 = target("sm90")


def test_a_straight_program_bound_by_memory_keeps_its_instances() -> None:
    """Resource uses of Unsloth's `layernorm_forward` and of its no-alias version, which takes 5 % longer on an H200."""
    one = ResourceUse(40, 0, 32, 8, 3445.0, 1088.0, 252.0)
    other = ResourceUse(48, 0, 32, 8, 2765.0, 1088.0, 264.0)
    assert predict_saving((1.0, 1.0), one, other, SM90) > WORTH
    assert predict_noalias_saving(one, other, SM90, has_loops=False) == 0.0
    assert predict_noalias_saving(one, other, SM90, has_loops=True) > WORTH
    assert predict_noalias_saving(replace(one, memory=100.0), replace(other, memory=100.0), SM90, has_loops=False) > WORTH
