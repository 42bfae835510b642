"""Fills below what is written: a tensor made of parts, some of which are filled with a scalar, may be filled before.

A concatenation of padded tensors fills each part by itself, and a part of rows is no run of memory. One fill of the whole is.
"""

from egraph_opt.core.rule import Equation, rule
from egraph_opt.families.region.vocabulary.read_words import *
from egraph_opt.families.region.vocabulary.term import *


@rule
def fill_hidden(area: Window, c: Scalar, s: Shape) -> Equation:
    """A tensor that was never written may be a fill that is hidden everywhere.

    This is the first step of filling a tensor before its parts are written, where one of them is filled with that scalar (E8).
    """
    return empty(s), hide(area, splat(c, s)), everything(area, s), may_be_filled(empty(s), c)


@rule
def show_beside_insert(area: Window, w: Window, both: Window, c: Scalar, y: Tensor, d: Tensor) -> Equation:
    """Hiding an area and a window that is written afterwards equals hiding the area when all is written."""
    return (
        insert(w, y, hide(both, d)),
        hide(area, insert(w, y, d)),
        joined(area, w, both),
        disjoint(area, w),
        onto_fill(d, c),
        may_be_filled(insert(w, y, hide(both, d)), c),
    )


@rule
def show_under_insert(w: Window, c: Scalar, y: Tensor, d: Tensor) -> Equation:
    """The elements that an insertion overwrites need not be hidden: then the tensor was filled before all its parts were written."""
    return insert(w, y, hide(w, d)), insert(w, y, d), onto_fill(d, c), may_be_filled(insert(w, y, hide(w, d)), c)


@rule
def fill_first(v: Window, w: Window, c: Scalar, s: Shape, y: Tensor, d: Tensor) -> Equation:
    """A part may be filled before another one is written: on a fill of that scalar it need not be filled at all."""
    return insert(w, splat(c, s), insert(v, y, d)), insert(v, y, insert(w, splat(c, s), d)), disjoint(v, w), onto_fill(d, c)
