"""Conversions that cost more than to compute a value anew are left out of the search: no optimum changes."""

from __future__ import annotations

import math
from typing import Any

import pytest

from egraph_opt.core.engine import Limits
from egraph_opt.cost import MODELS
from egraph_opt.cost.cycles import Cycles
from egraph_opt.extract import extract_exact
from egraph_opt.families.layout.choice.extraction_node import Node
from egraph_opt.families.layout.choice.extraction_problem import PosedFunction, pose
from egraph_opt.families.layout.choice.movable_accesses import encode_choices
from egraph_opt.families.layout.choice.recomputation import Recomputation
from egraph_opt.families.layout.choice.saturate import saturate
from egraph_opt.families.layout.options import Options
from egraph_opt.text import read
from tests.support.kernels import ROOT

KERNELS = (
    "gems.avg_pool2d_forward_kernel",
    "fla.recompute_w_u_fwd_kda_kernel",
    "fla.fused_recurrent_fwd_kernel",
    "liger._rms_norm_backward_kernel",
)


def pose_twice(name: str) -> tuple[PosedFunction, PosedFunction]:
    """Return the extraction problem of a kernel as it is solved, and with all conversions."""
    module = read((ROOT / f"benchmarks/corpus/kernels/{name}/rlc3.before.ttgir").read_text())
    (function,) = module.functions()
    encoding, layouts = encode_choices(function, module.threads(function), Options(), Options().moves, None, ())
    rows = saturate(encoding, layouts, ("layout",), Limits())
    return tuple(pose(encoding, rows, MODELS["cycles"], is_complete=is_complete) for is_complete in (False, True))  # type: ignore[return-value]


def conversions(problem: PosedFunction) -> int:
    return sum(node.symbol == "convert_layout" for node in problem.nodes)


@pytest.mark.parametrize("name", KERNELS)
def test_the_cheapest_program_is_the_same(name: str) -> None:
    fewer, every = pose_twice(name)
    assert conversions(fewer) < conversions(every)
    costs = [extract_exact(each.problem, initial=each.initial) for each in (fewer, every)]
    assert all(found.optimal for found in costs) and math.isclose(costs[0].cost, costs[1].cost, rel_tol=1e-9)


@pytest.mark.parametrize("name", KERNELS)
def test_bounds_are_no_higher_than_costs(name: str) -> None:
    _, every = pose_twice(name)
    pairs = {(every.types[n.children[0]], every.types[n.of]) for n in every.nodes if n.symbol == "convert_layout"}
    model = Cycles()
    costs = [(model.least_conversion(*pair), model.cost("ttg.convert_layout", pair[:1], pair[1:])) for pair in sorted(pairs)]
    assert all(least <= cost for least, cost in costs) and sum(least > 0 for least, _ in costs) > len(costs) / 3


def test_a_model_with_prices_of_its_own_has_no_bounds() -> None:
    class Half(Cycles):
        def cost(self, *arguments: Any, **named: Any) -> float:
            return super().cost(*arguments, **named) / 2

    _, every = pose_twice(KERNELS[1])
    pairs = {(every.types[n.children[0]], every.types[n.of]) for n in every.nodes if n.symbol == "convert_layout"}
    assert any(Cycles().least_conversion(*pair) for pair in pairs)
    assert not any(Half().least_conversion(*pair) for pair in pairs)


def test_leaving_out_conversions_that_cost_less_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wrong: computing a value anew is taken to cost nothing."""
    monkeypatch.setattr(Recomputation, "cost", lambda self, c: 0.0)
    fewer, every = pose_twice(KERNELS[1])
    costs = [extract_exact(each.problem, initial=each.initial).cost for each in (fewer, every)]
    assert costs[0] > costs[1] * (1 + 1e-6)


def test_a_value_that_depends_on_itself_is_not_computed_anew() -> None:
    a, b, c = range(3)
    producers = {a: [Node("pointwise", 0, a, (b, c))], b: [Node("pointwise", 1, b, (a,))], c: [Node("generate", 2, c, ())]}
    costs = Recomputation(producers, lambda node: 1.0 + node.f)
    assert [costs.cost(each) for each in (c, a, b)] == [3.0, math.inf, math.inf]


def test_long_chains_need_no_recursion() -> None:
    chain = {n: [Node("pointwise", n, n, (n + 1,))] for n in range(5000)}
    chain[5000] = [Node("generate", 5000, 5000, ())]
    assert Recomputation(chain, lambda node: 1.0).cost(0) == 5001.0
