"""Limiting resource of a function, and a model that prices a function as a whole."""

import pytest
from click.testing import CliRunner

from egraph_opt import optimize
from egraph_opt.command.cli import main
from egraph_opt.cost import MODELS, Cycles, Roofline, evaluate
from egraph_opt.cost.roofline import loads, occupancy, shared_bytes
from egraph_opt.cost.target import target
from egraph_opt.text import read
from tests.support.kernels import ROOT

FAN_OUT = (ROOT / "tests/cases/layout/fan_out.mlir").read_text()
SMALL_LOAD = """%near = tt.splat %p : !tt.ptr<f32> -> tensor<16x1x!tt.ptr<f32>, #A>
    %few = tt.load %near : tensor<16x1x!tt.ptr<f32>, #A>
    %far = tt.splat %d : !tt.ptr<f32> -> tensor<16x1x!tt.ptr<f32>, #A>
    tt.store %far, %few : tensor<16x1x!tt.ptr<f32>, #A>
    """
KERNEL = ROOT / "benchmarks/corpus/kernels/fla.chunk_gla_bwd_kernel_intra/rlc3.before.ttgir"


def test_resources_add_up_to_cycles() -> None:
    for text in (FAN_OUT, KERNEL.read_text()):
        function = read(text).functions()[0]
        found = loads(function, Cycles())
        assert found.memory + found.on_chip == pytest.approx(evaluate(function, Cycles()).cost)
        time = evaluate(function, Roofline()).cost
        assert time == max(found.memory, found.on_chip) <= evaluate(function, Roofline(share=0.5)).cost
        assert evaluate(function, Roofline(share=1.0)).cost == pytest.approx(evaluate(function, Cycles()).cost)
        assert 0 < found.conversions < found.on_chip


def test_what_memory_binds_is_left_alone() -> None:
    """Three stores bind `fan_out`: one conversion instead of three made it no faster on an H200."""
    assert loads(read(FAN_OUT).functions()[0], Cycles()).binding == "global"
    assert optimize(FAN_OUT, cost="cycles").ir != FAN_OUT
    assert optimize(FAN_OUT, cost="roofline").ir == FAN_OUT


def test_what_the_multiprocessor_binds_is_improved() -> None:
    found = optimize(KERNEL, cost="roofline", extract="dag")
    assert found.cost_after < 0.95 * found.cost_before


def test_a_whole_time_is_no_sum_so_moved_loads_are_not_proved_best() -> None:
    kept, moved = (optimize(FAN_OUT, cost="roofline", move_loads=moves) for moves in (False, True))
    assert kept.optimal and not moved.optimal and moved.functions[0].lower_bound == 0.0


def test_small_loads_move_and_are_not_proved_best_either() -> None:
    """Triton may repeat a load of fewer elements than there are threads; so may we, and then memory's side differs between choices."""
    text = FAN_OUT.replace("tt.return", SMALL_LOAD + "tt.return").replace("@k(", "@k(%d: !tt.ptr<f32>, ")
    by_sum, whole = (optimize(text, cost=model) for model in ("cycles", "roofline"))
    assert by_sum.optimal and not whole.optimal and whole.functions[0].lower_bound == 0.0


def test_a_multiprocessor_holds_fewer_programs_that_want_more() -> None:
    function = read(FAN_OUT).functions()[0]
    h200, a100 = target("sm90"), target("sm80")
    assert occupancy(function, 128, h200) >= occupancy(function, 512, h200) >= 1
    assert shared_bytes(function, a100.matrices) > 0


def test_the_command_names_what_binds() -> None:
    outcome = CliRunner().invoke(main, ["resources", str(ROOT / "tests/cases/layout/fan_out.mlir")])
    assert outcome.exit_code == 0 and "global" in outcome.output.splitlines()[-1]
    assert CliRunner().invoke(main, ["resources", str(KERNEL), "--cost", "converts"]).exit_code == 2


def test_costs_lists_units_targets_and_errors() -> None:
    text = CliRunner().invoke(main, ["costs"]).output
    assert all(name in text for name in MODELS) and "median error" in text and max(map(len, text.splitlines())) <= 80
    assert "per warp shuffle" not in text and len(text.splitlines()) < 20
    one = CliRunner().invoke(main, ["costs", "cycles"]).output
    assert "sm80" in one and "per warp shuffle" in one and "Median error: 8.4%." in one and "shared_bytes" not in one
    wrong = CliRunner().invoke(main, ["costs", "cycle"])
    assert wrong.exit_code == 2 and "did you mean cycles" in wrong.output
