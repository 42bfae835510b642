"""The second evaluation confirms proofs, finds faults that the interpreter and lifting share, and knows a kernel's values."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from benchmarks.verify.corpus import launchable
from benchmarks.verify.rewriters.code import Launched
from egraph_opt.interpret import TABLE
from egraph_opt.verifier.decision.verification import make_problem
from egraph_opt.verifier.lift.launch_sequence import lift_side
from egraph_opt.verifier.proof import Limits, prove
from egraph_opt.verifier.proof.evaluator.agreement import disagreement, random_contents, signed_contents
from egraph_opt.verifier.proof.evaluator.array_memory import Memory
from egraph_opt.verifier.proof.evaluator.program_evaluator import evaluate_side
from egraph_opt.verifier.proof.evaluator.scalar_ops import binary_integers, compare_floats, compare_integers, saturate
from egraph_opt.verifier.proof.evaluator.tile_values import Pointers, residue, signed_value
from egraph_opt.verifier.proof.reals.polynomials.ring import Ring
from egraph_opt.verifier.proof.reals.real_domain import Reals
from egraph_opt.verifier.proof.side_equality import prove_reals
from egraph_opt.verifier.question import QuestionBuilder
from egraph_opt.verifier.run.side_execution import Work, run_side
from egraph_opt.verifier.side import ArraySpec, Question
from egraph_opt.verifier.user_question import Call
from tests.verifier.proof.pairs import question
from tests.verifier.questions import double

SOME = ("softmax online", "layer norm by Welford", "matrix product, swizzled")


@pytest.mark.parametrize("name", SOME)
def test_values_are_those_of_the_interpreter(name: str) -> None:
    asked = question(name)
    contents = random_contents(asked, 5, 0, 2)
    for side in (asked.old, asked.new):
        found = evaluate_side(asked, side, contents)
        ran = run_side(asked, side, signed_contents(asked, contents), Work(1 << 40), wide=True)
        for result, (values, written) in found.items():
            assert np.array_equal(written, ran.written[result].reshape(-1)) and written.any()
            assert np.allclose(values[written], ran.arrays[result].reshape(-1)[written], rtol=1e-9)


CORPUS = ("ao.blockwise_fp8_gemm_kernel", "fla.chunk_fwd_kernel_h", "gems.argmax_kernel_inner", "gems.softmax_kernel_non_inner",
          "liger.liger_cross_entropy_kernel", "inductor.triton_red_fused_cumsum_mul_0", "gems.cat_copy_func_kernel_4")  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("name", CORPUS)
def test_kernels_of_packages_have_the_values_of_the_interpreter(name: str) -> None:
    found = launchable(name)
    assert found is not None
    asked = QuestionBuilder(found.problem(Launched(found.text, found.grid))).question()
    contents = random_contents(asked, 5, 0, 2)
    ran = run_side(asked, asked.old, signed_contents(asked, contents), Work(1 << 40), wide=True)
    for result, (values, written) in evaluate_side(asked, asked.old, contents).items():
        assert np.array_equal(written, ran.written[result].reshape(-1))
        expected = ran.arrays[result].reshape(-1).astype(np.float64)
        assert np.allclose(values[written], expected[written], rtol=1e-6, atol=1e-9, equal_nan=True), result


def lift(asked: Question, ring: Ring) -> list[Any]:
    """Return both lifted sides."""
    domain = Reals(ring, tuple(asked.arrays.values()))
    return [lift_side(asked, side, domain, 100_000) for side in (asked.old, asked.new)]


@pytest.mark.parametrize("name", SOME)
def test_normal_form_of_another_element_is_contradicted(name: str) -> None:
    asked, ring = question(name), Ring()
    old, new = lift(asked, ring)
    assert disagreement(asked, (old, new), ring) == ""
    turned = replace(new, results={result: numbers[::-1] for result, numbers in new.results.items()})
    assert "in normal form" in disagreement(asked, (old, turned), ring)


@pytest.mark.parametrize("name", ["softmax online", "matrix product, swizzled"])
def test_fault_that_lifting_and_interpreter_share_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = question(name)
    assert prove_reals(asked, Limits()).verdict == "reals"
    less = TABLE["arith.cmpi"]
    monkeypatch.setitem(TABLE, "arith.cmpi", lambda machine, op, a, b: less(machine, op, a + 1, b))  # the last element is lost
    found = prove_reals(asked, Limits())
    assert found.verdict == "undecided" and "second evaluation" in found.reason, found


@pytest.mark.parametrize("holds", [True, False])
def test_assumption_that_does_not_hold_ends_a_proof(holds: bool) -> None:
    bound = "%n" if holds else "%zero_i"
    lines = f"""    %zero_i = arith.constant 0 : i32
    %assumed = arith.cmpi sle, %n, {bound} : i32
    llvm.intr.assume %assumed : i1
    %xs ="""
    args, arrays = {"x": "x", "y": "y", "n": "N"}, {"x": "f32[N]", "y": "f32[N]"}
    calls = [[Call(text, "cdiv(N, 8)", args)] for text in (double(8), double(8, ("    %xs =", lines)))]
    found = prove(QuestionBuilder(make_problem(*calls, constexprs={}, arrays=arrays, sizes={"N": 21})).question())
    assert found.verdict == ("bits" if holds else "undecided")
    assert holds or "assumption" in found.reason


def test_integers_wrap_and_divide_toward_zero() -> None:
    a, b = residue(np.asarray([7, -7, 1 << 31, 5]), 32), residue(np.asarray([2, 2, -1, 0]), 32)
    assert signed_value(binary_integers("addi", a, a, 32), 32).tolist() == [14, -14, 0, 10]
    assert signed_value(binary_integers("divsi", a, b, 32), 32).tolist() == [3, -3, 0, 0]
    assert signed_value(binary_integers("remsi", a, b, 32), 32).tolist()[:2] == [1, -1]
    assert compare_integers(2, a, b, 32).tolist() == [False, True, True, False]
    assert compare_integers(6, a, b, 32).tolist() == [False, False, True, False]


def test_comparisons_with_nan_and_saturating_casts() -> None:
    a, b = np.asarray([1.0, np.nan, 2.0]), np.asarray([1.0, 1.0, 3.0])
    table = {1: [True, False, False], 4: [False, False, True], 6: [False, False, True], 7: [True, False, True]}
    table |= {8: [True, True, False], 13: [False, True, True], 14: [False, True, False], 0: [False] * 3, 15: [True] * 3}
    for predicate, expected in table.items():
        assert compare_floats(predicate, a, b).tolist() == expected
    numbers = np.asarray([-1.5, 300.0, np.nan, -np.inf])
    assert signed_value(saturate(numbers, "i8", False), 8).tolist() == [-1, 127, 0, -128]
    assert saturate(numbers, "i8", True).tolist() == [0, 255, 0, 0]


def test_atomic_updates_of_one_element_add_up() -> None:
    spec = ArraySpec("y", "i32", (3, 2), (4, 2), "zeros")
    memory = Memory({"y": spec}, {"y": np.zeros((3, 2), np.uint64)})
    at = Pointers(np.zeros(5, np.int64), np.asarray([0, 2, 2, 10, 4]))
    memory.update(at, "i32", residue(np.asarray([1, -2, -3, 7, 9]), 32), np.asarray([1, 1, 1, 1, 0]), 4)
    values, written = memory.results("y")
    assert values.tolist() == [1, -5, 0, 0, 0, 7] and written.tolist() == [True, True, False, False, False, True]
    memory.update(at, "i32", residue(np.asarray([4, -9, -4, 8, 0]), 32), None, 7)
    assert memory.results("y")[0].tolist() == [1, -9, 0, 0, 0, 7]
