"""Dispatch regions: fusion of operations into dispatches, and placement of tensors in buffers (iree-org/iree #8662, #7729).

A slice, insertion, padding or concatenation may be fused into a dispatch, write in place, or be removed. The cost model decides.
"""

from egraph_opt.core.rule import Equation, rule, second_try
from egraph_opt.families.region.vocabulary.term import *


@rule
def fuse_insert(w: Window, y: Tensor, d: Tensor) -> Equation:
    """An insertion may be fused into the dispatch that computes the inserted tensor.

    The dispatch then waits until the whole target of the insertion is computed.
    """
    return insert(w, y, d), fused_insert(w, y, d), computed(y)


@rule
def unfuse_insert(w: Window, y: Tensor, d: Tensor) -> Equation:
    """An insertion may be moved out of a dispatch, which then need not wait for the whole target of the insertion.

    Dispatches that write outside the insertion's window may run concurrently (iree #8662).
    """
    return fused_insert(w, y, d), insert(w, y, d)


@rule
def fuse_pad(w: Window, c: Scalar, x: Tensor) -> Equation:
    """A padding may be fused into the dispatch that computes the padded tensor, without a separate fill.

    The padding must be after the elements (`padded_behind`).
    """
    return pad(w, c, x), fused_pad(w, c, x), computed(x), padded_behind(w)


@rule
def slice_of_slice(x: Tensor, inner: Window, outer: Window, both: Window) -> Equation:
    """A slice of a slice is one slice: offsets are added, strides multiplied."""
    return slice(inner, slice(outer, x)), slice(both, x), composed(inner, outer, both)


@rule
def slice_of_whole(x: Tensor, w: Window) -> Equation:
    """A slice of the whole tensor is the tensor itself."""
    return slice(w, x), x, is_whole(w)


@rule
def slice_of_splat(w: Window, c: Scalar, s: Shape, t: Shape) -> Equation:
    """A slice of a splat tensor is a splat of the slice's shape."""
    return slice(w, splat(c, s)), splat(c, t), sized(w, t)


@rule
def slice_of_empty(w: Window, s: Shape, t: Shape) -> Equation:
    """A slice of an uninitialised tensor is an uninitialised tensor of the slice's shape."""
    return slice(w, empty(s)), empty(t), sized(w, t)


@rule
def slice_what_was_inserted(w: Window, y: Tensor, d: Tensor) -> Equation:
    """A slice of exactly the window of an insertion is the inserted tensor."""
    return slice(w, insert(w, y, d)), y


@second_try
@rule
def read_where_inserted(w: Window, y: Tensor, d: Tensor) -> Equation:
    """An inserted tensor may be read back from the result of the insertion, so that nested concatenations share a buffer."""
    return insert(w, y, d), insert(w, slice(w, insert(w, y, d)), d)


@rule
def slice_inside_insert(v: Window, w: Window, u: Window, y: Tensor, d: Tensor) -> Equation:
    """A slice within the window of an insertion is a slice of the inserted tensor."""
    return slice(v, insert(w, y, d)), slice(u, y), composed(u, w, v)


@rule
def slice_beside_insert(v: Window, w: Window, y: Tensor, d: Tensor) -> Equation:
    """A slice that does not overlap an insertion's window is a slice of the target, and need not wait for the insertion."""
    return slice(v, insert(w, y, d)), slice(v, d), disjoint(v, w)


@rule
def slice_elementwise(w: Window, f: Computation, xs: Tensors) -> Equation:
    """A slice of an elementwise result equals the operation on slices of the operands."""
    return slice(w, elementwise(f, xs)), elementwise(f, slice_all(w, xs))


@rule
def slice_each_operand(w: Window, x: Tensor, xs: Tensors) -> Equation:
    """A slice of an operand list is the list of the operands' slices."""
    return slice_all(w, with_tensor(x, xs)), with_tensor(slice(w, x), slice_all(w, xs))


@rule
def slice_no_operand(w: Window, s: Shape, t: Shape) -> Equation:
    """A slice of an empty operand list is the empty operand list for the smaller shape."""
    return slice_all(w, no_tensors(s)), no_tensors(t), sized(w, t)


