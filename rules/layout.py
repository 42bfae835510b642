"""Layout conversions: cancellation, and motion across other operations (triton #2181, #5673).

Every rule is an equation, so a conversion may move in both directions. Each value has a set of candidate layouts that the search considers;
the condition `offered` limits conversions to these.
"""

from egraph_opt.core.rule import Equation, rule
from egraph_opt.families.layout.vocabulary.term import *


@rule
def cancel_conversion(x: Value, inner: Layout, outer: Layout) -> Equation:
    """Of two consecutive conversions, only the last one has an effect, since conversions do not change elements (triton #2181)."""
    return convert_layout(convert_layout(x, inner), outer), convert_layout(x, outer)


@rule
def drop_conversion(x: Value, layout: Layout) -> Equation:
    """A conversion of a value to the value's own layout is the identity."""
    return convert_layout(x, layout), x, held_in(x, layout)


@rule
def detour_conversion(x: Value, layout: Layout, between: Layout) -> Equation:
    """A conversion may go through an intermediate layout, if the search considers that layout for the value.

    This is the inverse of `cancel_conversion`.
    """
    return convert_layout(x, layout), convert_layout(convert_layout(x, between), layout), offered(x, between)


@rule
def convert_pointwise(f: Function, xs: Operands, layout: Layout) -> Equation:
    """Converting an elementwise result equals the operation on converted operands: each element is computed independently."""
    return convert_layout(pointwise(f, xs), layout), pointwise(f, convert_operands(xs, layout))


@rule
def cancel_operand_conversion(xs: Operands, inner: Layout, outer: Layout) -> Equation:
    """Of two consecutive conversions of an operand tuple, only the last one has an effect.

    Without this rule, conversions accumulate on tuples with an operand for which the search does not consider the layout.
    """
    return convert_operands(convert_operands(xs, inner), outer), convert_operands(xs, outer)


@rule
def convert_each_operand(x: Value, xs: Operands, layout: Layout) -> Equation:
    """Converting a tuple of operands equals the tuple of converted operands."""
    return convert_operands(zip(x, xs), layout), zip(convert_layout(x, layout), convert_operands(xs, layout)), offered(x, layout)


@rule
def keep_scalar_operand(s: Value, xs: Operands, layout: Layout) -> Equation:
    """A scalar operand needs no conversion, since every thread holds the scalar."""
    return convert_operands(with_scalar(s, xs), layout), with_scalar(s, convert_operands(xs, layout))


@rule
def convert_no_operand(layout: Layout) -> Equation:
    """Converting the empty tuple of operands gives the empty tuple."""
    return convert_operands(nil(), layout), nil()


@rule
def generate_in_place(f: Function, xs: Operands, held: Layout, layout: Layout) -> Equation:
    """Splats, constants, ranges and reads of shared memory may be computed in any layout: an element depends only on its index."""
    return convert_layout(generate(f, xs, held), layout), generate(f, xs, layout)


@rule
def convert_broadcast(f: Function, x: Value, layout: Layout) -> Equation:
    """Converting a broadcast equals broadcasting the converted operand, which moves fewer elements."""
    return convert_layout(broadcast(f, x), layout), broadcast(f, convert_layout(x, layout)), offered(x, layout)


@rule
def convert_expand_dims(f: Function, axis: Axis, x: Value, held: Layout, layout: Layout, slice: Layout) -> Equation:
    """Converting an `expand_dims` to a layout equals an `expand_dims` of the operand converted to that layout's slice."""
    return (
        convert_layout(expand_dims(f, axis, x, held), layout),
        expand_dims(f, axis, convert_layout(x, slice), layout),
        sliced(axis, layout, slice),
        offered(x, slice),
    )


@rule
def convert_reindex(f: Function, index: IndexMap, x: Value, held: Layout, layout: Layout, operand: Layout) -> Equation:
    """Converting a transposition or reshape equals the transposition or reshape of the converted operand.

    The operand's layout is such that the transposition or reshape moves no element to another thread.
    """
    return (
        convert_layout(reindex(f, index, x, held), layout),
        reindex(f, index, convert_layout(x, operand), layout),
        moved(index, layout, operand),
        offered(x, operand),
    )


@rule
def convert_interleave(f: Function, index: IndexMap, xs: Operands, held: Layout, layout: Layout, operand: Layout) -> Equation:
    """Converting a join of two tensors equals the join of converted operands.

    The operands get the layout in which each thread holds the elements of its resulting pairs.
    """
    return (
        convert_layout(interleave(f, index, xs, held), layout),
        interleave(f, index, convert_operands(xs, operand), layout),
        moved(index, layout, operand),
        offered_all(xs, operand),
    )


