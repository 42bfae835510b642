"""Raised programs lowered back by Triton's own passes, and run beside what they were made of.

    python -m benchmarks.trust.pointer_oracle FOLDER ... [--rounds N] [-o TABLE]

Block pointers and descriptors go through `rewrite_tensor_pointer` and `rewrite_tensor_descriptor_to_pointer` (Triton 3.6), accesses to
buffers through its passes for AMD's gfx942; `tts` is run as it is. Programs with descriptors run in order, and under the schedules that
the hardware's copies may have (`asynchronous`). Inputs are random, with sizes that are negative, out of bounds, and near where 32 bits
overflow. Programs are raised under guards and, a second time, with shapes as parameters where they get some; with --assume-no-overflow,
once more under that promise where it is needed, and then runs that break it do not count. The table has a row for each function and
target: accesses raised, whether Triton lowered it back, runs, those that stayed within their buffers, and those of these that differed:
the exit status is their number.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from operator import add, lshift, mul, sub
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

from benchmarks.trust.asynchronous import COPIES, SCHEDULES, Schedule, scheduled
from egraph_opt.baseline import libtriton
from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.forms.candidate import TARGETS as STRUCTURED
from egraph_opt.families.pointer.forms.candidate import Target
from egraph_opt.families.pointer.integers import assumptions
from egraph_opt.families.pointer.integers.interval_analysis import Facts
from egraph_opt.interpret import TABLE, OutOfBounds, interpret
from egraph_opt.interpret.element import Datum, element_of, pointee, storage_of
from egraph_opt.interpret.errors import StepLimit
from egraph_opt.ir.module import InputError, Op
from egraph_opt.text import read, split

TARGETS: tuple[Target, ...] = (*STRUCTURED, "buffer")
FIELDS = ("program", "function", "target", "accesses raised", "lowered back", "runs", "within buffers", "different", "note")
Row = dict[str, object]
SIZES = (0, 1, 2, 3, 7, 16, 33, 64, 128, 1024, -1, -16, (1 << 31) - 1, -(1 << 31), 1 << 25)
"""Scalars that programs are given: usual ones, negative ones, and ones near where 32 bits overflow."""
PROGRAMS = (0, 0, 0, 1, 2, 1 << 24, (1 << 31) - 2)
ELEMENTS = 1 << 14
"""Elements of each buffer; pointers point to its first."""
SHAPES, NO_OVERFLOW = "shapes as parameters", "no overflow"
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


@dataclass(slots=True)
class Job:
    """A text, what it was raised to, and how many accesses of each function were."""

    name: str
    text: str
    line: int
    raised: Counter[str]
    new: str


def jobs(path: Path, target: Target, shapes: bool, no_overflow: bool = False) -> list[Job]:
    """Raise a file under guards, or by promises too, where it needs some."""
    found = []
    name = path.parent.name if path.name == "input.ttir" else path.stem
    for chunk, line in split(path.read_text()):
        result = raise_text(
            chunk, str(path), target, "loop", any_cost=True, add_shape_params=shapes, assume_no_overflow=no_overflow
        )
        raised = Counter(r.function for r in result.reports if r.raised)
        if raised and (result.promises or not (shapes or no_overflow)):
            found.append(Job(name, chunk, line, raised, result.ir))
    return found


def oracle(job: Job, lowered: libtriton.Answer | None, how: str, rounds: int, seconds: float) -> list[Row]:
    """Run each function that was raised, as it is and lowered back, beside what it was."""
    rows: list[Row] = []
    texts = [job.new, *([lowered.text] if lowered is not None and lowered.text is not None else [])]
    error = lowered.error.splitlines()[:1] if lowered is not None and lowered.text is None else []
    back = "" if lowered is None else f"no: {' '.join(error)}" if lowered.text is None else "yes"
    after = [read(text).functions() for text in texts]
    for number, function in enumerate(read(job.text, job.name, job.line).functions()):
        called = function.attributes.get("sym_name", "").strip('"')
        if not job.raised[called]:
            continue
        note = ""
        runs = inside = different = 0
        try:
            runs, inside, different = compared(function, [functions[number] for functions in after], rounds, seconds)
        except (ValueError, TypeError, KeyError, NotImplementedError) as failed:
            note = f"not run: {type(failed).__name__}: {str(failed).splitlines()[0][:120]}"
        row = (job.name, called, how, job.raised[called], back, runs, inside, different, note)
        rows.append(dict(zip(FIELDS, row, strict=True)))
        if different or note or error:
            print(f"{job.name}: {how}: {called}: {different} of {inside} runs differ {note} {back}", flush=True)
    return rows


def main(given: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("folder", type=Path, nargs="+")
    parser.add_argument("--target", choices=TARGETS, action="append", help="this one only; may be given more than once")
    parser.add_argument("--assume-no-overflow", action="store_true", help="programs raised under that promise, too")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=2.0, help="of CPU time for the runs of one function")
    parser.add_argument("-o", "--output", type=Path, help="write a row for each function here")
    options = parser.parse_args(given)
    rows: list[Row] = []
    ways = [*((target, "") for target in TARGETS), *((target, SHAPES) for target in STRUCTURED[1:])]
    ways += [(target, NO_OVERFLOW) for target in TARGETS if options.assume_no_overflow]
    for target, promised in (way for way in ways if way[0] in (options.target or TARGETS)):
        how = f"{target}, {promised}" if promised else target
        files = sorted(p for folder in options.folder for p in folder.rglob("*") if p.suffix in (".mlir", ".ttir"))
        todo: list[Job] = []
        for path in files:
            try:
                todo += jobs(path, target, promised == SHAPES, promised == NO_OVERFLOW)
            except InputError as error:
                print(f"{path.stem}: not read: {error.message}")
        back = "buffers" if target == "buffer" else "lower"
        lowered = libtriton.ask(back, [job.new for job in todo], 3600) if target != "tts" else [None] * len(todo)
        mine = [
            row
            for job, answer in zip(todo, lowered, strict=True)
            for row in oracle(job, answer, how, options.rounds, options.seconds)
        ]
        sums = {name: sum(int(str(row[name])) for row in mine) for name in FIELDS[5:8]}
        print(f"{how}: {len(mine)} functions, {sums}", flush=True)
        rows += mine
        if options.output:
            with options.output.open("w", newline="") as file:
                table = csv.DictWriter(file, FIELDS, delimiter="\t", lineterminator="\n")
                table.writeheader()
                table.writerows(rows)
    return sum(int(str(row["different"])) for row in rows)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
