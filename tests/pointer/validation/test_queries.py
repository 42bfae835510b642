"""What a branch of a conditional loads, and remainders among products: two ways in which right programs were refused."""

from __future__ import annotations

import pytest
import z3

from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.symbolic.entailment import multiplies
from egraph_opt.families.pointer.symbolic.solver import solver_session
from egraph_opt.families.pointer.symbolic.symbols import SharedSymbols
from egraph_opt.families.pointer.validation.errors import RaiseRefused
from egraph_opt.families.pointer.validation.queries import Claims, reduce_claims
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.text import read
from tests.support.kernels import program_text

LOADED_IN_A_BRANCH = program_text("pointer/validation/queries.loaded_in_a_branch")
"""Only the conditional's result is known where the tile is loaded, not what its branch loads."""


@pytest.mark.parametrize("target", ["tts", "block-pointer", "buffer"])
def test_what_a_branch_loads_is_compared_as_its_result(target: str) -> None:
    result = raise_text(LOADED_IN_A_BRANCH, "copy", target, "loop")
    assert [report.structured for report in result.reports] == [False, True, True]
    validate(read(LOADED_IN_A_BRANCH), read(result.ir))


@pytest.mark.parametrize(
    ("right", "wrong"), [("yield %first", "yield %zero"), ("%row = tt.addptr %in, %start", "%row = tt.addptr %in, %zero")]
)
def test_another_result_of_a_branch_is_refused(right: str, wrong: str) -> None:
    result = raise_text(LOADED_IN_A_BRANCH.replace(right, wrong), "copy", "tts", "loop")
    with pytest.raises(RaiseRefused):
        validate(read(LOADED_IN_A_BRANCH), read(result.ir))


@solver_session()
def test_a_remainder_is_its_dividend_where_that_is_below_the_divisor() -> None:
    x, rows, rest, stride, start = z3.Ints("x rows rest stride start")
    shared = SharedSymbols()
    shared.remainders.append(("arith.remsi", x, rows, rest))
    small = z3.Implies(z3.And(x >= 0, x < rows), rest == x)
    wanted = Claims(x < rows, rest * stride * start + stride == (x * start + 1) * stride, [])
    assert all(z3.is_true(claim) for claim in reduce_claims(shared, [small, x >= 0], wanted, []))
    (left,) = reduce_claims(shared, [small], wanted, [])  # x may be negative
    assert multiplies(left)
    (left,) = reduce_claims(shared, [small, x >= 0], wanted._replace(active=x <= rows), [])  # x may be the divisor
    assert multiplies(left)
    other = wanted._replace(same=rest * stride * start + stride == (x * start + 2) * stride)
    assert not any(z3.is_true(claim) for claim in reduce_claims(shared, [small, x >= 0], other, []))
