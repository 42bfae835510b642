"""Rules on the values of kernels, as partial functions of real numbers: maxima move out of monotone functions, roots into products."""

from egraph_opt.core.rule import Equation, rule
from egraph_opt.verifier.vocabulary import (
    Function,
    Value,
    absolute,
    add,
    greater,
    increasing,
    logarithm,
    maximum,
    minimum,
    multiply,
    negate,
    nonnegative,
    positive,
    reciprocal,
    root,
)


@rule
def verify_maximum_commutes(x: Value, y: Value) -> Equation:
    """A maximum does not depend on the order of its operands, so other rules match either order."""
    return maximum(x, y), maximum(y, x)


@rule
def verify_minimum_commutes(x: Value, y: Value) -> Equation:
    """A minimum does not depend on the order of its operands, so other rules match either order."""
    return minimum(x, y), minimum(y, x)


@rule
def verify_add_commutes(x: Value, y: Value) -> Equation:
    """A sum does not depend on the order of its operands, so other rules match either order."""
    return add(x, y), add(y, x)


@rule
def verify_multiply_commutes(x: Value, y: Value) -> Equation:
    """A product does not depend on the order of its operands, so other rules match either order."""
    return multiply(x, y), multiply(y, x)


@rule
def verify_maximum_of_minimum(x: Value, y: Value, z: Value) -> Equation:
    """A maximum with a minimum is the minimum of two maxima: the order on numbers is a distributive lattice."""
    return maximum(minimum(x, y), z), minimum(maximum(x, z), maximum(y, z))


@rule
def verify_negate_maximum(x: Value, y: Value) -> Equation:
    """The negative of a maximum is the minimum of the negatives, since negation turns the order around."""
    return negate(maximum(x, y)), minimum(negate(x), negate(y))


@rule
def verify_negate_minimum(x: Value, y: Value) -> Equation:
    """The negative of a minimum is the maximum of the negatives, since negation turns the order around."""
    return negate(minimum(x, y)), maximum(negate(x), negate(y))


@rule
def verify_add_to_maximum(x: Value, y: Value, z: Value) -> Equation:
    """A summand may be added to both operands of a maximum instead, since addition keeps the order."""
    return add(maximum(x, y), z), maximum(add(x, z), add(y, z))


@rule
def verify_add_to_minimum(x: Value, y: Value, z: Value) -> Equation:
    """A summand may be added to both operands of a minimum instead, since addition keeps the order."""
    return add(minimum(x, y), z), minimum(add(x, z), add(y, z))


@rule
def verify_multiply_maximum(x: Value, y: Value, z: Value) -> Equation:
    """A factor that is not negative may multiply both operands of a maximum instead, since it keeps the order."""
    return multiply(maximum(x, y), z), maximum(multiply(x, z), multiply(y, z)), nonnegative(z)


@rule
def verify_multiply_minimum(x: Value, y: Value, z: Value) -> Equation:
    """A factor that is not negative may multiply both operands of a minimum instead, since it keeps the order."""
    return multiply(minimum(x, y), z), minimum(multiply(x, z), multiply(y, z)), nonnegative(z)


@rule
def verify_square_maximum(x: Value, y: Value) -> Equation:
    """The square of a maximum is the maximum of the squares, if the numbers are not negative."""
    squares = maximum(multiply(x, x), multiply(y, y))
    return multiply(maximum(x, y), maximum(x, y)), squares, nonnegative(x), nonnegative(y)


@rule
def verify_reciprocal_of_maximum(x: Value, y: Value) -> Equation:
    """The reciprocal of a maximum is the minimum of the reciprocals, if the numbers are positive."""
    return reciprocal(maximum(x, y)), minimum(reciprocal(x), reciprocal(y)), positive(x), positive(y)


@rule
def verify_reciprocal_of_minimum(x: Value, y: Value) -> Equation:
    """The reciprocal of a minimum is the maximum of the reciprocals, if the numbers are positive."""
    return reciprocal(minimum(x, y)), maximum(reciprocal(x), reciprocal(y)), positive(x), positive(y)


@rule
def verify_root_of_maximum(x: Value, y: Value) -> Equation:
    """The root of a maximum is the maximum of the roots, if both roots are defined."""
    return root(maximum(x, y)), maximum(root(x), root(y)), nonnegative(x), nonnegative(y)


@rule
def verify_root_of_minimum(x: Value, y: Value) -> Equation:
    """The root of a minimum is the minimum of the roots, since roots keep the order. Both are defined for the same numbers."""
    return root(minimum(x, y)), minimum(root(x), root(y))


@rule
def verify_logarithm_of_maximum(x: Value, y: Value) -> Equation:
    """The logarithm of a maximum is the maximum of the logarithms, if both are defined."""
    return logarithm(maximum(x, y)), maximum(logarithm(x), logarithm(y)), positive(x), positive(y)


@rule
def verify_logarithm_of_minimum(x: Value, y: Value) -> Equation:
    """The logarithm of a minimum is the minimum of the logarithms. Both are defined for the same numbers."""
    return logarithm(minimum(x, y)), minimum(logarithm(x), logarithm(y))


@rule
def verify_increasing_of_maximum(f: Function, x: Value, y: Value) -> Equation:
    """A function that never decreases, such as exp or floor, of a maximum is the maximum of its values."""
    return increasing(f, maximum(x, y)), maximum(increasing(f, x), increasing(f, y))


@rule
def verify_increasing_of_minimum(f: Function, x: Value, y: Value) -> Equation:
    """A function that never decreases, such as exp or floor, of a minimum is the minimum of its values."""
    return increasing(f, minimum(x, y)), minimum(increasing(f, x), increasing(f, y))


@rule
def verify_absolute_as_maximum(x: Value) -> Equation:
    """The larger one of a number and its negative is the absolute value, by definition."""
    return maximum(x, negate(x)), absolute(x)


@rule
def verify_absolute_of_product(x: Value, y: Value) -> Equation:
    """The absolute value of a product is the product of the absolute values, whatever the signs are."""
    return absolute(multiply(x, y)), multiply(absolute(x), absolute(y))


@rule
def verify_absolute_of_reciprocal(x: Value) -> Equation:
    """The absolute value of a reciprocal is the reciprocal of the absolute value: they have the same sign."""
    return absolute(reciprocal(x)), reciprocal(absolute(x))


@rule
def verify_square_absolute(x: Value) -> Equation:
    """The square of an absolute value is the square of the number, whatever its sign is."""
    return multiply(absolute(x), absolute(x)), multiply(x, x)


@rule
def verify_root_of_square(x: Value) -> Equation:
    """The root of a square is the absolute value, since roots are not negative."""
    return root(multiply(x, x)), absolute(x)


@rule
def verify_root_of_product(x: Value, y: Value) -> Equation:
    """The root of a product is the product of the roots, if both roots are defined."""
    return root(multiply(x, y)), multiply(root(x), root(y)), nonnegative(x), nonnegative(y)


@rule
def verify_divide_by_root(x: Value) -> Equation:
    """A positive number divided by its root is its root, by the definition of the root."""
    return multiply(x, reciprocal(root(x))), root(x), positive(x)


@rule
def verify_compare_absolute(x: Value, y: Value) -> Equation:
    """An absolute value is larger than a number that is not negative if its square is larger."""
    return greater(absolute(x), y), greater(multiply(x, x), multiply(y, y)), nonnegative(y)


@rule
def verify_compare_with_absolute(x: Value, y: Value) -> Equation:
    """A number that is not negative is larger than an absolute value if its square is larger."""
    return greater(y, absolute(x)), greater(multiply(y, y), multiply(x, x)), nonnegative(y)
