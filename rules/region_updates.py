"""Updates of a part: a tensor of which a part is read, changed and written back needs nothing but the change (KV caches).

Slices, changes and their concatenation copy the whole tensor several times. Changes alone can be made in place.
"""

from egraph_opt.core.rule import Equation, rule
from egraph_opt.families.region.vocabulary.term import *
from egraph_opt.families.region.vocabulary.update_words import *


@rule
def reshape_insert(w: Window, v: Window, s: Shape, t: Shape, y: Tensor, d: Tensor) -> Equation:
    """An insertion in another grouping of dimensions is an insertion into the target in it: neither moves an element in a row."""
    after = insert(v, recount(t, y), recount(s, d))
    return recount(s, insert(w, y, d)), after, same_places(w, v), window_of(v, s), sized(v, t)


@rule
def reshape_slice(w: Window, v: Window, s: Shape, t: Shape, x: Tensor) -> Equation:
    """A slice in another grouping of dimensions is a slice of the tensor in it."""
    return recount(t, slice(w, x)), slice(v, recount(s, x)), same_places(w, v), window_of(v, s), sized(v, t)


@rule
def reshape_slice_to_itself(w: Window, s: Shape, x: Tensor) -> Equation:
    """A slice in its own shape is the slice: dimensions of one element come back that were left out."""
    return recount(s, slice(w, x)), slice(w, x), sized(w, s), is_returned(w)


@rule
def reshape_insert_to_itself(w: Window, s: Shape, y: Tensor, d: Tensor) -> Equation:
    """What was inserted into, in its own shape, is what it is."""
    return recount(s, insert(w, y, d)), insert(w, y, d), window_of(w, s), is_changed(w)


@rule
def rebuild_last(w: Window, all: Window, s: Shape, x: Tensor, y: Tensor, d: Tensor) -> Equation:
    """A tensor that is put together from parts may take what lies beside them from any tensor: nothing lies beside them."""
    made = insert(w, y, d)
    return made, rebuild(all, made, x), ends(w, all), everything(all, s), window_of(w, s), has_shape(x, s), rebuilds(made, x)


@rule
def rebuild_before(area: Window, w: Window, both: Window, x: Tensor, y: Tensor, d: Tensor) -> Equation:
    """What lies beside all parts may be taken before the last of them is written."""
    return rebuild(both, insert(w, y, d), x), insert(w, y, rebuild(area, d, x)), joined(area, w, both), is_assembled(d)


@rule
def rebuild_first(w: Window, x: Tensor, y: Tensor, d: Tensor) -> Equation:
    """The first part may be written into the tensor that all else is taken from, which one of the parts was read from."""
    return rebuild(w, insert(w, y, d), x), insert(w, y, x)


@rule
def read_where_returned(v: Window, w: Window, s: Shape, t: Shape, y: Tensor, d: Tensor, e: Tensor) -> Equation:
    """A changed part can be read where it is written back: attention reads the cache itself, not a copy of its keys."""
    made = insert(w, recount(t, insert(v, y, d)), e)
    read = recount(s, slice(w, made))
    return made, insert(w, recount(t, read), e), window_of(v, s), is_changed(v), is_returned(w)
