# mypy: disable-error-code="empty-body"
"""Symbols and facts for slices that are extracted, modified and inserted back at the same position, such as rows of a cache."""

from __future__ import annotations

from egraph_opt.core.vocabulary import Fact
from egraph_opt.families.region.vocabulary.term import Shape, Tensor, TensorMeaning, Window, fact, symbol
from egraph_opt.families.region.vocabulary.term import words as words  # who imports it from here has the words below, too

UPDATE_FACTS = ("same_places", "reshaped_area", "is_returned", "is_innermost", "is_changed", "ends")
"""Facts of which every rule for updates has at least one as a condition."""


@symbol(
    lambda w, area, x, d: TensorMeaning(
        lambda i: w.where(w.member(area, i), x.at(i), d.at(i)),
        x.shape,
        (*x.typed, *d.typed, x.shape == w.base_shape(area), x.shape == d.shape),
    )
)
def rebuild(area: Window, x: Tensor, d: Tensor) -> Tensor:
    """The elements of `x` inside `area`, a set of windows, and the elements of `d` elsewhere."""


@fact(lambda w, window, other: w.state_reshaping(window, other))
def same_places(window: Window, other: Window) -> Fact:
    """If the base of `other` is a row-major reshape of the base of `window`, both windows contain the same elements in order."""


@fact(lambda w, area, s, other: w.state_area_reshaping(area, s, other))
def reshaped_area(area: Window, s: Shape, other: Window) -> Fact:
    """`other` contains the same elements as `area` after the base of `area` is reshaped to `s` in row-major order."""


@fact(lambda w, window: None, guide=True)
def is_returned(window: Window) -> Fact:
    """The program extracts the slice `window` of a tensor, may modify it, and inserts it back at the same position."""


@fact(lambda w, window: None, guide=True)
def is_innermost(window: Window) -> Fact:
    """`is_returned(window)`, and no part of the slice is itself read, changed and written back to the same position."""


@fact(lambda w, window: None, guide=True)
def is_changed(window: Window) -> Fact:
    """The program writes `window` of a slice, then inserts the slice back at the position from which it was extracted."""


@fact(lambda w, x, s: w.both(*x.typed, x.shape == w.shape(s)))
def has_shape(x: Tensor, s: Shape) -> Fact:
    """The tensor `x`, of which a slice is modified and inserted back, has shape `s`."""


@fact(lambda w, y, x: None, guide=True)
def rebuilds(y: Tensor, x: Tensor) -> Fact:
    """The program assembles `y` from slices of `x`, possibly modified, each at the position that it has in `x`."""


@fact(lambda w, window, all: None, guide=True)
def ends(window: Window, all: Window) -> Fact:
    """The program assembles a tensor from parts whose windows have the union `all`, and writes `window` last."""


@fact(lambda w, x: None, guide=True)
def is_assembled(x: Tensor) -> Fact:
    """`x` is an intermediate tensor, with only some parts written, while the program assembles a tensor from parts."""
