"""Addresses, branches and loops that depend on elements of few possible contents are proved case by case."""

from __future__ import annotations

from egraph_opt.verifier import Call
from egraph_opt.verifier.decision.verification import make_problem
from egraph_opt.verifier.proof import Proof, prove
from egraph_opt.verifier.question import QuestionBuilder

COUNTED = """module {
  tt.func public @f(%counts: !tt.ptr<i32>, %x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %start = arith.constant 0.000000e+00 : f32
    %n = tt.load %counts : !tt.ptr<i32>
    %sum = scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (f32) : i32 {
      %p = tt.addptr %x, %i : !tt.ptr<f32>, i32
      %v = tt.load %p : !tt.ptr<f32>
      %t = arith.addf %s, %v : f32
      scf.yield %t : f32
    }
    tt.store %y, %sum : !tt.ptr<f32>
    tt.return
  }
}
"""
SCATTERED = """module {
  tt.func public @f(%counts: !tt.ptr<i32>, %x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
    %n = tt.load %counts : !tt.ptr<i32>
    %v = tt.load %x : !tt.ptr<f32>
    %two = arith.addf %v, %v : f32
    %p = tt.addptr %y, %n : !tt.ptr<f32>, i32
    tt.store %p, %two : !tt.ptr<f32>
    tt.return
  }
}
"""


def proof_of(old: str, new: str, counts: str) -> Proof:
    calls = [Call(each, 1, ("counts", "x", "y")) for each in (old, new)]
    arrays = {"counts": counts, "x": "f32[5]", "y": "f32[5]"}
    problem = make_problem(*calls, constexprs={}, arrays=arrays, sizes={}, results=("y",))
    return prove(QuestionBuilder(problem).question())


def test_a_loop_may_end_at_an_element() -> None:
    reversed_sum = COUNTED.replace("%p = tt.addptr %x, %i", "%last = arith.subi %n, %one : i32\n %k = arith.subi %last, %i : i32\n"
                                   "%p = tt.addptr %x, %k")  # fmt: skip
    proof = proof_of(COUNTED, reversed_sum, "i32[1] low=0 high=6")
    assert proof.verdict == "reals" and "each of 6 contents" in proof.reason
    assert "equality_by_values" in proof.laws
    assert proof_of(COUNTED, COUNTED, "i32[1] low=0 high=6").verdict == "bits"


def test_a_place_that_is_written_may_be_an_element() -> None:
    doubled = SCATTERED.replace("arith.addf %v, %v", "arith.mulf %v, %c").replace(
        "%v = tt.load", "%c = arith.constant 2.000000e+00 : f32\n %v = tt.load"
    )
    assert proof_of(SCATTERED, doubled, "i32[1] low=0 high=5").verdict == "reals"


def test_a_difference_in_one_case_is_not_proved_away() -> None:
    short = COUNTED.replace("%sum = scf.for %i = %zero to %n", "%four = arith.constant 4 : i32\n %m = arith.minsi %n, %four : i32\n"
                            "%sum = scf.for %i = %zero to %m")  # fmt: skip
    assert proof_of(COUNTED, short, "i32[1] low=0 high=5").verdict != "undecided"
    assert proof_of(COUNTED, short, "i32[1] low=0 high=6").verdict == "undecided"


def test_many_contents_and_unknown_ranges_are_not_tried() -> None:
    for counts in ("i32[1] low=0 high=65", "i32[1]", "i32[3] low=0 high=5"):
        proof = proof_of(COUNTED, COUNTED.replace("arith.addf %s, %v", "arith.addf %v, %s"), counts)
        assert proof.verdict == "undecided" and "depend on an element" in proof.reason


def test_kernels_that_write_nothing_are_not_proved() -> None:
    silent = SCATTERED.replace("tt.store %p, %two : !tt.ptr<f32>", "")
    assert proof_of(silent, silent, "i32[1] low=0 high=5").verdict == "undecided"


def test_arrays_with_many_contents_stay_unknown() -> None:
    gathered = COUNTED.replace("%n = tt.load %counts", "%q = tt.addptr %counts, %one : !tt.ptr<i32>, i32\n %n = tt.load %counts")
    calls = [Call(each, 1, ("counts", "x", "y")) for each in (gathered, COUNTED)]
    arrays = {"counts": "i32[1] low=0 high=6", "others": "i64[9] low=0 high=9", "x": "f32[5]", "y": "f32[5]"}
    problem = make_problem(*calls, constexprs={}, arrays=arrays, sizes={}, results=("y",))
    assert "each of 6 contents" in prove(QuestionBuilder(problem).question()).reason
