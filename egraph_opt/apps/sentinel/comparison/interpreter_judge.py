"""Judgement which of two differing programs is correct, by interpretation of their common TTIR.

Program instances are interpreted until one of them writes differing elements. The interpreter rounds differently from a GPU, so
the program with the smaller error counts as correct.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from egraph_opt.apps.sentinel.comparison.argument_memory import Bytes, MemoryDifference, MemoryPlace, elements, values
from egraph_opt.interpret import NotModelled, OutOfBounds, StepLimit, interpret
from egraph_opt.ir.module import InputError, Op
from egraph_opt.text import read

INSTANCES = 16
"""Largest number of program instances that are interpreted."""
STEPS = 200_000
"""Largest number of interpreted operations of one program instance."""
NEARER = 4.0
"""Least ratio of the programs' errors for which the program with the smaller error counts as correct."""
MAX_RELATIVE_ERROR = 0.25
"""Relative error above which neither program counts as correct."""
BYTES = 1 << 30
"""Largest size in bytes of all memories together."""

Agrees = Literal["first", "second", "neither", "unknown"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """Program that an interpreter agrees with, and the reason as text."""

    agrees: Agrees
    reason: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """Memory of a launch, before it and after each of two programs.

    `source` is the common TTIR, `parameters` the parameter names in order, `scalars` the numeric arguments, and `grid` the launch's grid.
    """

    source: str
    parameters: Sequence[str]
    scalars: Mapping[str, Any]
    places: Sequence[MemoryPlace]
    grid: tuple[int, int, int]
    before: list[Bytes]
    first: list[Bytes]
    second: list[Bytes]
    differences: Sequence[MemoryDifference]


def judge_evidence(evidence: Evidence) -> Judgement:
    """Interpret program instances until one of them writes differing elements."""
    if sum(map(len, evidence.before)) > BYTES:
        return Judgement("unknown", "the arguments are too large to be interpreted")
    try:
        entry, *others = sorted(read(evidence.source).functions(), key=_is_private)
        for instance in instances(evidence):
            memories = [memory.copy() for memory in evidence.before]
            interpret(entry, _arguments(evidence, memories), instance, evidence.grid, functions=others, max_steps=STEPS)
            if (found := _judge_instance(evidence, memories, instance)) is not None:
                return found
    except (InputError, NotModelled, OutOfBounds, StepLimit, AssertionError, ValueError, KeyError, MemoryError) as error:
        return Judgement("unknown", f"the interpreter stops: {error}")
    return Judgement("unknown", f"no program instance that was interpreted, of {len(instances(evidence))}, writes what differs")


def instances(evidence: Evidence) -> list[tuple[int, int, int]]:
    """Return at most `INSTANCES` program instances that may write the differing elements.

    They are the first instance, and evenly spaced ones. Another has the same relative position in the grid as the first difference
    in its memory. Each position stands for two instances: the grid's first axis varies fastest for one, the last axis for the other.
    """
    x, y, z = evidence.grid
    total, difference = x * y * z, evidence.differences[0]
    count = len(elements(evidence.before[difference.place.memory], difference.place))
    near = int(difference.numbers[0]) * total // count
    numbers = [0, near, *(number * (total - 1) // (INSTANCES - 1) for number in range(INSTANCES))]
    rows = [(n % x, n // x % y, n // (x * y)) for n in numbers]
    columns = [(n // (y * z), n // z % y, n % z) for n in numbers]
    return list(dict.fromkeys(place for pair in zip(rows, columns, strict=True) for place in pair))[:INSTANCES]


def _is_private(function: Op) -> bool:
    return "private" in function.attributes.get("sym_visibility", "")


def _arguments(evidence: Evidence, memories: list[Bytes]) -> list[Any]:
    """Return the interpreter's arguments. A pointer becomes the memory from its address on."""
    places = {place.parameter: place for place in evidence.places}
    return [
        memories[places[name].memory][places[name].offset :] if name in places else evidence.scalars[name]
        for name in evidence.parameters
    ]


def _judge_instance(evidence: Evidence, memories: list[Bytes], instance: tuple[int, int, int]) -> Judgement | None:
    errors, size, count = np.zeros(2), 0.0, 0
    for difference in evidence.differences:
        place, number = difference.place, difference.place.memory
        before, right, *both = (
            elements(each[number], place)[difference.numbers]
            for each in (evidence.before, memories, evidence.first, evidence.second)
        )
        written = before != right
        expected = values(right[written], place)
        known = expected[np.isfinite(expected)]
        most = float(np.abs(known).max(initial=1.0))
        errors += [_error(values(each[written], place), expected, most) for each in both]
        size, count = size + float(np.abs(known).sum()), count + int(written.sum())
    if not count:
        return None
    which = f"of {count} elements that differ and that program instance {instance} writes"
    says = f"the mean error {which} is {errors[0] / count:.3g} and {errors[1] / count:.3g}, their mean size {size / count:.3g}"
    if errors.min() > MAX_RELATIVE_ERROR * size:
        return Judgement("neither", says)
    nearer: Agrees = "first" if errors[0] * NEARER < errors[1] else "second" if errors[1] * NEARER < errors[0] else "unknown"
    return Judgement(nearer, says)


def _error(found: npt.NDArray[np.float64], expected: npt.NDArray[np.float64], most: float) -> float:
    """Return the sum of absolute errors. A NaN or infinite error counts as twice `most`, the largest magnitude of an expected value."""
    with np.errstate(invalid="ignore", over="ignore"):
        error = np.abs(found - expected)
    same = (found == expected) | (np.isnan(found) & np.isnan(expected))
    return float(np.where(same, 0.0, np.where(np.isfinite(error), error, 2.0 * most)).sum())
