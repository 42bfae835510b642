"""Plausible wrong rules about fills below what is written, each beside the rule it is a neighbour of: all are refuted."""

import pytest

from egraph_opt.core.rule import Equation, Rule, rule
from egraph_opt.families.region.vocabulary.term import (
    Scalar,
    Shape,
    Tensor,
    Window,
    disjoint,
    empty,
    hide,
    insert,
    joined,
    may_be_filled,
    splat,
    window_of,
)
from tests.rules.wrong import check_refuted


@rule
def fill_hidden(area: Window, c: Scalar, s: Shape) -> Equation:
    """Wrong: hides a part of the fill, and the rest can be read."""
    return empty(s), hide(area, splat(c, s)), window_of(area, s), may_be_filled(empty(s), c)


@rule
def fill_what_is_empty(c: Scalar, w: Window, s: Shape, y: Tensor) -> Equation:
    """Wrong: fills what is never written, too."""
    return insert(w, y, empty(s)), insert(w, y, splat(c, s)), window_of(w, s), may_be_filled(empty(s), c)


@rule
def show_beside_insert(area: Window, w: Window, both: Window, y: Tensor, d: Tensor) -> Equation:
    """Wrong: shows what lies beside the window, which was never written."""
    return insert(w, y, hide(both, d)), insert(w, y, d), joined(area, w, both), disjoint(area, w)


@rule
def show_under_insert(v: Window, w: Window, y: Tensor, d: Tensor) -> Equation:
    """Wrong: shows another part of the target than the one that is written."""
    return insert(w, y, hide(v, d)), insert(w, y, d)


WRONG = [made for made in list(globals().values()) if isinstance(made, Rule)]


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_wrong_rule_is_refuted(wrong: Rule) -> None:
    check_refuted(wrong)
