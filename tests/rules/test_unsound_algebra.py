"""Plausible wrong rules of tensor algebra, each beside the rule that it is a neighbour of: all are refuted."""

import pytest

from egraph_opt.core.rule import Equation, Rule, rule
from egraph_opt.core.vocabulary import Integer
from egraph_opt.families.algebra.vocabulary import (
    ADD,
    AND,
    OFFSET,
    OTHERS,
    SELECT,
    Form,
    Movement,
    Shape,
    Tensor,
    apply2,
    apply3,
    composed,
    move,
    shapes,
    undone,
)
from tests.rules.wrong import check_refuted


@rule
def other_movement(f: Integer, e: Form, m: Movement, k: Movement, s: Shape, t: Shape, x: Tensor, y: Tensor) -> Equation:
    """Wrong: operands that are moved in two ways meet in other places before they are moved."""
    return apply2(f, e, t, move(m, x), move(k, y)), move(m, apply2(f, e, s, x, y)), shapes(m, s, t), shapes(k, s, t)


@rule
def wrong_order(x: Tensor, a: Movement, m: Movement, k: Movement) -> Equation:
    """Wrong: one movement does what two do in the order in which they are done."""
    return move(m, move(a, x)), move(k, x), composed(m, a, k)


@rule
def undone_first(x: Tensor, a: Movement, m: Movement) -> Equation:
    """Wrong: the first of the two is taken back, not the second one: a splat has no inverse."""
    return move(m, move(a, x)), x, undone(m, a)


@rule
def float_sums(e: Form, m: Movement, s: Shape, t: Shape, x: Tensor, y: Tensor, z: Tensor) -> Equation:
    """Wrong: what nothing is known of, such as a sum of floats, is not associative."""
    f = Integer(OTHERS)
    before = apply2(f, e, t, apply2(f, e, t, x, move(m, y)), move(m, z))
    return before, apply2(f, e, t, x, move(m, apply2(f, e, s, y, z))), shapes(m, s, t)


@rule
def float_commute(e: Form, s: Shape, x: Tensor, y: Tensor) -> Equation:
    """Wrong: what nothing is known of is not commutative."""
    return apply2(Integer(OTHERS), e, s, x, y), apply2(Integer(OTHERS), e, s, y, x)


@rule
def other_mask(e: Form, d: Form, s: Shape, b: Tensor, c: Tensor, x: Tensor, y: Tensor, z: Tensor) -> Equation:
    """Wrong: the inner choice is by another mask."""
    inner = apply3(Integer(SELECT), d, s, b, x, y)
    return apply3(Integer(SELECT), e, s, c, inner, z), apply3(Integer(SELECT), e, s, c, x, z)


@rule
def doubled(e: Form, s: Shape, x: Tensor) -> Equation:
    """Wrong: a sum is not idempotent as a conjunction is."""
    return apply2(Integer(ADD), e, s, x, x), x


@rule
def pointer_offset(e: Form, s: Shape, p: Tensor, x: Tensor) -> Equation:
    """Wrong: an offset is scaled by the size of an element, and a pointer is not: they do not change places."""
    return apply2(Integer(OFFSET), e, s, p, x), apply2(Integer(OFFSET), e, s, x, p)


@rule
def other_forms(e: Form, d: Form, m: Movement, s: Shape, t: Shape, p: Tensor, x: Tensor, y: Tensor) -> Equation:
    """Wrong: an offset keeps its own width and scale when it is added earlier."""
    before = apply2(Integer(OFFSET), e, t, apply2(Integer(OFFSET), d, t, move(m, p), x), move(m, y))
    return before, apply2(Integer(OFFSET), e, t, move(m, apply2(Integer(OFFSET), d, s, p, y)), x), shapes(m, s, t)


@rule
def other_shape(e: Form, m: Movement, s: Shape, t: Shape, x: Tensor, y: Tensor) -> Equation:
    """Wrong: what is computed before a movement has the shape that it takes, not the one that it gives."""
    return apply2(Integer(AND), e, t, move(m, x), move(m, y)), move(m, apply2(Integer(AND), e, t, x, y)), shapes(m, s, t)


@pytest.mark.parametrize("wrong", [each for each in list(globals().values()) if isinstance(each, Rule)], ids=lambda r: r.name)
def test_wrong_rule_is_refuted(wrong: Rule) -> None:
    check_refuted(wrong)
