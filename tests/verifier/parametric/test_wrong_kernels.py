"""A kernel with one mistake is not proved for all sizes; the reason says where."""

from __future__ import annotations

from typing import Any

import pytest

from egraph_opt.verifier import Call
from egraph_opt.verifier.decision.verification import make_problem
from egraph_opt.verifier.proof.side_equality import Proof
from tests.verifier.parametric.questions import proof_of, proof_of_double
from tests.verifier.questions import double

MASK = ("arith.cmpi slt, %i, %ns", "arith.cmpi sle, %i, %ns")
WRONG = {
    "the mask has one element too many": (double(16, MASK), ""),
    "the mask has one element too few": (double(16, ("slt, %i, %ns", "sgt, %i, %ns")), ""),
    "the grid is one program short": (double(16), "N // 16"),
    "the grid has half the programs": (double(16), "cdiv(N, 32)"),
    "programs overlap": (double(16, ("arith.constant 16 : i32", "arith.constant 15 : i32")), ""),
    "programs leave gaps": (double(16, ("arith.constant 16 : i32", "arith.constant 17 : i32")), ""),
    "the factor is another": (double(16, ("2.000000e+00", "2.000001e+00")), ""),
    "what is masked out is not": (double(16, ("%i, %ns : tensor<16xi32>", "%i, %i : tensor<16xi32>")), ""),
    "elements are shifted": (double(16, ("addptr %xs, %i :", "addptr %xs, %range :")), ""),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_kernel_is_not_proved(name: str) -> None:
    new, grid = WRONG[name]
    proof = proof_of_double(new, 16, grid)
    assert proof.verdict == "undecided" and proof.reason, proof


def test_right_kernel_is_proved() -> None:
    proof = proof_of_double(double(16), 16)
    assert proof.verdict == "bits" and proof.all_sizes
    assert proof.reason.startswith("for all N with N > 0")


def test_programs_beyond_the_end_write_nothing() -> None:
    assert proof_of_double(double(16), 16, "cdiv(N, 16) + 3").verdict == "bits"


def test_load_without_mask_needs_an_assumption() -> None:
    new = double(16, ("%px, %mask, %zero :", "%px :"), ("%py, %w, %mask :", "%py, %w :"))
    assert proof_of_double(new, 16).verdict == "undecided"
    assert proof_of_double(new, 16, assume=("N % 16 == 0",)).verdict == "bits"


def test_assumption_bounds_a_tile() -> None:
    one = double(64)
    assert proof_of_double(one, 64, "1").verdict == "undecided"
    assert proof_of_double(one, 64, "1", assume=("N > 0", "N <= 64")).verdict == "bits"
    assert proof_of_double(one, 64, "1", assume=("N > 0", "N <= 65")).verdict == "undecided"


def proof_with_grid(grid: Any) -> Proof:
    """Return the proof that `double(8)` does the same with its grid from a function."""
    args = {"x": "x", "y": "y", "n": "N"}
    calls = (Call(double(8), "cdiv(N, 8)", args), Call(double(8), grid, args))
    return proof_of(make_problem(*calls, constexprs={}, arrays={"x": "f32[N]", "y": "f32[N]"}, sizes={"N": None}))


def test_grid_may_be_a_function() -> None:
    assert proof_with_grid(lambda known: (-(-known["N"] // 8),)).verdict == "bits"
    assert proof_with_grid(lambda known: (known["N"] + 7) // 8).verdict == "bits"
    assert proof_with_grid(lambda known: known["N"] // 8).verdict == "undecided"


def test_grid_that_depends_on_a_condition_has_no_form() -> None:
    for grid in (lambda known: min(known["N"], 8), lambda known: 1 if known["N"] == 8 else (known["N"] + 7) // 8):
        assert proof_with_grid(grid).verdict == "undecided"


INPLACE = ("%ys = tt.splat %y", "%ys = tt.splat %x")
SHIFTED = (
    "%px = tt.addptr %xs, %i :",
    "%one = arith.constant dense<1> : tensor<8xi32>\n%j = arith.addi %i, %one : tensor<8xi32>\n%px = tt.addptr %xs, %j :",
)


def test_array_is_updated_in_place_where_programs_read_their_own_elements() -> None:
    inplace = double(8, INPLACE)
    assert proof_of_double(double(16, INPLACE), 16, old=inplace).verdict == "bits"


def test_array_whose_elements_another_program_writes_is_not_decided() -> None:
    shifted = double(8, INPLACE, SHIFTED, ("arith.cmpi slt, %i, %ns", "arith.cmpi slt, %j, %ns"))
    shifted = shifted.replace("%mask = ", "MASK").replace("%px = ", "PX")
    lines = shifted.splitlines()
    (mask,) = [number for number, line in enumerate(lines) if "MASK" in line]
    (last,) = [number for number, line in enumerate(lines) if "PX" in line]
    lines.insert(last + 1, lines[mask].replace("MASK", "%mask = "))
    text = "\n".join(lines[:mask] + lines[mask + 1 :]).replace("PX", "%px = ") + "\n"
    proof = proof_of_double(text, old=text)
    assert proof.verdict == "undecided" and "another one writes" in proof.reason, proof
