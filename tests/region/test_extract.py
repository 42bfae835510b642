"""Choosing among many programs: exact where all can be tried or a bound is met, and never later than asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from egraph_opt.core.engine import Limits
from egraph_opt.extract import Work
from egraph_opt.families.region.choice.classes.saturate import Node, saturate
from egraph_opt.families.region.choice.extract import ScheduleChoice, extract
from egraph_opt.families.region.choice.pricing.cost import cost_model
from egraph_opt.families.region.emit.elaborate import decode
from egraph_opt.families.region.validation.validate import same
from egraph_opt.iree import program as iree
from egraph_opt.iree.tool_process import available
from egraph_opt.text.round_trip import function_text, read_again
from tests.support.region_scattered import encoded, scattered

pytestmark = pytest.mark.skipif(not available(), reason="needs IREE")


def chosen(parts: int, model: str) -> ScheduleChoice:
    program = encoded(scattered(parts))
    return extract(program, saturate(program, Limits()), cost_model(model), Work())


@pytest.mark.parametrize("parts", [5, 12])
def test_many_insertions_run_at_once(parts: int) -> None:
    """One wave of many, proved optimal by the bound: all orders of twelve insertions are more than can be tried."""
    best = chosen(parts, "latency:streams=4")
    assert best.optimal and best.lower_bound == pytest.approx(best.cost, rel=1e-8)
    assert best.cost < best.tree_cost < best.input_cost
    assert best.cost < 1e-5  # seconds: less than two launches


def test_a_limit_of_work_is_kept_and_leaves_a_bound() -> None:
    program = encoded(scattered(16))
    assert sum(1 for _ in program.function.walk()) > 60
    graph = saturate(program, Limits())
    work = Work(100_000)
    best = extract(program, graph, cost_model("bytes"), work)
    assert (best.optimal, best.stopped_by) == (False, "work")
    assert -30_000 < work.left <= 0, "no more than one choice, in its orders, beyond it"
    assert 0.0 < best.lower_bound <= best.cost <= best.tree_cost < best.input_cost


OVERWRITTEN = """
util.func public @f(%x: tensor<8x16xf32>, %y: tensor<2x16xf32>, %z: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16xf32>
  %d = linalg.fill ins(%zero : f32) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %whole = tensor.insert_slice %x into %d[0, 0] [8, 16] [1, 1] : tensor<8x16xf32> into tensor<8x16xf32>
  %r = tensor.insert_slice %y into %whole[3, 0] [2, 16] [1, 1] : tensor<2x16xf32> into tensor<8x16xf32>
  util.return %r, %z : tensor<8x16xf32>, tensor<8x16xf32>
}
"""


def test_only_what_iree_writes_into_is_written_into() -> None:
    """An argument is the target of an insertion only where it is in what IREE makes of the input."""
    program = encoded(OVERWRITTEN)
    best = extract(program, saturate(program, Limits()), cost_model("bytes"), Work())
    assert best.selected.writes_into() == {0}
    copied = encoded(OVERWRITTEN.replace("return %r, %z", "return %r, %x"))
    best = extract(copied, saturate(copied, Limits()), cost_model("bytes"), Work())
    assert best.cost <= best.input_cost


TWO_TYPES = """
util.func public @f(%x: tensor<8x128xf32>) -> tensor<1x128xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x128xf32>
  %i = tensor.empty() : tensor<8x128xi1>
  %m = linalg.generic {
    indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
    iterator_types = ["parallel", "parallel"]} ins(%x : tensor<8x128xf32>) outs(%i : tensor<8x128xi1>) {
  ^bb0(%a: f32, %o: i1):
    %c = arith.cmpf ogt, %a, %zero : f32
    linalg.yield %c : i1
  } -> tensor<8x128xi1>
  %r = linalg.generic {
    indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
    iterator_types = ["parallel", "parallel"]}
    ins(%m, %x : tensor<8x128xi1>, tensor<8x128xf32>) outs(%e : tensor<8x128xf32>) {
  ^bb0(%p: i1, %a: f32, %o: f32):
    %c = arith.select %p, %a, %zero : f32
    linalg.yield %c : f32
  } -> tensor<8x128xf32>
  %s = tensor.extract_slice %r[3, 0] [1, 128] [1, 1] : tensor<8x128xf32> to tensor<1x128xf32>
  util.return %s : tensor<1x128xf32>
}
"""


def test_a_part_of_an_empty_tensor_has_the_type_of_each_user() -> None:
    """Empty tensors of all types are one class. A search that a limit ends may take a slice of one."""
    program = encoded(TWO_TYPES)
    graph = saturate(program, Limits())
    best = extract(program, graph, cost_model("latency"), Work()).selected
    (blank,) = [c for c in best.order if best.choice[c].symbol == "empty"]
    part = next(node for node in graph.nodes[blank] if node.symbol == "slice")
    (whole,) = part.children
    sliced = replace(best, choice={**best.choice, blank: part, whole: Node("empty", (0,), ())})
    assert Node("empty", (0,), ()) in graph.nodes[whole] and sliced.blank(blank)
    new = decode(sliced)
    assert sum(op.name == "linalg.generic" for op in new.walk()) == 2
    assert same(program.function, read_again(function_text(new)))
    assert iree.generic(function_text(new)), "IREE reads it"
