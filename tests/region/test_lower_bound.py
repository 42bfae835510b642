"""Lower bounds: below the cheapest of all choices, and near what is chosen for blocks of models."""

from __future__ import annotations

import pytest

from egraph_opt.core.engine import Limits
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.extract import Work
from egraph_opt.families.region.choice.bounds.lower_bound import bound_cost
from egraph_opt.families.region.choice.classes.saturate import SaturatedGraph, saturate
from egraph_opt.families.region.choice.extract import extract, usable
from egraph_opt.families.region.choice.pricing.cost import cost_model, least, of_waves
from egraph_opt.families.region.choice.scheduling.commands import ByteRange, DeviceCommand
from egraph_opt.families.region.choice.scheduling.concurrent_waves import depths, in_waves
from egraph_opt.families.region.choice.scheduling.schedule import schedule
from egraph_opt.families.region.encode.encode import encode
from egraph_opt.families.region.encode.tensor_program import FUNCTIONS, EncodedFunction
from egraph_opt.families.region.iree_schedule import schedule_of
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.iree import program as iree
from egraph_opt.iree.tool_process import available
from tests.support.kernels import CORPUS
from tests.support.region_scattered import encoded, scattered

pytestmark = pytest.mark.skipif(not available(), reason="needs IREE")

MODELS = ("dispatches", "bytes", "latency", "latency:streams=4", "time")
NEAR = 0.9
"""Least part of the cost that bounds reach on blocks."""


def bound_of(p: EncodedFunction, graph: SaturatedGraph, model: str) -> float:
    nodes, tree = usable(graph, p.names, p.formed)
    return bound_cost(p, graph, cost_model(model), nodes, tree, set(range(len(p.inputs))), Work()).cost


@pytest.mark.parametrize("model", MODELS)
def test_a_schedule_costs_no_less_than_its_commands_and_waves(model: str) -> None:
    p = encoded(scattered(4))
    best = extract(p, saturate(p, Limits()), cost_model(model), Work())
    made = schedule(best.selected)
    commands = sum(least(cost_model(model), command) for command in made.commands)
    assert commands + of_waves(cost_model(model), len(made.waves())) <= best.cost * (1.0 + 1e-9)


class OnlyPrice:
    """A cost model that says nothing of commands and waves."""

    name, unit = "only", "commands"

    def price(self, found: object) -> float:
        return float(len(found.commands))  # type: ignore[attr-defined]

    def bound(self, commands: object) -> float:
        return float(len(list(commands)))  # type: ignore[call-overload]


def test_a_model_without_these_methods_has_the_bound_of_its_own() -> None:
    p = encoded(scattered(3))
    best = extract(p, saturate(p, Limits()), OnlyPrice(), Work())
    assert 0.0 < best.lower_bound <= best.cost


@pytest.mark.parametrize(
    ("name", "model"),
    [*((name, model) for name in ("fire", "towers", "densenet") for model in ("dispatches", "bytes")), ("fire", "latency")],
)
def test_bounds_on_blocks_are_near_the_choice(name: str, model: str) -> None:
    options = RegionOptions(model, check=False, work_limit=1_000_000)
    result = optimize_text((CORPUS / "blocks" / f"{name}.mlir").read_text(), name, options)
    assert result.lower_bound >= NEAR * result.cost_after


CHAINS = """
util.func public @f(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %a = linalg.matmul ins(%x, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %b = linalg.matmul ins(%a, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = linalg.matmul ins(%y, %y : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %d = linalg.matmul ins(%c, %y : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  util.return %b, %d : tensor<64x64xf32>, tensor<64x64xf32>
}
"""


def test_chains_that_need_not_wait_for_one_another_run_side_by_side() -> None:
    """IREE runs two chains one after the other if they are written so, because it goes backwards and never back."""
    result = optimize_text(CHAINS, "", RegionOptions("latency:streams=4"))
    assert len(schedule_of(CHAINS).waves()) == 3
    assert len(schedule_of(result.ir).waves()) == 2
    assert result.optimal


def test_depth_is_the_longest_chain() -> None:
    def command(reads: list[int], writes: int) -> DeviceCommand:
        return DeviceCommand("dispatch", tuple(ByteRange(v, 0, 4, 4) for v in reads), (ByteRange(writes, 0, 4, 4),), 0.0, 4)

    commands = [command([], 0), command([0], 1), command([], 2), command([2], 3)]
    producer = {n: n for n in range(4)}
    assert depths(commands, producer) == [0, 1, 0, 1]
    assert max(in_waves(commands, producer, [])[1]) == 2
    assert max(in_waves([commands[n] for n in (0, 2, 1, 3)], {0: 0, 2: 1, 1: 2, 3: 3}, [])[1]) == 1


GATED = """
util.func public @f(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>, %b: tensor<8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %m = linalg.matmul ins(%x, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>],
    iterator_types = ["parallel", "parallel"]} ins(%m, %b : tensor<8x8xf32>, tensor<8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  %t = math.tanh %y : tensor<8x8xf32>
  %r = arith.mulf %y, %t : tensor<8x8xf32>
  util.return %r : tensor<8x8xf32>
}
"""


def test_what_every_choice_uses_twice_joins_no_dispatch() -> None:
    """The product with its bias is read twice, so it is a dispatch of its own beside that of the gate."""
    p = encoded(GATED)
    best = extract(p, saturate(p, Limits()), cost_model("dispatches"), Work())
    assert best.optimal and best.cost == pytest.approx(2.002)
    assert bound_of(p, saturate(p, Limits()), "dispatches") == pytest.approx(2.002)


def test_what_would_join_two_dispatches_is_paid_for_in_each() -> None:
    """In `yolo`, a pooling may be computed where it is padded, and again where it is concatenated."""
    function = next(
        op for op in iree.read_any((CORPUS / "blocks" / "yolo.mlir").read_text(), "").op.walk() if op.name in FUNCTIONS
    )
    p = encode(function)
    graph = saturate(p, Limits(), second=True)
    nodes, tree = usable(graph, p.names, p.formed)
    args = p, graph, cost_model("dispatches"), nodes, tree, set(range(len(p.inputs))), Work(1e6)
    best = extract(p, graph, cost_model("dispatches"), Work(1e6))
    assert bound_cost(*args, best=0.0).cost < 17.0 < 19.0 < bound_cost(*args).cost <= best.cost
