"""Plausible wrong rules of bounded algebra, each beside the rule that it is a neighbour of: all are refuted."""

import pytest

from egraph_opt.core.rule import Equation, Rule, rule
from egraph_opt.core.vocabulary import Integer
from egraph_opt.families.numerics.vocabulary import (
    Axis,
    Mask,
    Real,
    free,
    mask,
    multiply,
    power,
    subtract,
    total,
)
from tests.rules.wrong import check_refuted


@rule
def factor_plain(b: Integer, x: Real, y: Real) -> Equation:
    """Wrong: the power of a difference is no product of the powers of its parts."""
    return power(b, subtract(x, y)), multiply(power(b, x), power(b, y))


@rule
def power_of_product(b: Integer, x: Real, y: Real) -> Equation:
    """Wrong: the power of a product is no product of powers."""
    return power(b, multiply(x, y)), multiply(power(b, x), power(b, y))


@rule
def difference_commutes(x: Real, y: Real) -> Equation:
    """Wrong: a difference has an order."""
    return subtract(x, y), subtract(y, x)


@rule
def distribute_other(a: Axis, x: Real, y: Real) -> Equation:
    """Wrong: the factor that leaves the sum is the one that varies."""
    return total(a, multiply(x, y)), multiply(y, total(a, x)), free(x, a)


@rule
def sum_of_products(a: Axis, x: Real, y: Real) -> Equation:
    """Wrong: a sum of products is no product of sums."""
    return total(a, multiply(x, y)), multiply(total(a, x), total(a, y))


@rule
def mask_lost(m: Mask, x: Real, y: Real) -> Equation:
    """Wrong: one of the factors has to be masked."""
    return mask(m, multiply(x, y)), multiply(x, y)


@rule
def mask_in_power(b: Integer, m: Mask, x: Real) -> Equation:
    """Wrong: a masked exponent is zero, and its power is one."""
    return mask(m, power(b, x)), power(b, mask(m, x))


@pytest.mark.parametrize("wrong", [each for each in list(globals().values()) if isinstance(each, Rule)], ids=lambda r: r.name)
def test_wrong_rules_are_refuted(wrong: Rule) -> None:
    check_refuted(wrong)
