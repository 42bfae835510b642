"""Alternatives to a kernel's compile options: which there are, and which one runs if the kernel's own do not fit."""

from __future__ import annotations

import pytest

pytest.importorskip("triton")

import egraph_opt.triton as plugin
from egraph_opt.triton.capture.fake_driver import driver, target_of
from egraph_opt.triton.choice.compile_options import copied_past_writes, fewer_stages, option_sets
from egraph_opt.triton.state import shared_memory_limits
from tests.support import jit_kernels
from tests.support.jit_kernels import compile_for, warm_up

TARGET = "cuda:90"
own_cache, in_this_process = jit_kernels.own_cache, jit_kernels.in_this_process

LOOP = """tt.func public @f(%a: !tt.ptr<f32>, %b: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = arith.constant 0.0 : f32
  scf.for %j = %c0 to %n step %c1 : i32 {
    %y = scf.for %i = %c0 to %n step %c1 iter_args(%z = %0) -> (f32) : i32 {
      %x = tt.load %a : !tt.ptr<f32>
      scf.yield %x : f32
    } {tt.num_stages = 1 : i32}
    tt.store %b, %y : !tt.ptr<f32>
  }
  tt.return
}"""
WRITES = (
    "tt.store %b, %z : !tt.ptr<f32>",
    "tt.store %a, %x : !tt.ptr<f32>",
    "%o = tt.atomic_rmw fadd, acq_rel, gpu, %b, %z : (!tt.ptr<f32>, f32) -> f32",
    "gpu.barrier",
    "scf.if %on {\ntt.store %b, %x : !tt.ptr<f32>\n}",
)
POINTWISE = "tt.func public @f(%a: !tt.ptr<f32>) {\n %x = tt.load %a\n %y = math.exp %x\n tt.store %a, %y\n}"


def test_stages_of_a_kernel_and_of_its_loops_change_together() -> None:
    sets = option_sets(LOOP, {"num_stages": 3, "num_warps": 4})
    assert list(sets) == [f"stages_{n}" for n in (1, 2, 3, 4, 5)]
    assert "tt.num_stages = 3 : i32" in sets["stages_3"].text and sets["stages_3"].options["num_stages"] == 3
    assert "stages_3" not in option_sets(LOOP.replace("num_stages = 1", "num_stages = 3"), {"num_stages": 3})
    assert not option_sets(POINTWISE, {"num_stages": 3})


@pytest.mark.parametrize("write", WRITES)
def test_a_loop_that_loads_and_writes_copies_no_further_ahead(write: str) -> None:
    """Triton's pipeliner copies what an iteration reads before an earlier one writes it: with two stages, one iteration ahead."""
    text = LOOP.replace("scf.yield", f"%on = arith.cmpi eq, %i, %c1 : i32\n{write}\nscf.yield").replace(
        "= 1 : i32}", "= 2 : i32}"
    )
    assert list(option_sets(text, {"num_stages": 3})) == ["stages_1", "stages_2"]
    assert list(option_sets(text, {"num_stages": 2})) == ["stages_1"]
    assert copied_past_writes(text) == (((1,), (0,)) if "store %b" in write else None)
    assert ("stages_5" in option_sets(text, {"num_stages": 3}, apart=True)) == ("store %b" in write)


def test_loops_that_triton_fuses_copy_no_further_ahead_if_one_writes() -> None:
    outer, _, end = LOOP.rpartition("}\n  tt.return")
    fused = f"{outer}}} {{tt.flatten}}\n  tt.return{end}"
    assert copied_past_writes(fused) == ((1,), (0,)) and copied_past_writes(LOOP) == ((), ())
    assert copied_past_writes(fused.replace("tt.store %b", "tt.store %a")) is None
    assert copied_past_writes(fused.replace("tt.store %b, %y", "// ")) == ((), ())


def test_a_function_that_is_called_may_write_what_its_loop_loads() -> None:
    called = LOOP.replace("@f(", "@g(")
    assert copied_past_writes(f"module {{\n{LOOP}\n{called}\n}}") == ((), ())
    writes = called.replace("scf.yield", "tt.store %b, %x : !tt.ptr<f32>\nscf.yield")
    assert copied_past_writes(f"module {{\n{LOOP}\n{writes}\n}}") is None


def test_a_program_that_does_not_parse_copies_no_further_ahead() -> None:
    text = LOOP.replace("tt.load", "tt.load %what")
    assert [name for name, _ in fewer_stages(text, {"num_stages": 4})] == ["stages_1"] and copied_past_writes(text) is None


def test_fewer_stages_come_in_falling_order() -> None:
    assert [name for name, _ in fewer_stages(LOOP, {"num_stages": 4})] == ["stages_3", "stages_2", "stages_1"]
    assert not fewer_stages(LOOP, {"num_stages": 1})


def test_a_kernel_too_large_for_shared_memory_runs_with_the_most_stages_that_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = {stages: compile_for(TARGET, "matmul", num_stages=stages).metadata.shared for stages in (2, 3, 4)}
    assert sizes[2] < sizes[3] < sizes[4]
    monkeypatch.setitem(shared_memory_limits.SHARED_LIMIT, TARGET, sizes[3])
    with driver(target_of(TARGET)):
        plugin.enable()
        kernel = warm_up("matmul", num_stages=4)
        assert 0 < kernel.metadata.shared <= sizes[3]
        assert any(f"{sizes[4]:,} bytes" in each.reason and "stages_3" in each.reason for each in plugin.report().kernels)