@rule
def convert_separate(f: Function, index: IndexMap, x: Value, held: Layout, layout: Layout, pairs: Layout) -> Equation:
    """Converting a tensor split from pairs equals the split of a converted operand, in which each thread holds whole pairs."""
    return (
        convert_layout(separate(f, index, x, held), layout),
        separate(f, index, convert_layout(x, pairs), layout),
        moved(index, pairs, layout),
        offered(x, pairs),
    )


@rule
def reorder_elsewhere(f: Function, x: Value, layout: Layout, operand: Layout) -> Equation:
    """A reshape with `allow_reorder` may take its operand in any layout, if the program's results do not depend on the element order."""
    return (
        reorder(f, x, layout),
        reorder(f, convert_layout(x, operand), layout),
        any_order(f),
        reorders(f, operand),
        offered(x, operand),
    )


@rule
def convert_reduce(f: Function, axis: Axis, xs: Operands, held: Layout, layout: Layout, parent: Layout) -> Equation:
    """Converting a reduction equals the reduction of converted operands, if the element order does not affect the result.

    The result's layout must be the slice of the operands' layout. Triton's pass also converts float sums, which changes their rounding.
    """
    return (
        convert_layout(reduce(f, axis, xs, held), layout),
        reduce(f, axis, convert_operands(xs, parent), layout),
        sliced(axis, parent, layout),
        any_order(f),
        reduces(f, parent),
        offered_all(xs, parent),
    )


@rule
def convert_reduce_in_order(f: Function, axis: Axis, xs: Operands, held: Layout, layout: Layout, parent: Layout) -> Equation:
    """Converting a float sum equals the sum of converted operands, if registers, lanes and warps combine the same terms in the same order.

    Such layouts differ only across the axis.
    """
    return (
        convert_layout(reduce(f, axis, xs, held), layout),
        reduce(f, axis, convert_operands(xs, parent), layout),
        sliced(axis, parent, layout),
        keeps_order(f, axis, held, parent),
        reduces(f, parent),
        offered_all(xs, parent),
    )


@rule
def reduce_elsewhere(f: Function, xs: Operands, operand: Layout) -> Equation:
    """A reduction to a scalar may take its operand in any layout, if the element order does not affect the result."""
    return (
        reduce_to_scalar(f, xs),
        reduce_to_scalar(f, convert_operands(xs, operand)),
        any_order(f),
        reduces(f, operand),
        offered_all(xs, operand),
    )


@rule
def use_elsewhere(f: Function, xs: Operands, operand: Layout) -> Equation:
    """Stores, copies to shared memory, gathers and histograms may take tensors in any layout.

    Each element is read from a thread that holds the element.
    """
    return whole(f, xs), whole(f, convert_operands(xs, operand)), offered_all(xs, operand)


@rule
def convert_scan(f: Function, xs: Operands, layout: Layout) -> Equation:
    """Converting a scan equals the scan of converted operands, if the element order does not affect the result.

    The layout must be one in which Triton can lower scans.
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
    """Converting a loop-carried value equals carrying the converted initial value and the converted next values.

    By induction over iterations (theta nodes, Tate et al. 2009): iteration 0 has the converted initial value, iteration k + 1 the converted
    next value of iteration k.
    """
    return (
        convert_layout(carried(f, init, next), layout),
        carried(f, convert_layout(init, layout), convert_layout(next, layout)),
        offered(init, layout),
        offered(next, layout),
    )


@rule
def convert_final(f: Function, x: Value, layout: Layout) -> Equation:
    """Converting the result of a loop equals the result of the loop with a converted carried value."""
    return convert_layout(final(f, x), layout), final(f, convert_layout(x, layout)), offered(x, layout)


@rule
def convert_choose(f: Function, then: Value, other: Value, layout: Layout) -> Equation:
    """Converting a conditional's result equals the conditional with converted branch results.

    Which branch runs does not depend on layouts.
    """
    return (
        convert_layout(choose(f, then, other), layout),
        choose(f, convert_layout(then, layout), convert_layout(other, layout)),
        offered(then, layout),
        offered(other, layout),
    )


@rule
def convert_transfer(f: Function, xs: Operands, layout: Layout) -> Equation:
    """Converting what a wait, a switch or an executed region hands on equals handing on converted values.

    Which of the values is handed on does not depend on layouts.
    """
    return convert_layout(transfer(f, xs), layout), transfer(f, convert_operands(xs, layout)), offered_all(xs, layout)
