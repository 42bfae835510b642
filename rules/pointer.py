"""Address arithmetic: the addresses of every access through `tt.addptr` chains as strides with bounds (triton-shared #81).

Programs compute offsets in 32 bits, addresses have 64: a rule that crosses from one to the other has as its condition that
nothing overflowed. No rule says how to write an access; the choice of the cheapest form is separate.
"""

from egraph_opt.core.rule import Equation, rule
from egraph_opt.families.pointer.vocabulary.conditions import *
from egraph_opt.families.pointer.vocabulary.meaning import *


@rule
def drop_narrow(x: Lanes) -> Equation:
    """A sign extension from 32 bits is the value itself if it fits in 32 bits.

    An offset may be computed in 64 bits only if no lane overflows.
    """
    return narrow(x), x, fits(x)


@rule
def drop_wrapped(a: Num) -> Equation:
    """A scalar computed in 32 bits is the number itself if it fits: `pid * BLOCK` means the product only below 2^31."""
    return wrapped(a), a, fits_number(a)


@rule
def drop_unsigned(x: Lanes) -> Equation:
    """A zero extension is a sign extension if no lane is negative (Intel's pass always assumed so)."""
    return unsigned(x), x, nonnegative(x)


@rule
def drop_remainder(x: Lanes, y: Lanes) -> Equation:
    """An index modulo a size is the index itself if it is not negative and below the size: then `% M` has nothing to wrap around."""
    return remainder(x, y), x, within(x, y)


@rule
def drop_remainder_number(a: Num, b: Num) -> Equation:
    """A scalar modulo another is the scalar itself if it is not negative and below the other.

    An example is a block's number modulo the number of blocks.
    """
    return remainder_number(a, b), a, within_number(a, b)


@rule
def name_scalar(a: Num) -> Equation:
    """The number of a splat may be named after the splat, however it was computed: see `scalar_of_uniform`."""
    return uniform(a), uniform(scalar(uniform(a)))


@rule
def scalar_of_uniform(a: Num) -> Equation:
    """The number of a splat is the number it was made of, so equal splats have equal numbers.

    Without this, sums of sums multiply in the e-graph.
    """
    return scalar(uniform(a)), a


@rule
def add_uniform(a: Num, b: Num) -> Equation:
    """The sum of two splats is the splat of the sum."""
    return add(uniform(a), uniform(b)), uniform(plus(a, b))


@rule
def multiply_uniform(a: Num, b: Num) -> Equation:
    """The product of two splats is the splat of the product."""
    return multiply(uniform(a), uniform(b)), uniform(times(a, b))


@rule
def add_commutes(x: Lanes, y: Lanes) -> Equation:
    """Sums commute, so that the rules below need only one order of the operands."""
    return add(x, y), add(y, x)


@rule
def multiply_commutes(x: Lanes, y: Lanes) -> Equation:
    """Products commute, so that a stride may be on either side."""
    return multiply(x, y), multiply(y, x)


@rule
def plus_commutes(a: Num, b: Num) -> Equation:
    """Sums of scalars commute, so that a loop's step may be on either side."""
    return plus(a, b), plus(b, a)


@rule
def add_step(d: Dimension, s: Num, x: Lanes, b: Num) -> Equation:
    """The sum of a strided value and a splat is strided from a start that is moved by the splat."""
    return add(step(d, s, x), uniform(b)), step(d, s, add(x, uniform(b)))


@rule
def add_same_dimension(d: Dimension, s: Num, x: Lanes, t: Num, y: Lanes) -> Equation:
    """Two strides along the same dimension equal one stride, their sum: a row's number and its offset are one stride."""
    return add(step(d, s, x), step(d, t, y)), step(d, plus(s, t), add(x, y))


@rule
def add_dimensions(d: Dimension, s: Num, x: Lanes, e: Dimension, t: Num, y: Lanes) -> Equation:
    """Strides along different dimensions are nested, the first dimension outermost."""
    return add(step(d, s, x), step(e, t, y)), step(d, s, add(x, step(e, t, y))), precedes(d, e)


@rule
def order_steps(d: Dimension, s: Num, e: Dimension, t: Num, x: Lanes) -> Equation:
    """The order in which strides are added makes no difference: a transposed tensor gets the usual one back."""
    return step(e, t, step(d, s, x)), step(d, s, step(e, t, x)), precedes(d, e)


@rule
def multiply_step(d: Dimension, s: Num, x: Lanes, t: Num) -> Equation:
    """Multiplying by a splat multiplies stride and start: how a row's number becomes its offset."""
    return multiply(step(d, s, x), uniform(t)), step(d, times(s, t), multiply(x, uniform(t)))


@rule
def view_uniform(f: View, a: Num) -> Equation:
    """A view of a splat is the splat in the new shape."""
    return view(f, uniform(a)), uniform(a)


@rule
def view_step(f: View, d: Dimension, e: Dimension, s: Num, x: Lanes) -> Equation:
    """A view that adds, repeats or exchanges dimensions only renames the dimension of a stride."""
    return view(f, step(d, s, x)), step(e, s, view(f, x)), carries(f, d, e)


