"""Rules on tensors of real numbers, which hold for floats up to a known error bound (`egraph_opt/families/numerics/error_bounds.py`)."""

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
    """The factors of a product commute; float multiplication is bitwise commutative too."""
    return multiply(x, y), multiply(y, x)


@rule
def numerics_multiply_associates(x: Real, y: Real, z: Real) -> Equation:
    """A product of three factors may be regrouped: multiplication of real numbers is associative."""
    return multiply(multiply(x, y), z), multiply(x, multiply(y, z))


@rule
def numerics_mask_factor(m: Mask, x: Real, y: Real) -> Equation:
    """Masking a product equals masking one of the factors, because zero times a number is zero."""
    return mask(m, multiply(x, y)), multiply(mask(m, x), y)


@rule
def numerics_distribute(a: Axis, x: Real, y: Real) -> Equation:
    """A factor that is constant along the summed axis may be moved out of the sum, by distributivity."""
    return total(a, multiply(x, y)), multiply(x, total(a, y)), free(x, a)


@rule
def numerics_mask_sum(a: Axis, m: Mask, x: Real) -> Equation:
    """A mask that is constant along the summed axis may be moved out of the sum."""
    return total(a, mask(m, x)), mask(m, total(a, x)), unmasked(m, a)


@rule
def numerics_dot(a: Axis, r: Axis, c: Axis, p: Precision, x: Real, y: Real) -> Equation:
    """A sum of products of a row factor and a column factor equals an element of a matrix product, by definition."""
    conditions = product_along(a, r, c), available(p), lacks(x, c), lacks(y, r)
    return total(a, multiply(x, y)), dot(p, a, x, y), *conditions
