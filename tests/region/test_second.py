"""Second searches, with rules that make e-graphs larger: never worse than the first, with bounds that hold for all rules."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from benchmarks.paths import CORPUS
from egraph_opt.core.engine import Limits
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.core.rule import rules_of, second_try
from egraph_opt.core.saturation import extended, first_try
from egraph_opt.core.task import Clock
from egraph_opt.extract import Work
from egraph_opt.families.region.choice.cost import cost_model
from egraph_opt.families.region.choice.extract import extract
from egraph_opt.families.region.choice.saturate import language, saturate, searched_twice
from egraph_opt.families.region.confirm import pays
from egraph_opt.families.region.encode.encode import encode
from egraph_opt.families.region.encode.function import FUNCTIONS, Program
from egraph_opt.families.region.iree import schedule_of
from egraph_opt.families.region.optimize import RegionTask
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.families.region.second import searched_again
from egraph_opt.families.region.validation.validate import Expected
from egraph_opt.iree.process import available
from egraph_opt.iree.program import read_any
from egraph_opt.rules import book, files, region
from tests.region.programs import Drawn, programs

pytestmark = pytest.mark.skipif(not available(), reason="needs IREE")

INNER = """
util.func public @f(%x: tensor<64x128xf32>, %w: tensor<64x64xf32>, %u: tensor<64x128xf32>) -> tensor<192x128xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x128xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<64x128xf32>) -> tensor<64x128xf32>
  %a = linalg.matmul ins(%w, %x : tensor<64x64xf32>, tensor<64x128xf32>) outs(%z : tensor<64x128xf32>) -> tensor<64x128xf32>
  %c = tensor.concat dim(0) %x, %a : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<128x128xf32>
  %n = math.tanh %c : tensor<128x128xf32>
  %b = linalg.matmul ins(%u, %n : tensor<64x128xf32>, tensor<128x128xf32>) outs(%z : tensor<64x128xf32>) -> tensor<64x128xf32>
  %r = tensor.concat dim(0) %c, %b : (tensor<128x128xf32>, tensor<64x128xf32>) -> tensor<192x128xf32>
  util.return %r : tensor<192x128xf32>
}
"""
MODELS = ("dispatches", "bytes", "latency", "latency:streams=4")
FOUND = ("densenet", "dispatches"), ("densenet", "latency")
"""Blocks of which the second search finds more."""


def encoded(text: str) -> Program:
    return encode(next(op for op in read_any(text, "").op.walk() if op.name in FUNCTIONS))


def test_an_inner_concatenation_is_read_in_the_outer_one() -> None:
    """As in a dense block: what is concatenated is read where the next concatenation has it, and not copied into it."""
    result = optimize_text(INNER, "", RegionOptions(cost="bytes"))
    before, after = schedule_of(INNER), schedule_of(result.ir)
    assert (before.count("copy"), after.count("copy")) == (2, 1)
    assert result.optimal and result.cost_after == cost_model("bytes").price(after)


def check_tries(text: str, model: str, work: int) -> bool:
    """Check what the two searches of a program give. Return whether the second found more."""
    program, options = encoded(text), RegionOptions(cost=model, work_limit=work)
    graph = saturate(program, Limits())
    alone = extract(program, graph, cost_model(model), Work(work))
    first, second = searched_again(program, graph, alone, options, Clock())
    best = second[1] if second else first
    assert replace(first, lower_bound=0.0, optimal=False, stopped_by="") == replace(
        alone, lower_bound=0.0, optimal=False, stopped_by=""
    )
    assert best.cost <= alone.cost and first.lower_bound <= alone.lower_bound
    assert best.lower_bound <= best.cost * (1.0 + 1e-9) and first.lower_bound <= best.cost * (1.0 + 1e-9)
    assert best.optimal == (best.cost <= best.lower_bound * (1.0 + 1e-9)) or graph.stopped_by
    return second is not None


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", ["split_work_concat1", "concat1_mm", "pad_mm", "multi_insert_mm", "dynamic_cache"])
def test_no_program_becomes_worse(name: str, model: str) -> None:
    """With the rules of the second search alone, `split_work_concat1` costs more under `latency`."""
    check_tries((CORPUS / "regions" / f"{name}.mlir").read_text(), model, 500_000)


@pytest.mark.parametrize(("name", "model"), FOUND)
def test_blocks_gain(name: str, model: str) -> None:
    assert check_tries((CORPUS / "blocks" / f"{name}.mlir").read_text(), model, 1_000_000)


@given(programs())
@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_no_random_program_becomes_worse(drawn: Drawn) -> None:
    for model in ("dispatches", "latency:streams=4"):
        check_tries(drawn.text, model, 50_000)


def test_the_first_search_runs_without_the_rules_of_the_second() -> None:
    program = encoded(INNER)
    assert region.read_where_inserted.second and searched_twice(())
    assert len(first_try(language()).rules) == len(language().rules) - 1
    first, second = (saturate(encoded(INNER), Limits(), second=second) for second in (False, True))
    assert sum(map(len, first.nodes.values())) < sum(map(len, second.nodes.values()))
    assert all(
        node.symbol in {n.symbol for n in second.nodes[c]} for c in range(len(program.terms)) for node in first.nodes.get(c, ())
    )


def test_a_rule_of_a_user_may_wait_for_the_second_search() -> None:
    own = (second_try(region.insert_whole),)
    every = extended(language(), own)
    assert every.rules[-1] is own[0] and own[0] not in first_try(every).rules


def test_rules_for_a_second_search_are_in_a_family_that_searches_twice() -> None:
    """Other families would run them in their one search."""
    for name in {file.partition("_")[0] for file in files()} - {"region"}:
        assert not any(rule.second for rule in book(name)), name
    assert any(rule.second for rule in rules_of([region]))


def test_a_second_result_stands_if_its_schedule_costs_less_than_that_of_the_first() -> None:
    """By IREE's own schedule, whatever was predicted."""
    text = (CORPUS / "regions" / "split_work_concat1.mlir").read_text()
    options = RegionOptions(cost="latency:streams=4")
    waves, copies = (optimize_text(text, "", RegionOptions(cost=model)) for model in ("latency:streams=4", "dispatches"))
    module, better, worse, again = (read_any(each, "") for each in (text, waves.ir, copies.ir, waves.ir))
    assert cost_model("latency:streams=4").price(schedule_of(waves.ir)) < cost_model("latency:streams=4").price(
        schedule_of(copies.ir)
    )
    records = list(waves.functions)
    assert pays(module, worse, better, records, options)
    assert not pays(module, better, worse, records, options)
    assert not pays(module, better, again, records, options)
    assert pays(module, module, better, records, options)


