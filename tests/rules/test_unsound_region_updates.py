"""Plausible wrong rules about parts that are written back, each beside the rule it is a neighbour of: all are refuted."""

import pytest

from egraph_opt.core.rule import Equation, Rule, rule
from egraph_opt.families.region.vocabulary.term import (
    Shape,
    Tensor,
    Window,
    hide,
    insert,
    joined,
    recount,
    sized,
    slice,
    window_of,
)
from egraph_opt.families.region.vocabulary.update_words import (
    is_changed,
    is_returned,
    rebuild,
    reshaped_area,
    same_places,
)
from tests.rules.wrong import check_refuted


@rule
def reshape_insert(w: Window, v: Window, s: Shape, t: Shape, y: Tensor, d: Tensor) -> Equation:
    """Wrong: writes to the window of the target as it was grouped before."""
    after = insert(w, recount(t, y), recount(s, d))
    return recount(s, insert(w, y, d)), after, same_places(w, v), window_of(v, s), sized(v, t)


@rule
def reshape_slice(w: Window, v: Window, s: Shape, t: Shape, x: Tensor) -> Equation:
    """Wrong: reads a window of the same shapes, but elsewhere."""
    return recount(t, slice(w, x)), slice(v, recount(s, x)), window_of(v, s), sized(v, t)


@rule
def reshape_slice_to_itself(w: Window, s: Shape, x: Tensor) -> Equation:
    """Wrong: the slice has another shape."""
    return recount(s, slice(w, x)), slice(w, x), is_returned(w)


@rule
def reshape_hidden(area: Window, other: Window, s: Shape, x: Tensor) -> Equation:
    """Wrong: hides the area that the tensor has before it is reshaped."""
    return recount(s, hide(area, x)), hide(area, recount(s, x)), reshaped_area(area, s, other)


@rule
def put_back_a_part(w: Window, x: Tensor, d: Tensor) -> Equation:
    """Wrong: the slice is put into another tensor than the one that it was read from."""
    return insert(w, slice(w, x), d), d, is_returned(w)


@rule
def put_back_elsewhere(v: Window, w: Window, x: Tensor) -> Equation:
    """Wrong: the slice is put to another place."""
    return insert(v, slice(w, x), x), x, is_returned(w)


@rule
def update_elsewhere(v: Window, w: Window, y: Tensor, x: Tensor) -> Equation:
    """Wrong: writes the change to the place in the part, not to that in the tensor."""
    return insert(w, insert(v, y, slice(w, x)), x), insert(v, y, x), is_returned(w)


@rule
def rebuild_before(area: Window, w: Window, both: Window, x: Tensor, y: Tensor, d: Tensor) -> Equation:
    """Wrong: takes elements of the other tensor over what was written before."""
    return rebuild(both, insert(w, y, d), x), insert(w, y, x), joined(area, w, both)


@rule
def rebuild_first(v: Window, w: Window, x: Tensor, y: Tensor, d: Tensor) -> Equation:
    """Wrong: there are more parts than the one that is written."""
    return rebuild(v, insert(w, y, d), x), insert(w, y, x)


@rule
def read_where_returned(v: Window, w: Window, s: Shape, t: Shape, y: Tensor, d: Tensor, e: Tensor) -> Equation:
    """Wrong: reads another part than the one that was written back."""
    made = insert(w, recount(t, insert(v, y, d)), e)
    read = recount(s, slice(w, e))
    return made, insert(w, recount(t, read), e), window_of(v, s), is_changed(v), is_returned(w)


WRONG = [made for made in list(globals().values()) if isinstance(made, Rule)]


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_wrong_rule_is_refuted(wrong: Rule) -> None:
    check_refuted(wrong)
