"""Loads at indices that are loaded from an array: new may read outside of a table only where old does."""

from __future__ import annotations

import pytest

from egraph_opt.verifier import Call
from egraph_opt.verifier.decision.verification import make_problem
from egraph_opt.verifier.proof import Proof, prove
from egraph_opt.verifier.question import QuestionBuilder

ROW = """module {
  tt.func public @row(%table: !tt.ptr<f32>, %indices: !tt.ptr<i32>, %y: !tt.ptr<f32>) {
    %columns = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %five = arith.constant dense<5> : tensor<8xi32>
    %inside = arith.cmpi slt, %columns, %five : tensor<8xi32>
    %width = arith.constant 5 : i32
    %index = tt.load %indices : !tt.ptr<i32>
    %start = arith.muli %index, %width : i32
    %row = tt.addptr %table, %start : !tt.ptr<f32>, i32
    %rows = tt.splat %row : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
    %from = tt.addptr %rows, %columns : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    %values = tt.load %from, %inside : tensor<8x!tt.ptr<f32>>
    %ys = tt.splat %y : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
    %to = tt.addptr %ys, %columns : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    tt.store %to, %values, %inside : tensor<8x!tt.ptr<f32>>
    tt.return
  }
}
"""
"""A row of five elements, whose number is loaded, in a tile of eight."""
WITHOUT_MASK = ROW.replace("tt.load %from, %inside", "tt.load %from")


def proof_of(old: str, new: str, rows: int, most: int) -> Proof:
    """Return the proof for tables of some rows and numbers of rows below `most`."""
    calls = [Call(text, 1, ("table", "indices", "y")) for text in (old, new)]
    arrays = {"table": f"f32[{rows}, 5]", "indices": f"i32[1] low=0 high={most}", "y": "f32[5]"}
    return prove(QuestionBuilder(make_problem(*calls, constexprs={}, arrays=arrays, sizes={})).question())


def test_rows_inside_the_table_are_equal() -> None:
    assert proof_of(ROW, ROW, 9, 9).verdict == "bits"


@pytest.mark.parametrize(("most", "verdict"), [(8, "bits reals"), (9, "undecided")])
def test_a_load_without_its_mask_is_equal_where_the_last_row_is_not_read(most: int, verdict: str) -> None:
    assert proof_of(ROW, WITHOUT_MASK, 9, most).verdict in verdict.split()


def test_what_old_reads_outside_new_may_read_too() -> None:
    assert proof_of(WITHOUT_MASK, WITHOUT_MASK, 9, 9).verdict != "undecided"
    assert proof_of(WITHOUT_MASK, ROW, 9, 9).verdict != "undecided"