def test_the_result_without_second_searches_is_returned_where_the_other_does_not_pay() -> None:
    """The optimiser keeps both until IREE has seen them."""
    block = (CORPUS / "blocks" / "densenet.mlir").read_text()
    task = RegionTask(read_any(block, ""), RegionOptions(cost="dispatches", work_limit=1_000_000), Clock(), block)
    new, records = task.optimized()
    assert task.fallback is not None
    less, fewer = task.fallback
    assert sum(r.cost_after for r in records) < sum(r.cost_after for r in fewer) < sum(r.cost_before for r in fewer)
    assert task.against_model(new, records)[0] is new
    task.fallback = new, records
    assert task.against_model(less, fewer)[0] is new


def test_the_result_without_second_searches_is_proved_before_it_is_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not before, since it is seldom returned. If it were not equal, the input would be."""
    block = (CORPUS / "blocks" / "densenet.mlir").read_text()
    task = RegionTask(read_any(block, ""), RegionOptions(cost="dispatches", work_limit=1_000_000), Clock(), block)
    new, records = task.optimized()
    assert task.fallback is not None and len(task.unproved) == 1
    (before, after), fallback, shown = task.unproved[0], task.fallback, set(task.shown)
    assert task.shown_equal(*fallback)[0] is fallback[0]
    assert task.shown - shown
    task.shown = shown
    monkeypatch.setattr("egraph_opt.families.region.optimize.pays", lambda *_: False)
    monkeypatch.setattr(Expected, "same", lambda self, other: self.function is not before)
    task.fallback = fallback
    kept, said = task.against_model(new, records)
    assert kept is task.module and "was not found to do the same" in said[0].remark
    assert before is not after
