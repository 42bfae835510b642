"""Early fills: if a scalar fills some parts of a tensor, it may fill the whole tensor before other parts are written.

A concatenation of padded tensors fills separate parts, each scattered over many rows. A fill of the whole tensor is one contiguous write.
"""

from egraph_opt.core.rule import Equation, rule
from egraph_opt.families.region.vocabulary.read_words import *
from egraph_opt.families.region.vocabulary.term import *


@rule
def fill_hidden(area: Window, c: Scalar, s: Shape) -> Equation:
    """An uninitialised tensor may be filled with a scalar, since no element of it is read.

    The rule is applied if the same scalar fills a part of the result anyway. One fill can then replace the other.
    """
    return empty(s), hide(area, splat(c, s)), everything(area, s), may_be_filled(empty(s), c)


@rule
def show_beside_insert(area: Window, w: Window, both: Window, c: Scalar, y: Tensor, d: Tensor) -> Equation:
    """If an area and an insertion's window are undefined in the target, the area may be made undefined in the result instead.

    The area does not overlap the window. Apart from its undefined elements, the target is a fill, or insertions into a fill.
    """
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
    """If the target of an insertion is a fill, the elements that the insertion overwrites need not be made undefined in it."""
    return insert(w, y, hide(w, d)), insert(w, y, d), onto_fill(d, c), may_be_filled(insert(w, y, hide(w, d)), c)


@rule
def fill_first(v: Window, w: Window, c: Scalar, s: Shape, y: Tensor, d: Tensor) -> Equation:
    """A fill of one window may precede an insertion into a disjoint window, where a fill with the same scalar makes it redundant."""
    return insert(w, splat(c, s), insert(v, y, d)), insert(v, y, insert(w, splat(c, s), d)), disjoint(v, w), onto_fill(d, c)
