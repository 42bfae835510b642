"""Tensor algebra, bit for bit: what is done to elements before they are moved, masks, and sums of integers that wrap around."""

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
    """What is done to each element may be done before it is moved: a movement changes no element (Triton's ReorderBroadcast)."""
    return apply1(f, e, t, move(m, x)), move(m, apply1(f, e, s, x)), shapes(m, s, t)


@rule
def algebra_move_two(f: Integer, e: Form, m: Movement, s: Shape, t: Shape, x: Tensor, y: Tensor) -> Equation:
    """What is done to two elements may be done before both are moved in one way: they meet either way."""
    return apply2(f, e, t, move(m, x), move(m, y)), move(m, apply2(f, e, s, x, y)), shapes(m, s, t)


@rule
def algebra_move_left(
    f: Integer, e: Form, m: Movement, a: Movement, k: Movement, s: Shape, t: Shape, x: Tensor, y: Tensor
) -> Equation:
    """A right operand that comes by a longer way may be met on the way: the rest of the way is that of the left one."""
    return apply2(f, e, t, move(m, x), move(k, y)), move(m, apply2(f, e, s, x, move(a, y))), composed(a, m, k), shapes(m, s, t)


@rule
def algebra_move_right(
    f: Integer, e: Form, m: Movement, a: Movement, k: Movement, s: Shape, t: Shape, x: Tensor, y: Tensor
) -> Equation:
    """A left operand that comes by a longer way may be met on the way: the rest of the way is that of the right one."""
    return apply2(f, e, t, move(k, x), move(m, y)), move(m, apply2(f, e, s, move(a, x), y)), composed(a, m, k), shapes(m, s, t)


@rule
def algebra_move_three(f: Integer, e: Form, m: Movement, s: Shape, t: Shape, x: Tensor, y: Tensor, z: Tensor) -> Equation:
    """What is done to three elements may be done before all are moved in one way: they meet either way."""
    return apply3(f, e, t, move(m, x), move(m, y), move(m, z)), move(m, apply3(f, e, s, x, y, z)), shapes(m, s, t)


@rule
def algebra_move_twice(x: Tensor, a: Movement, m: Movement, k: Movement) -> Equation:
    """Two movements are one: each takes an element from one place, and so do both."""
    return move(m, move(a, x)), move(k, x), composed(a, m, k)


@rule
def algebra_move_back(x: Tensor, a: Movement, m: Movement) -> Equation:
    """A movement that is taken back moves nothing: every element is where it was."""
    return move(m, move(a, x)), x, undone(a, m)


@rule
def algebra_select_same(e: Form, s: Shape, c: Tensor, x: Tensor) -> Equation:
    """A choice between equal branches is no choice: the mask makes no difference."""
    return apply3(Integer(SELECT), e, s, c, x, x), x


@rule
def algebra_select_inside(d: Form, e: Form, s: Shape, c: Tensor, x: Tensor, y: Tensor, z: Tensor) -> Equation:
    """Where a mask holds, a choice by the same mask takes its first branch: what it would choose elsewhere is masked away."""
    inner = apply3(Integer(SELECT), d, s, c, x, y)
    return apply3(Integer(SELECT), e, s, c, inner, z), apply3(Integer(SELECT), e, s, c, x, z)


@rule
def algebra_select_outside(d: Form, e: Form, s: Shape, c: Tensor, x: Tensor, y: Tensor, z: Tensor) -> Equation:
    """Where a mask does not hold, a choice by the same mask takes its second branch: what it would choose elsewhere is masked away."""
    inner = apply3(Integer(SELECT), d, s, c, x, y)
    return apply3(Integer(SELECT), e, s, c, z, inner), apply3(Integer(SELECT), e, s, c, z, y)


@rule
def algebra_and_same(e: Form, s: Shape, x: Tensor) -> Equation:
    """A mask twice is the mask: conjunction is idempotent."""
    return apply2(Integer(AND), e, s, x, x), x


@rule
def algebra_or_same(e: Form, s: Shape, x: Tensor) -> Equation:
    """Either of two equal masks is that mask: disjunction is idempotent."""
    return apply2(Integer(OR), e, s, x, x), x


@rule
def algebra_and_again(e: Form, s: Shape, x: Tensor, y: Tensor) -> Equation:
    """A mask that was met before adds nothing: conjunction is idempotent and associative."""
    both = apply2(Integer(AND), e, s, x, y)
    return apply2(Integer(AND), e, s, x, both), both


@rule
def algebra_and_commutes(e: Form, s: Shape, x: Tensor, y: Tensor) -> Equation:
    """Masks may change places in a conjunction: conjunction is commutative, bit by bit."""
    return apply2(Integer(AND), e, s, x, y), apply2(Integer(AND), e, s, y, x)


@rule
def algebra_add_commutes(e: Form, s: Shape, x: Tensor, y: Tensor) -> Equation:
    """Integers may change places in a sum: addition that wraps around is commutative."""
    return apply2(Integer(ADD), e, s, x, y), apply2(Integer(ADD), e, s, y, x)


@rule
def algebra_multiply_commutes(e: Form, s: Shape, x: Tensor, y: Tensor) -> Equation:
    """Integers may change places in a product: multiplication that wraps around is commutative."""
    return apply2(Integer(MULTIPLY), e, s, x, y), apply2(Integer(MULTIPLY), e, s, y, x)


@rule
def algebra_and_moved(e: Form, m: Movement, s: Shape, t: Shape, x: Tensor, y: Tensor, z: Tensor) -> Equation:
    """Masks that are moved in one way may meet before they are moved: conjunction is associative."""
    before = apply2(Integer(AND), e, t, apply2(Integer(AND), e, t, x, move(m, y)), move(m, z))
    return before, apply2(Integer(AND), e, t, x, move(m, apply2(Integer(AND), e, s, y, z))), shapes(m, s, t)


@rule
def algebra_add_moved(e: Form, m: Movement, s: Shape, t: Shape, x: Tensor, y: Tensor, z: Tensor) -> Equation:
    """Integers that are moved in one way may be added before they are moved: sums that wrap around are associative."""
    before = apply2(Integer(ADD), e, t, apply2(Integer(ADD), e, t, x, move(m, y)), move(m, z))
    return before, apply2(Integer(ADD), e, t, x, move(m, apply2(Integer(ADD), e, s, y, z))), shapes(m, s, t)


@rule
def algebra_multiply_moved(e: Form, m: Movement, s: Shape, t: Shape, x: Tensor, y: Tensor, z: Tensor) -> Equation:
    """Integers that are moved in one way may be multiplied before they are moved: products that wrap around are associative."""
    before = apply2(Integer(MULTIPLY), e, t, apply2(Integer(MULTIPLY), e, t, x, move(m, y)), move(m, z))
    return before, apply2(Integer(MULTIPLY), e, t, x, move(m, apply2(Integer(MULTIPLY), e, s, y, z))), shapes(m, s, t)


@rule
def algebra_offset_moved(e: Form, d: Form, m: Movement, s: Shape, t: Shape, p: Tensor, x: Tensor, y: Tensor) -> Equation:
    """An offset that is moved as the pointer is may be added before: addresses wrap around, so offsets may change places."""
    before = apply2(Integer(OFFSET), e, t, apply2(Integer(OFFSET), d, t, move(m, p), x), move(m, y))
    return before, apply2(Integer(OFFSET), d, t, move(m, apply2(Integer(OFFSET), e, s, p, y)), x), shapes(m, s, t)
