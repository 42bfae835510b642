"""Two programs of pointers beside one another: what they leave in memory, for inputs that are drawn, and whether numbers overflow."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import nullcontext
from operator import add, lshift, mul, sub
from typing import Any
from unittest.mock import patch

import numpy as np

from egraph_opt.families.pointer.forms.candidate import TARGETS as STRUCTURED
from egraph_opt.families.pointer.forms.candidate import Target
from egraph_opt.families.pointer.integers import assumptions
from egraph_opt.families.pointer.integers.interval_analysis import Facts
from egraph_opt.interpret import TABLE, OutOfBounds, interpret
from egraph_opt.interpret.element_types import Datum, element_of, pointee, storage_of
from egraph_opt.interpret.errors import StepLimit
from egraph_opt.ir.module import Op
from tests.support.asynchronous import COPIES, SCHEDULES, Schedule, scheduled

TARGETS: tuple[Target, ...] = (*STRUCTURED, "buffer")

SIZES = (0, 1, 2, 3, 7, 16, 33, 64, 128, 1024, -1, -16, (1 << 31) - 1, -(1 << 31), 1 << 25)
"""Scalars that programs are given: usual ones, negative ones, and ones near where 32 bits overflow."""

PROGRAMS = (0, 0, 0, 1, 2, 1 << 24, (1 << 31) - 2)

ELEMENTS = 1 << 14
"""Elements of each buffer; pointers point to its first."""

STEPS = 400
"""Iterations a loop may be given: bounds above it would only take time."""


def arguments(function: Op, random: np.random.Generator) -> list[Any]:
    """A buffer for each pointer and a number for each scalar; bounds of loops are small."""
    bounds = {v for op in function.walk() if op.name == "scf.for" for v in op.operands[:3]}
    found: list[Any] = []
    for parameter in function.regions[0].blocks[0].arguments:
        if element_of(parameter.type) == "ptr":
            found.append(random.integers(0, 100, ELEMENTS).astype(storage_of(pointee(parameter.type))))
        elif parameter.type.startswith(("f", "bf")):
            found.append(float(random.integers(0, 9)))
        else:
            number = int(random.choice(SIZES))
            found.append(number % STEPS if parameter in bounds else number)
    return found


def outcome(
    function: Op, given: list[Any], program: tuple[int, int, int], schedule: Schedule | None = None
) -> list[bytes] | None:
    """All memory after a run, with its hardware copies in order or under a schedule; None where the program leaves its buffers."""
    copies = [x.copy() if isinstance(x, np.ndarray) else x for x in given]
    try:
        with scheduled(schedule) if schedule else nullcontext(lambda: None) as end:
            interpret(function, copies, program, (1 << 30, 4, 4))
            end()
    except OutOfBounds:
        return None
    return [x.tobytes() for x in copies if isinstance(x, np.ndarray)]


def outcomes(function: Op, given: list[Any], program: tuple[int, int, int]) -> Iterator[list[bytes] | None]:
    """Memory after a run in order and, if the function has hardware copies, under each of their schedules."""
    yield outcome(function, given, program)
    if any(op.name in COPIES for op in function.walk()):
        for schedule in SCHEDULES:
            yield outcome(function, given, program, schedule)


def overflows(function: Op, given: list[Any], program: tuple[int, int, int]) -> bool:
    """Return whether a run breaks the promise that integers do not overflow: exact results are computed for the integers that it
    covers."""
    exact = {"arith.addi": add, "arith.subi": sub, "arith.muli": mul, "arith.shli": lshift}
    watched = assumptions.find_overflow_ops(
        (op for op in function.walk() if op.name in ("tt.load", "tt.store", "tt.atomic_rmw")), Facts(function)
    )
    found: list[Op] = []

    def watch(machine: Any, op: Op, a: Datum, b: Datum) -> Datum:
        result = meanings[op.name](machine, op, a, b)
        if op in watched and np.any(exact[op.name](np.asarray(a).astype(object), np.asarray(b).astype(object)) != result):
            found.append(op)
        return result

    meanings = {name: TABLE[name] for name in exact}
    with patch.dict(TABLE, dict.fromkeys(exact, watch)):
        outcome(function, given, program)
    return bool(found)


def compared(old: Op, others: list[Op], rounds: int, seconds: float) -> tuple[int, int, int]:
    """Runs, those of them that stayed within their buffers, and those of these that differed; no new one after some seconds of CPU time.

    Runs that break what is promised by one of the others do not count.
    """
    promised = any(assumptions.NO_OVERFLOW in other.attributes for other in others)
    random = np.random.default_rng(2026)
    started = time.process_time()
    runs = inside = different = 0
    for _ in range(rounds):
        if runs and time.process_time() - started > seconds:
            break
        given = arguments(old, random)
        program = (int(random.choice(PROGRAMS)), int(random.integers(3)), 0)
        runs += 1
        try:
            if promised and overflows(old, given, program):
                continue
            if (expected := outcome(old, given, program)) is not None:
                found = (each for other in others for each in outcomes(other, [*given, *_shapes(old, other)], program))
                different += any(each != expected for each in found)
                inside += 1
        except StepLimit:
            continue
    return runs, inside, different


def _shapes(old: Op, new: Op) -> list[int]:
    """Values for parameters that were added for shapes: no index of a run that stays within its buffers is above them."""
    return [(1 << 31) - 1] * (len(new.regions[0].blocks[0].arguments) - len(old.regions[0].blocks[0].arguments))
