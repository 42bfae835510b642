"""Claims about a result, checked against all selections, and claims of several searches against each other."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from egraph_opt import optimize
from egraph_opt.command.cli import main
from egraph_opt.core.engine import Limits
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.core.result import FunctionResult, Result
from egraph_opt.core.task import Clock
from egraph_opt.cost import Converts, bind_target, evaluate
from egraph_opt.cost.model_spec import cost_model
from egraph_opt.extract import InvalidSelection, Problem, check
from egraph_opt.families.layout.acceptance import chosen_of_two, combine_records
from egraph_opt.families.layout.emit.elaborate import decode
from egraph_opt.families.layout.encode.warp_partitions import with_partitions
from egraph_opt.families.layout.explanation import explain
from egraph_opt.families.layout.optimize import FunctionBody, LayoutTask
from egraph_opt.families.layout.options import Options
from egraph_opt.families.vector.options import VectorOptions
from egraph_opt.ir.module import Op
from egraph_opt.text import read, split
from tests.support.kernels import ROOT

CASES = sorted((ROOT / "tests/cases/layout").glob("*.mlir"))
KERNEL = ROOT / "benchmarks/corpus/kernels/fla.chunk_gla_bwd_kernel_intra/rlc3.before.ttgir"
FAN_OUT = (ROOT / "tests/cases/layout/fan_out.mlir").read_text()
MOST = 64
"""Selections of a program that are all looked at; of programs with more, none."""
EXACT = 1e-6

HEAD = """#A = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#B = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1]}>
#SA = #ttg.slice<{dim = 1, parent = #A}>
#SB = #ttg.slice<{dim = 1, parent = #B}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
"""
DEAD = (
    HEAD
    + """  tt.func @k() {
    %c = arith.constant dense<1.0> : tensor<64x64xf32, #A>
    %0 = ttg.convert_layout %c : tensor<64x64xf32, #A> -> tensor<64x64xf32, #B>
    tt.return
  }
}
"""
)
ONE_OF_TWO = (
    HEAD
    + """  tt.func @k(%p: tensor<64x!tt.ptr<f32>, #SA>, %x: tensor<64x64xf32, #A>, %i: tensor<64x64xi32, #A>) {
    %0 = ttg.convert_layout %x : tensor<64x64xf32, #A> -> tensor<64x64xf32, #B>
    %1 = ttg.convert_layout %i : tensor<64x64xi32, #A> -> tensor<64x64xi32, #B>
    %2:2 = "tt.reduce"(%0, %1) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: i32, %c: f32, %d: i32):
      %3 = arith.cmpf ogt, %a, %c : f32
      %4 = arith.select %3, %a, %c : f32
      %5 = arith.select %3, %b, %d : i32
      tt.reduce.return %4, %5 : f32, i32
    }) : (tensor<64x64xf32, #B>, tensor<64x64xi32, #B>) -> (tensor<64xf32, #SB>, tensor<64xi32, #SB>)
    %6 = ttg.convert_layout %2#0 : tensor<64xf32, #SB> -> tensor<64xf32, #SA>
    tt.store %p, %6 : tensor<64x!tt.ptr<f32>, #SA>
    tt.return
  }
}
"""
)
"""Of two results of a reduction one is wanted: the whole reduction is paid all the same."""


@dataclass(frozen=True)
class Reductions(Converts):
    """Conversions cost 10; a reduction costs 50 where its operands are held as the input loads them, and 2 elsewhere."""

    name: str = "reductions"

    def cost(self, name: str, operands: Sequence[str], results: Sequence[str], access: object = None) -> float:
        if name == "ttg.convert_layout":
            return 10.0
        return (50.0 if "[2, 16]" in operands[0] else 2.0) if name == "tt.reduce" else 0.0


@dataclass(frozen=True)
class Backwards(Converts):
    """A model of the whole function that likes conversions, which a sum of its costs knows nothing of."""

    name: str = "backwards"

    def whole(self, function: Op) -> float:
        return 10.0 - sum(op.name == "ttg.convert_layout" for op in function.walk())


def selections(problem: Problem, most: int) -> Iterator[list[int]]:
    """Every choice for the classes that it reaches, `most` and one more at most."""
    nodes = problem.graph.nodes_of
    left = most + 1
    todo: list[tuple[dict[int, int], tuple[int, ...]]] = [({}, tuple(problem.graph.roots))]
    while todo and left > 0:
        choice, pending = todo.pop()
        while pending and pending[-1] in choice:
            pending = pending[:-1]
        if not pending:
            left -= 1
            yield [choice.get(c, -1) for c in range(problem.class_count)]
            continue
        for node in nodes[pending[-1]]:
            children = tuple(c for c, _ in problem.children(node))
            todo.append(({**choice, pending[-1]: node}, (*pending[:-1], *children)))


def task(options: Options) -> LayoutTask:
    return LayoutTask(read(ONE_OF_TWO), options, Clock())


def least(function: Op, threads: int, options: Options) -> float | None:
    """The least cost, prices on change included, of all selections of a function as they are written; None where they are too many."""
    found = task(options).search(FunctionBody(function, threads))
    if found is None:
        return None
    posed = found.choice.posed
    prices, seen = [], 0
    for choice in selections(posed.problem, MOST):
        seen += 1
        if seen > MOST:
            return None
        try:
            check(posed.problem, choice)
        except InvalidSelection:
            continue
        changes = math.fsum(posed.changes[node] for node in choice if node >= 0)
        prices.append(evaluate(decode(found.program.encoding, posed, choice), options.model).cost + changes)
    return min(prices)


def holds(record: FunctionResult, cheapest: float) -> bool:
    """Return whether the claims of a record are true for the cheapest selection."""
    paid = record.cost_after + record.changes
    bounded = record.lower_bound + record.changes <= cheapest + EXACT * max(1.0, cheapest)
    return bounded and (not record.optimal or paid <= cheapest + EXACT * max(1.0, cheapest))


@pytest.mark.parametrize("model", ["cycles", pytest.param("converts", marks=pytest.mark.slow)])
def test_claims_hold_of_every_selection(model: str) -> None:
    looked_at, proved = 0, 0
    for path in (p for p in CASES if ".better" not in p.name):
        for chunk, line in split(path.read_text()):
            module = read(chunk, str(path), line)
            options = Options(cost=bind_target(cost_model(model), module), candidates=2, min_gain=0.0)
            for function in module.functions():
                cheapest = least(function, module.threads(), options)
                if cheapest is None or "ttg.warp_specialize" in chunk:
                    continue
                looked_at += 1
                for extract in ("tree", "dag", "exact"):
                    _, record = LayoutTask(module, replace(options, extract=extract), Clock()).optimize(function)
                    assert holds(record, cheapest), (path.name, extract, record, cheapest)
                    proved += record.optimal
                    assert record.optimal or extract != "exact"
                    wrong = replace(record, lower_bound=record.cost_after) if not record.optimal else record
                    better = cheapest - 0.01 * max(1.0, cheapest)
                    assert not holds(replace(wrong, lower_bound=wrong.cost_after, optimal=False), better)
    assert looked_at >= 10 and proved >= 2 * looked_at


def test_an_operation_is_paid_once_whatever_part_of_its_results_is_wanted() -> None:
    module, model = read(ONE_OF_TWO), Reductions()
    options = Options(cost=model, min_gain=0.0, reassociate=True)
    (function,) = module.functions()
    cheapest = least(function, module.threads(), options)
    _, record = LayoutTask(module, options, Clock()).optimize(function)
    assert cheapest is not None and holds(record, cheapest) and record.optimal and record.cost_after == 32.0
    found = task(options).search(FunctionBody(function, module.threads()))
    assert found is not None and [n.symbol for n in found.choice.posed.nodes].count("run") >= 2


@pytest.mark.parametrize("limits", [Limits(nodes=1), Limits(iterations=5), Limits(seconds=0.0)])
def test_of_what_saturation_did_not_reach_nothing_is_claimed(limits: Limits) -> None:
    result = optimize(KERNEL, limits=limits)
    assert result.stopped_by in ("nodes", "iterations", "seconds")
    assert not result.optimal and result.lower_bound == 0.0 and "no bound" in result.summary()
    assert ("another machine" in " ".join(result.remarks)) == (result.stopped_by == "seconds")


def test_what_was_found_before_a_limit_leaves() -> None:
    whole = optimize(KERNEL)
    costs = [optimize(KERNEL, limits=Limits(iterations=n)).cost_after for n in (3, 6, 9)]
    assert costs == sorted(costs, reverse=True) and whole.cost_after <= costs[-1]
    assert any(whole.cost_after < cost < whole.cost_before for cost in costs)


@pytest.mark.parametrize("name", [pytest.param("fla.chunk_gla_bwd_kernel_inter", marks=pytest.mark.slow), "tb.matmul_kernel__2"])
def test_claims_of_several_searches_agree(name: str) -> None:
    """No bound of one is above what another costs; `changes` make them comparable."""
    path = ROOT / "benchmarks/corpus/kernels" / name / "rlc3.before.ttgir"
    runs = [
        {},
        *({"work_limit": steps} for steps in (0, 50_000)),
        *({"extract": extract} for extract in ("tree", "dag")),
        {"limits": Limits(iterations=6)},
    ]
    results = [optimize(path, min_gain=0.0, cost="cycles", **run).functions[0] for run in runs]
    paid = [r.cost_after + r.changes for r in results]
    bounds = [r.lower_bound + r.changes for r in results if r.lower_bound]
    assert max(bounds) <= min(paid) * (1 + EXACT), list(zip(runs, results, strict=True))
    assert results[0].optimal and paid[0] <= min(paid) * (1 + EXACT)


def test_a_model_of_the_whole_function_proves_nothing_by_sums() -> None:
    for model in (Backwards(), cost_model("roofline:share=3")):
        result = optimize(FAN_OUT, cost=model, min_gain=0.0)
        assert not result.optimal and result.lower_bound == 0.0, model
    assert optimize(FAN_OUT, cost=cost_model("roofline:share=0.5")).optimal


def test_of_nothing_nothing_is_claimed() -> None:
    assert not Result("", "").optimal
    assert optimize(DEAD.replace("    %0 = ttg", "    // %0 = ttg"), cost="converts").optimal


def test_what_is_unused_goes() -> None:
    result = optimize(DEAD, cost="converts")
    assert result.optimal and "convert_layout" not in result.ir and result.functions[0].converts_before == 1


def test_a_loop_around_specialised_warps_multiplies_what_they_might_save() -> None:
    text = (ROOT / "tests/cases/layout/warp_specialize.mlir").read_text()
    start, end = text.index("    ttg.warp_specialize("), text.index("    tt.return")
    head = "    %c0 = arith.constant 0 : i32\n    %c1 = arith.constant 1 : i32\n    %c50 = arith.constant 50 : i32\n"
    looped = head + "    scf.for %i = %c0 to %c50 step %c1 : i32 {\n" + text[start:end] + "    }\n"
    often = text[:start] + looped + text[end:]
    runs: list[float] = []

    def note(part: Op, threads: int, times: float) -> Op:
        runs.append(times)
        return part

    (function,) = read(often).functions()
    with_partitions(function, 128, note)
    assert set(runs) == {50.0}
    found, part = FunctionResult("f", 1, 9.0, 9.0, 9.0, True), FunctionResult("", 1, 5.0, 5.0, 4.0, False)
    whole = combine_records(function, function, found, [(part, 50.0)], cost_model("cycles"))
    assert whole.lower_bound == pytest.approx(max(0.0, whole.cost_after - 50.0)) and not whole.optimal
    assert optimize(text).optimal and optimize(often).optimal
    assert not optimize(text, cost="roofline").optimal, "each part by itself may bind where the whole does not"


def test_a_record_that_claims_too_much_is_refused() -> None:
    good = FunctionResult("f", 1, 10.0, 8.0, 8.0, True)
    for wrong in ({"stopped_by": "nodes"}, {"lower_bound": 9.0}):
        with pytest.raises(ValueError, match="beyond what was searched"):
            replace(good, **wrong)  # type: ignore[arg-type]


def test_of_two_programs_a_claim_covers_both() -> None:
    ours = FunctionResult("f", 1, 10.0, 8.0, 8.0, True)
    theirs = FunctionResult("f", 1, 9.0, 7.0, 7.0, True)
    assert chosen_of_two(ours, theirs).optimal and chosen_of_two(ours, theirs).lower_bound == 7.0
    worse = chosen_of_two(theirs, ours)  # the sum over a module's functions was better, this one is not
    assert not worse.optimal and worse.lower_bound == 7.0
    stopped = replace(ours, optimal=False, lower_bound=0.0, stopped_by="nodes")
    both = chosen_of_two(stopped, theirs)
    assert (both.optimal, both.lower_bound, both.stopped_by) == (False, 0.0, "nodes")


def test_what_is_not_understood_is_not_optimal() -> None:
    pytest.importorskip("iree.compiler")
    text = "func.func @k(%a: vector<4xf32>) -> vector<4xf32> {\n  return %a : vector<4xf32>\n}\n"
    (record,) = optimize_text(text, "k", VectorOptions()).functions
    assert not record.remark or (not record.optimal and record.lower_bound == 0.0)
    path = ROOT / "benchmarks/corpus/vectors/carried_sum.mlir"
    stopped = optimize_text(path.read_text(), path.name, VectorOptions(limits=Limits(iterations=1)))
    assert stopped.stopped_by == "iterations" and not stopped.optimal and stopped.lower_bound == 0.0


def test_what_stays_has_nothing_to_explain() -> None:
    kept, changed = (explain(FAN_OUT, "k", Options(min_gain=gain)) for gain in (1.0, 0.0))
    assert "left unchanged" in kept[0].record.remark and not kept[0].choices
    assert changed[0].record.optimal and changed[0].choices


def test_summary_json_and_exit_code_say_the_same(tmp_path: Path) -> None:
    for limits, stopped_by, code in (([], "", 0), (["--max-nodes", "10"], "nodes", 4), (["--work-limit", "0"], "work", 4)):
        command = [str(KERNEL), "--emit", "json", "--strict", "--no-isolate", *limits]
        done = CliRunner().invoke(main, ["opt", *command])
        found = json.loads(done.stdout)
        assert done.exit_code == code, done.output
        assert found["stopped_by"] == found["functions"][0]["stopped_by"] == stopped_by
        assert found["optimal"] == found["functions"][0]["optimal"] == (not stopped_by)
        assert f"({found['state']})" in done.stderr and (f"stopped by {stopped_by}" in done.stderr) == bool(stopped_by)


def test_layouts_that_were_not_tried_are_counted_beside_the_claim() -> None:
    few = optimize(KERNEL, candidates=2)
    untried = few.functions[0].untried
    assert (
        0 < untried <= len(few.functions[0].dropped)
        and f"{untried} layouts not tried" in few.summary()
        and few.functions[0].state in few.summary()
    )
    html = few._repr_mimebundle_()["text/html"]
    assert few.functions[0].state in html


def test_a_negative_total_bounds_nothing() -> None:
    assert FunctionResult("f", 1, -1.0, -1.0, 0.0, False).state == "no bound"


def test_optimal_texts_cost_what_they_claim() -> None:
    result = optimize_text(KERNEL.read_text(), "k", Options(loads_first=True))
    module = read(result.ir)
    assert sum(evaluate(f, bind_target(cost_model("cycles"), module)).cost for f in module.functions()) == pytest.approx(
        result.cost_after
    )
