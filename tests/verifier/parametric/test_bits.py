"""Proofs to the last bit for all sizes: the same operations on the same elements in the same order, in other tiles."""

from __future__ import annotations

import pytest

from egraph_opt.verifier import Call
from egraph_opt.verifier.decision.verification import make_problem
from egraph_opt.verifier.parametric import all_sizes_proof
from egraph_opt.verifier.proof.side_equality import Proof
from tests.verifier.parametric.questions import proof_of, proof_of_double
from tests.verifier.questions import double

PRODUCT = "%w = arith.mulf %v, %two : tensor<16xf32>"
REALS = {
    "a sum in place of a product": "%w = arith.addf %v, %v : tensor<16xf32>",
    "operands in another order": "%w = arith.mulf %two, %v : tensor<16xf32>",
    "an addition of zero": f"%u = arith.addf %v, %zero : tensor<16xf32>\n{PRODUCT.replace('%v', '%u')}",
    "a product that is rounded to another type": (
        "%s = arith.mulf %v, %two : tensor<16xf32>\n%t = arith.truncf %s : tensor<16xf32> to tensor<16xbf16>\n"
        "%w = arith.extf %t : tensor<16xbf16> to tensor<16xf32>"
    ),
}


def test_other_tiles_are_equal_to_the_last_bit() -> None:
    proof = proof_of_double(double(16), 16)
    assert proof.verdict == "bits" and proof.all_sizes and not proof.laws
    assert proof.reason.startswith("for all N with N > 0: the same operations in the same order")
    assert len(proof.assumptions) == 1 and "fit their types" in proof.assumptions[0]


@pytest.mark.parametrize("name", REALS)
def test_other_operations_are_equal_over_the_reals_alone(name: str) -> None:
    proof = proof_of_double(double(16, (PRODUCT, REALS[name])), 16)
    assert proof.verdict == "reals" and proof.laws, proof


def proof_of_rows(old: tuple[str, int], new: tuple[str, int]) -> Proof:
    """Return the proof that two kernels of the benchmark, with tiles of some sizes, do the same on rows."""
    pytest.importorskip("triton")
    file = "benchmarks/verify/kernels/reductions.py"
    args = {"x": "x", "y": "y", "stride": "N", "n": "N"}
    calls = [Call(f"{file}:{name}", "M", args, {"BLOCK": block}) for name, block in (old, new)]
    arrays = {"x": "f32[M, N]", "y": "f32[M]"}
    sizes = {"M": None, "N": None}
    return proof_of(make_problem(*calls, constexprs={}, arrays=arrays, sizes=sizes, assume=("M > 0", "N > 0", "N <= 64")))


def test_sums_have_no_proof_to_the_last_bit() -> None:
    assert proof_of_rows(("row_sum", 64), ("row_sum", 128)).verdict == "reals"


LAST = """module {
  tt.func public @last(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
    %zero = arith.constant 0.000000e+00 : f32
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %p = tt.get_program_id x : i32
    %row = arith.muli %p, %n : i32
    %r = scf.for %k = %c0 to %n step %c1 iter_args(%m = %zero) -> (f32) : i32 {
      %i = arith.addi %row, %k : i32
      %q = tt.addptr %x, %i : !tt.ptr<f32>, i32
      %v = tt.load %q : !tt.ptr<f32>
      BODY
      scf.yield %w : f32
    }
    %out = tt.addptr %y, %p : !tt.ptr<f32>, i32
    tt.store %out, %r : !tt.ptr<f32>
    tt.return
  }
}
"""
BODIES = {
    "the last element": "%w = arith.addf %v, %zero : f32",
    "the third element": "%c = arith.cmpi eq, %k, %c2 : i32\n%w = arith.select %c, %v, %m : f32",
    "the largest element": "%w = arith.maxnumf %m, %v : f32",
}


def test_value_that_a_loop_replaces_is_no_maximum(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(all_sizes_proof, "replay_at", lambda *_: "")  # the forms alone must differ
    args = {"x": "x", "y": "y", "n": "N"}
    arrays = {"x": "f32[M, N]", "y": "f32[M]"}
    largest = Call(LAST.replace("BODY", BODIES["the largest element"]), "M", args)
    for name, body in BODIES.items():
        problem = make_problem(Call(LAST.replace("BODY", body), "M", args), largest, constexprs={}, arrays=arrays,
                               sizes={"M": None, "N": None}, assume=("M > 0", "N > 3"))  # fmt: skip
        assert (proof_of(problem).verdict != "undecided") is (name == "the largest element"), name
