"""Address arithmetic: conversion of addresses from `tt.addptr` chains to strides with bounds (triton-shared #81).

Programs compute offsets in 32 bits, but addresses have 64 bits. A rule from 32 bits to 64 bits has the condition that no 32-bit computation
overflows.
"""

from egraph_opt.core.rule import Equation, rule
from egraph_opt.families.pointer.vocabulary.conditions import *
from egraph_opt.families.pointer.vocabulary.meaning import *


@rule
def drop_narrow(x: Lanes) -> Equation:
    """A sign extension from 32 bits is the identity if the value fits in 32 bits.

    An offset may be computed in 64 bits only if no lane overflows.
    """
    return narrow(x), x, fits(x)


@rule
def drop_wrapped(a: Num) -> Equation:
    """A scalar computed in 32 bits equals the scalar computed in 64 bits, if the 64-bit value fits in 32 bits."""
    return wrapped(a), a, fits_number(a)


@rule
def drop_unsigned(x: Lanes) -> Equation:
    """A zero extension equals a sign extension if no lane is negative (Intel's pass assumes this without a check)."""
    return unsigned(x), x, nonnegative(x)


@rule
def drop_remainder(x: Lanes, y: Lanes) -> Equation:
    """An index modulo a size is the index itself if the index is at least zero and below the size."""
    return remainder(x, y), x, within(x, y)


@rule
def drop_remainder_number(a: Num, b: Num) -> Equation:
    """A scalar modulo a size is the scalar itself if the scalar is at least zero and below the size.

    An example is a block index modulo the number of blocks.
    """
    return remainder_number(a, b), a, within_number(a, b)


@rule
def name_scalar(a: Num) -> Equation:
    """The operand of a splat may be written as the scalar of the splat (inverse of `scalar_of_uniform`)."""
    return uniform(a), uniform(scalar(uniform(a)))


@rule
def scalar_of_uniform(a: Num) -> Equation:
    """The scalar of a splat is the operand of the splat, so equal splats have equal scalars."""
    return scalar(uniform(a)), a


@rule
def add_uniform(a: Num, b: Num) -> Equation:
    """The lane-wise sum of two splats is the splat of the scalar sum."""
    return add(uniform(a), uniform(b)), uniform(plus(a, b))


@rule
def multiply_uniform(a: Num, b: Num) -> Equation:
    """The lane-wise product of two splats is the splat of the scalar product."""
    return multiply(uniform(a), uniform(b)), uniform(times(a, b))


@rule
def add_commutes(x: Lanes, y: Lanes) -> Equation:
    """Lane-wise addition commutes, so other rules match only one operand order."""
    return add(x, y), add(y, x)


@rule
def multiply_commutes(x: Lanes, y: Lanes) -> Equation:
    """Lane-wise multiplication commutes, so that a stride may be either operand."""
    return multiply(x, y), multiply(y, x)


@rule
def plus_commutes(a: Num, b: Num) -> Equation:
    """Scalar addition commutes, so that a loop's step may be either operand."""
    return plus(a, b), plus(b, a)


@rule
def add_step(d: Dimension, s: Num, x: Lanes, b: Num) -> Equation:
    """Adding a splat to a strided value adds the splat to the start of the strided value."""
    return add(step(d, s, x), uniform(b)), step(d, s, add(x, uniform(b)))


@rule
def add_same_dimension(d: Dimension, s: Num, x: Lanes, t: Num, y: Lanes) -> Equation:
    """The sum of two strided values along one dimension is strided by the sum of their strides."""
    return add(step(d, s, x), step(d, t, y)), step(d, plus(s, t), add(x, y))


@rule
def add_dimensions(d: Dimension, s: Num, x: Lanes, e: Dimension, t: Num, y: Lanes) -> Equation:
    """The sum of two values strided along different dimensions has nested strides, with the first value's dimension outermost."""
    return add(step(d, s, x), step(e, t, y)), step(d, s, add(x, step(e, t, y))), precedes(d, e)


@rule
def order_steps(d: Dimension, s: Num, e: Dimension, t: Num, x: Lanes) -> Equation:
    """Nested strides along different dimensions commute, so a transposed tensor gets the normal order of dimensions."""
    return step(e, t, step(d, s, x)), step(d, s, step(e, t, x)), precedes(d, e)


@rule
def multiply_step(d: Dimension, s: Num, x: Lanes, t: Num) -> Equation:
    """Multiplying a strided value by a splat multiplies stride and start: a row index becomes a row offset."""
    return multiply(step(d, s, x), uniform(t)), step(d, times(s, t), multiply(x, uniform(t)))


@rule
def view_uniform(f: View, a: Num) -> Equation:
    """A view (reshape, broadcast or transposition) of a splat is the splat in the new shape."""
    return view(f, uniform(a)), uniform(a)


@rule
def view_step(f: View, d: Dimension, e: Dimension, s: Num, x: Lanes) -> Equation:
    """A view that adds, repeats or permutes dimensions of a strided value only renumbers the dimension of the stride."""
    return view(f, step(d, s, x)), step(e, s, view(f, x)), carries(f, d, e)


@rule
def view_flat(f: View, d: Dimension, s: Num, x: Lanes) -> Equation:
    """A view that repeats a dimension of extent 1 drops a stride along this dimension, since the stride has no effect."""
    return view(f, step(d, s, x)), view(f, x), flattens(f, d)


