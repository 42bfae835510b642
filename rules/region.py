"""Dispatch regions: what may be done where, and into which buffer (iree-org/iree #8662, #7729; E1 to E12 of the README's table).

Whether a slice, an insertion, a padding or a concatenation joins a dispatch, writes in place, or is done at all is decided by cost:
every rule is an equation between tensors.
"""

from egraph_opt.core.rule import Equation, rule
from egraph_opt.families.region.vocabulary.term import *


@rule
def fuse_insert(w: Window, y: Tensor, d: Tensor) -> Equation:
    """An insertion may join the dispatch that computes what it inserts (E1); that dispatch then holds on to the whole target."""
    return insert(w, y, d), fused_insert(w, y, d), computed(y)


@rule
def unfuse_insert(w: Window, y: Tensor, d: Tensor) -> Equation:
    """An insertion may leave a dispatch (E1): then the dispatch holds on to its window alone, and others may run beside it (iree #8662)."""
    return fused_insert(w, y, d), insert(w, y, d)


@rule
def fuse_pad(w: Window, c: Scalar, x: Tensor) -> Equation:
    """A padding may join the dispatch that computes what it pads (E5): no fill, no second wave. Behind it only: see `padded_behind`."""
    return pad(w, c, x), fused_pad(w, c, x), computed(x), padded_behind(w)


@rule
def slice_of_slice(x: Tensor, inner: Window, outer: Window, both: Window) -> Equation:
    """A slice of a slice is a slice (E2): offsets add up, strides multiply."""
    return slice(inner, slice(outer, x)), slice(both, x), composed(inner, outer, both)


@rule
def slice_of_whole(x: Tensor, w: Window) -> Equation:
    """A slice that takes everything does nothing: no buffer, no copy."""
    return slice(w, x), x, is_whole(w)


@rule
def slice_of_splat(w: Window, c: Scalar, s: Shape, t: Shape) -> Equation:
    """A part of a tensor whose elements are all one scalar is a smaller such tensor."""
    return slice(w, splat(c, s)), splat(c, t), sized(w, t)


@rule
def slice_of_empty(w: Window, s: Shape, t: Shape) -> Equation:
    """A part of a tensor that nobody has written is another one."""
    return slice(w, empty(s)), empty(t), sized(w, t)


@rule
def slice_what_was_inserted(w: Window, y: Tensor, d: Tensor) -> Equation:
    """Reading back the window that was written gives what was written: no buffer lies between producer and consumer."""
    return slice(w, insert(w, y, d)), y


@rule
def slice_inside_insert(v: Window, w: Window, u: Window, y: Tensor, d: Tensor) -> Equation:
    """Reading a part of the window that was written reads a part of what was written."""
    return slice(v, insert(w, y, d)), slice(u, y), composed(u, w, v)


@rule
def slice_beside_insert(v: Window, w: Window, y: Tensor, d: Tensor) -> Equation:
    """Reading elsewhere than was written does not wait for the writing."""
    return slice(v, insert(w, y, d)), slice(v, d), disjoint(v, w)


@rule
def slice_elementwise(w: Window, f: Computation, xs: Tensors) -> Equation:
    """A part of an elementwise result needs only that part of its operands (E9); IREE may compute the whole first."""
    return slice(w, elementwise(f, xs)), elementwise(f, slice_all(w, xs))


@rule
def slice_each_operand(w: Window, x: Tensor, xs: Tensors) -> Equation:
    """Slicing a list of operands is slicing each of them."""
    return slice_all(w, with_tensor(x, xs)), with_tensor(slice(w, x), slice_all(w, xs))


@rule
def slice_no_operand(w: Window, s: Shape, t: Shape) -> Equation:
    """Slicing an empty list of operands leaves one of the smaller shape."""
    return slice_all(w, no_tensors(s)), no_tensors(t), sized(w, t)


@rule
def slice_spread(w: Window, m: IndexMap, q: Shape, r: Shape, s: Shape, t: Shape, v: Window, x: Tensor) -> Equation:
    """A part of a result needs that part of an operand that its indexing map leads to (E9): rows of a product need rows of one factor."""
    return slice(w, spread(m, q, s, x)), spread(m, r, t, slice(v, x)), follows(m, w, v), window_of(v, q), sized(v, r), sized(w, t)


@rule
def slice_transpose(p: Permutation, w: Window, v: Window, x: Tensor) -> Equation:
    """A part of a transposed tensor is that part of the tensor, transposed (E9)."""
    return slice(w, transpose(p, x)), transpose(p, slice(v, x)), turned(p, v, w)


@rule
def slice_transfer(w: Window, f: Transfer, x: Tensor) -> Equation:
    """Sending a part needs only that part on the link (E10); IREE keeps the order that was written."""
    return slice(w, transfer(f, x)), transfer(f, slice(w, x))


@rule
def insert_own_slice(w: Window, x: Tensor) -> Equation:
    """Writing back what a tensor holds already changes nothing (E12)."""
    return insert(w, slice(w, x), x), x


@rule
def insert_whole(w: Window, y: Tensor, d: Tensor) -> Equation:
    """Writing everything leaves nothing of the target, which need not be made."""
    return insert(w, y, d), y, is_whole(w)


@rule
def insert_splat(w: Window, c: Scalar, s: Shape, t: Shape) -> Equation:
    """Writing a scalar over the same scalar changes nothing; with `merge_inserts`, one fill is left of two (E8)."""
    return insert(w, splat(c, s), splat(c, t)), splat(c, t)


@rule
def insert_empty(w: Window, s: Shape, t: Shape) -> Equation:
    """As `insert_splat`, for tensors that nobody has written."""
    return insert(w, empty(s), empty(t)), empty(t)


