"""Pointers and offsets that loops advance: what they are in each iteration, and after the last (triton-shared #81)."""

from egraph_opt.core.rule import Equation, rule
from egraph_opt.families.pointer.vocabulary.conditions import *
from egraph_opt.families.pointer.vocabulary.meaning import *


@rule
def carried_pointer(f: Carried, loop: Loop, x: Lanes, s: Lanes) -> Equation:
    """A pointer that a loop advances by the same step is its start plus that step times the number of iterations done.

    By induction over iterations (Tate et al. 2009, theta nodes). In 64 bits it may overflow; in 32 bits it must not, which is
    `drop_narrow`'s condition.
    """
    return (
        carried_lanes(f),
        add(x, multiply(uniform(count(loop)), s)),
        repeats(f, loop, x, add(carried_lanes(f), s)),
        invariant(loop, s),
    )


@rule
def carried_offset(f: Carried, loop: Loop, a: Num, s: Num) -> Equation:
    """As `carried_pointer`, for a scalar that a loop advances."""
    return (
        carried_number(f),
        plus(a, times(count(loop), s)),
        repeats_number(f, loop, a, plus(carried_number(f), s)),
        invariant_number(loop, s),
    )


@rule
def carried_same(f: Carried, loop: Loop, x: Lanes) -> Equation:
    """A value that a loop hands on as it got it is what it was at the start: loops carry pointers through that only others move."""
    return carried_lanes(f), x, repeats(f, loop, x, carried_lanes(f))


@rule
def carried_same_number(f: Carried, loop: Loop, a: Num) -> Equation:
    """As `carried_same`, for a scalar, such as a stride that a loop hands on."""
    return carried_number(f), a, repeats_number(f, loop, a, carried_number(f))


@rule
def carried_anew(f: Carried, loop: Loop, x: Lanes) -> Equation:
    """A value that a loop starts with and that each iteration hands on again, whatever it got, is always that one."""
    return carried_lanes(f), x, repeats(f, loop, x, x)


@rule
def carried_anew_number(f: Carried, loop: Loop, a: Num) -> Equation:
    """As `carried_anew`, for a scalar that is made outside."""
    return carried_number(f), a, repeats_number(f, loop, a, a)


@rule
def assemble_steps(x: Lanes, s: Lanes, t: Lanes) -> Equation:
    """Two steps that one iteration takes are one step of their sum, as a loop's rule wants it."""
    return add(add(x, s), t), add(x, add(s, t)), assembles(s, t)


@rule
def assemble_number_steps(a: Num, s: Num, t: Num) -> Equation:
    """As `assemble_steps`, for the scalars that a loop counts with."""
    return plus(plus(a, s), t), plus(a, plus(s, t)), assembles_number(s, t)


@rule
def result_pointer(f: Carried, loop: Loop, trips: Num, x: Lanes, s: Lanes) -> Equation:
    """What a loop leaves of a pointer that it advances is its start plus the step times the number of all iterations.

    After the last iteration one more step is taken; a loop that does not run leaves the start.
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
    """As `result_pointer`, for a scalar that a loop advances."""
    return (
        result_number(f),
        plus(a, times(trips, s)),
        leaves_number(f, loop, trips, a, plus(plus(a, times(count(loop), s)), s)),
        invariant_number(loop, a),
        invariant_number(loop, s),
    )


@rule
def result_same(f: Carried, loop: Loop, trips: Num, x: Lanes) -> Equation:
    """What a loop leaves of a value that it does not change is that value."""
    return result_lanes(f), x, leaves(f, loop, trips, x, x), invariant(loop, x)


@rule
def result_same_number(f: Carried, loop: Loop, trips: Num, a: Num) -> Equation:
    """As `result_same`, for a scalar that addresses behind the loop need."""
    return result_number(f), a, leaves_number(f, loop, trips, a, a), invariant_number(loop, a)


@rule
def count_iterations(loop: Loop, lower: Num, s: Num) -> Equation:
    """A loop's counter is its lower bound plus its step times the number of iterations done: it never passes its upper bound."""
    return counter(loop), plus(lower, times(count(loop), s)), counts(loop, lower, s)
