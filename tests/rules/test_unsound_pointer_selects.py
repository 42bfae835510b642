"""Plausible wrong rules about choices and clamps, each beside the rule it is a neighbour of: all are refuted.

Several are what existing passes do.
"""

import pytest

from egraph_opt.core.rule import Equation, Rule, rule
from egraph_opt.families.pointer.vocabulary.conditions import (
    at_most,
    fits,
    flag,
)
from egraph_opt.families.pointer.vocabulary.meaning import (
    Lanes,
    Num,
    add,
    either,
    integer,
    maximum,
    minimum,
    multiply,
    plus,
    quotient,
    remainder_unsigned,
    times,
    uniform,
)
from tests.rules.wrong import check_refuted


@rule
def either_is_sum(c: Num, x: Lanes, y: Lanes) -> Equation:
    """Wrong: takes a truth for 1, which it is not once it is extended with its sign."""
    difference = add(x, multiply(uniform(integer(-1)), y))
    return either(c, x, y), add(y, multiply(uniform(c), difference)), flag(c)


@rule
def keep_minimum(x: Lanes, y: Lanes) -> Equation:
    """Wrong: takes a minimum for its first operand where that is the larger one."""
    return minimum(x, y), x, at_most(y, x)


@rule
def keep_maximum(x: Lanes, y: Lanes) -> Equation:
    """Wrong: as a clamp to a limit, which a maximum is not."""
    return maximum(x, y), x, at_most(x, y)


@rule
def drop_quotient(x: Lanes, y: Lanes) -> Equation:
    """Wrong: takes what is below a size for below it in size: -7 // 4 is -1."""
    return quotient(x, y), uniform(integer(0)), at_most(add(x, uniform(integer(1))), y)


@rule
def drop_remainder_unsigned(x: Lanes, y: Lanes) -> Equation:
    """Wrong: takes what is below a size with its sign for what is below it without."""
    return remainder_unsigned(x, y), x, at_most(add(x, uniform(integer(1))), y), fits(x), fits(y)


@rule
def either_is_same_number(a: Num, b: Num, c: Num) -> Equation:
    """Wrong: takes a select between two numbers for the second one, whichever the first is."""
    return plus(a, times(c, plus(b, times(integer(-1), a)))), a


WRONG = [r for r in globals().values() if isinstance(r, Rule)]


@pytest.mark.parametrize("wrong", WRONG, ids=lambda r: r.name)
def test_wrong_rule_is_refuted(wrong: Rule) -> None:
    check_refuted(wrong)