@rule
def insert_over(v: Window, w: Window, x: Tensor, y: Tensor, d: Tensor) -> Equation:
    """What is written over altogether need not be written."""
    return insert(w, y, insert(v, x, d)), insert(w, y, d), contained(v, w)


@rule
def merge_inserts(inner: Window, outer: Window, both: Window, y: Tensor, e: Tensor, d: Tensor) -> Equation:
    """An insertion into what is inserted goes to the target at once (E8); IREE 3.13 forgets the inner stride here and miscompiles."""
    return (
        insert(outer, insert(inner, y, e), d),
        insert(both, y, insert(outer, e, d)),
        composed(inner, outer, both),
    )


@rule
def swap_inserts(v: Window, w: Window, x: Tensor, y: Tensor, d: Tensor) -> Equation:
    """Insertions apart from each other commute (E6): IREE lets neighbours in memory run at once only where they are neighbours here."""
    return insert(w, y, insert(v, x, d)), insert(v, x, insert(w, y, d)), disjoint(v, w), unsorted(v, w)


@rule
def hide_under_insert(w: Window, y: Tensor, d: Tensor) -> Equation:
    """What an insertion writes over may be anything: first step of finding dead fills (E7), taken at the end of a sorted chain."""
    return insert(w, y, d), insert(w, y, hide(w, d)), reaches_end(w)


@rule
def hide_beside_insert(area: Window, w: Window, both: Window, y: Tensor, d: Tensor) -> Equation:
    """What is hidden from outside stays hidden beneath an insertion beside it, and so does what that writes over."""
    return (
        hide(area, insert(w, y, d)),
        insert(w, y, hide(both, d)),
        disjoint(area, w),
        joined(area, w, both),
    )


@rule
def hide_dead_insert(area: Window, w: Window, y: Tensor, d: Tensor) -> Equation:
    """An insertion that later ones write over altogether need not be done."""
    return hide(area, insert(w, y, d)), hide(area, d), contained(w, area)


@rule
def hide_again(inner: Window, area: Window, x: Tensor) -> Equation:
    """Hiding a part of what is hidden hides nothing more; without it, hiding would never end."""
    return hide(inner, hide(area, x)), hide(area, x), contained(inner, area)


@rule
def hide_more(inner: Window, area: Window, x: Tensor) -> Equation:
    """Hiding what holds a hidden part hides that part too."""
    return hide(area, hide(inner, x)), hide(area, x), contained(inner, area)


@rule
def hide_everything(area: Window, x: Tensor, s: Shape) -> Equation:
    """A target that insertions cover need not be filled (E7): no fill, and no wave that waits for it."""
    return hide(area, x), empty(s), everything(area, s)


@rule
def pad_by_insert(w: Window, c: Scalar, x: Tensor, s: Shape) -> Equation:
    """Padding is inserting into a filled tensor (E5)."""
    return pad(w, c, x), insert(w, x, splat(c, s)), window_of(w, s)


@rule
def insert_is_pad(w: Window, c: Scalar, x: Tensor, s: Shape) -> Equation:
    """Inserting into a filled tensor is padding (E5), which one dispatch can do."""
    return insert(w, x, splat(c, s)), pad(w, c, x)


@rule
def pad_in_a_row(w: Window, u: Window, v: Window, c: Scalar, x: Tensor, s: Shape, t: Shape, f: Shape) -> Equation:
    """In row-major order, padding in front is padding behind put further back (E5): IREE 3.13 gets only the latter right in a dispatch."""
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
    """A fill may fill a part again (E7): filled are then only the parts between insertions, which wait for none of them."""
    return splat(c, t), insert(w, splat(c, s), splat(c, t)), gap(w), sized(w, s), window_of(w, t)


@rule
def concat_by_inserts(first: Window, second: Window, x: Tensor, y: Tensor, s: Shape) -> Equation:
    """A concatenation is a chain of insertions (E3): along the outermost axis each of them is written where it belongs."""
    return (
        concat(first, second, x, y),
        insert(second, y, insert(first, x, empty(s))),
        partition(first, second),
        window_of(first, s),
    )


@rule
def turn_scattered(p: Permutation, q: Permutation, w: Window, y: Tensor, d: Tensor) -> Equation:
    """A tensor may be built in another order of dimensions and transposed at the end (E4); offered where it makes a window dense."""
    return insert(w, y, d), transpose(q, transpose(p, insert(w, y, d))), inverse(p, q), gathers(p, w)


@rule
def turn_insert(p: Permutation, w: Window, v: Window, y: Tensor, d: Tensor) -> Equation:
    """A scattered insertion is one run of memory in the transposed tensor (E4): no slow copies, one transposition at the end."""
    return transpose(p, insert(w, y, d)), insert(v, transpose(p, y), transpose(p, d)), turned(p, w, v)


@rule
def turn_back(p: Permutation, q: Permutation, x: Tensor) -> Equation:
    """Transposing there and back changes nothing, and only one transposition stays (E4)."""
    return transpose(p, transpose(q, x)), x, inverse(q, p)


@rule
def turn_splat(p: Permutation, c: Scalar, s: Shape, t: Shape) -> Equation:
    """Transposing a tensor of one scalar is making one of the other shape."""
    return transpose(p, splat(c, s)), splat(c, t), turns_to(p, s, t)


@rule
def turn_empty(p: Permutation, s: Shape, t: Shape) -> Equation:
    """Transposing what nobody has written needs no work."""
    return transpose(p, empty(s)), empty(t), turns_to(p, s, t)
