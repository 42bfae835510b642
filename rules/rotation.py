"""Loops that carry what they load: what an iteration loads may be loaded in the one before, and before the loop for the first.

`rotate_load` is the equation; the others say what the addresses and masks of the next iteration are. The e-graph of layouts does not run
them: `egraph_opt/families/layout/emit/rotate.py` does the same, and the checker proves each output anew. Two iterations ahead is the same
once more, in what is handed on (`use_what_is_handed_on`).
"""

from egraph_opt.core.rule import Equation, rule
from egraph_opt.families.layout.rotation.term import *


@rule
def rotate_load(
    loop: Loop, array: Array, x: Value, y: Value, m: Value, n: Value, lower: Value, step: Value, end: Value
) -> Equation:
    """A loop that uses a load is equal to one that carries it: loaded before the loop, and then for the next iteration, if there is one.

    By induction over iterations: the first uses what entered, each other one what the one before loaded for it. No address is read that
    the iteration would not have read, since both loads ask whether it runs; without any iteration nothing is read.
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
    """What is computed of carried values is carried: computed of what enters, and of what each iteration hands on."""
    return compute(f, carried(loop, x, y), carried(loop, u, v)), carried(loop, compute(f, x, u), compute(f, y, v))


@rule
def rotate_counter(loop: Loop, lower: Value, step: Value) -> Equation:
    """A loop's counter is carried: its lower bound enters, and each iteration hands on the counter plus the step."""
    return counter(loop), carried(loop, lower, plus(counter(loop), step)), counts(loop, lower, step)


@rule
def rotate_settled(loop: Loop, x: Value) -> Equation:
    """A value that stays the same in a loop is handed on as it is, from before the loop to every iteration."""
    return carried(loop, x, x), x, settled(loop, x)


@rule
def use_what_is_handed_on(loop: Loop, x: Value, y: Value) -> Equation:
    """What an iteration hands on is used only where it runs itself: an iteration follows none that does not run.

    Read backwards it lets `rotate_load` load two iterations ahead, and so on without end: so the e-graph is given this direction.
    """
    return used(loop, carried(loop, x, used(loop, y))), used(loop, carried(loop, x, y))
