"""Bounds beside the cheapest of all choices of random programs, and waves of commands that write into fills in random orders."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings

from egraph_opt.core.engine import Limits
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.extract import Work
from egraph_opt.families.region.choice.bounds import live_memory
from egraph_opt.families.region.choice.bounds.schedule_depth import WaveBounds
from egraph_opt.families.region.choice.classes.saturate import saturate
from egraph_opt.families.region.choice.classes.selection import SelectedNodes
from egraph_opt.families.region.choice.extract import extract
from egraph_opt.families.region.choice.pricing.cost import cost_model
from egraph_opt.families.region.choice.scheduling.concurrent_waves import in_waves
from egraph_opt.families.region.choice.scheduling.schedule import _lower_choice, by_depth
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.iree.tool_process import available
from tests.region.programs import Drawn, programs
from tests.support.kernels import CORPUS
from tests.support.region_bounds import corpus, encoded, too_high

pytestmark = pytest.mark.skipif(not available(), reason="needs IREE")

QUIET = list(HealthCheck)
TWICE_PADDED = """
util.func public @f(%x: tensor<1x8xf32>) -> (tensor<4x12xf32>, tensor<4x12xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x8xf32>
  %r:2 = linalg.generic {
    indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
    iterator_types = ["parallel", "parallel"]} ins(%x : tensor<1x8xf32>) outs(%e, %e : tensor<1x8xf32>, tensor<1x8xf32>) {
  ^bb0(%a: f32, %o: f32, %p: f32):
    %t = math.exp %a : f32
    linalg.yield %t, %a : f32, f32
  } -> (tensor<1x8xf32>, tensor<1x8xf32>)
  %f = tensor.empty() : tensor<4x12xf32>
  %z = linalg.fill ins(%zero : f32) outs(%f : tensor<4x12xf32>) -> tensor<4x12xf32>
  %a = tensor.insert_slice %r#0 into %z[1, 2] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<4x12xf32>
  %b = tensor.insert_slice %r#1 into %z[2, 2] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<4x12xf32>
  util.return %a, %b : tensor<4x12xf32>, tensor<4x12xf32>
}
"""
"""One dispatch writes into two fills, which are made before it."""


BESIDE = """
util.func public @f(%x: tensor<1x4xf32>) -> (tensor<8x8xf32>, tensor<3x4x12xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %t = tensor.insert_slice %x into %z[3, 4] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<8x8xf32>
  %r = tensor.expand_shape %t [[0, 1], [2]] output_shape [2, 4, 8] : tensor<8x8xf32> into tensor<2x4x8xf32>
  %s = tensor.extract_slice %r[1, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<2x4x8xf32> to tensor<1x4x8xf32>
  %f = tensor.empty() : tensor<3x4x12xf32>
  %y = linalg.fill ins(%zero : f32) outs(%f : tensor<3x4x12xf32>) -> tensor<3x4x12xf32>
  %p = tensor.insert_slice %s into %y[1, 0, 2] [1, 4, 8] [1, 1, 1] : tensor<1x4x8xf32> into tensor<3x4x12xf32>
  util.return %t, %p : tensor<8x8xf32>, tensor<3x4x12xf32>
}
"""
"""What is read lies beside what is written at the same time, and both commands write into fills."""


@given(programs())
@settings(max_examples=2, deadline=None, suppress_health_check=QUIET, derandomize=True)
def test_no_choice_of_a_random_program_is_cheaper(drawn: Drawn) -> None:
    assert too_high(drawn.text) == []


@pytest.mark.slow
@given(programs())
@settings(max_examples=300, deadline=None, suppress_health_check=QUIET, derandomize=True)
def test_no_choice_of_many_random_programs_is_cheaper(drawn: Drawn) -> None:
    assert too_high(drawn.text) == []


def on_fills(selected: SelectedNodes) -> list[int]:
    """The waves of the commands that write into a fill or read one."""
    lowering, _ = _lower_choice(selected)
    commands = lowering.commands
    order, wave = in_waves(commands, lowering.producer, lowering.awaited)
    fills = {n for n, command in enumerate(commands) if command.kind == "fill" and not command.reads}
    return [
        w
        for n, w in zip(order, wave, strict=True)
        if any(lowering.producer.get(read.value) in fills for read in commands[n].reads)
    ]


def in_random_orders(text: str, count: int) -> Iterator[list[int]]:
    for p in encoded(text, "input"):
        graph = saturate(p, Limits(), second=True)
        best = extract(p, graph, cost_model("latency"), Work(1e6)).selected
        classes = list(by_depth(best))
        for seed in range(count):
            Random(seed).shuffle(classes)
            yield on_fills(SelectedNodes(p, best.choice, best.roots, sequence=tuple(classes)))


@pytest.mark.parametrize("name", ["inception", "yolo", "resnet_down", "temporal_shift"])
def test_no_two_commands_write_into_fills_in_one_wave(name: str) -> None:
    """In whichever order the program is written."""
    found = list(in_random_orders((CORPUS / "blocks" / f"{name}.mlir").read_text(), 40))
    assert max(map(len, found)) > 0
    assert all(len(set(each)) == len(each) for each in found)


@pytest.mark.parametrize("text", [TWICE_PADDED, BESIDE])
def test_wrong_commands_on_fills_are_never_at_once(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert too_high(text) == []
    monkeypatch.setattr(WaveBounds, "_one_by_one", lambda *_: True)
    assert "latency" in too_high(text)


def test_wrong_what_is_read_in_an_argument_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_memory._LiveMemory, "_find_taken", lambda found: found.kept)
    assert too_high(corpus("part_of_product_mm")) == ["time"]


def test_wrong_what_is_written_into_a_result_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    def alone(found: live_memory._LiveMemory) -> set[int]:
        results = set(found.problem.graph.roots)
        return {c for c in found.nodes.tensors if c in results or found.nodes.symbols(c) & {"tensor", *live_memory.FRESH}}

    monkeypatch.setattr(live_memory._LiveMemory, "_find_kept", alone)
    assert too_high(corpus("concat1_mm")) == ["time"]


def test_parts_of_an_argument_are_not_where_they_are_copied_to() -> None:
    """What is inserted is copied, so a concatenation of parts of an argument is held while it is read."""
    text = (CORPUS / "blocks" / "temporal_shift.mlir").read_text()
    result = optimize_text(text, "", RegionOptions("time", check=False, work_limit=1_000_000, min_gain=0.0))
    assert result.lower_bound >= 0.94 * result.cost_after
