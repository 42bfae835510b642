"""Merging of program instances: which programs merge, and that merged ones write what their instances would."""

from __future__ import annotations

import numpy as np
import pytest

from egraph_opt.interpret import launch
from egraph_opt.ir.module import Op
from egraph_opt.ir.rewriting.instance_merging import merged_axis, merged_instances, part_of
from egraph_opt.text import read, write

BRANCHES = """module {
  tt.func public @f(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>, %few: i32) {
    %x = tt.get_program_id x : i32
    %y = tt.get_program_id y : i32
    %many = tt.get_num_programs y : i32
    %row = arith.muli %x, %many : i32
    %at = arith.addi %row, %y : i32
    %from = tt.addptr %in, %at : !tt.ptr<f32>, i32
    %to = tt.addptr %out, %at : !tt.ptr<f32>, i32
    %first = arith.cmpi slt, %y, %few : i32
    cf.cond_br %first, ^bb1, ^bb2
  ^bb1:
    %a = tt.load %from : !tt.ptr<f32>
    %b = arith.addf %a, %a : f32
    tt.store %to, %b : !tt.ptr<f32>
    tt.return
  ^bb2:
    %c = tt.load %from : !tt.ptr<f32>
    tt.store %to, %c : !tt.ptr<f32>
    tt.return
  }
}
"""
BLOCKS = """module {
  tt.func public @f(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
    %p = tt.get_program_id x : i32
    %c4 = arith.constant 4 : i32
    %lanes = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
    %start = arith.muli %p, %c4 : i32
    %starts = tt.splat %start : i32 -> tensor<4xi32>
    %at = arith.addi %starts, %lanes : tensor<4xi32>
    %end = tt.splat %n : i32 -> tensor<4xi32>
    %mask = arith.cmpi slt, %at, %end : tensor<4xi32>
    %ins = tt.splat %in : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
    %from = tt.addptr %ins, %at : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
    %x = tt.load %from, %mask : tensor<4x!tt.ptr<f32>>
    %y = arith.mulf %x, %x : tensor<4xf32>
    %outs = tt.splat %out : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
    %to = tt.addptr %outs, %at : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
    tt.store %to, %y, %mask : tensor<4x!tt.ptr<f32>>
    tt.return
  }
}
"""
ATOMIC = "%v = tt.atomic_rmw fadd, acq_rel, gpu, %from, %x : (tensor<4x!tt.ptr<f32>>, tensor<4xf32>) -> tensor<4xf32>"

ASSEMBLY = """%b = tt.elementwise_inline_asm "mov.u32 $0, %{}.x;" {{constraints = "=r", packed_element = 1 : i32, pure = true}} -> i32
    %start = arith.muli %b, %c4 : i32"""


def function_of(text: str) -> Op:
    (function,) = read(text).functions()
    return function


def merged_text(text: str, count: int, axis: int) -> str:
    module = read(text)
    (function,) = module.functions()
    return write(module.replace_functions({function: merged_instances(function, count, axis)}))


def outputs(text: str, grid: tuple[int, ...], number: int) -> np.ndarray:
    given, out = np.arange(32, dtype=np.float32), np.zeros(32, dtype=np.float32)
    launch(function_of(text), [given, out, number], grid)
    return out


@pytest.mark.parametrize("count", [2, 4])
def test_a_merged_program_writes_what_its_instances_write(count: int) -> None:
    assert merged_axis(function_of(BLOCKS)) == 0
    wanted = outputs(BLOCKS, (8,), 29)
    assert wanted[28] == 784.0 and wanted[29] == 0.0
    assert np.array_equal(outputs(merged_text(BLOCKS, count, 0), (8 // count,), 29), wanted)


def test_branches_and_numbers_of_programs_are_those_of_each_instance() -> None:
    assert merged_axis(function_of(BRANCHES)) == 1
    merged = merged_text(BRANCHES, 4, 1)
    assert "cf.cond_br" not in merged and merged.count("scf.if") == 4
    wanted = outputs(BRANCHES, (4, 8), 3)
    assert wanted[2] == 4.0 and wanted[3] == 3.0
    assert np.array_equal(outputs(merged, (4, 2), 3), wanted)
    assert np.array_equal(outputs(merged_text(BRANCHES, 2, 0), (2, 8), 3), wanted)


def test_what_does_not_depend_on_the_instance_is_computed_once() -> None:
    merged = merged_text(BLOCKS, 4, 0)
    assert merged.count("tt.make_range") == 1 and merged.count("tt.load") == 4


@pytest.mark.parametrize(
    "text",
    [
        BLOCKS.replace("tt.load %from, %mask :", "tt.load %from, %mask {isVolatile = true} :"),
        BLOCKS.replace("tt.return", f"{ATOMIC}\n    tt.return"),
        BLOCKS.replace("%p = tt.get_program_id x : i32", "%p = arith.constant 0 : i32"),
        *(BLOCKS.replace("%start = arith.muli %p, %c4 : i32", ASSEMBLY.format(name)) for name in ("ctaid", "nctaid", "gridid")),
        BRANCHES.replace("%a = tt.load", "%z = tt.get_program_id z : i32\n    %a = tt.load"),
    ],
    ids=[
        "volatile",
        "atomic",
        "no program id",
        "place in the grid",
        "size of the grid",
        "number of the grid",
        "program id in a branch",
    ],
)
def test_programs_whose_instances_may_communicate_do_not_merge(text: str) -> None:
    assert merged_axis(function_of(text)) is None


def test_other_assembly_merges() -> None:
    assert merged_axis(function_of(BLOCKS.replace("%start = arith.muli %p, %c4 : i32", ASSEMBLY.format("warpid")))) == 0


def test_the_parts_of_a_merged_program_share_no_stores() -> None:
    function = function_of(merged_text(BLOCKS, 4, 0))
    parts = [part_of(function, 4, number) for number in range(4)]
    kept = [{op for op in part.regions[0].blocks[0].ops if op.name == "tt.store"} for part in parts]
    assert [len(each) for each in kept] == [1] * 4 and len(set.union(*kept)) == 4
