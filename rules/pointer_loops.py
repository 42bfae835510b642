"""Loop-carried pointers and offsets: closed forms in each iteration and after the loop (triton-shared #81)."""

from egraph_opt.core.rule import Equation, rule
from egraph_opt.families.pointer.vocabulary.conditions import *
from egraph_opt.families.pointer.vocabulary.meaning import *


@rule
def carried_pointer(f: Carried, loop: Loop, x: Lanes, s: Lanes) -> Equation:
    """A pointer that a loop advances by an invariant step is the start plus the step times the number of completed iterations.

    By induction over iterations (Tate et al. 2009, theta nodes). The rule holds even if 64-bit arithmetic wraps.
    """
    return (
        carried_lanes(f),
        add(x, multiply(uniform(count(loop)), s)),
        repeats(f, loop, x, add(carried_lanes(f), s)),
        invariant(loop, s),
    )


@rule
def carried_offset(f: Carried, loop: Loop, a: Num, s: Num) -> Equation:
    """A scalar that a loop advances by an invariant step is the start plus the step times the number of completed iterations."""
    return (
        carried_number(f),
        plus(a, times(count(loop), s)),
        repeats_number(f, loop, a, plus(carried_number(f), s)),
        invariant_number(loop, s),
    )


@rule
def carried_same(f: Carried, loop: Loop, x: Lanes) -> Equation:
    """A loop-carried value that no iteration changes equals its initial value in every iteration."""
    return carried_lanes(f), x, repeats(f, loop, x, carried_lanes(f))


@rule
def carried_same_number(f: Carried, loop: Loop, a: Num) -> Equation:
    """A loop-carried scalar that no iteration changes equals its initial value in every iteration."""
    return carried_number(f), a, repeats_number(f, loop, a, carried_number(f))


@rule
def carried_anew(f: Carried, loop: Loop, x: Lanes) -> Equation:
    """A loop-carried value equals its initial value if each iteration yields that initial value."""
    return carried_lanes(f), x, repeats(f, loop, x, x)


@rule
def carried_anew_number(f: Carried, loop: Loop, a: Num) -> Equation:
    """A loop-carried scalar equals its initial value if each iteration yields the initial value."""
    return carried_number(f), a, repeats_number(f, loop, a, a)


@rule
def assemble_steps(x: Lanes, s: Lanes, t: Lanes) -> Equation:
    """A pointer that an iteration advances twice is advanced once by the sum, as the rules on loop-carried pointers require."""
    return add(add(x, s), t), add(x, add(s, t)), assembles(s, t)


@rule
def assemble_number_steps(a: Num, s: Num, t: Num) -> Equation:
    """A scalar that an iteration advances twice is advanced once by the sum, as the rules on loop-carried scalars require."""
    return plus(plus(a, s), t), plus(a, plus(s, t)), assembles_number(s, t)


@rule
def result_pointer(f: Carried, loop: Loop, trips: Num, x: Lanes, s: Lanes) -> Equation:
    """The result of a loop that advances a pointer is the start plus the step times the trip count.

    With trip count zero, the result is the start.
    """
    return (
        result_lanes(f),
        add(x, multiply(uniform(trips), s)),
        leaves(f, loop, trips, x, add(add(x, multiply(uniform(count(loop)), s)), s)),
        invariant(loop, x),
        invariant(loop, s),
    )


@rule
def result_offset(f: Carried, loop: Loop, trips: Num, a: Num, s: Num) -> Equation:
    """The result of a loop that advances a scalar is the start plus the step times the trip count."""
    return (
        result_number(f),
        plus(a, times(trips, s)),
        leaves_number(f, loop, trips, a, plus(plus(a, times(count(loop), s)), s)),
        invariant_number(loop, a),
        invariant_number(loop, s),
    )


@rule
def result_same(f: Carried, loop: Loop, trips: Num, x: Lanes) -> Equation:
    """The result of a loop for a loop-carried value that no iteration changes is the initial value."""
    return result_lanes(f), x, leaves(f, loop, trips, x, x), invariant(loop, x)


@rule
def result_same_number(f: Carried, loop: Loop, trips: Num, a: Num) -> Equation:
    """The result of a loop for a loop-carried scalar that no iteration changes is the initial value."""
    return result_number(f), a, leaves_number(f, loop, trips, a, a), invariant_number(loop, a)


@rule
def count_iterations(loop: Loop, lower: Num, s: Num) -> Equation:
    """An induction variable is the lower bound plus the step times the number of completed iterations."""
    return counter(loop), plus(lower, times(count(loop), s)), counts(loop, lower, s)
