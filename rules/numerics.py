"""Rules on tensors of real numbers. Floats follow them up to a known error bound (`egraph_opt/families/numerics/error_bounds.py`)."""

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
    """A power of x - y equals the product of the powers of x - c and c - y, by the law of exponents."""
    return (
        power(b, subtract(x, y)),
        multiply(power(b, subtract(x, c)), power(b, subtract(c, y))),
        between(x, y, c),
    )


@rule
def numerics_multiply_commutes(x: Real, y: Real) -> Equation:
    """A product of two real numbers commutes; float multiplication commutes bit for bit, too."""
    return multiply(x, y), multiply(y, x)


@rule
def numerics_multiply_associates(x: Real, y: Real, z: Real) -> Equation:
    """A product of three factors may be regrouped: multiplication of real numbers is associative."""
    return multiply(multiply(x, y), z), multiply(x, multiply(y, z))


@rule
def numerics_mask_factor(m: Mask, x: Real, y: Real) -> Equation:
    """Setting a product to zero outside a mask equals setting one of the factors to zero there."""
    return mask(m, multiply(x, y)), multiply(mask(m, x), y)


@rule
def numerics_distribute(a: Axis, x: Real, y: Real) -> Equation:
    """A factor that is the same for all terms of a sum may be moved out of the sum, by distributivity."""
    return total(a, multiply(x, y)), multiply(x, total(a, y)), free(x, a)


@rule
def numerics_mask_sum(a: Axis, m: Mask, x: Real) -> Equation:
    """A mask that is the same for all terms of a sum may be applied to the sum instead of the terms."""
    return total(a, mask(m, x)), mask(m, total(a, x)), unmasked(m, a)


@rule
def numerics_dot(a: Axis, r: Axis, c: Axis, p: Precision, x: Real, y: Real) -> Equation:
    """A sum of products of a factor per row and a factor per column equals an element of a matrix product, by definition."""
    conditions = product_along(a, r, c), available(p), lacks(x, c), lacks(y, r)
    return total(a, multiply(x, y)), dot(p, a, x, y), *conditions
