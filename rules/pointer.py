"""Address arithmetic: `tt.addptr` chains become addresses with a stride and bounds per dimension (triton-shared #81).

Programs compute offsets in 32 bits, but addresses have 64 bits. A rule from 32 bits to 64 bits has the condition that no 32-bit computation
overflows.
"""

from egraph_opt.core.rule import Equation, rule
from egraph_opt.families.pointer.vocabulary.conditions import *
from egraph_opt.families.pointer.vocabulary.meaning import *


@rule
def drop_narrow(x: Lanes) -> Equation:
    """A sign extension from 32 bits is the identity if the value fits in 32 bits.

    So an offset may be computed in 64 bits only if no element overflows.
    """
    return narrow(x), x, fits(x)


@rule
def drop_wrapped(a: Num) -> Equation:
    """A scalar computed in 32 bits equals the scalar computed in 64 bits, if the 64-bit value fits in 32 bits."""
    return wrapped(a), a, fits_number(a)


@rule
def drop_unsigned(x: Lanes) -> Equation:
    """A zero extension equals a sign extension if no element is negative (Intel's pass assumes this without a check)."""
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
    """The operand of a splat may be written as the common element of the splat (inverse of `scalar_of_uniform`)."""
    return uniform(a), uniform(scalar(uniform(a)))


@rule
def scalar_of_uniform(a: Num) -> Equation:
    """The common element of a splat is the splat's operand, so equal splats have equal operands."""
    return scalar(uniform(a)), a


@rule
def add_uniform(a: Num, b: Num) -> Equation:
    """The elementwise sum of two splats is the splat of the scalar sum."""
    return add(uniform(a), uniform(b)), uniform(plus(a, b))


@rule
def multiply_uniform(a: Num, b: Num) -> Equation:
    """The elementwise product of two splats is the splat of the scalar product."""
    return multiply(uniform(a), uniform(b)), uniform(times(a, b))


@rule
def add_commutes(x: Lanes, y: Lanes) -> Equation:
    """Elementwise addition commutes, so other rules match either order of operands."""
    return add(x, y), add(y, x)


@rule
def multiply_commutes(x: Lanes, y: Lanes) -> Equation:
    """Elementwise multiplication commutes, so a stride may be the left or the right operand."""
    return multiply(x, y), multiply(y, x)


@rule
def plus_commutes(a: Num, b: Num) -> Equation:
    """Scalar addition commutes, so the step of a loop may be the left or the right operand."""
    return plus(a, b), plus(b, a)


@rule
def add_step(d: Dimension, s: Num, x: Lanes, b: Num) -> Equation:
    """A splat added to start + stride * index may be added to the start instead."""
    return add(step(d, s, x), uniform(b)), step(d, s, add(x, uniform(b)))


@rule
def add_same_dimension(d: Dimension, s: Num, x: Lanes, t: Num, y: Lanes) -> Equation:
    """The sum of two values with strides along the same dimension has the sum of their strides along it."""
    return add(step(d, s, x), step(d, t, y)), step(d, plus(s, t), add(x, y))


@rule
def add_dimensions(d: Dimension, s: Num, x: Lanes, e: Dimension, t: Num, y: Lanes) -> Equation:
    """The sum of two values with strides along different dimensions has both strides, that of the first value outermost."""
    return add(step(d, s, x), step(e, t, y)), step(d, s, add(x, step(e, t, y))), precedes(d, e)


@rule
def order_steps(d: Dimension, s: Num, e: Dimension, t: Num, x: Lanes) -> Equation:
    """The order in which strides along different dimensions are added does not matter, so a transposed tensor gets the normal order."""
    return step(e, t, step(d, s, x)), step(d, s, step(e, t, x)), precedes(d, e)


@rule
def multiply_step(d: Dimension, s: Num, x: Lanes, t: Num) -> Equation:
    """Multiplying start + stride * index by a splat multiplies both start and stride: a row index becomes a row offset."""
    return multiply(step(d, s, x), uniform(t)), step(d, times(s, t), multiply(x, uniform(t)))


@rule
def view_uniform(f: View, a: Num) -> Equation:
    """A view (reshape, broadcast or transposition) of a splat is the splat in the new shape."""
    return view(f, uniform(a)), uniform(a)


@rule
def view_step(f: View, d: Dimension, e: Dimension, s: Num, x: Lanes) -> Equation:
    """If a view adds, repeats or permutes dimensions, a stride along a dimension becomes the same stride along the renumbered dimension."""
    return view(f, step(d, s, x)), step(e, s, view(f, x)), carries(f, d, e)


