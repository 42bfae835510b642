"""Loop rotation of loads: a load for an iteration is done in the previous iteration, and for the first before the loop.

`rotate_load` is the equation; the other rules give addresses and masks of the next iteration. The layout e-graph does not run them:
`egraph_opt/families/layout/emit/load_pipelining.py` performs the same transformation, and the checker proves each output. To load two
iterations ahead, apply the rule again to the yielded value (`use_what_is_handed_on`).
"""

from egraph_opt.core.rule import Equation, rule
from egraph_opt.families.layout.rotation.term import *


@rule
def rotate_load(
    loop: Loop, array: Array, x: Value, y: Value, m: Value, n: Value, lower: Value, step: Value, end: Value
) -> Equation:
    """A load in a loop equals a loop-carried load: before the loop for iteration 0, then for the next iteration, if any.

    The loop's end must be invariant, and the loop must not write the array. By induction: iteration 0 uses the initial value, and
    each later iteration uses the value that the previous one loaded for it. No additional address is read: both loads are masked
    by whether their iteration runs, so a loop without iterations reads nothing.
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
    """A function of loop-carried values is itself loop-carried: computed from the initial values and from the yielded values."""
    return compute(f, carried(loop, x, y), carried(loop, u, v)), carried(loop, compute(f, x, u), compute(f, y, v))


@rule
def rotate_counter(loop: Loop, lower: Value, step: Value) -> Equation:
    """An induction variable is a loop-carried value: it starts at the lower bound, and each iteration yields it plus the step."""
    return counter(loop), carried(loop, lower, plus(counter(loop), step)), counts(loop, lower, step)


@rule
def rotate_settled(loop: Loop, x: Value) -> Equation:
    """A loop-invariant value equals a loop-carried value that is initialised with it and yields it again."""
    return carried(loop, x, x), x, settled(loop, x)


@rule
def use_what_is_handed_on(loop: Loop, x: Value, y: Value) -> Equation:
    """A yielded value is used only if a next iteration runs, which implies that the yielding iteration runs.

    The reverse direction lets `rotate_load` load two iterations ahead, and so on without end. So the e-graph has only this
    direction.
    """
    return used(loop, carried(loop, x, used(loop, y))), used(loop, carried(loop, x, y))
