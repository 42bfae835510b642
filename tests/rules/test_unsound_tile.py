"""Plausible wrong rules about tiles, each beside the rule it is a neighbour of: all are refuted. Several are what existing passes do."""

import pytest

from egraph_opt.core.rule import Equation, Rule, rule
from egraph_opt.families.pointer.vocabulary.conditions import fits_number
from egraph_opt.families.pointer.vocabulary.meaning import (
    Dimension,
    Lanes,
    Mask,
    Num,
    Table,
    add,
    always,
    beyond,
    both,
    chosen,
    inside,
    integer,
    lookup,
    plus,
    step,
    times,
    uniform,
)
from egraph_opt.families.pointer.vocabulary.tile import (
    Access,
    Tile,
    access,
    aligned,
    aligned_corner,
    block_size,
    box,
    buffer,
    checked,
    corner,
    covered,
    displaces,
    extent_fits,
    folded,
    granular,
    listed,
    masked,
    moderate_number,
    near,
    nonnegative_number,
    opposite,
    picked,
    readable,
    row,
    same_stride,
    stride_fits,
    sums,
    unit,
    window,
    wraps,
)
from tests.rules.wrong import check_refuted


@rule
def start_at_corner(a: Access, b: Num, m: Mask) -> Equation:
    """Wrong: forgets the mask."""
    return access(a, uniform(b), m), corner(a, b)


@rule
def step_as_window(a: Access, d: Dimension, o: Num, s: Num, x: Lanes, m: Mask, c: Num) -> Equation:
    """Wrong: the base gives nothing back for the offset."""
    return access(a, step(d, s, x), m), window(d, o, s, access(a, x, m)), displaces(c, o, s)


@rule
def bound_as_mask(a: Access, d: Dimension, size: Num, h: Num, x: Lanes, m: Mask) -> Equation:
    """Wrong: forgets the rest of the mask, as triton-shared does of what it does not know."""
    return access(a, x, both(inside(d, h), m)), masked(d, size, h, access(a, x, always())), block_size(a, d, size)


@rule
def lookup_as_list(a: Access, d: Dimension, n: Table, s: Num, x: Lanes, m: Mask) -> Equation:
    """Wrong: indices that are not multiplied by their stride."""
    return access(a, lookup(d, n, s, x), m), listed(d, n, integer(1), access(a, x, m))


@rule
def truths_as_picked(a: Access, d: Dimension, n: Table, e: Dimension, x: Lanes, m: Mask) -> Equation:
    """Wrong: a list of truths along another dimension."""
    return access(a, x, both(chosen(d, n), m)), picked(e, n, access(a, x, m)), block_size(a, e, integer(1))


@rule
def lookup_as_fold(a: Access, d: Dimension, n: Table, o: Num, s: Num, limit: Num, x: Lanes, m: Mask) -> Equation:
    """Wrong: a tile that goes past the end without starting again."""
    return access(a, lookup(d, n, s, x), m), window(d, o, s, access(a, x, m)), wraps(a, d, n, o, limit)


@rule
def bounds_as_extent(a: Access, d: Dimension, o: Num, s: Num, n: Num, x: Lanes, g: Num, h: Num, m: Mask, c: Num) -> Equation:
    """Wrong: the extent is counted from the index, not from the lower bound."""
    return (
        access(a, step(d, s, x), both(beyond(d, g), both(inside(d, h), m))),
        checked(d, o, s, h, access(a, add(x, uniform(c)), m)),
        displaces(c, o, s),
        sums(n, h, o),
        moderate_number(h),
        opposite(g, o),
        fits_number(o),
    )


@rule
def all_inside(a: Access, d: Dimension, o: Num, s: Num, n: Num, x: Lanes, m: Mask, c: Num) -> Equation:
    """Wrong: asks of the last index only that it is inside; the first may be before the tensor."""
    return (
        access(a, step(d, s, x), m),
        checked(d, o, s, n, access(a, add(x, uniform(c)), m)),
        displaces(c, o, s),
        block_size(a, d, plus(n, times(integer(-1), o))),
        moderate_number(n),
        fits_number(o),
    )


@rule
def stride_of_one_index(a: Access, d: Dimension, s: Num, r: Num, x: Lanes, m: Mask) -> Equation:
    """Wrong: of a dimension of two indices too."""
    return access(a, step(d, s, x), m), access(a, step(d, r, x), m), block_size(a, d, integer(2)), same_stride(s, r)


@rule
def align_corner(a: Access, b: Num) -> Equation:
    """Wrong: what divides an extent does not divide the base."""
    return corner(a, b), aligned_corner(a, b), granular(a, b)


@rule
def extent_as_box(d: Dimension, o: Num, s: Num, n: Num, t: Tile) -> Equation:
    """Wrong: the hardware takes no empty tensors, and none that are too long."""
    return checked(d, o, s, n, t), box(d, o, s, n, t), stride_fits(s), nonnegative_number(n)


@rule
def extent_as_row(a: Access, d: Dimension, o: Num, s: Num, n: Num, t: Tile) -> Equation:
    """Wrong: stores the last bytes of a row whatever its length, where the hardware stores 16 at a time."""
    return checked(d, o, s, n, t), row(a, d, o, s, n, t), unit(a, s), extent_fits(n), aligned(s)


@rule
def rest_as_select(a: Access, p: Mask, x: Lanes, m: Mask) -> Equation:
    """Wrong: forgets the rest of the mask, as passes do that look at bounds alone."""
    return access(a, x, both(p, m)), access(a, x, m), readable(a)


@rule
def wrapped_is_not_padded(a: Access, d: Dimension, n: Table, o: Num, s: Num, limit: Num, x: Lanes, m: Mask) -> Equation:
    """Wrong: a tile that starts again is not one that is filled up behind its end."""
    return (
        access(a, lookup(d, n, s, x), m),
        checked(d, o, s, limit, access(a, x, m)),
        wraps(a, d, n, o, limit),
        fits_number(o),
        nonnegative_number(o),
    )


@rule
def folded_is_not_padded(d: Dimension, o: Num, s: Num, limit: Num, t: Tile) -> Equation:
    """Wrong: the same of the two targets' forms."""
    return (
        folded(d, o, s, limit, t),
        checked(d, o, s, limit, t),
        fits_number(o),
        nonnegative_number(o),
        covered(Access(0), d, o, limit),
    )


@rule
def buffer_checks_its_end_alone(a: Access, b: Num, y: Lanes, m: Mask) -> Equation:
    """Wrong: forgets the mask, as if the end of the buffer were that of the tensor."""
    return access(a, add(y, uniform(b)), m), buffer(a, b, y, always()), near(a, y)


@rule
def buffer_from_any_base(a: Access, b: Num, c: Num, y: Lanes, m: Mask) -> Equation:
    """Wrong: moves the base without the offsets, which then are near another one."""
    return access(a, add(y, uniform(plus(b, c))), m), buffer(a, b, y, m), near(a, y)


WRONG = [r for r in globals().values() if isinstance(r, Rule)]


@pytest.mark.parametrize("wrong", WRONG, ids=lambda r: r.name)
def test_wrong_rule_is_refuted(wrong: Rule) -> None:
    check_refuted(wrong)
