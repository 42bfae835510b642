"""Constants that depend on open sizes: sizes fall into cases, in each of which a constant has one value, and all are proved."""

from __future__ import annotations

from typing import Any

import pytest

from egraph_opt.errors import EgraphOptError
from egraph_opt.verifier import Call
from egraph_opt.verifier.decision.verification import make_problem, verify
from egraph_opt.verifier.expression import evaluate
from egraph_opt.verifier.parametric.sizes.size_cases import constants_of, divide_sizes, size_facts
from egraph_opt.verifier.parametric.sizes.size_facts import NotDecided
from egraph_opt.verifier.proof.side_equality import Proof
from egraph_opt.verifier.run.size_candidates import is_allowed
from egraph_opt.verifier.user_question import Problem
from tests.verifier.parametric.questions import proof_of

KERNEL = "benchmarks/verify/kernels/reductions.py:row_sum"
ARGS = {"x": "x", "y": "y", "stride": "N", "n": "N"}
ARRAYS = {"x": "f32[M, N]", "y": "f32[M]"}


def problem_with(block: Any, *assume: str, **constants: Any) -> Problem:
    """Return the question of a kernel whose tile has a size, beside itself with a tile of 64 elements."""
    calls = (Call(KERNEL, "M", ARGS, {"BLOCK": 64}), Call(KERNEL, "M", ARGS, {"BLOCK": block, **constants}))
    return make_problem(*calls, constexprs={}, arrays=ARRAYS, sizes={"M": None, "N": None}, assume=("M > 0", "N > 0", *assume))


def proof_with(block: str, *assume: str) -> Proof:
    """Return the proof that a tile of a size that depends on N holds a row, as one of 64 elements does."""
    pytest.importorskip("triton")
    return proof_of(problem_with(block, *assume))


@pytest.mark.parametrize(
    ("text", "limit", "cases"),
    [
        ("next_power_of_2(N)", 64, 7), ("2 * next_power_of_2(N)", 64, 7), ("next_power_of_2(cdiv(N, 2))", 20, 5),
        ("max(16, next_power_of_2(N))", 64, 3), ("min(16, next_power_of_2(N))", 64, 6), ("N % 3", 40, 3), ("N <= 7", 40, 2),
        ("cdiv(N, 16)", 64, 4), ("min(N, 8) == 8", 40, 2), ("next_power_of_2(min(N, 5))", 40, 4), ("64", 40, 1),
    ],
)  # fmt: skip
def test_each_size_is_in_one_case_where_the_constant_is_what_it_says(text: str, limit: int, cases: int) -> None:
    parts = divide_sizes(problem_with(text, f"N <= {limit}"))
    assert len(parts) == cases
    values = [constants_of(part.new[0], *size_facts(part))["BLOCK"] for part in parts]  # type: ignore[index]
    for n in range(1, limit + 1):
        (found,) = [value for part, value in zip(parts, values, strict=True) if is_allowed(part, {"M": 1, "N": n})]
        assert found == evaluate(text, {"N": n})


def test_a_constant_may_depend_on_another_one() -> None:
    parts = divide_sizes(problem_with("next_power_of_2(N)", "N <= 64", EVEN="N % BLOCK == 0"))
    sizes, facts = size_facts(parts[0])
    assert len(parts) == 1 + 1 + 5 * 2  # N is a multiple of 1 and of 2 where these are the blocks
    assert constants_of(parts[0].new[0], sizes, facts) == {"BLOCK": 1, "EVEN": True}  # type: ignore[index]


@pytest.mark.parametrize(
    ("text", "message"),
    [("next_power_of_2(N)", "assume a limit, as 'N <= 65536'"), ("N", "more than 64 values"), ("N // 2", "more than 64 values"),
     ("min(N, 100)", "more than 64 values"), ("0.5 * N", "0.5 has no form|'0.5'")],
)  # fmt: skip
def test_constant_of_too_many_values_is_not_decided(text: str, message: str) -> None:
    with pytest.raises(NotDecided) as failure:
        divide_sizes(problem_with(text))
    assert any(each in failure.value.reason for each in message.split("|")), failure.value.reason
    assert failure.value.reason.startswith("the constant BLOCK depends on an open size")


def test_tile_for_each_row_is_proved_up_to_a_limit() -> None:
    proof = proof_with("next_power_of_2(N)", "N <= 64")
    assert proof.verdict == "reals" and proof.all_sizes, proof
    assert proof.reason.startswith("for all M, N with M > 0 and N > 0 and N <= 64") and "7 cases" in proof.reason


WRONG = [
    ("next_power_of_2(N) // 2", "N > 1"), ("next_power_of_2(N // 2)", "N > 1"), ("next_power_of_2(N - 1)", "N > 1"),
    ("min(32, next_power_of_2(N))", "N > 1"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "assume"), WRONG)
def test_tile_that_is_too_small_for_some_rows_is_not_proved(text: str, assume: str) -> None:
    proof = proof_with(text, "N <= 64", assume)
    assert proof.verdict == "undecided" and ", where " in proof.reason, proof


@pytest.mark.parametrize(
    ("text", "message"),
    [("next_pow2(N)", "BLOCK=next_pow2(N): no function is named 'next_pow2' (did you mean next_power_of_2?)"),
     ("next_power_of_2(N, 2)", "next_power_of_2 takes other arguments"), ("next_power_of_2(N / 2)", "takes other arguments"),
     ("next_power_of_2(K)", "no size is named 'K'"), ("2 * next_power_of_2(N", "Triton refuses")],
)  # fmt: skip
def test_wrong_constant_is_one_error(text: str, message: str) -> None:
    pytest.importorskip("triton")
    with pytest.raises(EgraphOptError) as failure:
        verify(
            KERNEL, KERNEL, grid="M", args=ARGS, arrays=ARRAYS, constexprs={"BLOCK": text}, sizes={"M": 2, "N": None}, fast=True
        )
    assert message in str(failure.value)
