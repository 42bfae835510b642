"""Computations of every equal program: below the cheapest choice where the rules end, and a bound where a limit stops them."""

from __future__ import annotations

import pytest

from egraph_opt.core.engine import Limits
from egraph_opt.extract import Work
from egraph_opt.families.region.choice.bounds import mandatory_work as module
from egraph_opt.families.region.choice.bounds.mandatory_work import compulsory
from egraph_opt.families.region.choice.classes.saturate import saturate
from egraph_opt.families.region.choice.extract import extract
from egraph_opt.families.region.choice.pricing.cost import cost_model
from egraph_opt.iree.tool_process import available
from tests.support.kernels import CORPUS
from tests.support.region_bounds import MANY, MODELS, PART_OF_A_TERM, corpus, encoded

pytestmark = pytest.mark.skipif(not available(), reason="needs IREE")

OVERWRITTEN = """
util.func public @f(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>, %d: tensor<32x8xf32>) -> (tensor<32x8xf32>, tensor<8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %a = linalg.matmul ins(%x, %y : tensor<8x8xf32>, tensor<8x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  %b = linalg.matmul ins(%y, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  %c = linalg.matmul ins(%y, %y : tensor<8x8xf32>, tensor<8x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  %p = tensor.insert_slice %a into %d[8, 0] [8, 8] [1, 1] : tensor<8x8xf32> into tensor<32x8xf32>
  %q = tensor.insert_slice %b into %p[8, 0] [8, 8] [1, 1] : tensor<8x8xf32> into tensor<32x8xf32>
  %r = tensor.insert_slice %c into %q[16, 0] [8, 8] [1, 1] : tensor<8x8xf32> into tensor<32x8xf32>
  %s = tensor.extract_slice %q[0, 0] [8, 8] [1, 1] : tensor<32x8xf32> to tensor<8x8xf32>
  util.return %r, %s : tensor<32x8xf32>, tensor<8x8xf32>
}
"""


def too_high(text: str, start: str = "input") -> list[str]:
    """Return the models under which what must be computed costs more than a choice, where the rules end."""
    found = []
    for p in encoded(text, start):
        graph = saturate(p, Limits())
        assert not graph.stopped_by
        for name in MODELS:
            best = extract(p, graph, cost_model(name), Work())
            if cost_model(name).bound(compulsory(p)) > best.cost * (1.0 + 1e-9):
                found.append(name)
    return found


@pytest.mark.parametrize("start", ["input", "iree"])
@pytest.mark.parametrize("text", [*MANY, PART_OF_A_TERM, OVERWRITTEN])
def test_no_choice_costs_less_than_what_must_be_computed(text: str, start: str) -> None:
    """Runs a few programs; the others are slow."""
    assert too_high(text, start) == []


def test_what_is_overwritten_need_not_be_computed() -> None:
    (p,) = encoded(OVERWRITTEN, "input")
    assert len(compulsory(p)) == 2
    assert cost_model("dispatches").bound(compulsory(p)) == pytest.approx(2.001)


def test_wrong_all_that_is_written_must_be_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_live", lambda p: [n for n, term in enumerate(p.terms) if term[0] in ("work", "elementwise")])
    assert "dispatches" in too_high(OVERWRITTEN)


def test_wrong_every_computation_has_a_dispatch_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "reduces", lambda op: True)
    assert "dispatches" in too_high(PART_OF_A_TERM)


def test_rules_that_a_limit_stops_leave_a_bound() -> None:
    """It is no more than that of all rules. That of what was found is none: more rules may find something cheaper."""
    (p,) = encoded((CORPUS / "blocks" / "towers.mlir").read_text(), "input")[:1]
    for name in MODELS:
        model = cost_model(name)
        stopped = extract(p, saturate(p, Limits(iterations=1)), model, Work())
        best = extract(p, saturate(p, Limits()), model, Work())
        assert not stopped.optimal and stopped.stopped_by
        assert 0.0 < stopped.lower_bound == model.bound(compulsory(p)) <= best.lower_bound


def test_a_formed_dispatch_that_stays_is_counted() -> None:
    """`whole_program` has a loop between its dispatches, and what a loop needs stays where it is."""
    (p,) = encoded(corpus("whole_program"), "iree")
    staying = [op for op in p.skeleton if op in p.bodies]
    assert staying and len(compulsory(p)) >= len(staying)
