"""Plausible wrong rules, each beside the rule it is a neighbour of: the prover refutes every one, and shows why."""

import pytest

from egraph_opt.core.rule import Equation, Rule, rule
from egraph_opt.families.layout.vocabulary.term import (
    Axis,
    Function,
    IndexMap,
    Layout,
    Operands,
    Value,
    any_order,
    broadcast,
    carried,
    convert_layout,
    convert_operands,
    expand_dims,
    final,
    interleave,
    keeps_order,
    nil,
    offered,
    offered_all,
    pointwise,
    reduce,
    reduces,
    reindex,
    separate,
    sliced,
    transfer,
    whole,
    with_scalar,
    zip,
)
from tests.rules.wrong import check_refuted


@rule
def detour_conversion(x: Value, layout: Layout, between: Layout) -> Equation:
    """Wrong: goes to the layout between and never comes back."""
    return convert_layout(x, layout), convert_layout(convert_layout(x, layout), between), offered(x, between)


@rule
def convert_pointwise(f: Function, xs: Operands, layout: Layout) -> Equation:
    """Wrong: forgets to convert the operands, so the result is not where it is wanted."""
    return convert_layout(pointwise(f, xs), layout), pointwise(f, xs)


@rule
def convert_each_operand(x: Value, xs: Operands, layout: Layout) -> Equation:
    """Wrong: converts only the first operand, as a greedy pass does that forgets a use."""
    return convert_operands(zip(x, xs), layout), zip(convert_layout(x, layout), xs), offered(x, layout)


@rule
def keep_scalar_operand(s: Value, xs: Operands, layout: Layout) -> Equation:
    """Wrong: gives the scalar a layout, which no verifier accepts."""
    return convert_operands(with_scalar(s, xs), layout), with_scalar(convert_layout(s, layout), convert_operands(xs, layout))


@rule
def convert_no_operand(x: Value, layout: Layout) -> Equation:
    """Wrong: drops the operands that there are."""
    return convert_operands(zip(x, nil()), layout), nil()


@rule
def convert_broadcast(f: Function, x: Value, layout: Layout) -> Equation:
    """Wrong: forgets the broadcast, so the index map is lost."""
    return convert_layout(broadcast(f, x), layout), convert_layout(x, layout)


@rule
def convert_expand_dims(f: Function, axis: Axis, x: Value, held: Layout, layout: Layout) -> Equation:
    """Wrong: converts the operand to the result's layout instead of to its slice."""
    return (
        convert_layout(expand_dims(f, axis, x, held), layout),
        expand_dims(f, axis, convert_layout(x, layout), layout),
        offered(x, layout),
    )


@rule
def convert_expand_dims_on_another_axis(
    f: Function, axis: Axis, other: Axis, x: Value, held: Layout, layout: Layout, slice: Layout
) -> Equation:
    """Wrong: takes the slice along another axis than the one that is added."""
    return (
        convert_layout(expand_dims(f, axis, x, held), layout),
        expand_dims(f, axis, convert_layout(x, slice), layout),
        sliced(other, layout, slice),
        offered(x, slice),
    )


@rule
def convert_reindex(f: Function, index: IndexMap, x: Value, held: Layout, layout: Layout) -> Equation:
    """Wrong: converts the operand of a transposition to the layout of the result."""
    return (
        convert_layout(reindex(f, index, x, held), layout),
        reindex(f, index, convert_layout(x, layout), layout),
        offered(x, layout),
    )


@rule
def convert_interleave(f: Function, index: IndexMap, xs: Operands, held: Layout, layout: Layout) -> Equation:
    """Wrong: converts what is joined to the layout of the pairs."""
    return (
        convert_layout(interleave(f, index, xs, held), layout),
        interleave(f, index, convert_operands(xs, layout), layout),
        offered_all(xs, layout),
    )


@rule
def convert_separate(f: Function, index: IndexMap, x: Value, held: Layout, layout: Layout) -> Equation:
    """Wrong: converts the pairs to the layout of their halves."""
    return (
        convert_layout(separate(f, index, x, held), layout),
        separate(f, index, convert_layout(x, layout), layout),
        offered(x, layout),
    )


@rule
def use_elsewhere(f: Function, x: Value, xs: Operands, operand: Layout) -> Equation:
    """Wrong: converts the value to store and leaves its addresses as they are held."""
    return whole(f, zip(x, xs)), whole(f, zip(convert_layout(x, operand), xs)), offered(x, operand)


@rule
def convert_carried(f: Function, init: Value, next: Value, layout: Layout) -> Equation:
    """Wrong: forgets to convert what enters the loop."""
    return (
        convert_layout(carried(f, init, next), layout),
        carried(f, init, convert_layout(next, layout)),
        offered(init, layout),
        offered(next, layout),
    )


@rule
def convert_final(f: Function, x: Value, layout: Layout) -> Equation:
    """Wrong: takes any step's value for the last one."""
    return convert_layout(final(f, x), layout), convert_layout(x, layout), offered(x, layout)


@rule
def convert_transfer(f: Function, x: Value, y: Value, layout: Layout) -> Equation:
    """Wrong: hands on one of two converted values for the other, as if a switch took any of its branches."""
    return (
        convert_layout(transfer(f, zip(x, zip(y, nil()))), layout),
        transfer(f, zip(convert_layout(y, layout), zip(convert_layout(x, layout), nil()))),
        offered(x, layout),
        offered(y, layout),
    )


@rule
def convert_reduce_in_order(f: Function, axis: Axis, xs: Operands, held: Layout, layout: Layout, parent: Layout) -> Equation:
    """Wrong: groups the terms of a float sum anew, as Triton's own pass does."""
    return (
        convert_layout(reduce(f, axis, xs, held), layout),
        reduce(f, axis, convert_operands(xs, parent), layout),
        sliced(axis, parent, layout),
        reduces(f, parent),
        offered_all(xs, parent),
    )


@rule
def convert_reduce_in_order_of_the_slice(
    f: Function, axis: Axis, xs: Operands, held: Layout, layout: Layout, parent: Layout
) -> Equation:
    """Wrong: compares the order in another layout with the new one's, not with the order in the operands' layout."""
    return (
        convert_layout(reduce(f, axis, xs, held), layout),
        reduce(f, axis, convert_operands(xs, parent), layout),
        sliced(axis, parent, layout),
        keeps_order(f, axis, layout, parent),
        reduces(f, parent),
        offered_all(xs, parent),
    )


@rule
def convert_reduce(f: Function, axis: Axis, xs: Operands, held: Layout, layout: Layout, parent: Layout) -> Equation:
    """Wrong: reduces in a layout whose lanes Triton's shuffles do not reach."""
    return (
        convert_layout(reduce(f, axis, xs, held), layout),
        reduce(f, axis, convert_operands(xs, parent), layout),
        sliced(axis, parent, layout),
        any_order(f),
        offered_all(xs, parent),
    )


WRONG = [r for r in globals().values() if isinstance(r, Rule)]


@pytest.mark.parametrize("wrong", WRONG, ids=lambda r: r.name)
def test_wrong_rule_is_refuted(wrong: Rule) -> None:
    check_refuted(wrong)
