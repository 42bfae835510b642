"""Loops that carry their loads: the load of an iteration may be done in the previous one, and before the loop for the first.

`rotate_load` is the equation; the others give the addresses and masks of the next iteration. The e-graph of layouts does not run
them: `egraph_opt/families/layout/emit/load_pipelining.py` does the same, and the checker proves each output anew. To load two iterations
ahead, apply it again to the yielded value (`use_what_is_handed_on`).
"""

from egraph_opt.core.rule import Equation, rule
from egraph_opt.families.layout.rotation.term import *


@rule
def rotate_load(
    loop: Loop, array: Array, x: Value, y: Value, m: Value, n: Value, lower: Value, step: Value, end: Value
) -> Equation:
    """A load that a loop uses equals a carried load: done before the loop, and then for the next iteration, if there is one.

    The loop must run to an end that it does not change, and must not write the array. By induction over iterations: the first
    uses the initial value, each later one the value that the previous one loaded for it. No address is read that the iteration
    would not have read, since both loads test whether it runs; without iterations nothing is read.
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
    """A function of carried values is carried: computed from the initial values, and from the values that each iteration yields."""
    return compute(f, carried(loop, x, y), carried(loop, u, v)), carried(loop, compute(f, x, u), compute(f, y, v))


@rule
def rotate_counter(loop: Loop, lower: Value, step: Value) -> Equation:
    """A loop's counter is a carried value: its initial value is the lower bound, and each iteration yields the counter plus the step."""
    return counter(loop), carried(loop, lower, plus(counter(loop), step)), counts(loop, lower, step)


@rule
def rotate_settled(loop: Loop, x: Value) -> Equation:
    """A value that a loop does not change equals a carried value that starts with it and that each iteration yields again."""
    return carried(loop, x, x), x, settled(loop, x)


@rule
def use_what_is_handed_on(loop: Loop, x: Value, y: Value) -> Equation:
    """A value that an iteration yields is used only if that iteration runs: no iteration follows one that does not run.

    Read backwards it lets `rotate_load` load two iterations ahead, and so on without end: so the e-graph gets only this
    direction.
    """
    return used(loop, carried(loop, x, used(loop, y))), used(loop, carried(loop, x, y))
