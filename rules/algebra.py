"""Tensor algebra, bit for bit: elementwise operations before movements, masks, and sums of integers that wrap around."""

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
    """An elementwise operation on a moved tensor equals the movement of its result.

    A movement changes no element (Triton's ReorderBroadcast).
    """
    return apply1(f, e, t, move(m, x)), move(m, apply1(f, e, s, x)), shapes(m, s, t)


@rule
def algebra_move_two(f: Integer, e: Form, m: Movement, s: Shape, t: Shape, x: Tensor, y: Tensor) -> Equation:
    """An elementwise operation on two tensors moved alike equals the movement of its result: the same elements meet either way."""
    return apply2(f, e, t, move(m, x), move(m, y)), move(m, apply2(f, e, s, x, y)), shapes(m, s, t)


@rule
def algebra_move_left(
    f: Integer, e: Form, m: Movement, a: Movement, k: Movement, s: Shape, t: Shape, x: Tensor, y: Tensor
) -> Equation:
    """If the right operand's movement `k` is `a` and then the left operand's `m`, then `m` may be applied to the result instead."""
    return apply2(f, e, t, move(m, x), move(k, y)), move(m, apply2(f, e, s, x, move(a, y))), composed(a, m, k), shapes(m, s, t)


@rule
def algebra_move_right(
    f: Integer, e: Form, m: Movement, a: Movement, k: Movement, s: Shape, t: Shape, x: Tensor, y: Tensor
) -> Equation:
    """If the left operand's movement `k` is `a` and then the right operand's `m`, then `m` may be applied to the result instead."""
    return apply2(f, e, t, move(k, x), move(m, y)), move(m, apply2(f, e, s, move(a, x), y)), composed(a, m, k), shapes(m, s, t)


@rule
def algebra_move_three(f: Integer, e: Form, m: Movement, s: Shape, t: Shape, x: Tensor, y: Tensor, z: Tensor) -> Equation:
    """An elementwise operation on three tensors moved alike equals the movement of its result: the same elements meet either way."""
    return apply3(f, e, t, move(m, x), move(m, y), move(m, z)), move(m, apply3(f, e, s, x, y, z)), shapes(m, s, t)


@rule
def algebra_move_twice(x: Tensor, a: Movement, m: Movement, k: Movement) -> Equation:
    """Two movements in a row equal their composition: each takes an element from one place, and so do both."""
    return move(m, move(a, x)), move(k, x), composed(a, m, k)


@rule
def algebra_move_back(x: Tensor, a: Movement, m: Movement) -> Equation:
    """A movement followed by its inverse moves nothing: every element is where it was."""
    return move(m, move(a, x)), x, undone(a, m)


@rule
def algebra_select_same(e: Form, s: Shape, c: Tensor, x: Tensor) -> Equation:
    """A select between equal branches equals the branch: the mask makes no difference."""
    return apply3(Integer(SELECT), e, s, c, x, x), x


@rule
def algebra_select_inside(d: Form, e: Form, s: Shape, c: Tensor, x: Tensor, y: Tensor, z: Tensor) -> Equation:
    """A select in the first branch of a select by the same mask equals its own first branch: its second one is masked away."""
    inner = apply3(Integer(SELECT), d, s, c, x, y)
    return apply3(Integer(SELECT), e, s, c, inner, z), apply3(Integer(SELECT), e, s, c, x, z)


@rule
def algebra_select_outside(d: Form, e: Form, s: Shape, c: Tensor, x: Tensor, y: Tensor, z: Tensor) -> Equation:
    """A select in the second branch of a select by the same mask equals its own second branch: its first one is masked away."""
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
    """The conjunction of a mask with a conjunction that contains it adds nothing: conjunction is idempotent and associative."""
    both = apply2(Integer(AND), e, s, x, y)
    return apply2(Integer(AND), e, s, x, both), both


@rule
def algebra_and_commutes(e: Form, s: Shape, x: Tensor, y: Tensor) -> Equation:
    """The operands of a conjunction may be exchanged: conjunction is commutative, bit by bit."""
    return apply2(Integer(AND), e, s, x, y), apply2(Integer(AND), e, s, y, x)


@rule
def algebra_add_commutes(e: Form, s: Shape, x: Tensor, y: Tensor) -> Equation:
    """The operands of an integer sum may be exchanged: addition that wraps around is commutative."""
    return apply2(Integer(ADD), e, s, x, y), apply2(Integer(ADD), e, s, y, x)


@rule
def algebra_multiply_commutes(e: Form, s: Shape, x: Tensor, y: Tensor) -> Equation:
    """The operands of an integer product may be exchanged: multiplication that wraps around is commutative."""
    return apply2(Integer(MULTIPLY), e, s, x, y), apply2(Integer(MULTIPLY), e, s, y, x)


@rule
def algebra_and_moved(e: Form, m: Movement, s: Shape, t: Shape, x: Tensor, y: Tensor, z: Tensor) -> Equation:
    """Two masks moved alike in a conjunction of three may be combined before the movement: conjunction is associative."""
    before = apply2(Integer(AND), e, t, apply2(Integer(AND), e, t, x, move(m, y)), move(m, z))
    return before, apply2(Integer(AND), e, t, x, move(m, apply2(Integer(AND), e, s, y, z))), shapes(m, s, t)


@rule
def algebra_add_moved(e: Form, m: Movement, s: Shape, t: Shape, x: Tensor, y: Tensor, z: Tensor) -> Equation:
    """Two integers moved alike in a sum of three may be added before the movement: sums that wrap around are associative."""
    before = apply2(Integer(ADD), e, t, apply2(Integer(ADD), e, t, x, move(m, y)), move(m, z))
    return before, apply2(Integer(ADD), e, t, x, move(m, apply2(Integer(ADD), e, s, y, z))), shapes(m, s, t)


@rule
def algebra_multiply_moved(e: Form, m: Movement, s: Shape, t: Shape, x: Tensor, y: Tensor, z: Tensor) -> Equation:
    """Two integers moved alike in a product of three may be multiplied before the movement: products that wrap around are associative."""
    before = apply2(Integer(MULTIPLY), e, t, apply2(Integer(MULTIPLY), e, t, x, move(m, y)), move(m, z))
    return before, apply2(Integer(MULTIPLY), e, t, x, move(m, apply2(Integer(MULTIPLY), e, s, y, z))), shapes(m, s, t)


@rule
def algebra_offset_moved(e: Form, d: Form, m: Movement, s: Shape, t: Shape, p: Tensor, x: Tensor, y: Tensor) -> Equation:
    """An offset that is moved like the pointer may be added before the movement: addresses wrap around, so offsets may change places."""
    before = apply2(Integer(OFFSET), e, t, apply2(Integer(OFFSET), d, t, move(m, p), x), move(m, y))
    return before, apply2(Integer(OFFSET), d, t, move(m, apply2(Integer(OFFSET), e, s, p, y)), x), shapes(m, s, t)
