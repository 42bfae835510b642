"""Tensor algebra over the real numbers: equations that hold there, and in floats up to a known bound.

`egraph_opt/families/numerics/error_bounds.py` states the error that each rule adds.
"""

from egraph_opt.core.rule import Equation, rule
from egraph_opt.core.vocabulary import Integer
from egraph_opt.families.numerics.vocabulary import (
    Axis,
    Mask,
    Precision,
    Real,
    available,
    between,
    dot,
    free,
    lacks,
    mask,
    multiply,
    power,
    product_along,
    subtract,
    total,
    unmasked,
)


@rule
def numerics_factor(b: Integer, x: Real, y: Real, c: Real) -> Equation:
    """The power of a difference x - y equals the product of the powers of x - c and c - y: the law of exponents."""
    return (
        power(b, subtract(x, y)),
        multiply(power(b, subtract(x, c)), power(b, subtract(c, y))),
        between(x, y, c),
    )


@rule
def numerics_multiply_commutes(x: Real, y: Real) -> Equation:
    """Factors may be exchanged: this changes no bit in floats either."""
    return multiply(x, y), multiply(y, x)


@rule
def numerics_multiply_associates(x: Real, y: Real, z: Real) -> Equation:
    """The product of a product and a factor may be grouped the other way: multiplication of real numbers is associative."""
    return multiply(multiply(x, y), z), multiply(x, multiply(y, z))


@rule
def numerics_mask_factor(m: Mask, x: Real, y: Real) -> Equation:
    """A mask of a product equals the product with one factor masked: a product with zero is zero."""
    return mask(m, multiply(x, y)), multiply(mask(m, x), y)


@rule
def numerics_distribute(a: Axis, x: Real, y: Real) -> Equation:
    """A factor that is the same for all summands may be taken out of a sum: multiplication distributes over addition."""
    return total(a, multiply(x, y)), multiply(x, total(a, y)), free(x, a)


@rule
def numerics_mask_sum(a: Axis, m: Mask, x: Real) -> Equation:
    """A mask that is the same for all summands may be taken out of a sum: all of them are zero, or none is masked."""
    return total(a, mask(m, x)), mask(m, total(a, x)), unmasked(m, a)


@rule
def numerics_dot(a: Axis, r: Axis, c: Axis, p: Precision, x: Real, y: Real) -> Equation:
    """A sum of products of a row's factor and a column's factor equals the element of a matrix product, by its definition."""
    conditions = product_along(a, r, c), available(p), lacks(x, c), lacks(y, r)
    return total(a, multiply(x, y)), dot(p, a, x, y), *conditions
