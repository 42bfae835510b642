"""Layout conversions: what cancels, and what a conversion may be moved across (triton #2181, #5673).

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
    """A conversion to the layout that a value is already held in does nothing."""
    return convert_layout(x, layout), x, held_in(x, layout)


@rule
def detour_conversion(x: Value, layout: Layout, between: Layout) -> Equation:
    """A value may be converted from any layout it is held in: `cancel_conversion` read backwards, for candidates only."""
    return convert_layout(x, layout), convert_layout(convert_layout(x, between), layout), offered(x, between)


@rule
def convert_pointwise(f: Function, xs: Operands, layout: Layout) -> Equation:
    """Elements computed one by one may be computed where they are wanted: convert the operands instead of the result."""
    return convert_layout(pointwise(f, xs), layout), pointwise(f, convert_operands(xs, layout))


@rule
def cancel_operand_conversion(xs: Operands, inner: Layout, outer: Layout) -> Equation:
    """As `cancel_conversion`, for a tuple of operands; without it, tuples that cannot be converted would pile up conversions."""
    return convert_operands(convert_operands(xs, inner), outer), convert_operands(xs, outer)


@rule
def convert_each_operand(x: Value, xs: Operands, layout: Layout) -> Equation:
    """Converting a tuple of values is converting each of them."""
    return convert_operands(zip(x, xs), layout), zip(convert_layout(x, layout), convert_operands(xs, layout)), offered(x, layout)


@rule
def keep_scalar_operand(s: Value, xs: Operands, layout: Layout) -> Equation:
    """A scalar has no layout: every thread holds it, in every layout of the operands beside it."""
    return convert_operands(with_scalar(s, xs), layout), with_scalar(s, convert_operands(xs, layout))


@rule
def convert_no_operand(layout: Layout) -> Equation:
    """The empty tuple of operands has nothing to convert."""
    return convert_operands(nil(), layout), nil()


@rule
def generate_in_place(f: Function, xs: Operands, held: Layout, layout: Layout) -> Equation:
    """Splats, constants, ranges and reads of shared memory give each element from its index alone: make it where it is wanted."""
    return convert_layout(generate(f, xs, held), layout), generate(f, xs, layout)


@rule
def convert_broadcast(f: Function, x: Value, layout: Layout) -> Equation:
    """Convert before a broadcast: fewer elements move, and each thread repeats what it then holds."""
    return convert_layout(broadcast(f, x), layout), broadcast(f, convert_layout(x, layout)), offered(x, layout)


@rule
def convert_expand_dims(f: Function, axis: Axis, x: Value, held: Layout, layout: Layout, slice: Layout) -> Equation:
    """Convert before a dimension of size one is added: the operand goes to the slice of the wanted layout."""
    return (
        convert_layout(expand_dims(f, axis, x, held), layout),
        expand_dims(f, axis, convert_layout(x, slice), layout),
        sliced(axis, layout, slice),
        offered(x, slice),
    )


@rule
def convert_reindex(f: Function, index: IndexMap, x: Value, held: Layout, layout: Layout, operand: Layout) -> Equation:
    """Convert before a transposition or a reshape: the operand goes where its elements are wanted, so that nothing moves after."""
    return (
        convert_layout(reindex(f, index, x, held), layout),
        reindex(f, index, convert_layout(x, operand), layout),
        moved(index, layout, operand),
        offered(x, operand),
    )


@rule
def convert_interleave(f: Function, index: IndexMap, xs: Operands, held: Layout, layout: Layout, operand: Layout) -> Equation:
    """Convert before two tensors are joined: their elements go to the threads that will hold the pairs."""
    return (
        convert_layout(interleave(f, index, xs, held), layout),
        interleave(f, index, convert_operands(xs, operand), layout),
        moved(index, layout, operand),
        offered_all(xs, operand),
    )


@rule
def convert_separate(f: Function, index: IndexMap, x: Value, held: Layout, layout: Layout, pairs: Layout) -> Equation:
    """Convert before pairs are split: the pairs go to the threads that will hold their halves."""
    return (
        convert_layout(separate(f, index, x, held), layout),
        separate(f, index, convert_layout(x, pairs), layout),
        moved(index, pairs, layout),
        offered(x, pairs),
    )


@rule
def reorder_elsewhere(f: Function, x: Value, layout: Layout, operand: Layout) -> Equation:
    """A reshape that may reorder elements takes them from wherever they are, if no order is wanted: what it is there for."""
    return (
        reorder(f, x, layout),
        reorder(f, convert_layout(x, operand), layout),
        any_order(f),
        reorders(f, operand),
        offered(x, operand),
    )


@rule
def convert_reduce(f: Function, axis: Axis, xs: Operands, held: Layout, layout: Layout, parent: Layout) -> Equation:
    """Convert before a reduction, to a layout whose slice is wanted; only where the order of elements makes no difference.

    Triton's pass does so for sums of floats too, and changes their last bits.
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
    """A reduction to a scalar may take its operand in any layout, where the order of elements makes no difference."""
    return reduce_to_scalar(f, xs), reduce_to_scalar(f, convert_operands(xs, operand)), any_order(f), offered_all(xs, operand)


@rule
def use_elsewhere(f: Function, xs: Operands, operand: Layout) -> Equation:
    """Stores, copies to shared memory, gathers and histograms take whole tensors: each element comes from whoever holds it."""
    return whole(f, xs), whole(f, convert_operands(xs, operand)), offered_all(xs, operand)


@rule
def convert_scan(f: Function, xs: Operands, layout: Layout) -> Equation:
    """Convert before a scan, where the order of elements makes no difference and the layout is one that scans are lowered in."""
    return (
        convert_layout(scan(f, xs), layout),
        scan(f, convert_operands(xs, layout)),
        any_order(f),
        scans(layout),
        offered_all(xs, layout),
    )


@rule
def convert_carried(f: Function, init: Value, next: Value, layout: Layout) -> Equation:
    """Carry a loop's value in another layout by converting what enters and what each iteration hands on.

    By induction over iterations: the first step holds the converted initial value; if step k holds the converted value, then so
    does step k + 1, since what it is handed was converted too. Holds for no iteration as well (Tate et al. 2009, theta nodes).
    """
    return (
        convert_layout(carried(f, init, next), layout),
        carried(f, convert_layout(init, layout), convert_layout(next, layout)),
        offered(init, layout),
        offered(next, layout),
    )


@rule
def convert_final(f: Function, x: Value, layout: Layout) -> Equation:
    """What a loop leaves behind is the value it carried last: convert inside the loop or after it."""
    return convert_layout(final(f, x), layout), final(f, convert_layout(x, layout)), offered(x, layout)


@rule
def convert_choose(f: Function, then: Value, other: Value, layout: Layout) -> Equation:
    """Convert in both branches of a conditional or after it: the branch taken does not depend on layouts."""
    return (
        convert_layout(choose(f, then, other), layout),
        choose(f, convert_layout(then, layout), convert_layout(other, layout)),
        offered(then, layout),
        offered(other, layout),
    )