@rule
def view_flat(f: View, d: Dimension, s: Num, x: Lanes) -> Equation:
    """A stride along a dimension of one element has no effect, so a view that repeats that dimension drops the stride."""
    return view(f, step(d, s, x)), view(f, x), flattens(f, d)


@rule
def add_lookup(d: Dimension, n: Table, s: Num, x: Lanes, b: Num) -> Equation:
    """The sum of gathered addresses and a splat is gathered from a start that is moved by the splat."""
    return add(lookup(d, n, s, x), uniform(b)), lookup(d, n, s, add(x, uniform(b)))


@rule
def add_lookup_step(d: Dimension, s: Num, x: Lanes, e: Dimension, n: Table, t: Num, y: Lanes) -> Equation:
    """Addresses that are gathered along one dimension may still be strided along others: the stride moves outwards."""
    return add(step(d, s, x), lookup(e, n, t, y)), step(d, s, add(x, lookup(e, n, t, y)))


@rule
def add_same_lookup(d: Dimension, n: Table, s: Num, x: Lanes, t: Num, y: Lanes) -> Equation:
    """Two lookups in one table along one dimension equal one lookup with the sum of their strides."""
    return add(lookup(d, n, s, x), lookup(d, n, t, y)), lookup(d, n, plus(s, t), add(x, y))


@rule
def order_lookup(d: Dimension, s: Num, e: Dimension, n: Table, t: Num, x: Lanes) -> Equation:
    """A stride inside a lookup moves outside, so that rules for sums find it."""
    return lookup(e, n, t, step(d, s, x)), step(d, s, lookup(e, n, t, x))


@rule
def multiply_lookup(d: Dimension, n: Table, s: Num, x: Lanes, t: Num) -> Equation:
    """The product of a lookup and a splat is a lookup with its stride multiplied: entries of a table become offsets of rows."""
    return multiply(lookup(d, n, s, x), uniform(t)), lookup(d, n, times(s, t), multiply(x, uniform(t)))


@rule
def view_lookup(f: View, d: Dimension, e: Dimension, n: Table, s: Num, x: Lanes) -> Equation:
    """A view of a lookup is the lookup along the dimension that its own becomes."""
    return view(f, lookup(d, n, s, x)), lookup(e, n, s, view(f, x)), carries(f, d, e)


@rule
def bound_above(d: Dimension, o: Num, n: Num) -> Equation:
    """Comparing an offset that counts up along one dimension bounds the index of that dimension by the distance to the limit.

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
    """Comparing such an offset from below bounds the index from below: triton-shared takes every `sge 0` for true.

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
    """An unsigned comparison with a limit that is not negative equals two signed ones: not negative, and below the limit."""
    return below(x, y), both(less(uniform(integer(-1)), x), less(x, y)), nonnegative(y)


@rule
def view_inside(f: View, d: Dimension, e: Dimension, n: Num) -> Equation:
    """A view of a bound is the bound on the dimension that its own becomes."""
    return view_mask(f, inside(d, n)), inside(e, n), carries(f, d, e)


@rule
def view_beyond(f: View, d: Dimension, e: Dimension, n: Num) -> Equation:
    """A view of a bound from below is the bound from below on the dimension that its own becomes."""
    return view_mask(f, beyond(d, n)), beyond(e, n), carries(f, d, e)


@rule
def view_chosen(f: View, d: Dimension, e: Dimension, n: Table) -> Equation:
    """A view of a mask of one dimension that is no bound is that mask along the dimension that its own becomes."""
    return view_mask(f, chosen(d, n)), chosen(e, n), carries(f, d, e)


@rule
def view_both(f: View, m: Mask, n: Mask) -> Equation:
    """A view of a conjunction is the conjunction of the views."""
    return view_mask(f, both(m, n)), both(view_mask(f, m), view_mask(f, n))


@rule
def view_always(f: View) -> Equation:
    """A view of a mask that holds everywhere is a mask that holds everywhere."""
    return view_mask(f, always()), always()


@rule
def truth_is_bound(a: Num) -> Equation:
    """A scalar truth value that masks all lanes equals a bound on an index, 2^31 or zero: no index is 2^31 or more."""
    return truth(a), inside(Dimension(0), times(integer(-(1 << 31)), a)), flag(a)


@rule
def less_uniform(a: Num, b: Num) -> Equation:
    """A comparison of two numbers that all lanes share equals a bound on an index, 2^31 times their distance: no index is 2^31 or more.

    An example is the row of a block that lies within one row: it is below the number of rows for all lanes, or for none.
    """
    extent = times(integer(1 << 31), plus(b, times(integer(-1), a)))
    return less(uniform(a), uniform(b)), inside(Dimension(0), extent), fits(uniform(a)), fits(uniform(b))


@rule
def view_less(f: View, a: Num, b: Num) -> Equation:
    """A view of such a comparison is the comparison."""
    return view_mask(f, less(uniform(a), uniform(b))), less(uniform(a), uniform(b))