@rule
def slice_spread(w: Window, m: IndexMap, q: Shape, r: Shape, s: Shape, t: Shape, v: Window, x: Tensor) -> Equation:
    """A slice of a result depends only on the parts of the operands that the indexing maps select.

    For example, rows of a matrix product depend only on rows of the left factor.
    """
    return slice(w, spread(m, q, s, x)), spread(m, r, t, slice(v, x)), follows(m, w, v), window_of(v, q), sized(v, r), sized(w, t)


@rule
def slice_transpose(p: Permutation, w: Window, v: Window, x: Tensor) -> Equation:
    """A slice of a transposed tensor is the transposition of a slice of the tensor."""
    return slice(w, transpose(p, x)), transpose(p, slice(v, x)), turned(p, v, w)


@rule
def slice_transfer(w: Window, f: Transfer, x: Tensor) -> Equation:
    """A slice of a tensor transferred to another device is the transfer of the slice, which moves less data."""
    return slice(w, transfer(f, x)), transfer(f, slice(w, x))


@rule
def insert_own_slice(w: Window, x: Tensor) -> Equation:
    """Inserting a slice of a tensor into the tensor at the same window changes nothing."""
    return insert(w, slice(w, x), x), x


@rule
def insert_whole(w: Window, y: Tensor, d: Tensor) -> Equation:
    """An insertion that overwrites the whole target is the inserted tensor, so the target is dead."""
    return insert(w, y, d), y, is_whole(w)


@rule
def insert_splat(w: Window, c: Scalar, s: Shape, t: Shape) -> Equation:
    """Inserting a splat into a splat of the same scalar changes nothing.

    With `merge_inserts`, this rule removes one of two fills.
    """
    return insert(w, splat(c, s), splat(c, t)), splat(c, t)


@rule
def insert_empty(w: Window, s: Shape, t: Shape) -> Equation:
    """Inserting an uninitialised tensor into an uninitialised tensor gives an uninitialised tensor."""
    return insert(w, empty(s), empty(t)), empty(t)


@rule
def insert_over(v: Window, w: Window, x: Tensor, y: Tensor, d: Tensor) -> Equation:
    """An insertion is dead if the next insertion overwrites all that it has written."""
    return insert(w, y, insert(v, x, d)), insert(w, y, d), contained(v, w)


@rule
def merge_inserts(inner: Window, outer: Window, both: Window, y: Tensor, e: Tensor, d: Tensor) -> Equation:
    """If the result of an insertion is itself inserted into a tensor, both insertions may write into that tensor."""
    return (
        insert(outer, insert(inner, y, e), d),
        insert(both, y, insert(outer, e, d)),
        composed(inner, outer, both),
    )


@rule
def swap_inserts(v: Window, w: Window, x: Tensor, y: Tensor, d: Tensor) -> Equation:
    """Insertions into disjoint windows commute.

    IREE runs insertions into adjacent memory concurrently only if they are also adjacent in the program.
    """
    return insert(w, y, insert(v, x, d)), insert(v, x, insert(w, y, d)), disjoint(v, w), unsorted(v, w)


@rule
def hide_under_insert(w: Window, y: Tensor, d: Tensor) -> Equation:
    """The elements that an insertion overwrites may be undefined in the target, the tensor into which it inserts.

    The rule is applied to the last of a chain of insertions. It begins the elimination of fills that the insertions overwrite.
    """
    return insert(w, y, d), insert(w, y, hide(w, d)), reaches_end(w)


@rule
def hide_beside_insert(area: Window, w: Window, both: Window, y: Tensor, d: Tensor) -> Equation:
    """If no one reads an area of an insertion's result, the area and the inserted window may be undefined in the target.

    The area does not overlap the window. The target is the tensor into which the window is inserted.
    """
    return (
        hide(area, insert(w, y, d)),
        insert(w, y, hide(both, d)),
        disjoint(area, w),
        joined(area, w, both),
    )


@rule
def hide_past_insert(area: Window, w: Window, y: Tensor, d: Tensor) -> Equation:
    """If no one reads an area of an insertion's result, the area may be undefined in the target, too.

    The rule applies if no term can express the union of area and window. Without the rule, saturation would not terminate.
    """
    return hide(area, insert(w, y, d)), insert(w, y, hide(area, d)), beside(area, w)


@rule
def hide_dead_insert(area: Window, w: Window, y: Tensor, d: Tensor) -> Equation:
    """An insertion is dead if no one reads the area of the result that contains the inserted window."""
    return hide(area, insert(w, y, d)), hide(area, d), contained(w, area)


