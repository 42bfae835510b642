"""Loops whose step is the number of programs: proved only if all programs together take each item once."""

from __future__ import annotations

from pathlib import Path

import pytest

from egraph_opt.verifier import Call
from egraph_opt.verifier.decision.verification import make_problem
from egraph_opt.verifier.parametric.sizes.size_expressions import read_size
from egraph_opt.verifier.parametric.sizes.size_facts import Facts
from egraph_opt.verifier.proof.side_equality import Proof
from tests.verifier.parametric.questions import proof_of

pytest.importorskip("triton")
KERNELS = Path(__file__).with_name("persistent_kernels.py")
POSITIVE = ("M > 0", "N > 0", "G > 0", "H > 0")


def proof_of_copy(new: str, grid: str, assume: tuple[str, ...] = POSITIVE) -> Proof:
    """Return the proof that a kernel copies a matrix as one program for each element does."""
    args = {"x": "x", "y": "y", "m": "M", "n": "N"}
    calls = (Call(f"{KERNELS}:copy", "M, N", args), Call(f"{KERNELS}:{new}", grid, args))
    arrays = {"x": "f32[M, N]", "y": "f32[M, N]"}
    return proof_of(make_problem(*calls, constexprs={}, arrays=arrays, sizes=dict.fromkeys("MNGH"), assume=assume))


@pytest.mark.parametrize("grid", ["G, H", "3, min(H, 5)", "max(G, 2), 1"])
def test_each_axis_may_take_items_in_turn(grid: str) -> None:
    assert proof_of_copy("two_axes", grid).verdict == "bits"


def test_number_of_programs_must_be_positive() -> None:
    assert proof_of_copy("two_axes", "G, H", POSITIVE[:3]).verdict == "undecided"


WRONG = [
    ("same_axis", "G"), ("first_programs", "G, N"), ("repeated", "G, N"), ("uneven_end", "G, N"), ("store_after", "G, N"),
    ("uneven_counter", "G, N"),
]  # fmt: skip


@pytest.mark.parametrize(("kernel", "grid"), WRONG)
def test_items_that_programs_leave_out_are_not_claimed(kernel: str, grid: str) -> None:
    proof = proof_of_copy(kernel, grid)
    assert proof.verdict == "undecided" and "fault of it" not in proof.reason, proof


def test_smaller_of_two_sizes_is_decided_by_facts() -> None:
    from egraph_opt.verifier.parametric.sizes.index_condition import at_least, less
    from egraph_opt.verifier.parametric.sizes.index_polynomial import symbol

    facts = Facts(about={"N": (at_least(symbol("N"), 9),)})
    known = {name: symbol(name) for name in "NG"}
    assert read_size("min(N, 8)", known, facts).constant == 8
    either = read_size("min(N, G)", known, facts)
    assert either == read_size("min(G, N)", known, facts)
    assert facts.holds(at_least(symbol("G"), either)) and not facts.holds(at_least(either, symbol("G")))
    assert facts.holds(less(either, 8), [less(symbol("G"), 8)])
    assert facts.holds(at_least(read_size("max(N, G)", known, facts), 9))
