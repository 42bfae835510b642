"""Addresses that a condition selects, and clamped indices: equal to a form that other rules match if nothing is clamped."""

from egraph_opt.core.rule import Equation, rule
from egraph_opt.families.pointer.vocabulary.conditions import *
from egraph_opt.families.pointer.vocabulary.meaning import *


@rule
def either_is_sum(c: Num, x: Lanes, y: Lanes) -> Equation:
    """A select between two addresses is the second plus the condition, as a number, times their difference: strides that agree cancel."""
    difference = add(x, multiply(uniform(integer(-1)), y))
    return either(c, x, y), add(y, multiply(uniform(times(integer(-1), c)), difference)), flag(c)


@rule
def keep_blend(m: Mask, x: Lanes, y: Lanes) -> Equation:
    """A select by a mask that holds everywhere is its first value: `where(i < n, i, 0)` clamps nothing if all indices are below `n`."""
    return blend(m, x, y), x, holds(m)


@rule
def keep_minimum(x: Lanes, y: Lanes) -> Equation:
    """The minimum of an index and a limit is the index, if no lane is above the limit."""
    return minimum(x, y), x, at_most(x, y)


@rule
def keep_maximum(x: Lanes, y: Lanes) -> Equation:
    """The maximum of an index and a limit is the index, if no lane is below the limit."""
    return maximum(x, y), x, at_most(y, x)


@rule
def drop_quotient(x: Lanes, y: Lanes) -> Equation:
    """The quotient of an index by a size is zero if the index is not negative and below the size."""
    return quotient(x, y), uniform(integer(0)), within(x, y)


@rule
def drop_remainder_unsigned(x: Lanes, y: Lanes) -> Equation:
    """An unsigned remainder of an index by a size is the index itself if it is not negative and below the size."""
    return remainder_unsigned(x, y), x, within_words(x, y)
