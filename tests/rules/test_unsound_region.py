"""Plausible wrong rules about slices and insertions, each beside the rule it is a neighbour of: all are refuted."""

import pytest

from egraph_opt.core.rule import Equation, Rule, rule
from egraph_opt.families.region.vocabulary.term import (
    Computation,
    IndexMap,
    Scalar,
    Shape,
    Tensor,
    Tensors,
    Transfer,
    Window,
    beside,
    composed,
    concat,
    contained,
    disjoint,
    elementwise,
    empty,
    everything,
    flattened,
    fused_insert,
    hide,
    insert,
    pad,
    partition,
    recount,
    sized,
    slice,
    slice_all,
    splat,
    spread,
    transfer,
    window_of,
    with_tensor,
)
from tests.rules.wrong import check_refuted


@rule
def fuse_insert(w: Window, y: Tensor, d: Tensor, e: Tensor) -> Equation:
    """Wrong: the dispatch writes into another target than was asked for (iree #24025 folded such stores)."""
    return insert(w, y, insert(w, d, e)), fused_insert(w, y, d)


@rule
def unfuse_insert(w: Window, v: Window, y: Tensor, d: Tensor) -> Equation:
    """Wrong: of two insertions of the same, the dispatch's own is dropped."""
    return fused_insert(w, y, insert(v, y, d)), insert(v, y, d)


@rule
def fuse_pad(w: Window, c: Scalar, x: Tensor) -> Equation:
    """Wrong: drops the padding."""
    return pad(w, c, x), x


@rule
def slice_of_slice(x: Tensor, inner: Window, outer: Window, both: Window) -> Equation:
    """Wrong: takes the windows in the other order."""
    return slice(inner, slice(outer, x)), slice(both, x), composed(outer, inner, both)


@rule
def slice_of_whole(x: Tensor, w: Window, s: Shape) -> Equation:
    """Wrong: takes a slice of the same shape for the same elements."""
    return slice(w, x), x, sized(w, s), window_of(w, s)


@rule
def slice_what_was_inserted(w: Window, v: Window, y: Tensor, d: Tensor) -> Equation:
    """Wrong: reads another window than was written."""
    return slice(v, insert(w, y, d)), y


@rule
def read_where_inserted(w: Window, v: Window, y: Tensor, d: Tensor) -> Equation:
    """Wrong: reads another part of what was written."""
    return insert(w, y, d), insert(w, slice(v, insert(w, y, d)), d), disjoint(v, w)


@rule
def slice_elementwise(w: Window, f: Computation, xs: Tensors) -> Equation:
    """Wrong: computes on the whole operands what is to have the shape of the part."""
    return slice(w, elementwise(f, xs)), elementwise(f, xs)


@rule
def slice_each_operand(w: Window, x: Tensor, xs: Tensors) -> Equation:
    """Wrong: slices the first operand only."""
    return slice_all(w, with_tensor(x, xs)), with_tensor(slice(w, x), xs)


@rule
def slice_spread(w: Window, m: IndexMap, q: Shape, s: Shape, t: Shape, x: Tensor) -> Equation:
    """Wrong: reads from the start of the operand for every part of the result."""
    return slice(w, spread(m, q, s, x)), spread(m, q, t, x), sized(w, t)


@rule
def slice_transfer(w: Window, f: Transfer, x: Tensor) -> Equation:
    """Wrong: sends the whole instead of the part."""
    return slice(w, transfer(f, x)), transfer(f, x)


@rule
def insert_own_slice(v: Window, w: Window, x: Tensor) -> Equation:
    """Wrong: writes back what was read elsewhere."""
    return insert(w, slice(v, x), x), x


@rule
def insert_splat(w: Window, b: Scalar, c: Scalar, s: Shape, t: Shape) -> Equation:
    """Wrong: merges fills of different scalars."""
    return insert(w, splat(b, s), splat(c, t)), splat(c, t)


