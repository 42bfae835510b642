"""Selects between addresses or between masks, and clamped indices, rewritten to terms that the other rules on addresses match."""

from egraph_opt.core.rule import Equation, rule
from egraph_opt.families.pointer.vocabulary.conditions import *
from egraph_opt.families.pointer.vocabulary.meaning import *


@rule
def either_is_sum(c: Num, x: Lanes, y: Lanes) -> Equation:
    """A select between two addresses is the second one plus c * (first - second), where the condition c is 0 or 1."""
    difference = add(x, multiply(uniform(integer(-1)), y))
    return either(c, x, y), add(y, multiply(uniform(times(integer(-1), c)), difference)), flag(c)


@rule
def either_inside(c: Num, d: Dimension, a: Num, b: Num) -> Equation:
    """A select between two upper bounds on an index is an upper bound: the selected one of the two limits."""
    extent = plus(b, times(times(integer(-1), c), plus(a, times(integer(-1), b))))
    return either_mask(c, inside(d, a), inside(d, b)), inside(d, extent), flag(c)


@rule
def either_beyond(c: Num, d: Dimension, a: Num, b: Num) -> Equation:
    """A select between two lower bounds on an index is a lower bound: the selected one of the two limits."""
    start = plus(b, times(times(integer(-1), c), plus(a, times(integer(-1), b))))
    return either_mask(c, beyond(d, a), beyond(d, b)), beyond(d, start), flag(c)


@rule
def either_inside_or_all(c: Num, d: Dimension, a: Num) -> Equation:
    """In a select between an upper bound on an index and the all-true mask, this mask becomes the bound 2^31.

    Every index is below 2^31, so both arms become bounds, which `either_inside` merges.
    """
    return either_mask(c, inside(d, a), always()), either_mask(c, inside(d, a), inside(d, integer(1 << 31)))


@rule
def either_all_or_inside(c: Num, d: Dimension, a: Num) -> Equation:
    """In a select between the all-true mask and an upper bound on an index, this mask becomes the bound 2^31.

    Every index is below 2^31, so both arms become bounds, which `either_inside` merges.
    """
    return either_mask(c, always(), inside(d, a)), either_mask(c, inside(d, integer(1 << 31)), inside(d, a))


@rule
def either_of_conjunctions(c: Num, m: Mask, n: Mask, p: Mask, q: Mask) -> Equation:
    """For masks, select(c, m and n, p and q) equals select(c, m, p) and select(c, n, q)."""
    return either_mask(c, both(m, n), both(p, q)), both(either_mask(c, m, p), either_mask(c, n, q))


@rule
def either_conjunction_or_all(c: Num, m: Mask, n: Mask) -> Equation:
    """For masks, select(c, m and n, true) equals select(c, m, true) and select(c, n, true); the mask `true` masks nothing."""
    return either_mask(c, both(m, n), always()), both(either_mask(c, m, always()), either_mask(c, n, always()))


@rule
def either_all_or_conjunction(c: Num, m: Mask, n: Mask) -> Equation:
    """For masks, select(c, true, m and n) equals select(c, true, m) and select(c, true, n); the mask `true` masks nothing."""
    return either_mask(c, always(), both(m, n)), both(either_mask(c, always(), m), either_mask(c, always(), n))


@rule
def either_is_same_number(a: Num, c: Num) -> Equation:
    """A select between equal scalars is the scalar. Without this rule, `either_inside` would create ever new bounds."""
    return plus(a, times(c, plus(a, times(integer(-1), a)))), a


@rule
def either_is_same(c: Num, m: Mask) -> Equation:
    """A select between equal masks is the mask."""
    return either_mask(c, m, m), m


@rule
def keep_blend(m: Mask, x: Lanes, y: Lanes) -> Equation:
    """A select whose mask is true everywhere is the first value: `where(i < n, i, 0)` is `i` if all indices are below `n`."""
    return blend(m, x, y), x, holds(m)


@rule
def keep_minimum(x: Lanes, y: Lanes) -> Equation:
    """The minimum of an index and a limit is the index if no element exceeds the limit."""
    return minimum(x, y), x, at_most(x, y)


@rule
def keep_maximum(x: Lanes, y: Lanes) -> Equation:
    """The maximum of an index and a limit is the index if no element is below the limit."""
    return maximum(x, y), x, at_most(y, x)


@rule
def drop_quotient(x: Lanes, y: Lanes) -> Equation:
    """The quotient of an index and a size is zero if the index is at least zero and below the size."""
    return quotient(x, y), uniform(integer(0)), within(x, y)


@rule
def drop_remainder_unsigned(x: Lanes, y: Lanes) -> Equation:
    """An unsigned index modulo a size is the index itself if it is at least zero and below the size."""
    return remainder_unsigned(x, y), x, within_words(x, y)
