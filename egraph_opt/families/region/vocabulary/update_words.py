# mypy: disable-error-code="empty-body"
"""Words for parts of a tensor that are read, changed, and written back to their places, as rows of a cache are, with their meanings."""

from __future__ import annotations

from egraph_opt.core.vocabulary import Fact
from egraph_opt.families.region.vocabulary.term import Shape, Tensor, TensorMeaning, Window, fact, symbol
from egraph_opt.families.region.vocabulary.term import words as words  # who imports it from here has the words below, too

UPDATE_FACTS = ("same_places", "is_returned", "is_changed", "ends")
"""Facts of a program without which no rule for updates applies."""


@symbol(
    lambda w, area, x, d: TensorMeaning(
        lambda i: w.where(w.member(area, i), x.at(i), d.at(i)),
        x.shape,
        (*x.typed, *d.typed, x.shape == w.base_shape(area), x.shape == d.shape),
    )
)
def rebuild(area: Window, x: Tensor, d: Tensor) -> Tensor:
    """The elements of `x` in `area`, and those of `d` elsewhere."""


@fact(lambda w, window, other: w.state_reshaping(window, other))
def same_places(window: Window, other: Window) -> Fact:
    """In row-major order of both bases, the two windows hold the same elements in the same order."""


@fact(lambda w, window: None, guide=True)
def is_returned(window: Window) -> Fact:
    """The program reads `window` of a tensor, perhaps changes it, and writes it to the same place."""


@fact(lambda w, window: None, guide=True)
def is_changed(window: Window) -> Fact:
    """`window` is written in a part that the program writes back to its place."""


@fact(lambda w, x, s: w.both(*x.typed, x.shape == w.shape(s)))
def has_shape(x: Tensor, s: Shape) -> Fact:
    """The tensor `x`, of which a slice is written back, has shape `s`."""


@fact(lambda w, y, x: None, guide=True)
def rebuilds(y: Tensor, x: Tensor) -> Fact:
    """Parts are written into `y`, one of which was read at the same place of `x`."""


@fact(lambda w, window, all: None, guide=True)
def ends(window: Window, all: Window) -> Fact:
    """The program writes the parts `all` of a tensor, and `window` is the last of them."""


@fact(lambda w, x: None, guide=True)
def is_assembled(x: Tensor) -> Fact:
    """The program makes `x` by writing the first parts of a tensor that is put together. This keeps the search small."""
