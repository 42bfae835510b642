"""Reasons of the target `buffer`, and of pointers that loops advance: what is missing, not what the rules are called."""

from __future__ import annotations

import pytest

from egraph_opt import optimize

HEAD = """module {
  tt.func public @f(%src: !tt.ptr<f32>, %list: !tt.ptr<i32>, %n: i32, %on: i1) {
    %pid = tt.get_program_id x : i32
    %lane = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %all = tt.splat %src : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %lists = tt.splat %list : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
"""
TAIL = """    %at = tt.addptr %all, %o : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %v = tt.load %at : tensor<16x!tt.ptr<f32>>
    tt.store %at, %v : tensor<16x!tt.ptr<f32>>
    tt.return
  }
}
"""
OFFSETS = {
    "of lanes": (
        "%p = tt.splat %pid : i32 -> tensor<16xi32>\n%c = arith.constant dense<8> : tensor<16xi32>\n"
        "%m = arith.muli %p, %c : tensor<16xi32>\n%o = arith.addi %m, %lane : tensor<16xi32>",
        "its address may overflow: arith.addi(%m, %lane) at line 10 is not known to fit in 32 bits",
    ),
    "of a number": (
        "%m = arith.muli %pid, %n : i32\n%s = tt.splat %m : i32 -> tensor<16xi32>\n%o = arith.addi %s, %lane : tensor<16xi32>",
        "its address may overflow: arith.addi(%s, %lane) at line 9 is not known to fit in 32 bits",
    ),
    "times a number": (
        "%s = tt.splat %n : i32 -> tensor<16xi32>\n%o = arith.muli %s, %lane : tensor<16xi32>",
        "its address may overflow: arith.muli(%s, %lane) at line 8 is not known to fit in 32 bits",
    ),
    "looked up": (
        "%a = tt.addptr %lists, %lane : tensor<16x!tt.ptr<i32>>, tensor<16xi32>\n%o = tt.load %a : tensor<16x!tt.ptr<i32>>",
        "its address depends on tt.load at line 8",
    ),
    "of bits": (
        "%s = tt.splat %n : i32 -> tensor<16xi32>\n%o = arith.xori %s, %lane : tensor<16xi32>",
        "its address depends on arith.xori at line 8",
    ),
}


@pytest.mark.parametrize("name", OFFSETS)
def test_offsets_in_buffers_say_what_is_missing(name: str) -> None:
    offsets, reason = OFFSETS[name]
    result = optimize(HEAD + offsets + "\n" + TAIL, rules="pointer", target="buffer", explain_accesses=True)
    assert sum(remark.endswith(f"left: {reason}") for remark in result.remarks) == 2


ADVANCED = """    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %begin = tt.addptr %all, %lane : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %end = scf.for %t = %zero to %n step %one iter_args(%p = %begin) -> (tensor<16x!tt.ptr<f32>>) : i32 {
      %q = scf.if %on -> (tensor<16x!tt.ptr<f32>>) {
        %amount = tt.load %list : !tt.ptr<i32>
        %step = tt.splat %amount : i32 -> tensor<16xi32>
        %x = tt.addptr %p, %step : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
        scf.yield %x : tensor<16x!tt.ptr<f32>>
      } else {
        scf.yield %p : tensor<16x!tt.ptr<f32>>
      }
      %v = tt.load %q : tensor<16x!tt.ptr<f32>>
      tt.store %p, %v : tensor<16x!tt.ptr<f32>>
      scf.yield %q : tensor<16x!tt.ptr<f32>>
    }
    tt.return
  }
}
"""


@pytest.mark.parametrize("target", ["block-pointer", "tts"])
def test_a_pointer_that_a_branch_in_a_loop_advances_is_named(target: str) -> None:
    result = optimize(HEAD + ADVANCED, rules="pointer", target=target, explain_accesses=True)
    left = [remark for remark in result.remarks if "tt.load: left" in remark]
    assert left and left[-1].endswith("depends on %p, which the scf.for at line 10 advances by what scf.if at line 11 chooses")
    assert "optimal" not in str(result)
