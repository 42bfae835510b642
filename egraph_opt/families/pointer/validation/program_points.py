"""Program points at which two programs' values are compared: at an access, or at the end of a loop's iteration.

An address may depend on an increment of a loop-carried value that is not available at the access. For example, the loop's body computes
it later in the iteration, or the access follows the loop. An increment that is unavailable at the access is loop-invariant
(`lane_facts.varies`), and a loop with trip count 0 adds none. So it is enough that each iteration computes equal values in both programs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from egraph_opt.families.pointer.symbolic.evaluator import LaneEvaluator
from egraph_opt.families.pointer.validation.errors import RaiseRefused
from egraph_opt.ir.module import Op, Value

Pair = tuple[Value, Value]
"""Value of the old program, and the value of the new program that must equal it."""
Steps = dict[tuple[int, object], Pair]
"""Pairs of values to compare at the end of each iteration, by the loop's index and the unknown's key."""


def split_by_point(used: Mapping[object, Pair], one: LaneEvaluator, a: Op, two: LaneEvaluator, b: Op) -> tuple[list[Pair], Steps]:
    """Split pairs of values by where both are available: at an access (`a` in the old program, `b` in the new), or at an iteration's end.

    Raises:
        RaiseRefused: a value is available at neither point.
    """
    here: list[Pair] = []
    later: Steps = {}
    for key, pair in used.items():
        programs = list(zip((one, two), pair, strict=True))
        away = [_loop(*side) for side, access in zip(programs, (a, b), strict=True) if not reaches(*side, access)]
        if not away:
            here.append(pair)
        elif all(_ends(*side, away[0]) for side in programs):
            later[away[0], key] = pair
        else:
            raise RaiseRefused(f"{a.name} at line {a.line}: {pair[0].name} is computed where it cannot be compared")
    return here, later


def require_ends(steps: Steps, one: LaneEvaluator, two: LaneEvaluator, access: Op) -> None:
    """Check that both programs can compare each pair of values at the end of an iteration.

    Raises:
        RaiseRefused: a value, such as one of a branch, is unavailable there.
    """
    for (number, _), pair in steps.items():
        for program, value in zip((one, two), pair, strict=True):
            if not _ends(program, value, number):
                raise RaiseRefused(f"{access.name} at line {access.line}: {value.name} is computed where it cannot be compared")


def reaches(program: LaneEvaluator, value: Value, op: Op) -> bool:
    """Return whether a value is available at an operation: defined earlier in its block or in an enclosing one."""
    around = [op, *_enclosing_ops(program, op)]
    if value in program.carried:
        return program.carried[value][0] in around
    source, _ = program.defined.get(value, (None, 0))
    if source is None:
        return True
    near = next((outer for outer in around if program.within.get(outer) == program.within[source]), None)
    if near is None:
        return False
    owner, region = program.within[source]
    ops = next(block.ops for block in owner.regions[region].blocks if near in block.ops)
    return source not in ops or ops.index(source) < ops.index(near)


def _enclosing_ops(program: LaneEvaluator, op: Op) -> Iterator[Op]:
    while op in program.within:
        op, _ = program.within[op]
        yield op


def _loop(program: LaneEvaluator, value: Value) -> int:
    source, _ = program.defined.get(value, (None, 0))
    return -1 if source is None else program.loops.get(program.within[source][0], -1)


def _ends(program: LaneEvaluator, value: Value, number: int) -> bool:
    ends = (loop.regions[0].blocks[0].ops[-1] for loop, n in program.loops.items() if n == number)
    return any(end.name == "scf.yield" and reaches(program, value, end) for end in ends)
