"""Plausible wrong rules about what loops carry, each beside the rule it is a neighbour of: all are refuted.

Several are what existing passes do.
"""

import pytest

from egraph_opt.core.rule import Equation, Rule, rule
from egraph_opt.families.pointer.vocabulary.conditions import (
    assembles,
    assembles_number,
    counts,
    invariant,
    invariant_number,
    leaves,
    leaves_number,
    repeats,
    repeats_number,
)
from egraph_opt.families.pointer.vocabulary.meaning import (
    Carried,
    Lanes,
    Loop,
    Num,
    add,
    carried_lanes,
    carried_number,
    count,
    counter,
    multiply,
    plus,
    result_lanes,
    result_number,
    times,
    uniform,
)
from tests.rules.wrong import check_refuted


@rule
def carried_pointer(f: Carried, loop: Loop, x: Lanes, s: Lanes) -> Equation:
    """Wrong: takes the value after the step for the one before it."""
    return (
        carried_lanes(f),
        add(add(x, s), multiply(uniform(count(loop)), s)),
        repeats(f, loop, x, add(carried_lanes(f), s)),
        invariant(loop, s),
    )


@rule
def carried_offset(f: Carried, loop: Loop, a: Num, s: Num) -> Equation:
    """Wrong: multiplies by the loop's counter, which need not start at zero nor go by one."""
    return (
        carried_number(f),
        plus(a, times(counter(loop), s)),
        repeats_number(f, loop, a, plus(carried_number(f), s)),
        invariant_number(loop, s),
    )


@rule
def count_iterations(loop: Loop, lower: Num, s: Num) -> Equation:
    """Wrong: forgets the lower bound."""
    return counter(loop), times(count(loop), s), counts(loop, lower, s)


@rule
def carried_same(f: Carried, g: Carried, loop: Loop, x: Lanes) -> Equation:
    """Wrong: takes a value that comes from another carried one for one that stays."""
    return carried_lanes(f), x, repeats(f, loop, x, carried_lanes(g))


@rule
def carried_same_number(f: Carried, loop: Loop, a: Num, b: Num) -> Equation:
    """Wrong: takes the start for the value of all iterations, whatever follows."""
    return carried_number(f), a, repeats_number(f, loop, a, b)


@rule
def carried_anew(f: Carried, loop: Loop, x: Lanes, y: Lanes) -> Equation:
    """Wrong: takes what each iteration hands on for what the first one gets, too."""
    return carried_lanes(f), y, repeats(f, loop, x, y), invariant(loop, y)


@rule
def carried_anew_number(f: Carried, loop: Loop, a: Num, b: Num) -> Equation:
    """Wrong: takes what each iteration hands on for what the first one gets, too."""
    return carried_number(f), b, repeats_number(f, loop, a, b), invariant_number(loop, b)


@rule
def assemble_steps(x: Lanes, s: Lanes, t: Lanes) -> Equation:
    """Wrong: forgets the second step."""
    return add(add(x, s), t), add(x, s), assembles(s, t)


@rule
def assemble_number_steps(a: Num, s: Num, t: Num) -> Equation:
    """Wrong: multiplies the steps."""
    return plus(plus(a, s), t), plus(a, times(s, t)), assembles_number(s, t)


@rule
def result_pointer(f: Carried, loop: Loop, trips: Num, x: Lanes, s: Lanes) -> Equation:
    """Wrong: forgets the step that the last iteration takes."""
    return (
        result_lanes(f),
        add(x, multiply(uniform(trips), s)),
        leaves(f, loop, trips, x, add(x, multiply(uniform(count(loop)), s))),
        invariant(loop, x),
        invariant(loop, s),
    )


@rule
def result_offset(f: Carried, loop: Loop, trips: Num, a: Num, s: Num) -> Equation:
    """Wrong: takes one step for all of them, as for a loop that runs once."""
    return (
        result_number(f),
        plus(a, s),
        leaves_number(f, loop, trips, a, plus(plus(a, times(count(loop), s)), s)),
        invariant_number(loop, a),
        invariant_number(loop, s),
    )


@rule
def result_same(f: Carried, loop: Loop, trips: Num, x: Lanes, y: Lanes) -> Equation:
    """Wrong: forgets that a loop that does not run leaves what it started from."""
    return result_lanes(f), y, leaves(f, loop, trips, x, y), invariant(loop, y)


@rule
def result_same_number(f: Carried, loop: Loop, trips: Num, a: Num, b: Num) -> Equation:
    """Wrong: forgets that a loop may run."""
    return result_number(f), a, leaves_number(f, loop, trips, a, b), invariant_number(loop, a)


WRONG = [r for r in globals().values() if isinstance(r, Rule)]


@pytest.mark.parametrize("wrong", WRONG, ids=lambda r: r.name)
def test_wrong_rule_is_refuted(wrong: Rule) -> None:
    check_refuted(wrong)
