"""The whole path: limits, failures, options, what a result says."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module

import pytest

import egraph_opt
from egraph_opt.core.engine import Limits
from egraph_opt.core.result import Result
from egraph_opt.cost import MODELS, evaluate
from egraph_opt.ir.module import InputError
from egraph_opt.text import read
from tests.support.kernels import ROOT

KERNEL = ROOT / "benchmarks/corpus/kernels/fla.chunk_gla_bwd_kernel_intra/rlc3.before.ttgir"
FAN_OUT = (ROOT / "tests/cases/layout/fan_out.mlir").read_text()


@cache
def optimised(**options: str) -> Result:
    """The result for the kernel, made once for all tests that look at it."""
    return egraph_opt.optimize(KERNEL, **options)


def test_a_real_kernel_gets_cheaper_and_says_so() -> None:
    result = optimised()
    assert result.cost_after < result.cost_before
    assert result.lower_bound <= result.cost_after
    assert result.optimal and not result.stopped_by
    assert set(result.timings) == {"read", "encode", "saturate", "extract", "decode", "check"}
    assert "conversions" in result.summary()
    bundle = result._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html"} and "<table>" in bundle["text/html"]


def test_the_result_reads_back_at_the_cost_it_claims() -> None:
    result = optimised()
    (function,) = read(result.ir).functions()
    assert evaluate(function, MODELS["cycles"]).cost == pytest.approx(result.cost_after)


def test_what_is_optimal_already_comes_back_word_for_word() -> None:
    once = egraph_opt.optimize(FAN_OUT, cost="shared_bytes").ir
    assert egraph_opt.optimize(once, cost="shared_bytes").ir == once


@pytest.mark.parametrize("limits", [Limits(iterations=1), Limits(nodes=10), Limits(seconds=0.0)])
def test_a_limit_is_reported_and_the_program_stays_valid(limits: Limits) -> None:
    result = egraph_opt.optimize(KERNEL, limits=limits)
    assert result.stopped_by in ("iterations", "nodes", "seconds")
    assert result.cost_after <= result.cost_before
    read(result.ir)


@pytest.mark.engine_fails
def test_a_failing_engine_leaves_the_program_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(import_module("egraph_opt.families.layout.optimize"), "decode", broken)
    result = egraph_opt.optimize(FAN_OUT)
    assert result.stopped_by == "error"
    assert "left unchanged: internal failure" in result.remarks[0] and "ZeroDivisionError" not in result.remarks[0]
    assert [v.cost for v in map(lambda f: evaluate(f, MODELS["cycles"]), read(result.ir).functions())] == [result.cost_before]


@pytest.mark.parametrize(
    "written",
    [
        '"tt.expand_dims"(%a, %b) <{axis = 0 : i32}>',
        '"tt.expand_dims"() <{axis = 0 : i32}>',
    ],
)
def test_an_operation_with_too_many_operands_or_too_few_stays_as_it_is(written: str) -> None:
    many = "tensor<64xf32, #s>, tensor<64xf32, #s>" if "b)" in written else "" if "()" in written else "tensor<64xf32, #s>"
    types = f"({many})" if written[0] == '"' else many
    text = f"""#a = #ttg.blocked<{{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}}>
#c = #ttg.blocked<{{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}}>
#s = #ttg.slice<{{dim = 0, parent = #a}}>
module {{
  tt.func @k(%a: tensor<64xf32, #s>, %b: tensor<64xf32, #s>, %p: tensor<64x64x!tt.ptr<f32>, #c>) {{
    %0 = {written} : {types} -> tensor<1x64xf32, #a>
    %1 = tt.broadcast %0 : tensor<1x64xf32, #a> -> tensor<64x64xf32, #a>
    %2 = ttg.convert_layout %1 : tensor<64x64xf32, #a> -> tensor<64x64xf32, #c>
    tt.store %p, %2 : tensor<64x64x!tt.ptr<f32>, #c>
    tt.return
  }}
}}
"""
    result = egraph_opt.optimize(text, cost="shared_bytes")
    assert written in result.ir and not result.rejected


@pytest.mark.parametrize("extract", ["tree", "dag", "exact"])
def test_every_extractor_is_sound_and_exact_is_best(extract: str) -> None:
    assert optimised().cost_after <= optimised(extract=extract).cost_after


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.slow) if n == "shared_bytes" else n for n in MODELS])
def test_every_cost_model_lowers_its_own_cost(name: str) -> None:
    """Bytes of shared memory take a long search here, and are slow."""
    result = optimised(cost=name)
    assert result.cost_after < result.cost_before


def test_cost_models_disagree_where_they_should() -> None:
    """One conversion of a large sum, or two of its small operands: counting prefers the first, bytes the second."""
    text = (ROOT / "tests/cases/layout/two_broadcasts_one_convert.mlir").read_text()
    assert egraph_opt.optimize(text, cost="converts").ir.count("= ttg.convert_layout") == 1
    assert egraph_opt.optimize(text, cost="shared_bytes").ir.count("= ttg.convert_layout") == 2


def test_a_cost_model_of_ones_own() -> None:
    @dataclass
    class Free:
        name: str = "free"
        unit: str = "nothing"
        change_factor: float = 1.0
        change_price: float = 1.0
        prices_accesses: bool = False

        def cost(self, name: str, operands: Sequence[str], results: Sequence[str], access: object = None) -> float:
            return 0.0

        def spills(self, pressure: int, threads: int) -> float:
            return 0.0

    assert egraph_opt.optimize(FAN_OUT, cost=Free()).ir == egraph_opt.optimize(FAN_OUT, cost=Free(), extract="tree").ir


@pytest.mark.parametrize("wrong", [{"cost": "speed"}, {"extract": "magic"}, {"rules": "magic"}])
def test_wrong_arguments_say_what_there_is(wrong: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"(no (cost model|ruleset) .*: use|extract is) one of \w+"):
        egraph_opt.optimize(FAN_OUT, **wrong)  # type: ignore[arg-type]


def test_a_function_without_effects_comes_back() -> None:
    text = "module {\n  tt.func @k(%a: i32) {\n    %0 = arith.addi %a, %a : i32\n    tt.return\n  }\n}\n"
    result = egraph_opt.optimize(text)
    assert result.ir == text and not result.remarks


def test_bad_text_raises_input_error() -> None:
    with pytest.raises(InputError, match="error"):
        egraph_opt.optimize("module {\n  tt.func @k() {\n    tt.return %x : i32\n  }\n}\n")


def test_several_modules_in_one_text() -> None:
    result = egraph_opt.optimize(FAN_OUT + "// -----\n" + FAN_OUT)
    assert len(result.functions) == 2
    assert result.ir.count("// -----") == 1
