"""Plausible wrong rules about addresses, each beside the rule it is a neighbour of: all are refuted.

Several are what existing passes do.
"""

import pytest

from egraph_opt.core.rule import Equation, Rule, rule
from egraph_opt.families.pointer.vocabulary.conditions import (
    carries,
    fits,
    fits_number,
    flag,
    nonnegative,
    precedes,
    small,
)
from egraph_opt.families.pointer.vocabulary.meaning import (
    Atom,
    Dimension,
    Lanes,
    Mask,
    Num,
    Table,
    View,
    add,
    always,
    below,
    beyond,
    both,
    chosen,
    either_mask,
    inside,
    integer,
    less,
    lookup,
    multiply,
    narrow,
    opaque_mask,
    plus,
    remainder,
    remainder_number,
    scalar,
    step,
    times,
    uniform,
    unsigned,
    view,
    view_mask,
    wrapped,
)
from tests.rules.wrong import check_refuted


@rule
def drop_narrow(x: Lanes, y: Lanes) -> Equation:
    """Wrong: takes a product for exact where its factors are; offsets of chained tt.addptr are summed so in triton-shared."""
    return narrow(multiply(x, y)), multiply(x, y), fits(x), fits(y)


@rule
def drop_wrapped(a: Num, b: Num) -> Equation:
    """Wrong: takes a sum for exact where its terms are."""
    return wrapped(plus(a, b)), plus(a, b), fits_number(a), fits_number(b)


@rule
def drop_unsigned(x: Lanes) -> Equation:
    """Wrong: treats every extension without sign as one with it, as Intel's RaiseBlockPointer did."""
    return unsigned(x), x, fits(x)


@rule
def add_uniform(a: Num, b: Num) -> Equation:
    """Wrong: multiplies."""
    return add(uniform(a), uniform(b)), uniform(times(a, b))


@rule
def multiply_uniform(a: Num, b: Num) -> Equation:
    """Wrong: narrows the product."""
    return multiply(uniform(a), uniform(b)), uniform(wrapped(times(a, b)))


@rule
def multiply_commutes(x: Lanes, y: Lanes) -> Equation:
    """Wrong: a product is not a sum."""
    return multiply(x, y), add(y, x)


@rule
def add_step(d: Dimension, s: Num, x: Lanes, b: Num) -> Equation:
    """Wrong: adds the splat to the stride."""
    return add(step(d, s, x), uniform(b)), step(d, plus(s, b), x)


@rule
def add_same_dimension(d: Dimension, e: Dimension, s: Num, x: Lanes, t: Num, y: Lanes) -> Equation:
    """Wrong: adds strides of two dimensions."""
    return add(step(d, s, x), step(e, t, y)), step(d, plus(s, t), add(x, y))


@rule
def add_dimensions(d: Dimension, s: Num, x: Lanes, e: Dimension, t: Num, y: Lanes) -> Equation:
    """Wrong: forgets where the second value starts."""
    return add(step(d, s, x), step(e, t, y)), step(d, s, step(e, t, x)), precedes(d, e)


@rule
def order_steps(d: Dimension, s: Num, e: Dimension, t: Num, x: Lanes) -> Equation:
    """Wrong: exchanges the dimensions and leaves the strides."""
    return step(e, t, step(d, s, x)), step(d, t, step(e, s, x)), precedes(d, e)


@rule
def multiply_step(d: Dimension, s: Num, x: Lanes, t: Num) -> Equation:
    """Wrong: forgets to multiply the start."""
    return multiply(step(d, s, x), uniform(t)), step(d, times(s, t), x)


@rule
def view_uniform(f: View, x: Lanes) -> Equation:
    """Wrong: takes any lanes for a splat."""
    return view(f, x), x


@rule
def view_flat(f: View, d: Dimension, e: Dimension, s: Num, x: Lanes) -> Equation:
    """Wrong: forgets the stride of a dimension that has more than one element."""
    return view(f, step(d, s, x)), view(f, x), carries(f, d, e)


@rule
def bound_above(d: Dimension, o: Num, n: Num) -> Equation:
    """Wrong: bounds the index by the limit itself, as if the block began at zero."""
    return (
        less(step(d, integer(1), uniform(o)), uniform(n)),
        inside(d, n),
        small(step(d, integer(1), uniform(o))),
        small(uniform(n)),
    )


@rule
def bound_below(d: Dimension, o: Num, n: Num) -> Equation:
    """Wrong: takes a comparison with zero from below for always true, as triton-shared's MaskAnalysis does."""
    return less(uniform(n), step(d, integer(1), uniform(o))), always(), small(step(d, integer(1), uniform(o))), small(uniform(n))


@rule
def below_is_between(x: Lanes, y: Lanes) -> Equation:
    """Wrong: takes an unsigned comparison for a signed one."""
    return below(x, y), less(x, y)


@rule
def view_beyond(f: View, d: Dimension, e: Dimension, n: Num) -> Equation:
    """Wrong: turns a lower bound into an upper one."""
    return view_mask(f, beyond(d, n)), inside(e, n), carries(f, d, e)


@rule
def view_both(f: View, m: Mask, n: Mask) -> Equation:
    """Wrong: drops what is not rectangular from a mask, as Meta's automatic TMA does."""
    return view_mask(f, both(m, n)), view_mask(f, m)


