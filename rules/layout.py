"""Layout conversions: which ones cancel, and which operations a conversion may be moved across (triton #2181, #5673).

Every rule that moves a conversion is an equation, so it serves for hoisting and for sinking. `offered` only keeps the search to
the candidate layouts of a value; it says nothing about the program.
"""

from egraph_opt.core.rule import Equation, rule
from egraph_opt.families.layout.vocabulary.term import *


@rule
def cancel_conversion(x: Value, inner: Layout, outer: Layout) -> Equation:
    """Only the last of two conversions counts: a layout says who holds an element, never what it is (triton #2181)."""
    return convert_layout(convert_layout(x, inner), outer), convert_layout(x, outer)


@rule
def drop_conversion(x: Value, layout: Layout) -> Equation:
    """A conversion of a value to the layout that it is already in does nothing."""
    return convert_layout(x, layout), x, held_in(x, layout)


@rule
def detour_conversion(x: Value, layout: Layout, between: Layout) -> Equation:
    """A value equals its conversion from any layout that it can be in: `cancel_conversion` read backwards, for candidates only."""
    return convert_layout(x, layout), convert_layout(convert_layout(x, between), layout), offered(x, between)


@rule
def convert_pointwise(f: Function, xs: Operands, layout: Layout) -> Equation:
    """The conversion of a pointwise result equals the operation on converted operands: each element is computed by itself."""
    return convert_layout(pointwise(f, xs), layout), pointwise(f, convert_operands(xs, layout))


@rule
def cancel_operand_conversion(xs: Operands, inner: Layout, outer: Layout) -> Equation:
    """Only the last of two conversions of a tuple of operands counts.

    Without this, tuples that cannot be converted pile up conversions.
    """
    return convert_operands(convert_operands(xs, inner), outer), convert_operands(xs, outer)


@rule
def convert_each_operand(x: Value, xs: Operands, layout: Layout) -> Equation:
    """The conversion of a tuple of values equals the tuple of their conversions."""
    return convert_operands(zip(x, xs), layout), zip(convert_layout(x, layout), convert_operands(xs, layout)), offered(x, layout)


@rule
def keep_scalar_operand(s: Value, xs: Operands, layout: Layout) -> Equation:
    """A scalar among the operands needs no conversion: it has no layout, and every thread holds it."""
    return convert_operands(with_scalar(s, xs), layout), with_scalar(s, convert_operands(xs, layout))


@rule
def convert_no_operand(layout: Layout) -> Equation:
    """The conversion of the empty tuple of operands is the empty tuple."""
    return convert_operands(nil(), layout), nil()


@rule
def generate_in_place(f: Function, xs: Operands, held: Layout, layout: Layout) -> Equation:
    """Splats, constants, ranges and reads of shared memory may be made in any layout: each element follows from its index alone."""
    return convert_layout(generate(f, xs, held), layout), generate(f, xs, layout)


@rule
def convert_broadcast(f: Function, x: Value, layout: Layout) -> Equation:
    """The conversion of a broadcast equals the broadcast of the converted operand: fewer elements move."""
    return convert_layout(broadcast(f, x), layout), broadcast(f, convert_layout(x, layout)), offered(x, layout)


@rule
def convert_expand_dims(f: Function, axis: Axis, x: Value, held: Layout, layout: Layout, slice: Layout) -> Equation:
    """The conversion of an `expand_dims` equals the `expand_dims` of its operand, converted to the slice of the wanted layout."""
    return (
        convert_layout(expand_dims(f, axis, x, held), layout),
        expand_dims(f, axis, convert_layout(x, slice), layout),
        sliced(axis, layout, slice),
        offered(x, slice),
    )


@rule
def convert_reindex(f: Function, index: IndexMap, x: Value, held: Layout, layout: Layout, operand: Layout) -> Equation:
    """The conversion of a transposition or a reshape equals the operation on its converted operand.

    The operand goes to the layout in which the operation moves no element to another thread.
    """
    return (
        convert_layout(reindex(f, index, x, held), layout),
        reindex(f, index, convert_layout(x, operand), layout),
        moved(index, layout, operand),
        offered(x, operand),
    )


