"""Bitwise exact rules on tensors: elementwise operations before data movement, masks, and wrapping integer sums."""

from egraph_opt.core.rule import Equation, rule
from egraph_opt.core.vocabulary import Integer
from egraph_opt.families.algebra.vocabulary import (
    ADD,
    AND,
    MULTIPLY,
    OFFSET,
    OR,
    SELECT,
    Form,
    Movement,
    Shape,
    Tensor,
    apply1,
    apply2,
    apply3,
    composed,
    move,
    shapes,
    undone,
)


@rule
def algebra_move_one(f: Integer, e: Form, m: Movement, s: Shape, t: Shape, x: Tensor) -> Equation:
    """An elementwise operation on a moved tensor equals the movement of the operation's result.

    A movement (broadcast, reshape, transposition) changes no element (Triton's ReorderBroadcast).
    """
    return apply1(f, e, t, move(m, x)), move(m, apply1(f, e, s, x)), shapes(m, s, t)


@rule
def algebra_move_two(f: Integer, e: Form, m: Movement, s: Shape, t: Shape, x: Tensor, y: Tensor) -> Equation:
    """An operation on two tensors broadcast, reshaped or transposed alike equals the same movement of the operation's result."""
    return apply2(f, e, t, move(m, x), move(m, y)), move(m, apply2(f, e, s, x, y)), shapes(m, s, t)


@rule
def algebra_move_left(
    f: Integer, e: Form, m: Movement, a: Movement, k: Movement, s: Shape, t: Shape, x: Tensor, y: Tensor
) -> Equation:
    """An elementwise operation on m(x) and m(a(y)) equals m of the operation on x and a(y).

    `m` and `a` are movements of elements: broadcasts, reshapes or transpositions. `k` is `a` followed by `m`.
    """
    return apply2(f, e, t, move(m, x), move(k, y)), move(m, apply2(f, e, s, x, move(a, y))), composed(a, m, k), shapes(m, s, t)


@rule
def algebra_move_right(
    f: Integer, e: Form, m: Movement, a: Movement, k: Movement, s: Shape, t: Shape, x: Tensor, y: Tensor
) -> Equation:
    """An elementwise operation on m(a(x)) and m(y) equals m of the operation on a(x) and y.

    `m` and `a` are movements of elements: broadcasts, reshapes or transpositions. `k` is `a` followed by `m`.
    """
    return apply2(f, e, t, move(k, x), move(m, y)), move(m, apply2(f, e, s, move(a, x), y)), composed(a, m, k), shapes(m, s, t)


@rule
def algebra_move_three(f: Integer, e: Form, m: Movement, s: Shape, t: Shape, x: Tensor, y: Tensor, z: Tensor) -> Equation:
    """An operation on three tensors broadcast, reshaped or transposed alike equals the same movement of the operation's result."""
    return apply3(f, e, t, move(m, x), move(m, y), move(m, z)), move(m, apply3(f, e, s, x, y, z)), shapes(m, s, t)


@rule
def algebra_move_twice(x: Tensor, a: Movement, m: Movement, k: Movement) -> Equation:
    """Two consecutive movements (broadcast, reshape, transposition) equal their composition."""
    return move(m, move(a, x)), move(k, x), composed(a, m, k)


@rule
def algebra_move_back(x: Tensor, a: Movement, m: Movement) -> Equation:
    """A transposition or reshape followed by its inverse is the identity: every element returns to its index."""
    return move(m, move(a, x)), x, undone(a, m)


@rule
def algebra_select_same(e: Form, s: Shape, c: Tensor, x: Tensor) -> Equation:
    """A select between equal branches equals the branch, whatever the mask is."""
    return apply3(Integer(SELECT), e, s, c, x, x), x


@rule
def algebra_select_inside(d: Form, e: Form, s: Shape, c: Tensor, x: Tensor, y: Tensor, z: Tensor) -> Equation:
    """If a select is the true branch of a select on the same mask, only its own true branch matters."""
    inner = apply3(Integer(SELECT), d, s, c, x, y)
    return apply3(Integer(SELECT), e, s, c, inner, z), apply3(Integer(SELECT), e, s, c, x, z)