@rule
def view_always(f: View, number: Atom) -> Equation:
    """Wrong: takes any mask for one that holds."""
    return view_mask(f, opaque_mask(number)), always()


@rule
def drop_remainder(x: Lanes, y: Lanes) -> Equation:
    """Wrong: takes an index below 2^31 for one below the size: what wraps around and what does not are two accesses."""
    return remainder(x, y), x, nonnegative(x), nonnegative(y)


@rule
def drop_remainder_number(a: Num, b: Num) -> Equation:
    """Wrong: takes an index that wraps around for one that is cut off, as Intel's pass made of `%` a bounds check."""
    return remainder_number(a, b), a, fits_number(a), fits_number(b)


@rule
def name_scalar(x: Lanes, y: Lanes) -> Equation:
    """Wrong: takes the first lane for all."""
    return add(x, y), uniform(scalar(add(x, y)))


@rule
def scalar_of_uniform(x: Lanes, a: Num) -> Equation:
    """Wrong: takes the first lane of a sum for its splat part."""
    return scalar(add(x, uniform(a))), a


@rule
def less_uniform(a: Num, b: Num) -> Equation:
    """Wrong: takes the distance for a bound, which leaves out lanes where it is positive."""
    distance = plus(b, times(integer(-1), a))
    return less(uniform(a), uniform(b)), inside(Dimension(0), distance), fits(uniform(a)), fits(uniform(b))


@rule
def less_uniform_or_equal(a: Num, b: Num) -> Equation:
    """Wrong: lets lanes run whose number is the limit."""
    extent = times(integer(1 << 31), plus(plus(b, integer(1)), times(integer(-1), a)))
    return less(uniform(a), uniform(b)), inside(Dimension(0), extent), fits(uniform(a)), fits(uniform(b))


@rule
def less_uniform_of_64_bits(a: Num, b: Num) -> Equation:
    """Wrong: forgets that 2^31 times a distance of numbers of 64 bits may overflow."""
    extent = times(integer(1 << 31), plus(b, times(integer(-1), a)))
    return less(uniform(a), uniform(b)), inside(Dimension(0), extent), small(uniform(a)), small(uniform(b))


@rule
def view_less(f: View, x: Lanes, b: Num) -> Equation:
    """Wrong: takes lanes that differ for lanes that are all the same."""
    return view_mask(f, less(x, uniform(b))), less(x, uniform(b))


@rule
def add_lookup(d: Dimension, n: Table, s: Num, x: Lanes, b: Num) -> Equation:
    """Wrong: multiplies what is added by the stride of the table, as if it were an index too."""
    return add(lookup(d, n, s, x), uniform(b)), lookup(d, n, s, add(x, uniform(times(s, b))))


@rule
def add_lookup_step(d: Dimension, s: Num, x: Lanes, e: Dimension, n: Table, t: Num, y: Lanes) -> Equation:
    """Wrong: takes the table's entries for indices, which they are only in order."""
    return add(step(d, s, x), lookup(e, n, t, y)), step(d, s, step(e, t, add(x, y)))


@rule
def add_same_lookup(d: Dimension, n: Table, m: Table, s: Num, x: Lanes, t: Num, y: Lanes) -> Equation:
    """Wrong: takes two tables for one, as addresses gathered along two dimensions would need."""
    return add(lookup(d, n, s, x), lookup(d, m, t, y)), lookup(d, n, plus(s, t), add(x, y))


@rule
def order_lookup(d: Dimension, s: Num, e: Dimension, n: Table, t: Num, x: Lanes) -> Equation:
    """Wrong: exchanges the strides of the even dimension and the gathered one."""
    return lookup(e, n, t, step(d, s, x)), step(d, t, lookup(e, n, s, x))


@rule
def multiply_lookup(d: Dimension, n: Table, s: Num, x: Lanes, t: Num) -> Equation:
    """Wrong: forgets to multiply the start."""
    return multiply(lookup(d, n, s, x), uniform(t)), lookup(d, n, times(s, t), x)


@rule
def view_chosen(f: View, d: Dimension, e: Dimension, n: Table) -> Equation:
    """Wrong: takes a mask that is no bound for one that holds, as passes do that look at bounds alone."""
    return view_mask(f, chosen(d, n)), always(), carries(f, d, e)


@rule
def either_inside(c: Num, d: Dimension, a: Num, b: Num) -> Equation:
    """Wrong: adds the condition times the difference, which is minus one times it."""
    extent = plus(b, times(c, plus(a, times(integer(-1), b))))
    return either_mask(c, inside(d, a), inside(d, b)), inside(d, extent), flag(c)


@rule
def either_inside_or_all(c: Num, d: Dimension, a: Num) -> Equation:
    """Wrong: forgets that no mask is one of two that a condition selects."""
    return either_mask(c, inside(d, a), always()), inside(d, a)


@rule
def either_of_conjunctions(c: Num, m: Mask, n: Mask, p: Mask, q: Mask) -> Equation:
    """Wrong: takes both conditions' masks, as if both branches ran."""
    return either_mask(c, both(m, n), both(p, q)), both(both(m, n), both(p, q))


WRONG = [r for r in globals().values() if isinstance(r, Rule)]


@pytest.mark.parametrize("wrong", WRONG, ids=lambda r: r.name)
def test_wrong_rule_is_refuted(wrong: Rule) -> None:
    check_refuted(wrong)
