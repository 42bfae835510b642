"""Addresses that a condition chooses, and indices that are clamped: equal to what a rule can follow where nothing is clamped."""

from egraph_opt.core.rule import Equation, rule
from egraph_opt.families.pointer.vocabulary.conditions import *
from egraph_opt.families.pointer.vocabulary.meaning import *


@rule
def either_is_sum(c: Num, x: Lanes, y: Lanes) -> Equation:
    """What a condition chooses is the one and, by the condition as a number, the difference to the other: strides that agree cancel."""
    difference = add(x, multiply(uniform(integer(-1)), y))
    return either(c, x, y), add(y, multiply(uniform(times(integer(-1), c)), difference)), flag(c)


@rule
def keep_blend(m: Mask, x: Lanes, y: Lanes) -> Equation:
    """A select by a mask that holds everywhere is its first value: `where(i < n, i, 0)` clamps nothing while all indices are below `n`."""
    return blend(m, x, y), x, holds(m)


@rule
def keep_minimum(x: Lanes, y: Lanes) -> Equation:
    """An index that is nowhere above its limit is not clamped by it."""
    return minimum(x, y), x, at_most(x, y)


@rule
def keep_maximum(x: Lanes, y: Lanes) -> Equation:
    """As `keep_minimum`: an index that is at least the other is the larger of the two."""
    return maximum(x, y), x, at_most(y, x)


@rule
def drop_quotient(x: Lanes, y: Lanes) -> Equation:
    """Of indices below a size, none is in another block of that size."""
    return quotient(x, y), uniform(integer(0)), within(x, y)


@rule
def drop_remainder_unsigned(x: Lanes, y: Lanes) -> Equation:
    """As `drop_remainder`, without sign: a number that is not negative and below a size is what it was."""
    return remainder_unsigned(x, y), x, within_words(x, y)
