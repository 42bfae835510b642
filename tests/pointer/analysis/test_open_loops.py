"""Accesses in and after `scf.while`, and what is said of those that stay."""

import pytest

from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.validation.errors import RaiseRefused
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.text import read
from tests.pointer.cases import same_when_run

HEAD = """module {
  tt.func public @k(%p: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c16 = arith.constant 16 : i32
    %step = arith.constant dense<16> : tensor<16xi32>
    %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %pp = tt.splat %p : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
"""
NUMBERS = f"""{HEAD}    %last = scf.while (%i = %c0) : (i32) -> i32 {{
      %c = arith.cmpi slt, %i, %n : i32
      scf.condition(%c) %i : i32
    }} do {{
    ^bb0(%j: i32):
      BODY
      tt.store %b, %r : tensor<16x!tt.ptr<i32>>
      %next = arith.addi %j, %c16 : i32
      scf.yield %next : i32
    }}
    tt.return
  }}
}}
"""
BASE = """%a = tt.addptr %p, %j : !tt.ptr<i32>, i32
      %aa = tt.splat %a : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
      %b = tt.addptr %aa, %r : tensor<16x!tt.ptr<i32>>, tensor<16xi32>"""
SUM = """%s = tt.splat %j : i32 -> tensor<16xi32>
      %o = arith.addi %s, %r : tensor<16xi32>
      %b = tt.addptr %pp, %o : tensor<16x!tt.ptr<i32>>, tensor<16xi32>"""
POINTERS = f"""{HEAD}    %last:2 = scf.while (%i = %c0, %a = %pp) : (i32, tensor<16x!tt.ptr<i32>>) -> (i32, tensor<16x!tt.ptr<i32>>) {{
      %c = arith.cmpi slt, %i, %n : i32
      scf.condition(%c) %i, %a : i32, tensor<16x!tt.ptr<i32>>
    }} do {{
    ^bb0(%j: i32, %at: tensor<16x!tt.ptr<i32>>):
      %b = tt.addptr %at, %r : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
      tt.store %b, %r : tensor<16x!tt.ptr<i32>>
      %next = arith.addi %j, %c16 : i32
      %more = tt.addptr %at, %step : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
      scf.yield %next, %more : i32, tensor<16x!tt.ptr<i32>>
    }}
    tt.store %last#1, %r : tensor<16x!tt.ptr<i32>>
    tt.return
  }}
}}
"""
OPEN = "of the scf.while at line 8, and how often that runs is not known before it"


def said(text: str, target: str, version: str = "") -> list[str]:
    reports = raise_text(text, "k.ttir", target, version, any_cost=True).reports  # type: ignore[arg-type]
    return [report.reason for report in reports]


def test_a_number_that_a_while_carries_is_as_good_as_another() -> None:
    text = NUMBERS.replace("BODY", BASE)
    result = raise_text(text, "k.ttir", "tts")
    assert [report.structured and not report.how for report in result.reports] == [True]
    raised = read(result.ir)
    validate(read(text), raised)
    assert same_when_run(read(text), [raised], 20, (0, 1, 16, 40)) >= 10


def test_the_number_is_that_of_the_same_iteration() -> None:
    raised = raise_text(NUMBERS.replace("BODY", BASE), "k.ttir", "tts").ir
    wrong = raised.replace("arith.index_cast %j :", "arith.index_cast %c16 :").replace("arith.extsi %j :", "arith.extsi %c16 :")
    assert wrong != raised
    with pytest.raises(RaiseRefused):
        validate(read(NUMBERS.replace("BODY", BASE)), read(wrong))


@pytest.mark.parametrize("target", ["tts", "block-pointer", "descriptor", "buffer"])
def test_a_pointer_that_a_while_carries_is_named(target: str) -> None:
    assert said(POINTERS, target) == [f"its address depends on {name} {OPEN}" for name in ("%at", "%last#1")]


def test_a_check_of_such_a_number_is_named() -> None:
    assert said(NUMBERS.replace("BODY", SUM), "block-pointer", "loop") == [f"needs a check of %j {OPEN}"]


def test_a_list_that_may_be_too_large_is_named() -> None:
    text = f"""{HEAD}    %x = tt.load %pp : tensor<16x!tt.ptr<i32>>
    %two = arith.constant dense<2> : tensor<16xi32>
    %half = arith.divsi %x, %two : tensor<16xi32>
    %list = arith.muli %half, %step : tensor<16xi32>
    %e = tt.expand_dims %list {{axis = 1 : i32}} : tensor<16xi32> -> tensor<16x1xi32>
    %behind = arith.addi %r, %step : tensor<16xi32>
    %f = tt.expand_dims %behind {{axis = 0 : i32}} : tensor<16xi32> -> tensor<1x16xi32>
    %g = tt.broadcast %e : tensor<16x1xi32> -> tensor<16x16xi32>
    %h = tt.broadcast %f : tensor<1x16xi32> -> tensor<16x16xi32>
    %o = arith.addi %g, %h : tensor<16x16xi32>
    %q = tt.splat %p : !tt.ptr<i32> -> tensor<16x16x!tt.ptr<i32>>
    %b = tt.addptr %q, %o : tensor<16x16x!tt.ptr<i32>>, tensor<16x16xi32>
    tt.store %b, %o : tensor<16x16x!tt.ptr<i32>>
    tt.return
  }}
}}
"""
    why = "needs arith.muli(%half, %step) at line 11, which may be -17179869184, to fit in 32 bits, which never holds"
    assert said(text, "tts", "loop") == ["", why]


def test_elements_of_another_size_are_named() -> None:
    text = f"""{HEAD}    %a = tt.addptr %pp, %r : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    %b = tt.bitcast %a : tensor<16x!tt.ptr<i32>> -> tensor<16x!tt.ptr<i16>>
    %x = tt.load %b : tensor<16x!tt.ptr<i16>>
    tt.store %b, %x : tensor<16x!tt.ptr<i16>>
    tt.return
  }}
}}
"""
    assert said(text, "block-pointer") == ["its address is cast to i16 at line 9, elements of another size"] * 2
