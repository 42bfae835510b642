"""Loop rotation of loads: a load runs one iteration earlier, and before the loop for the first iteration.

`rotate_load` is the main equation; the other rules compute addresses and masks of the next iteration. The search for layouts does not apply
these rules: `egraph_opt/families/layout/emit/load_pipelining.py` performs the same transformation, and the checker proves each output.
"""

from egraph_opt.core.rule import Equation, rule
from egraph_opt.families.layout.rotation.term import *


@rule
def rotate_load(
    loop: Loop, array: Array, x: Value, y: Value, m: Value, n: Value, lower: Value, step: Value, end: Value
) -> Equation:
    """A load in a loop equals a loop-carried value that is loaded one iteration ahead, and for iteration 0 before the loop.

    The loop's upper bound must be invariant, and the loop must not write the array. By induction: iteration 0 uses the initial value, and
    each later iteration uses the value that the previous iteration has loaded. Both loads are masked by whether the iteration that uses the
    loaded value runs, so no additional address is read.
    """
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
        unchanged(loop, array),
    )


@rule
def rotate_computed(loop: Loop, f: Function, x: Value, y: Value, u: Value, v: Value) -> Equation:
    """A function of loop-carried values is itself a loop-carried value: the function of their initial and of their next values."""
    return compute(f, carried(loop, x, y), carried(loop, u, v)), carried(loop, compute(f, x, u), compute(f, y, v))


@rule
def rotate_counter(loop: Loop, lower: Value, step: Value) -> Equation:
    """An induction variable is a loop-carried value that starts at the lower bound and increases by the step."""
    return counter(loop), carried(loop, lower, plus(counter(loop), step)), counts(loop, lower, step)


@rule
def rotate_settled(loop: Loop, x: Value) -> Equation:
    """A loop-invariant value equals a loop-carried value that is initialised with it and that every iteration yields unchanged."""
    return carried(loop, x, x), x, settled(loop, x)


@rule
def use_what_is_handed_on(loop: Loop, x: Value, y: Value) -> Equation:
    """If a loop-carried value is used only in iterations that run, its next value is also needed only in iterations that run.

    The rule is not applied in reverse, since `rotate_load` could otherwise load any number of iterations ahead.
    """
    return used(loop, carried(loop, x, used(loop, y))), used(loop, carried(loop, x, y))
