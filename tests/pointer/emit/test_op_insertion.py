"""New operations outside of a loop use no value that only the loop has, although it has the same number."""

import pytest

from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.text import read
from tests.pointer.cases import same_when_run

KERNEL = """module {
  tt.func public @k(%p: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %end = arith.constant dense<END> : tensor<32xi32>
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %m = arith.cmpi slt, %r, %end : tensor<32xi32>
    %pp = tt.splat %p : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %zero = arith.extsi %c0 : i32 to i64
      %wide = arith.extsi %i : i32 to i64
      %from = arith.addi %wide, %zero : i64
      %ii = tt.splat %from : i64 -> tensor<32xi64>
      %a = tt.addptr %pp, %ii : tensor<32x!tt.ptr<i32>>, tensor<32xi64>
      %b = tt.addptr %a, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
      tt.store %b, %r, %m : tensor<32x!tt.ptr<i32>>
    }
    tt.return
  }
}
"""


@pytest.mark.parametrize("end", [20, 0, -3, 40])
@pytest.mark.parametrize("target", ["tts", "descriptor", "buffer", "block-pointer"])
def test_constants_of_a_loop_are_not_used_before_it(target: str, end: int) -> None:
    text = KERNEL.replace("END", str(end))
    result = raise_text(text, "k.ttir", target, "loop", any_cost=True)  # type: ignore[arg-type]
    assert result.functions[0].stopped_by == ""
    raised = read(result.ir)
    validate(read(text), raised)
    if target == "tts":
        assert [report.structured for report in result.reports] == [True]
        assert same_when_run(read(text), [raised], 20, (0, 1, 7, 33)) >= 10
