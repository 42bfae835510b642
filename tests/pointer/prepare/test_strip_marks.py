"""Outputs as inputs: guards of an earlier raising are conditionals as any others."""

from __future__ import annotations

from typing import Any

import pytest

from egraph_opt.checker import Outcome
from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.forms.candidate import Target
from egraph_opt.families.pointer.pair_check import check
from egraph_opt.text import read
from tests.pointer.cases import CASES

GUARD = "egraph_opt.guard"


def guarded(file: str, target: Target) -> str:
    result = raise_text((CASES / f"{file}.mlir").read_text(), file, target, "loop", any_cost=True)
    assert not result.rejected and result.ir.count(f"{{{GUARD}}}") >= 1
    return result.ir


@pytest.mark.parametrize(
    ("first", "second"), [("block-pointer", "tts"), ("descriptor", "pointers"), ("block-pointer", "pointers")]
)
def test_a_guarded_output_is_raised_again(first: Target, second: Any) -> None:
    text = guarded("copy", first)
    result = raise_text(text, "copy", second)
    assert not result.rejected and sum(report.raised for report in result.reports) >= 2
    assert GUARD not in result.ir  # nothing is guarded anew
    assert check(read(text), read(result.ir)).outcome is Outcome.EQUAL


def test_what_is_not_changed_keeps_its_marks() -> None:
    text = guarded("copy", "block-pointer")
    assert raise_text(text, "copy", "descriptor", work_limit=1).ir == text


def test_a_program_is_equal_to_itself() -> None:
    text = guarded("copy", "block-pointer")
    assert check(read(text), read(text)).outcome is Outcome.EQUAL


def test_a_guarded_program_with_the_same_accesses_is_equal() -> None:
    text = guarded("copy", "block-pointer")
    more = text.replace("} else {", "} else {\n      %spare = arith.constant true", 1)
    assert check(read(text), read(more)).outcome is Outcome.EQUAL


def test_a_guard_that_is_turned_round_is_refused() -> None:
    """The raised version where the guard does not hold, and the other one where it holds, unguarded in the input or not."""
    text = guarded("copy", "block-pointer")
    head, _, rest = text.partition("scf.if %")
    guard, _, body = rest.partition(" {")
    wrong = f"{head}%yes = arith.constant true\n    %not = arith.xori %{guard}, %yes : i1\n    scf.if %not {{{body}"
    for before in (text, (CASES / "copy.mlir").read_text()):
        assert check(read(before), read(wrong)).outcome is Outcome.NOT_PROVED


def test_tiles_of_several_ranks_are_refused() -> None:
    row = """module {
  tt.func public @f(%a: !tt.ptr<f32>) {
    %lanes = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %all = tt.splat %a : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %at = tt.addptr %all, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %one = arith.constant dense<1.0> : tensor<16xf32>
    tt.store %at, %one : tensor<16x!tt.ptr<f32>>
    tt.return
  }
}
"""
    raised = raise_text(row, "f", "tts").ir
    wide = raised.replace(
        "sizes: [16], strides: [1], offsets: [0], shape: [0]", "sizes: [1, 16], strides: [16, 1], offsets: [0, 0], shape: [0, 0]"
    )
    assert wide != raised
    verdict = check(read(row), read(wide))
    assert verdict.outcome is Outcome.NOT_PROVED and "another rank" in verdict.reason
