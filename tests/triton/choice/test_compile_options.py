"""Alternatives to a kernel's compile options: which there are, and which one runs if the kernel's own do not fit."""

from __future__ import annotations

import pytest

pytest.importorskip("triton")

import egraph_opt.triton as plugin
from egraph_opt.triton.capture.fake_driver import driver, target_of
from egraph_opt.triton.choice.compile_options import fewer_stages, option_sets
from egraph_opt.triton.state import shared_memory_limits
from tests.support import jit_kernels
from tests.support.jit_kernels import compile_for, warm_up

TARGET = "cuda:90"
own_cache, in_this_process = jit_kernels.own_cache, jit_kernels.in_this_process

LOOP = """tt.func public @f(%a: !tt.ptr<f32>, %n: i32) {
  scf.for %i = %0 to %n step %1 : i32 {
    %x = tt.load %a : !tt.ptr<f32>
    tt.store %a, %x : !tt.ptr<f32>
  } {tt.num_stages = 1 : i32}
}"""
POINTWISE = "tt.func public @f(%a: !tt.ptr<f32>) {\n %x = tt.load %a\n %y = math.exp %x\n tt.store %a, %y\n}"


def test_stages_of_a_kernel_and_of_its_loops_change_together() -> None:
    sets = option_sets(LOOP, {"num_stages": 3, "num_warps": 4})
    assert list(sets) == [f"stages_{n}" for n in (1, 2, 3, 4, 5)]
    assert "tt.num_stages = 3 : i32" in sets["stages_3"].text and sets["stages_3"].options["num_stages"] == 3
    assert "stages_3" not in option_sets(LOOP.replace("num_stages = 1", "num_stages = 3"), {"num_stages": 3})
    assert not option_sets(POINTWISE, {"num_stages": 3})


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
