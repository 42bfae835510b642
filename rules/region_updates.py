"""In-place updates: if a slice of a tensor is read, changed and written back (KV caches), only the change is written.

Programs often slice the tensor and concatenate all slices, which copies the whole tensor several times.
"""

from egraph_opt.core.rule import Equation, rule
from egraph_opt.families.region.vocabulary.term import *
from egraph_opt.families.region.vocabulary.update_words import *


@rule
def reshape_insert(w: Window, v: Window, s: Shape, t: Shape, y: Tensor, d: Tensor) -> Equation:
    """Reshaping the result of an insertion equals an insertion of the reshaped operand into the reshaped target."""
    after = insert(v, recount(t, y), recount(s, d))
    return recount(s, insert(w, y, d)), after, same_places(w, v), window_of(v, s), sized(v, t)


@rule
def reshape_slice(w: Window, v: Window, s: Shape, t: Shape, x: Tensor) -> Equation:
    """Reshaping a slice equals a slice of the reshaped tensor."""
    return recount(t, slice(w, x)), slice(v, recount(s, x)), same_places(w, v), window_of(v, s), sized(v, t)


@rule
def reshape_slice_to_itself(w: Window, s: Shape, x: Tensor) -> Equation:
    """Reshaping a slice to the slice's own shape changes nothing."""
    return recount(s, slice(w, x)), slice(w, x), sized(w, s), is_returned(w)


@rule
def reshape_insert_to_itself(w: Window, s: Shape, y: Tensor, d: Tensor) -> Equation:
    """Reshaping the result of an insertion to the result's own shape changes nothing."""
    return recount(s, insert(w, y, d)), insert(w, y, d), window_of(w, s), is_changed(w)


@rule
def reshape_hidden(area: Window, other: Window, s: Shape, x: Tensor) -> Equation:
    """Reshaping a tensor with an undefined area makes the same elements undefined in the reshaped tensor.

    Without the rule, saturation would not terminate where updates are nested.
    """
    return recount(s, hide(area, x)), hide(other, recount(s, x)), reshaped_area(area, s, other)


@rule
def rebuild_last(w: Window, all: Window, s: Shape, x: Tensor, y: Tensor, d: Tensor) -> Equation:
    """If insertions overwrite a whole tensor, its elements outside their windows may be taken from any tensor: there are none.

    Here this tensor is the one of which the inserted parts are slices.
    """
    made = insert(w, y, d)
    return made, rebuild(all, made, x), ends(w, all), everything(all, s), window_of(w, s), has_shape(x, s), rebuilds(made, x)


@rule
def rebuild_before(area: Window, w: Window, both: Window, x: Tensor, y: Tensor, d: Tensor) -> Equation:
    """Instead of replacing a window and an area in an insertion's result, the area may be replaced in the target before.

    The elements of the area come from `x`. The insertion into the window then follows.
    """
    return rebuild(both, insert(w, y, d), x), insert(w, y, rebuild(area, d, x)), joined(area, w, both), is_assembled(d)


@rule
def rebuild_first(w: Window, x: Tensor, y: Tensor, d: Tensor) -> Equation:
    """If `x` gives all elements outside the window of an insertion, the insertion may be into `x` directly."""
    return rebuild(w, insert(w, y, d), x), insert(w, y, x)


@rule
def read_where_returned(v: Window, w: Window, s: Shape, t: Shape, y: Tensor, d: Tensor, e: Tensor) -> Equation:
    """If a changed slice is written back, it can be read from the tensor into which it is written.

    Attention then reads the cache itself, not a copy of the keys.
    """
    made = insert(w, recount(t, insert(v, y, d)), e)
    read = recount(s, slice(w, made))
    return made, insert(w, recount(t, read), e), window_of(v, s), is_changed(v), is_innermost(w)
