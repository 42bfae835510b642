"""Plausible wrong rules about tensors read through repetitions, each beside the rule it is a neighbour of: all are refuted."""

import pytest

from egraph_opt.core.rule import Equation, Rule, rule
from egraph_opt.families.region.vocabulary.read_words import recount_all, regrouped, repeat, split, through
from egraph_opt.families.region.vocabulary.term import (
    Computation,
    IndexMap,
    Shape,
    Tensor,
    Tensors,
    elementwise,
    recount,
    spread,
    with_tensor,
)
from tests.rules.wrong import check_refuted


@rule
def split_rows(f: Computation, m: IndexMap, q: Shape, s: Shape, t: Shape, x: Tensor, xs: Tensors) -> Equation:
    """Wrong: the result keeps the grouping that it should only have in between."""
    made = elementwise(f, with_tensor(spread(m, q, s, x), xs))
    return made, recount(t, made), split(f, s, t)


@rule
def recount_computation(f: Computation, t: Shape, x: Tensor, xs: Tensors) -> Equation:
    """Wrong: groups the first operand only."""
    return recount(t, elementwise(f, with_tensor(x, xs))), elementwise(f, with_tensor(recount(t, x), xs))


@rule
def recount_each_operand(t: Shape, x: Tensor, xs: Tensors) -> Equation:
    """Wrong: leaves the first operand in its grouping."""
    return recount_all(t, with_tensor(x, xs)), with_tensor(x, recount_all(t, xs))


@rule
def recount_repeat(m: IndexMap, n: IndexMap, q: Shape, r: Shape, s: Shape, t: Shape, x: Tensor) -> Equation:
    """Wrong: repeats the tensor in its old grouping by the new map."""
    return recount(t, repeat(m, q, s, x)), repeat(n, q, t, x), regrouped(m, q, s, n, r, t)


@rule
def read_other_heads(n: IndexMap, r: Shape, t: Shape, m: IndexMap, q: Shape, k: IndexMap, x: Tensor) -> Equation:
    """Wrong: repeats blocks where single heads are repeated (`torch.repeat` for `repeat_interleave`)."""
    return spread(n, r, t, repeat(m, q, r, x)), spread(k, q, t, x), through(m, r, t, n, q, k)


WRONG = [made for made in list(globals().values()) if isinstance(made, Rule)]


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_wrong_rule_is_refuted(wrong: Rule) -> None:
    check_refuted(wrong)