@rule
def convert_interleave(f: Function, index: IndexMap, xs: Operands, held: Layout, layout: Layout, operand: Layout) -> Equation:
    """The conversion of a join of two tensors equals the join of the operands, converted to the threads that will hold the pairs."""
    return (
        convert_layout(interleave(f, index, xs, held), layout),
        interleave(f, index, convert_operands(xs, operand), layout),
        moved(index, layout, operand),
        offered_all(xs, operand),
    )


@rule
def convert_separate(f: Function, index: IndexMap, x: Value, held: Layout, layout: Layout, pairs: Layout) -> Equation:
    """The conversion of a split of pairs equals the split of the operand, converted so that each thread holds the pairs of its halves."""
    return (
        convert_layout(separate(f, index, x, held), layout),
        separate(f, index, convert_layout(x, pairs), layout),
        moved(index, pairs, layout),
        offered(x, pairs),
    )


@rule
def reorder_elsewhere(f: Function, x: Value, layout: Layout, operand: Layout) -> Equation:
    """A reshape that may reorder elements may take its operand in any layout, if the program needs no order: `allow_reorder` says so."""
    return (
        reorder(f, x, layout),
        reorder(f, convert_layout(x, operand), layout),
        any_order(f),
        reorders(f, operand),
        offered(x, operand),
    )


@rule
def convert_reduce(f: Function, axis: Axis, xs: Operands, held: Layout, layout: Layout, parent: Layout) -> Equation:
    """The conversion of a reduction equals the reduction of converted operands, if the order of elements makes no difference.

    The operands go to a layout whose slice is the wanted one.
    Triton's pass does this for sums of floats too, and changes their last bits.
    """
    return (
        convert_layout(reduce(f, axis, xs, held), layout),
        reduce(f, axis, convert_operands(xs, parent), layout),
        sliced(axis, parent, layout),
        any_order(f),
        offered_all(xs, parent),
    )


@rule
def reduce_elsewhere(f: Function, xs: Operands, operand: Layout) -> Equation:
    """A reduction to a scalar may take its operand in any layout, if the order of elements makes no difference."""
    return reduce_to_scalar(f, xs), reduce_to_scalar(f, convert_operands(xs, operand)), any_order(f), offered_all(xs, operand)


@rule
def use_elsewhere(f: Function, xs: Operands, operand: Layout) -> Equation:
    """Stores, copies to shared memory, gathers and histograms may take tensors in any layout.

    Each element comes from the thread that holds it.
    """
    return whole(f, xs), whole(f, convert_operands(xs, operand)), offered_all(xs, operand)


@rule
def convert_scan(f: Function, xs: Operands, layout: Layout) -> Equation:
    """The conversion of a scan equals the scan of converted operands, if the order of elements makes no difference.

    The layout must be one in which scans are lowered.
    """
    return (
        convert_layout(scan(f, xs), layout),
        scan(f, convert_operands(xs, layout)),
        any_order(f),
        scans(layout),
        offered_all(xs, layout),
    )


@rule
def convert_carried(f: Function, init: Value, next: Value, layout: Layout) -> Equation:
    """The conversion of a loop-carried value equals the carried value with its initial value and each next value converted.

    By induction over iterations: the first step holds the converted initial value; if step k holds the converted value, then so
    does step k + 1, since its next value is converted too. This also holds without iterations (Tate et al. 2009, theta nodes).
    """
    return (
        convert_layout(carried(f, init, next), layout),
        carried(f, convert_layout(init, layout), convert_layout(next, layout)),
        offered(init, layout),
        offered(next, layout),
    )


@rule
def convert_final(f: Function, x: Value, layout: Layout) -> Equation:
    """The conversion of a loop's result equals the result of a loop whose last carried value is converted."""
    return convert_layout(final(f, x), layout), final(f, convert_layout(x, layout)), offered(x, layout)


@rule
def convert_choose(f: Function, then: Value, other: Value, layout: Layout) -> Equation:
    """The conversion of a conditional's result equals the conditional of converted results.

    The branch taken does not depend on layouts.
    """
    return (
        convert_layout(choose(f, then, other), layout),
        choose(f, convert_layout(then, layout), convert_layout(other, layout)),
        offered(then, layout),
        offered(other, layout),
    )
