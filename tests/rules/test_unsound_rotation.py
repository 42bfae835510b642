"""Plausible wrong rules about loops that carry what they load: the prover refutes every one, and shows why."""

import pytest

from egraph_opt.core.rule import Equation, Rule, rule
from egraph_opt.families.layout.rotation.term import (
    Array,
    Loop,
    Value,
    both,
    carried,
    counter,
    counts,
    ends,
    less,
    load,
    plus,
    settled,
    unchanged,
    used,
)
from tests.rules.wrong import check_refuted


@rule
def guard_missing(
    loop: Loop, array: Array, x: Value, y: Value, m: Value, n: Value, lower: Value, step: Value, end: Value
) -> Equation:
    """Wrong: the last iteration loads for one that does not run, from an address that there may not be."""
    return (
        used(loop, load(array, carried(loop, x, y), carried(loop, m, n))),
        used(loop, carried(loop, load(array, x, both(less(lower, end), m)), load(array, y, n))),
        counts(loop, lower, step),
        ends(loop, end),
        settled(loop, end),
        unchanged(loop, array),
    )


@rule
def guard_off_by_one(
    loop: Loop, array: Array, x: Value, y: Value, m: Value, n: Value, lower: Value, step: Value, end: Value
) -> Equation:
    """Wrong: asks whether this iteration runs, not whether the next does."""
    return (
        used(loop, load(array, carried(loop, x, y), carried(loop, m, n))),
        used(
            loop,
            carried(loop, load(array, x, both(less(lower, end), m)), load(array, y, both(less(counter(loop), end), n))),
        ),
        counts(loop, lower, step),
        ends(loop, end),
        settled(loop, end),
        unchanged(loop, array),
    )


@rule
def guard_too_narrow(
    loop: Loop, array: Array, x: Value, y: Value, m: Value, n: Value, lower: Value, step: Value, end: Value
) -> Equation:
    """Wrong: leaves out the last iteration, which finds nothing loaded for it."""
    return (
        used(loop, load(array, carried(loop, x, y), carried(loop, m, n))),
        used(
            loop,
            carried(
                loop,
                load(array, x, both(less(lower, end), m)),
                load(array, y, both(less(plus(plus(counter(loop), step), step), end), n)),
            ),
        ),
        counts(loop, lower, step),
        ends(loop, end),
        settled(loop, end),
        unchanged(loop, array),
    )


@rule
def no_iteration(
    loop: Loop, array: Array, x: Value, y: Value, m: Value, n: Value, lower: Value, step: Value, end: Value
) -> Equation:
    """Wrong: a loop that does not run at all loads for its first iteration."""
    return (
        used(loop, load(array, carried(loop, x, y), carried(loop, m, n))),
        used(loop, carried(loop, load(array, x, m), load(array, y, both(less(plus(counter(loop), step), end), n)))),
        counts(loop, lower, step),
        ends(loop, end),
        settled(loop, end),
        unchanged(loop, array),
    )


@rule
def one_iteration(
    loop: Loop, array: Array, x: Value, y: Value, m: Value, n: Value, lower: Value, step: Value, end: Value
) -> Equation:
    """Wrong: loads for the first iteration only if there is a second, so that a loop that runs once finds nothing."""
    return (
        used(loop, load(array, carried(loop, x, y), carried(loop, m, n))),
        used(
            loop,
            carried(
                loop,
                load(array, x, both(less(plus(lower, step), end), m)),
                load(array, y, both(less(plus(counter(loop), step), end), n)),
            ),
        ),
        counts(loop, lower, step),
        ends(loop, end),
        settled(loop, end),
        unchanged(loop, array),
    )


@rule
def wrong_initial_value(
    loop: Loop, array: Array, x: Value, y: Value, m: Value, n: Value, lower: Value, step: Value, end: Value
) -> Equation:
    """Wrong: the first iteration finds what was loaded from the second one's address."""
    return (
        used(loop, load(array, carried(loop, x, y), carried(loop, m, n))),
        used(
            loop,
            carried(
                loop,
                load(array, y, both(less(lower, end), m)),
                load(array, y, both(less(plus(counter(loop), step), end), n)),
            ),
        ),
        counts(loop, lower, step),
        ends(loop, end),
        settled(loop, end),
        unchanged(loop, array),
    )


@rule
def wrong_mask(
    loop: Loop, array: Array, x: Value, y: Value, m: Value, n: Value, lower: Value, step: Value, end: Value
) -> Equation:
    """Wrong: the address is the next iteration's, and the mask still the first one's."""
    return (
        used(loop, load(array, carried(loop, x, y), carried(loop, m, n))),
        used(
            loop,
            carried(
                loop,
                load(array, x, both(less(lower, end), m)),
                load(array, y, both(less(plus(counter(loop), step), end), m)),
            ),
        ),
        counts(loop, lower, step),
        ends(loop, end),
        settled(loop, end),
        unchanged(loop, array),
    )


@rule
def store_that_may_alias(
    loop: Loop, array: Array, x: Value, y: Value, m: Value, n: Value, lower: Value, step: Value, end: Value
) -> Equation:
    """Wrong: a store in the loop may change what the next iteration loads, after it was loaded."""
    return (
        used(loop, load(array, carried(loop, x, y), carried(loop, m, n))),
        used(
            loop,
            carried(
                loop,
                load(array, x, both(less(lower, end), m)),
                load(array, y, both(less(plus(counter(loop), step), end), n)),
            ),
        ),
        counts(loop, lower, step),
        ends(loop, end),
        settled(loop, end),
    )


@rule
def used_after_the_loop(
    loop: Loop, array: Array, x: Value, y: Value, m: Value, n: Value, lower: Value, step: Value, end: Value
) -> Equation:
    """Wrong: behind the last iteration the loop holds what was not loaded, so that nobody may use it there."""
    return (
        load(array, carried(loop, x, y), carried(loop, m, n)),
        carried(
            loop,
            load(array, x, both(less(lower, end), m)),
            load(array, y, both(less(plus(counter(loop), step), end), n)),
        ),
        counts(loop, lower, step),
        ends(loop, end),
        settled(loop, end),
        unchanged(loop, array),
    )


@rule
def rotate_counter(loop: Loop, lower: Value, step: Value) -> Equation:
    """Wrong: hands on the counter as it is."""
    return counter(loop), carried(loop, lower, counter(loop)), counts(loop, lower, step)


@rule
def use_what_is_handed_on(loop: Loop, x: Value, y: Value) -> Equation:
    """Wrong: takes what enters for used in an iteration, though the loop may stand where none ran."""
    return used(loop, carried(loop, x, y)), used(loop, carried(loop, used(loop, x), used(loop, y)))


WRONG = [each for each in list(globals().values()) if isinstance(each, Rule)]


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.name)
def test_wrong_rule_is_refuted(wrong: Rule) -> None:
    check_refuted(wrong)
