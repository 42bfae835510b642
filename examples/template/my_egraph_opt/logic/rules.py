"""Laws of bits. `x and (x or y) = x` is not among them: where `y` is undefined, only the left side is undefined."""

from egraph_opt import rule
from egraph_opt.core.rule import Equation
from my_egraph_opt.logic.vocabulary import Bit, always, conjunction, difference, disjunction


@rule
def logic_twice(x: Bit) -> Equation:
    """A bit that is turned twice is itself: every bit has one opposite."""
    return difference(difference(x, always()), always()), x


@rule
def logic_idempotent(x: Bit) -> Equation:
    """A bit and itself is that bit: a conjunction says of each operand that it holds."""
    return conjunction(x, x), x


@rule
def logic_neither(x: Bit, y: Bit) -> Equation:
    """Not one and not the other is neither of them: De Morgan."""
    return conjunction(difference(x, always()), difference(y, always())), difference(disjunction(x, y), always())
