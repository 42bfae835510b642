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
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from benchmarks.runs import exchange_run
from egraph_opt.baseline import libtriton
from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.forms.candidate import TARGETS as STRUCTURED
from egraph_opt.families.pointer.forms.candidate import Target
from egraph_opt.ir.module import InputError, symbol_name
from egraph_opt.text import read, split
from tests.support.pointer_oracle import (
    TARGETS,
    compared,
)

FIELDS = ("program", "function", "target", "accesses raised", "lowered back", "runs", "within buffers", "different", "note")
Row = dict[str, object]
SHAPES, NO_OVERFLOW = "shapes as parameters", "no overflow"


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


def oracle(job: Job, lowered: libtriton.PassAnswer | None, how: str, rounds: int, seconds: float) -> list[Row]:
    """Run each function that was raised, as it is and lowered back, beside what it was."""
    rows: list[Row] = []
    texts = [job.new, *([lowered.text] if lowered is not None and lowered.text is not None else [])]
    error = lowered.error.splitlines()[:1] if lowered is not None and lowered.text is None else []
    back = "" if lowered is None else f"no: {' '.join(error)}" if lowered.text is None else "yes"
    after = [read(text).functions() for text in texts]
    for number, function in enumerate(read(job.text, job.name, job.line).functions()):
        called = symbol_name(function)
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
    parser.add_argument("--run", default="corpus", help="what the rows are called in the table")
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
            exchange_run(options.output, options.run, [], FIELDS, [[row[field] for field in FIELDS] for row in rows])
    return sum(int(str(row["different"])) for row in rows)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
