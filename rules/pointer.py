"""Address arithmetic: every access through `tt.addptr` chains as strides over one number, with bounds on its index (triton-shared #81).

Programs compute offsets in 32 bits, addresses have 64: a rule that crosses from one to the other has the fact as its condition that
nothing overflowed. No rule says how to write an access; which form is cheaper is another matter.
"""

from egraph_opt.core.rule import Equation, rule
from egraph_opt.families.pointer.vocabulary.conditions import *
from egraph_opt.families.pointer.vocabulary.meaning import *


@rule
def drop_narrow(x: Lanes) -> Equation:
    """What fits in 32 bits is its own sign extension: an offset may be computed in 64 bits only if none of its lanes overflows."""
    return narrow(x), x, fits(x)


@rule
def drop_wrapped(a: Num) -> Equation:
    """As `drop_narrow`, for a scalar: `pid * BLOCK` is what it says only below 2^31."""
    return wrapped(a), a, fits_number(a)


@rule
def drop_unsigned(x: Lanes) -> Equation:
    """Extending without sign is extending with it where nothing is negative (Intel's pass took it so always)."""
    return unsigned(x), x, nonnegative(x)


@rule
def drop_remainder(x: Lanes, y: Lanes) -> Equation:
    """An index taken modulo a size is the index where it stays below the size: then `% M` has nothing to wrap around."""
    return remainder(x, y), x, within(x, y)


@rule
def drop_remainder_number(a: Num, b: Num) -> Equation:
    """As `drop_remainder`, for a scalar: a block's number modulo the number of blocks."""
    return remainder_number(a, b), a, within_number(a, b)


@rule
def name_scalar(a: Num) -> Equation:
    """The number that a splat is made of has one name, whatever it was computed as: see `scalar_of_uniform`."""
    return uniform(a), uniform(scalar(uniform(a)))


@rule
def scalar_of_uniform(a: Num) -> Equation:
    """Splats that are equal are made of equal numbers; without this, sums of sums multiply in the e-graph."""
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
    """Sums commute, so that the rules below need only one order of their operands."""
    return add(x, y), add(y, x)


@rule
def multiply_commutes(x: Lanes, y: Lanes) -> Equation:
    """Products commute, so that a stride may stand on either side."""
    return multiply(x, y), multiply(y, x)


@rule
def plus_commutes(a: Num, b: Num) -> Equation:
    """Sums of scalars commute, so that what a loop adds may stand on either side."""
    return plus(a, b), plus(b, a)


@rule
def add_step(d: Dimension, s: Num, x: Lanes, b: Num) -> Equation:
    """A splat that is added to an affine value moves its start."""
    return add(step(d, s, x), uniform(b)), step(d, s, add(x, uniform(b)))


@rule
def add_same_dimension(d: Dimension, s: Num, x: Lanes, t: Num, y: Lanes) -> Equation:
    """Strides along one dimension add up: a row's number and its offset are one stride."""
    return add(step(d, s, x), step(d, t, y)), step(d, plus(s, t), add(x, y))


@rule
def add_dimensions(d: Dimension, s: Num, x: Lanes, e: Dimension, t: Num, y: Lanes) -> Equation:
    """Strides along different dimensions stand side by side, the first dimension outermost."""
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
    """A splat is a splat in every shape."""
    return view(f, uniform(a)), uniform(a)


@rule
def view_step(f: View, d: Dimension, e: Dimension, s: Num, x: Lanes) -> Equation:
    """Adding, repeating or exchanging dimensions only renames the one along which a value grows."""
    return view(f, step(d, s, x)), step(e, s, view(f, x)), carries(f, d, e)


@rule
def view_flat(f: View, d: Dimension, s: Num, x: Lanes) -> Equation:
    """Along a dimension of one element nothing grows, so that repeating it forgets the stride."""
    return view(f, step(d, s, x)), view(f, x), flattens(f, d)


@rule
def add_lookup(d: Dimension, n: Table, s: Num, x: Lanes, b: Num) -> Equation:
    """A splat that is added to gathered addresses moves where they start."""
    return add(lookup(d, n, s, x), uniform(b)), lookup(d, n, s, add(x, uniform(b)))