@rule
def algebra_select_outside(d: Form, e: Form, s: Shape, c: Tensor, x: Tensor, y: Tensor, z: Tensor) -> Equation:
    """If a select is the false branch of a select on the same mask, only its own false branch matters."""
    inner = apply3(Integer(SELECT), d, s, c, x, y)
    return apply3(Integer(SELECT), e, s, c, z, inner), apply3(Integer(SELECT), e, s, c, z, y)


@rule
def algebra_and_same(e: Form, s: Shape, x: Tensor) -> Equation:
    """The conjunction of a mask with itself is the mask: conjunction is idempotent."""
    return apply2(Integer(AND), e, s, x, x), x


@rule
def algebra_or_same(e: Form, s: Shape, x: Tensor) -> Equation:
    """The disjunction of a mask with itself is the mask: disjunction is idempotent."""
    return apply2(Integer(OR), e, s, x, x), x


@rule
def algebra_and_again(e: Form, s: Shape, x: Tensor, y: Tensor) -> Equation:
    """A mask that a conjunction already contains adds nothing to it: x and (x and y) equals x and y."""
    both = apply2(Integer(AND), e, s, x, y)
    return apply2(Integer(AND), e, s, x, both), both


@rule
def algebra_and_commutes(e: Form, s: Shape, x: Tensor, y: Tensor) -> Equation:
    """A bitwise conjunction is commutative, so other rules match either order of operands."""
    return apply2(Integer(AND), e, s, x, y), apply2(Integer(AND), e, s, y, x)


@rule
def algebra_add_commutes(e: Form, s: Shape, x: Tensor, y: Tensor) -> Equation:
    """An integer sum with wrap-around is commutative, so other rules match either order of operands."""
    return apply2(Integer(ADD), e, s, x, y), apply2(Integer(ADD), e, s, y, x)


@rule
def algebra_multiply_commutes(e: Form, s: Shape, x: Tensor, y: Tensor) -> Equation:
    """An integer product with wrap-around is commutative, so other rules match either order of operands."""
    return apply2(Integer(MULTIPLY), e, s, x, y), apply2(Integer(MULTIPLY), e, s, y, x)


@rule
def algebra_and_moved(e: Form, m: Movement, s: Shape, t: Shape, x: Tensor, y: Tensor, z: Tensor) -> Equation:
    """In a conjunction of three masks, two moved alike may be combined before the movement (broadcast, reshape, transposition).

    Conjunction is associative.
    """
    before = apply2(Integer(AND), e, t, apply2(Integer(AND), e, t, x, move(m, y)), move(m, z))
    return before, apply2(Integer(AND), e, t, x, move(m, apply2(Integer(AND), e, s, y, z))), shapes(m, s, t)


@rule
def algebra_add_moved(e: Form, m: Movement, s: Shape, t: Shape, x: Tensor, y: Tensor, z: Tensor) -> Equation:
    """In a sum of three integers, two moved alike may be added before the movement (broadcast, reshape, transposition).

    Wrapping addition is associative.
    """
    before = apply2(Integer(ADD), e, t, apply2(Integer(ADD), e, t, x, move(m, y)), move(m, z))
    return before, apply2(Integer(ADD), e, t, x, move(m, apply2(Integer(ADD), e, s, y, z))), shapes(m, s, t)


@rule
def algebra_multiply_moved(e: Form, m: Movement, s: Shape, t: Shape, x: Tensor, y: Tensor, z: Tensor) -> Equation:
    """In a product of three integers, two moved alike may be multiplied before the movement (broadcast, reshape, transposition).

    Wrapping multiplication is associative.
    """
    before = apply2(Integer(MULTIPLY), e, t, apply2(Integer(MULTIPLY), e, t, x, move(m, y)), move(m, z))
    return before, apply2(Integer(MULTIPLY), e, t, x, move(m, apply2(Integer(MULTIPLY), e, s, y, z))), shapes(m, s, t)


@rule
def algebra_offset_moved(e: Form, d: Form, m: Movement, s: Shape, t: Shape, p: Tensor, x: Tensor, y: Tensor) -> Equation:
    """An offset that is moved like its pointer may be added before the movement (broadcast, reshape, transposition).

    Wrapping addition is associative.
    """
    before = apply2(Integer(OFFSET), e, t, apply2(Integer(OFFSET), d, t, move(m, p), x), move(m, y))
    return before, apply2(Integer(OFFSET), d, t, move(m, apply2(Integer(OFFSET), e, s, p, y)), x), shapes(m, s, t)
