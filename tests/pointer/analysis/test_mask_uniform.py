"""Masks of several bounds: of numbers that all lanes share, such as the row of a block, and bounds above all lanes."""

import re

import pytest

from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.validation.errors import RaiseRefused
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.text import read
from tests.pointer.cases import same_when_run
from tests.pointer.kernels import HEAD, ROWS

ABOVE = f"""{HEAD}    %c40 = arith.constant dense<40> : tensor<16xi32>
    %m0 = arith.cmpi slt, %r, %c40 : tensor<16xi32>
    scf.for %i = %c0 to %rows step %c16 : i32 {{
      %f = tt.splat %i : i32 -> tensor<16xi32>
      %t = arith.addi %f, %r : tensor<16xi32>
      %m1 = arith.cmpi slt, %t, %nr : tensor<16xi32>
      %m = arith.andi %m0, %m1 : tensor<16xi1>
      %a = tt.addptr %pp, %t : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
      tt.store %a, %t, %m : tensor<16x!tt.ptr<i32>>
    }}
    tt.return
  }}
}}
"""
SIZES = (0, 1, 5, 16, 20, 32, 48)


@pytest.mark.parametrize("text", [ROWS, ABOVE], ids=["rows", "above"])
def test_masks_of_several_bounds(text: str) -> None:
    result = raise_text(text, "k.ttir", "tts", "loop")
    assert [report.structured and not report.how for report in result.reports] == [True]
    raised = read(result.ir)
    validate(read(text), raised)
    assert same_when_run(read(text), [raised], 60, SIZES) >= 20


@pytest.mark.parametrize(
    ("text", "pattern", "wrong"),
    [
        (ROWS, r"(%[\w#]+) = arith.minsi (%[\w#]+), (%[\w#]+) : i64", r"\1 = arith.maxsi \2, \3 : i64"),
        (ROWS, r"= arith.constant 16 : i64", "= arith.constant 8 : i64"),
        (ABOVE, r"= arith.constant 16 : i64", "= arith.constant 15 : i64"),
    ],
)
def test_a_wrong_bound_is_refused(text: str, pattern: str, wrong: str) -> None:
    raised = raise_text(text, "k.ttir", "tts", "loop").ir
    changed = re.sub(pattern, wrong, raised, count=1)
    assert changed != raised
    with pytest.raises(RaiseRefused):
        validate(read(text), read(changed))