@rule
def add_lookup_step(d: Dimension, s: Num, x: Lanes, e: Dimension, n: Table, t: Num, y: Lanes) -> Equation:
    """Gathered along one dimension, addresses may still be even along the others."""
    return add(step(d, s, x), lookup(e, n, t, y)), step(d, s, add(x, lookup(e, n, t, y)))


@rule
def add_same_lookup(d: Dimension, n: Table, s: Num, x: Lanes, t: Num, y: Lanes) -> Equation:
    """Two uses of one table along one dimension are one, of both strides."""
    return add(lookup(d, n, s, x), lookup(d, n, t, y)), lookup(d, n, plus(s, t), add(x, y))


@rule
def order_lookup(d: Dimension, s: Num, e: Dimension, n: Table, t: Num, x: Lanes) -> Equation:
    """Steps stand outside, so that what is added to one of them finds it."""
    return lookup(e, n, t, step(d, s, x)), step(d, s, lookup(e, n, t, x))


@rule
def multiply_lookup(d: Dimension, n: Table, s: Num, x: Lanes, t: Num) -> Equation:
    """As `multiply_step`: entries of a table become offsets of rows."""
    return multiply(lookup(d, n, s, x), uniform(t)), lookup(d, n, times(s, t), multiply(x, uniform(t)))


@rule
def view_lookup(f: View, d: Dimension, e: Dimension, n: Table, s: Num, x: Lanes) -> Equation:
    """A table is read along the dimension that its own becomes."""
    return view(f, lookup(d, n, s, x)), lookup(e, n, s, view(f, x)), carries(f, d, e)


@rule
def bound_above(d: Dimension, o: Num, n: Num) -> Equation:
    """Comparing an offset that counts up along one dimension bounds the index of that dimension by the distance to the limit."""
    return (
        less(step(d, integer(1), uniform(o)), uniform(n)),
        inside(d, plus(n, times(integer(-1), o))),
        small(step(d, integer(1), uniform(o))),
        small(uniform(n)),
    )


@rule
def bound_below(d: Dimension, o: Num, n: Num) -> Equation:
    """As `bound_above`, from below: triton-shared takes every `sge 0` for true."""
    return (
        less(uniform(n), step(d, integer(1), uniform(o))),
        beyond(d, plus(plus(n, integer(1)), times(integer(-1), o))),
        small(step(d, integer(1), uniform(o))),
        small(uniform(n)),
    )


@rule
def below_is_between(x: Lanes, y: Lanes) -> Equation:
    """An unsigned comparison with a limit that is not negative checks both ends."""
    return below(x, y), both(less(uniform(integer(-1)), x), less(x, y)), nonnegative(y)


@rule
def view_inside(f: View, d: Dimension, e: Dimension, n: Num) -> Equation:
    """A bound moves to the dimension that its own becomes."""
    return view_mask(f, inside(d, n)), inside(e, n), carries(f, d, e)


@rule
def view_beyond(f: View, d: Dimension, e: Dimension, n: Num) -> Equation:
    """A bound from below moves to the dimension that its own becomes, as one from above does."""
    return view_mask(f, beyond(d, n)), beyond(e, n), carries(f, d, e)


@rule
def view_chosen(f: View, d: Dimension, e: Dimension, n: Table) -> Equation:
    """A mask of one dimension that is no bound is one still, along the dimension that its own becomes."""
    return view_mask(f, chosen(d, n)), chosen(e, n), carries(f, d, e)


@rule
def view_both(f: View, m: Mask, n: Mask) -> Equation:
    """A view of a conjunction is the conjunction of the views."""
    return view_mask(f, both(m, n)), both(view_mask(f, m), view_mask(f, n))


@rule
def view_always(f: View) -> Equation:
    """A mask that holds everywhere holds in every shape."""
    return view_mask(f, always()), always()


@rule
def truth_is_bound(a: Num) -> Equation:
    """A scalar truth that masks all lanes is a bound on an index, 2^31 or zero: no index is 2^31 or more."""
    return truth(a), inside(Dimension(0), times(integer(-(1 << 31)), a)), flag(a)
