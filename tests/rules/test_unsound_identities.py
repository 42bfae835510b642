"""Plausible wrong rules on partial functions of real numbers, each beside the rule that it is a neighbour of: all are refuted."""

import pytest

from egraph_opt.core.rule import Equation, Rule, rule
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
from tests.rules.wrong import check_refuted


@rule
def maximum_forgets(x: Value, y: Value) -> Equation:
    """Wrong: the dropped operand may be undefined, where the maximum is, too."""
    return maximum(x, minimum(x, y)), x


@rule
def clamp_exchanged(x: Value, y: Value, z: Value) -> Equation:
    """Wrong: bounds of a clamp are only exchanged in their order."""
    return maximum(minimum(x, y), z), minimum(maximum(x, y), z)


@rule
def negate_inside(x: Value, y: Value) -> Equation:
    """Wrong: negation turns the order around."""
    return negate(maximum(x, y)), maximum(negate(x), negate(y))


@rule
def scale_by_any(x: Value, y: Value, z: Value) -> Equation:
    """Wrong: a negative factor turns the order around."""
    return multiply(maximum(x, y), z), maximum(multiply(x, z), multiply(y, z))


@rule
def add_each(x: Value, y: Value, z: Value) -> Equation:
    """Wrong: the summand is added to one operand only."""
    return add(maximum(x, y), z), maximum(add(x, z), y)


@rule
def square_of_any(x: Value, y: Value) -> Equation:
    """Wrong: the larger square may be that of the smaller number."""
    return multiply(maximum(x, y), maximum(x, y)), maximum(multiply(x, x), multiply(y, y)), nonnegative(x)


@rule
def reciprocal_of_nonnegative(x: Value, y: Value) -> Equation:
    """Wrong: one of the reciprocals may be undefined, where the other side is defined."""
    return reciprocal(maximum(x, y)), minimum(reciprocal(x), reciprocal(y)), nonnegative(x), nonnegative(y)


@rule
def root_of_any(x: Value, y: Value) -> Equation:
    """Wrong: one number may be negative."""
    return root(maximum(x, y)), maximum(root(x), root(y)), nonnegative(x)


@rule
def root_undone(x: Value) -> Equation:
    """Wrong: the root of a square is not negative."""
    return root(multiply(x, x)), x


@rule
def square_undone(x: Value) -> Equation:
    """Wrong: the square of a root is undefined for negative numbers."""
    return multiply(root(x), root(x)), x


@rule
def root_split(x: Value, y: Value) -> Equation:
    """Wrong: two negative numbers have a positive product."""
    return root(multiply(x, y)), multiply(root(x), root(y))


@rule
def root_divides(x: Value) -> Equation:
    """Wrong: at zero, one side divides by zero, and the other is zero."""
    return multiply(x, reciprocal(root(x))), root(x), nonnegative(x)


@rule
def logarithm_of_nonnegative(x: Value, y: Value) -> Equation:
    """Wrong: the smaller number may be zero."""
    return logarithm(maximum(x, y)), maximum(logarithm(x), logarithm(y)), nonnegative(x), positive(y)


@rule
def increasing_turned(f: Function, x: Value, y: Value) -> Equation:
    """Wrong: an increasing function keeps the order."""
    return increasing(f, maximum(x, y)), minimum(increasing(f, x), increasing(f, y))


@rule
def increasing_other(f: Function, g: Function, x: Value, y: Value) -> Equation:
    """Wrong: the two functions differ."""
    return maximum(increasing(f, x), increasing(g, y)), increasing(f, maximum(x, y))


@rule
def increasing_strictly(f: Function, x: Value, y: Value) -> Equation:
    """Wrong: a function that never decreases may be constant, as floor is between whole numbers."""
    return greater(increasing(f, x), increasing(f, y)), greater(x, y)


@rule
def absolute_of_sum(x: Value, y: Value) -> Equation:
    """Wrong: numbers of different signs cancel."""
    return absolute(add(x, y)), add(absolute(x), absolute(y))


@rule
def compare_with_negative(x: Value, y: Value) -> Equation:
    """Wrong: every absolute value is larger than a negative number."""
    return greater(absolute(x), y), greater(multiply(x, x), multiply(y, y))


@pytest.mark.parametrize("wrong", [each for each in list(globals().values()) if isinstance(each, Rule)], ids=lambda r: r.name)
def test_wrong_rules_are_refuted(wrong: Rule) -> None:
    check_refuted(wrong)
