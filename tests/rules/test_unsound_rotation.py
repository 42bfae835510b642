"""Plausible wrong rules about loops that carry what they load: the prover refutes every one, and shows why."""

from dataclasses import replace

import pytest

from egraph_opt.core.rule import Equation, Rule, rule
from egraph_opt.families.layout.rotation.term import Array, Loop, Value, both, carried, counter, counts, less, load, plus, used
from egraph_opt.rules.rotation import rotate_load
from tests.rules.wrong import check_refuted

LOOP, ARRAY = Loop("loop"), Array("array")
X, Y, M, N, LOWER, STEP, END = (Value(name) for name in "x y m n lower step end".split())
NEXT = plus(counter(LOOP), STEP)
FIRST_RUNS, NEXT_RUNS = both(less(LOWER, END), M), both(less(NEXT, END), N)


def ahead(x: Value = X, first: Value = FIRST_RUNS, following: Value = NEXT_RUNS) -> Value:
    """A value that is loaded before the loop from `x` where `first` holds, and in each iteration for the next one."""
    return carried(LOOP, load(ARRAY, x, first), load(ARRAY, Y, following))


def changed(name: str, why: str, value: Value) -> Rule:
    """`rotate_load` with another value that is used in the loop."""
    return replace(rotate_load, name=name, doc=f"Wrong: {why}", after=used(LOOP, value))


LATE = both(less(plus(NEXT, STEP), END), N)
WRONG = [
    changed(
        "guard_missing",
        "the last iteration loads for one that does not run, from an address that there may not be.",
        ahead(following=N),
    ),
    changed(
        "guard_off_by_one",
        "asks whether this iteration runs, not whether the next does.",
        ahead(following=both(less(counter(LOOP), END), N)),
    ),
    changed("guard_too_narrow", "leaves out the last iteration, which finds nothing loaded for it.", ahead(following=LATE)),
    changed("no_iteration", "a loop that does not run at all loads for its first iteration.", ahead(first=M)),
    changed(
        "one_iteration",
        "loads for the first iteration only if there is a second, so that a loop that runs once finds nothing.",
        ahead(first=both(less(plus(LOWER, STEP), END), M)),
    ),
    changed("wrong_initial_value", "the first iteration finds what was loaded from the second one's address.", ahead(x=Y)),
    changed(
        "wrong_mask",
        "the address is the next iteration's, and the mask still the first one's.",
        ahead(following=both(less(NEXT, END), M)),
    ),
    replace(
        rotate_load.without(rotate_load.conditions[-1]),
        name="store_that_may_alias",
        doc="Wrong: a store in the loop may change what the next iteration loads, after it was loaded.",
    ),
    replace(
        rotate_load,
        name="used_after_the_loop",
        doc="Wrong: behind the last iteration the loop holds what was not loaded, so that nobody may use it there.",
        before=load(ARRAY, carried(LOOP, X, Y), carried(LOOP, M, N)),
        after=ahead(),
    ),
]


def test_the_changed_rule_is_the_one_of_the_book() -> None:
    assert str(rotate_load.after) == str(used(LOOP, ahead())) and str(rotate_load.conditions[-1]) == "unchanged(loop, array)"


@rule
def rotate_counter(loop: Loop, lower: Value, step: Value) -> Equation:
    """Wrong: hands on the counter as it is."""
    return counter(loop), carried(loop, lower, counter(loop)), counts(loop, lower, step)


@rule
def use_what_is_handed_on(loop: Loop, x: Value, y: Value) -> Equation:
    """Wrong: takes what enters for used in an iteration, though the loop may stand where none ran."""
    return used(loop, carried(loop, x, y)), used(loop, carried(loop, used(loop, x), used(loop, y)))


@pytest.mark.parametrize("wrong", [*WRONG, rotate_counter, use_what_is_handed_on], ids=lambda wrong: wrong.name)
def test_wrong_rule_is_refuted(wrong: Rule) -> None:
    check_refuted(wrong)