@rule
def hide_again(inner: Window, area: Window, x: Tensor) -> Equation:
    """Making a part of an undefined area undefined changes nothing. Without the rule, saturation would not terminate."""
    return hide(inner, hide(area, x)), hide(area, x), contained(inner, area)


@rule
def hide_more(inner: Window, area: Window, x: Tensor) -> Equation:
    """If an area is made undefined, it is unnecessary to make a part of the area undefined first."""
    return hide(area, hide(inner, x)), hide(area, x), contained(inner, area)


@rule
def hide_everything(area: Window, x: Tensor, s: Shape) -> Equation:
    """A tensor of which no element is read may be an uninitialised tensor, which needs no fill."""
    return hide(area, x), empty(s), everything(area, s)


@rule
def pad_by_insert(w: Window, c: Scalar, x: Tensor, s: Shape) -> Equation:
    """A padding equals an insertion into a splat tensor of the padded shape."""
    return pad(w, c, x), insert(w, x, splat(c, s)), window_of(w, s)


@rule
def insert_is_pad(w: Window, c: Scalar, x: Tensor, s: Shape) -> Equation:
    """An insertion into a splat tensor equals a padding, which a single dispatch can compute."""
    return insert(w, x, splat(c, s)), pad(w, c, x)


@rule
def pad_in_a_row(w: Window, u: Window, v: Window, c: Scalar, x: Tensor, s: Shape, t: Shape, f: Shape) -> Equation:
    """In row-major order, padding before the elements equals padding after the elements at a larger offset.

    IREE 3.13 compiles only a padding after the elements correctly in a dispatch.
    """
    return (
        pad(w, c, x),
        recount(s, insert(v, recount(t, pad(u, c, x)), splat(c, f))),
        flattened(w, u, v),
        computed(x),
        window_of(w, s),
        sized(v, t),
        window_of(v, f),
    )


@rule
def fill_gap(w: Window, c: Scalar, s: Shape, t: Shape) -> Equation:
    """A filled tensor may be filled a second time in a gap between insertions, so that the first fill can be removed."""
    return splat(c, t), insert(w, splat(c, s), splat(c, t)), gap(w), sized(w, s), window_of(w, t)


@rule
def concat_by_inserts(first: Window, second: Window, x: Tensor, y: Tensor, s: Shape) -> Equation:
    """A concatenation equals a chain of insertions, so that each operand can be computed in place."""
    return (
        concat(first, second, x, y),
        insert(second, y, insert(first, x, empty(s))),
        partition(first, second),
        window_of(first, s),
    )


@rule
def turn_scattered(p: Permutation, q: Permutation, w: Window, y: Tensor, d: Tensor) -> Equation:
    """A tensor may be built with permuted dimensions and transposed at the end, if that makes an inserted window contiguous."""
    return insert(w, y, d), transpose(q, transpose(p, insert(w, y, d))), inverse(p, q), gathers(p, w)


@rule
def turn_insert(p: Permutation, w: Window, v: Window, y: Tensor, d: Tensor) -> Equation:
    """A transposed insertion is an insertion into the transposed tensor.

    The transposed window may be contiguous, which avoids slow copies.
    """
    return transpose(p, insert(w, y, d)), insert(v, transpose(p, y), transpose(p, d)), turned(p, w, v)


@rule
def turn_back(p: Permutation, q: Permutation, x: Tensor) -> Equation:
    """A transposition followed by its inverse is the identity, so the two transpositions disappear."""
    return transpose(p, transpose(q, x)), x, inverse(q, p)


@rule
def turn_hidden(p: Permutation, w: Window, v: Window, d: Tensor) -> Equation:
    """Making an area undefined and then transposing equals transposing and then making the transposed area undefined."""
    return transpose(p, hide(w, d)), hide(v, transpose(p, d)), turned_area(p, w, v)


@rule
def turn_splat(p: Permutation, c: Scalar, s: Shape, t: Shape) -> Equation:
    """The transposition of a splat tensor is a splat in the permuted shape."""
    return transpose(p, splat(c, s)), splat(c, t), turns_to(p, s, t)


@rule
def turn_empty(p: Permutation, s: Shape, t: Shape) -> Equation:
    """The transposition of an uninitialised tensor is an uninitialised tensor of the permuted shape."""
    return transpose(p, empty(s)), empty(t), turns_to(p, s, t)