@rule
def insert_over(v: Window, w: Window, x: Tensor, y: Tensor, d: Tensor) -> Equation:
    """Wrong: drops an insertion of which a part can still be seen."""
    return insert(w, y, insert(v, x, d)), insert(w, y, d), contained(w, v)


@rule
def pad_in_a_row(w: Window, u: Window, v: Window, z: Window, c: Scalar, x: Tensor, s: Shape, t: Shape, f: Shape) -> Equation:
    """Wrong: puts what is padded at another place of the row, as long as the right one."""
    return (
        pad(w, c, x),
        recount(s, insert(v, recount(t, pad(u, c, x)), splat(c, f))),
        flattened(w, u, z),
        sized(z, t),
        window_of(z, f),
        window_of(w, s),
        sized(v, t),
        window_of(v, f),
    )


@rule
def merge_inserts(inner: Window, outer: Window, both: Window, y: Tensor, e: Tensor, d: Tensor) -> Equation:
    """Wrong: what lies around the inner insertion comes from the outer target, though it was another tensor."""
    return insert(outer, insert(inner, y, e), d), insert(both, y, d), composed(inner, outer, both)


@rule
def hide_under_insert(v: Window, w: Window, y: Tensor, d: Tensor) -> Equation:
    """Wrong: hides another part of the target than the one that is written."""
    return slice(v, insert(w, y, d)), slice(v, insert(w, y, hide(v, d)))


@rule
def hide_past_insert(area: Window, w: Window, v: Window, y: Tensor, d: Tensor) -> Equation:
    """Wrong: hides in the target what the insertion does not write, and leaves what it does write into the hidden part."""
    return hide(area, insert(w, y, d)), insert(w, y, hide(area, d)), beside(area, v)


@rule
def hide_dead_insert(area: Window, w: Window, y: Tensor, d: Tensor) -> Equation:
    """Wrong: drops an insertion beside the hidden part."""
    return hide(area, insert(w, y, d)), hide(area, d), disjoint(area, w)


@rule
def hide_everything(area: Window, x: Tensor, s: Shape) -> Equation:
    """Wrong: drops a fill of which something can be seen; IREE would drop none."""
    return hide(area, x), empty(s), window_of(area, s)


@rule
def hide_everything_of_another_shape(area: Window, x: Tensor, s: Shape, t: Shape) -> Equation:
    """Wrong: makes a tensor of another shape."""
    return hide(area, x), empty(t), everything(area, s), sized(area, t)


@rule
def pad_by_insert(w: Window, c: Scalar, x: Tensor, s: Shape) -> Equation:
    """Wrong: fills a tensor of the shape of what is padded."""
    return pad(w, c, x), insert(w, x, splat(c, s)), sized(w, s)


@rule
def insert_is_pad(w: Window, v: Window, c: Scalar, x: Tensor, s: Shape, d: Tensor) -> Equation:
    """Wrong: takes a target that is filled in part for a filled one."""
    return insert(w, x, insert(v, splat(c, s), d)), pad(w, c, x)


@rule
def concat_by_inserts(first: Window, second: Window, x: Tensor, y: Tensor, s: Shape) -> Equation:
    """Wrong: exchanges the operands."""
    return (
        concat(first, second, x, y),
        insert(second, x, insert(first, y, empty(s))),
        partition(first, second),
        window_of(first, s),
    )


@rule
def merge_inserts_as_iree_does(w: Window, v: Window, u: Window, c: Scalar, s: Shape, t: Shape, x: Tensor) -> Equation:
    """Wrong: IREE 3.13 takes the composed window with stride 1: of the same shapes, and not the same elements."""
    return (
        insert(v, insert(w, x, splat(c, s)), splat(c, t)),
        insert(u, x, splat(c, t)),
        sized(w, s),
        sized(u, s),
        window_of(v, t),
        window_of(u, t),
    )


WRONG = [r for r in globals().values() if isinstance(r, Rule)]


@pytest.mark.parametrize("wrong", WRONG, ids=lambda r: r.name)
def test_wrong_rule_is_refuted(wrong: Rule) -> None:
    check_refuted(wrong)