@rule
def add_lookup(d: Dimension, n: Table, s: Num, x: Lanes, b: Num) -> Equation:
    """Adding a splat to addresses that a table lookup yields adds the splat to the start of the addresses."""
    return add(lookup(d, n, s, x), uniform(b)), lookup(d, n, s, add(x, uniform(b)))


@rule
def add_lookup_step(d: Dimension, s: Num, x: Lanes, e: Dimension, n: Table, t: Num, y: Lanes) -> Equation:
    """A value strided along one dimension plus a table lookup along another is a strided value that starts at the lookup."""
    return add(step(d, s, x), lookup(e, n, t, y)), step(d, s, add(x, lookup(e, n, t, y)))


@rule
def add_same_lookup(d: Dimension, n: Table, s: Num, x: Lanes, t: Num, y: Lanes) -> Equation:
    """The sum of two lookups in one table along one dimension is one lookup with the sum of the strides."""
    return add(lookup(d, n, s, x), lookup(d, n, t, y)), lookup(d, n, plus(s, t), add(x, y))


@rule
def order_lookup(d: Dimension, s: Num, e: Dimension, n: Table, t: Num, x: Lanes) -> Equation:
    """A stride inside a table lookup may be moved out of the lookup, where rules on sums match the stride."""
    return lookup(e, n, t, step(d, s, x)), step(d, s, lookup(e, n, t, x))


@rule
def multiply_lookup(d: Dimension, n: Table, s: Num, x: Lanes, t: Num) -> Equation:
    """Multiplying a table lookup by a splat multiplies stride and start: table entries become row offsets."""
    return multiply(lookup(d, n, s, x), uniform(t)), lookup(d, n, times(s, t), multiply(x, uniform(t)))


@rule
def view_lookup(f: View, d: Dimension, e: Dimension, n: Table, s: Num, x: Lanes) -> Equation:
    """A view of a table lookup is the lookup along the renumbered dimension."""
    return view(f, lookup(d, n, s, x)), lookup(e, n, s, view(f, x)), carries(f, d, e)


@rule
def bound_above(d: Dimension, o: Num, n: Num) -> Equation:
    """The comparison `start + index < limit` along one dimension is the upper bound `limit - start` on the index.

    Both sides must be far from 64-bit overflow.
    """
    return (
        less(step(d, integer(1), uniform(o)), uniform(n)),
        inside(d, plus(n, times(integer(-1), o))),
        small(step(d, integer(1), uniform(o))),
        small(uniform(n)),
    )


@rule
def bound_below(d: Dimension, o: Num, n: Num) -> Equation:
    """The comparison `limit < start + index` along one dimension is a lower bound on the index.

    Both sides must be far from 64-bit overflow.
    """
    return (
        less(uniform(n), step(d, integer(1), uniform(o))),
        beyond(d, plus(plus(n, integer(1)), times(integer(-1), o))),
        small(step(d, integer(1), uniform(o))),
        small(uniform(n)),
    )


@rule
def below_is_between(x: Lanes, y: Lanes) -> Equation:
    """An unsigned comparison with a non-negative limit equals two signed comparisons: at least zero, and below the limit."""
    return below(x, y), both(less(uniform(integer(-1)), x), less(x, y)), nonnegative(y)


@rule
def view_inside(f: View, d: Dimension, e: Dimension, n: Num) -> Equation:
    """A view of an upper bound on an index is the bound on the renumbered dimension."""
    return view_mask(f, inside(d, n)), inside(e, n), carries(f, d, e)


@rule
def view_beyond(f: View, d: Dimension, e: Dimension, n: Num) -> Equation:
    """A view of a lower bound on an index is the bound on the renumbered dimension."""
    return view_mask(f, beyond(d, n)), beyond(e, n), carries(f, d, e)


@rule
def view_chosen(f: View, d: Dimension, e: Dimension, n: Table) -> Equation:
    """A view of a mask that depends on one dimension is the mask along the renumbered dimension."""
    return view_mask(f, chosen(d, n)), chosen(e, n), carries(f, d, e)


@rule
def view_both(f: View, m: Mask, n: Mask) -> Equation:
    """A view of a conjunction of masks is the conjunction of the masks' views."""
    return view_mask(f, both(m, n)), both(view_mask(f, m), view_mask(f, n))


@rule
def view_always(f: View) -> Equation:
    """A view of the mask that is true everywhere is true everywhere."""
    return view_mask(f, always()), always()


@rule
def truth_is_bound(a: Num) -> Equation:
    """A scalar condition as a mask equals an upper bound on an index, 2^31 if true and 0 if false: every index is below 2^31."""
    return truth(a), inside(Dimension(0), times(integer(-(1 << 31)), a)), flag(a)


@rule
def less_uniform(a: Num, b: Num) -> Equation:
    """The comparison `a < b` of two splats equals the upper bound 2^31 * (b - a) on an index: every index is below 2^31.

    An example is a row index that is the same for all lanes of a block.
    """
    extent = times(integer(1 << 31), plus(b, times(integer(-1), a)))
    return less(uniform(a), uniform(b)), inside(Dimension(0), extent), fits(uniform(a)), fits(uniform(b))


@rule
def view_less(f: View, a: Num, b: Num) -> Equation:
    """A view of a comparison of two splats is the same comparison in the new shape."""
    return view_mask(f, less(uniform(a), uniform(b))), less(uniform(a), uniform(b))
