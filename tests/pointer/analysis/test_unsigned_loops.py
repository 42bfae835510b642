"""Accesses in and after loops that count without sign: what stands on the counter's value is raised, what stands on its steps is left."""

import numpy as np
import pytest

from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.validation.errors import RaiseRefused
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.text import read
from tests.support.pointer_oracle import outcome

LOOP = (
    """
module {
  tt.func public @sums(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %many = arith.constant 16 : i32
    %nothing = arith.constant dense<0.000000e+00> : tensor<16xf32>
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %limit = tt.splat %n : i32 -> tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %start = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %sum, %last = scf.for unsigned %i = %zero to %n step %many iter_args(%acc = %nothing, %p = %start)
        -> (tensor<16xf32>, tensor<16x!tt.ptr<f32>>)  : i32 {
      %at = tt.splat %i : i32 -> tensor<16xi32>
      %index = arith.addi %at, %range : tensor<16xi32>
      %few = arith.cmpi ult, %index, %limit : tensor<16xi32>
      %from = tt.addptr %source, %index : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      %x = tt.load %from, %few, %nothing : tensor<16x!tt.ptr<f32>>
      %y = tt.load %p, %few, %nothing : tensor<16x!tt.ptr<f32>>
      %both = arith.addf %x, %y : tensor<16xf32>
      %next = arith.addf %acc, %both : tensor<16xf32>
      %following = tt.addptr %p, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      scf.yield %next, %following : tensor<16xf32>, tensor<16x!tt.ptr<f32>>
    }
    %z = tt.load %last : tensor<16x!tt.ptr<f32>>
    %all = arith.addf %sum, %z : tensor<16xf32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %all : tensor<16x!tt.ptr<f32>>
    tt.return
  }
}
""".replace("%sum, %last =", "%s:2 =")
    .replace("%last", "%s#1")
    .replace("%sum", "%s#0")
)
"""A load by the counter, one by a carried pointer, one by that pointer after the loop, and a store."""


def test_each_access_is_raised_by_itself() -> None:
    result = raise_text(LOOP, "kernel", "tts", "loop")
    assert not result.rejected
    assert [report.raised for report in result.reports] == [True, False, False, True]
    (old,), (new,) = read(LOOP).functions(), read(result.ir).functions()
    for n in (0, 1, 15, 16, 17, 64):
        given = [np.arange(1024, dtype=np.float32), np.zeros(64, np.float32), n]
        assert outcome(new, given, (0, 0, 0)) == outcome(old, given, (0, 0, 0)) is not None


@pytest.mark.parametrize("target", ["block-pointer", "descriptor", "buffer"])
def test_other_targets_leave_what_they_cannot_say(target: str) -> None:
    result = raise_text(LOOP, "kernel", target, "loop", any_cost=True)  # type: ignore[arg-type]
    assert not result.rejected
    assert not any(report.raised for report in result.reports[:3])


def test_another_index_in_such_a_loop_is_refused() -> None:
    new = raise_text(LOOP, "kernel", "tts", "loop").ir
    assert "gather_scatter_offset: %index" in new
    with pytest.raises(RaiseRefused):
        validate(read(LOOP), read(new.replace("gather_scatter_offset: %index", "gather_scatter_offset: %at")))