@rule
def view_flat(f: View, d: Dimension, s: Num, x: Lanes) -> Equation:
    """If a view repeats a dimension of extent 1, a stride along this dimension disappears, since its index is always 0."""
    return view(f, step(d, s, x)), view(f, x), flattens(f, d)


@rule
def add_lookup(d: Dimension, n: Table, s: Num, x: Lanes, b: Num) -> Equation:
    """A splat added to start + stride * table[index] may be added to the start instead."""
    return add(lookup(d, n, s, x), uniform(b)), lookup(d, n, s, add(x, uniform(b)))


@rule
def add_lookup_step(d: Dimension, s: Num, x: Lanes, e: Dimension, n: Table, t: Num, y: Lanes) -> Equation:
    """A table lookup along one dimension, added to start + stride * index along another, may be added to the start instead."""
    return add(step(d, s, x), lookup(e, n, t, y)), step(d, s, add(x, lookup(e, n, t, y)))


@rule
def add_same_lookup(d: Dimension, n: Table, s: Num, x: Lanes, t: Num, y: Lanes) -> Equation:
    """The sum of two lookups in the same table at the same index is one lookup with the sum of their strides."""
    return add(lookup(d, n, s, x), lookup(d, n, t, y)), lookup(d, n, plus(s, t), add(x, y))


@rule
def order_lookup(d: Dimension, s: Num, e: Dimension, n: Table, t: Num, x: Lanes) -> Equation:
    """If a table lookup is added to start + stride * index, stride * index may be added last, where other rules match it."""
    return lookup(e, n, t, step(d, s, x)), step(d, s, lookup(e, n, t, x))


@rule
def multiply_lookup(d: Dimension, n: Table, s: Num, x: Lanes, t: Num) -> Equation:
    """Multiplying start + stride * table[index] by a splat multiplies both start and stride: table entries become row offsets."""
    return multiply(lookup(d, n, s, x), uniform(t)), lookup(d, n, times(s, t), multiply(x, uniform(t)))


@rule
def view_lookup(f: View, d: Dimension, e: Dimension, n: Table, s: Num, x: Lanes) -> Equation:
    """A view (reshape, broadcast or transposition) of a table lookup along a dimension is the lookup along the renumbered dimension."""
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
    """A view (reshape, broadcast or transposition) of an upper bound on an index is the bound on the renumbered dimension."""
    return view_mask(f, inside(d, n)), inside(e, n), carries(f, d, e)


@rule
def view_beyond(f: View, d: Dimension, e: Dimension, n: Num) -> Equation:
    """A view (reshape, broadcast or transposition) of a lower bound on an index is the bound on the renumbered dimension."""
    return view_mask(f, beyond(d, n)), beyond(e, n), carries(f, d, e)


@rule
def view_chosen(f: View, d: Dimension, e: Dimension, n: Table) -> Equation:
    """A view (reshape, broadcast or transposition) of a mask along one dimension is the mask along the renumbered dimension."""
    return view_mask(f, chosen(d, n)), chosen(e, n), carries(f, d, e)


@rule
def view_both(f: View, m: Mask, n: Mask) -> Equation:
    """A view (reshape, broadcast or transposition) of a conjunction of masks is the conjunction of their views."""
    return view_mask(f, both(m, n)), both(view_mask(f, m), view_mask(f, n))


@rule
def view_always(f: View) -> Equation:
    """A view (reshape, broadcast or transposition) of the mask that is true everywhere is true everywhere."""
    return view_mask(f, always()), always()


@rule
def truth_is_bound(a: Num) -> Equation:
    """A scalar condition used as a mask equals an upper bound on an index.

    The bound is 2^31 if the condition is true, else 0. Every index is below 2^31.
    """
    return truth(a), inside(Dimension(0), times(integer(-(1 << 31)), a)), flag(a)


@rule
def less_uniform(a: Num, b: Num) -> Equation:
    """The comparison `a < b` of two splats, used as a mask, equals the upper bound 2^31 * (b - a) on an index.

    Every index is below 2^31, and no index is below a bound of 0 or less. An example is a row index that is the same for all elements of a
    block.
    """
    extent = times(integer(1 << 31), plus(b, times(integer(-1), a)))
    return less(uniform(a), uniform(b)), inside(Dimension(0), extent), fits(uniform(a)), fits(uniform(b))


@rule
def view_less(f: View, a: Num, b: Num) -> Equation:
    """A view (reshape, broadcast or transposition) of a comparison of two splats is the same comparison in the new shape."""
    return view_mask(f, less(uniform(a), uniform(b))), less(uniform(a), uniform(b))
