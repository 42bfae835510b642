"""Bounds of regions beside the cheapest of all choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from egraph_opt.core.engine import Limits
from egraph_opt.extract import Work
from egraph_opt.families.region.choice import extract as search
from egraph_opt.families.region.choice.bounds.lower_bound import CostBound, along, at_once, bound_cost
from egraph_opt.families.region.choice.classes.saturate import SaturatedGraph, saturate
from egraph_opt.families.region.choice.extract import extract
from egraph_opt.families.region.choice.pricing.cost import RegionCost, cost_model
from egraph_opt.families.region.encode.encode import encode
from egraph_opt.families.region.encode.tensor_program import FUNCTIONS, EncodedFunction
from egraph_opt.families.region.schedule_prediction import form_dispatches
from egraph_opt.iree import program as iree
from tests.support.kernels import CORPUS

MODELS = ("dispatches", "bytes", "latency", "latency:streams=4", "time")

PROGRAMS = sorted(path for folder in ("regions", "moves") for path in (CORPUS / folder).glob("*.mlir") if path.stem != "rank_bug")

FEW = ("concat1_mm", "unknown_between", "whole_program", "kv_append", "rope_half", "split_qkv")
"""Programs that have all the ways in which commands read and write."""

MANY = [pytest.param(p.read_text(), id=p.stem, marks=() if p.stem in FEW else pytest.mark.slow) for p in PROGRAMS]

PART_OF_A_TERM = """
util.func public @f(%x: tensor<64x8xf32>, %w: tensor<8x64xf32>, %y: tensor<64x8xf32>, %v: tensor<8x64xf32>)
    -> (tensor<64x64xf32>, tensor<2x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %a = linalg.matmul ins(%x, %w : tensor<64x8xf32>, tensor<8x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %b = linalg.matmul ins(%y, %v : tensor<64x8xf32>, tensor<8x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = arith.addf %a, %b : tensor<64x64xf32>
  %s = tensor.extract_slice %a[0, 0] [2, 64] [1, 1] : tensor<64x64xf32> to tensor<2x64xf32>
  util.return %r, %s : tensor<64x64xf32>, tensor<2x64xf32>
}
"""


def corpus(name: str) -> str:
    (text,) = [path.read_text() for path in PROGRAMS if path.stem == name]
    return text


def encoded(text: str, start: str) -> list[EncodedFunction]:
    module = form_dispatches(text) if start == "iree" else iree.read_any(text, "")
    functions = [op for op in module.op.walk() if op.name in FUNCTIONS and op.regions and len(op.regions[0].blocks) == 1]
    return [encode(function, formed=start == "iree") for function in functions]


def bound_and_cost(p: EncodedFunction, graph: SaturatedGraph, model: RegionCost) -> tuple[float, float] | None:
    """Return a bound and the cost of the cheapest choice, if there is time for all. No bound ends the search early."""
    asked: list[tuple[Any, ...]] = []

    def none(*args: Any) -> CostBound:
        asked.append(args)
        return CostBound(0.0)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "bound_cost", none)
        patch.setattr(search, "unavoidable", lambda *_: [])
        best = extract(p, graph, model, Work(1e7))
    if not asked:
        return 0.0, best.cost  # nothing is cheaper than what costs nothing
    program, graph, model, nodes, tree, owned, _, _, _, given = asked[0]
    least = bound_cost(program, graph, model, nodes, tree, owned, Work(3e7), 0.3, unknown=given)
    closer = (each(least, Work(3e7), 0.3)[0] for each in (at_once, along))
    return (max(least.cost, *closer), best.cost) if best.optimal else None


def too_high(
    text: str, models: Sequence[RegionCost] = tuple(map(cost_model, MODELS)), start: str = "input", second: bool = False
) -> list[str]:
    """Return the models under which a bound is above the cost of a choice."""
    found = []
    for p in encoded(text, start):
        graph = saturate(p, Limits(), second=second)
        for model in models:
            both = bound_and_cost(p, graph, model)
            if both is not None and both[0] > both[1] * (1.0 + 1e-6):
                found.append(model.name)
    return found
