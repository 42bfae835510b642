"""Table of programs that were timed, dispatch by dispatch: one row for each dispatch.

Where a benchmark asks for that, the C library keeps the memory that a program frees. Otherwise it may hand it back after each call,
depending on sizes, and the next call waits for the system to clear new pages.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from benchmarks.runs import origin
from egraph_opt.apps.iree_tuning.calibrate.profile import Dispatch, TimedProgram
from egraph_opt.families.region.encode.loop_nest import Nest
from egraph_opt.iree.compiler import IreeBackend

HOST = IreeBackend(flags=("--iree-llvmcpu-target-cpu=host",))
HERE = "llvm-cpu for this processor, one thread"
"""How programs are compiled and run for the tables."""
KEPT = {"MALLOC_MMAP_THRESHOLD_": str(32 << 20), "MALLOC_TRIM_THRESHOLD_": str(1 << 30)}
"""Environment in which glibc hands no memory back to the system."""
HEADS = ("program", "way", "seconds", "allocated", "transient", "nests", "nanoseconds")


@contextmanager
def memory_kept() -> Iterator[None]:
    """Run a block in an environment in which programs keep the memory that they free."""
    before = {name: os.environ.get(name) for name in KEPT}
    os.environ.update(KEPT)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def cell(nest: Nest) -> str:
    """Return a loop nest as text."""
    extents = "x".join(map(str, nest.extents))
    return f"{nest.form}; {extents}; {nest.times}; {nest.simple}; {nest.slow}; {nest.special}"


def nest(text: str) -> Nest:
    """Return the loop nest of a text."""
    form, extents, *rest = text.split("; ")
    return Nest(form, tuple(int(n) for n in extents.split("x") if n), *map(int, rest))


def write(path: Path, programs: Iterable[TimedProgram]) -> None:
    """Write a table of programs."""
    with path.open("w") as to:
        to.write(f"# {origin('iree-base-compiler', note=HERE)}\n")
        table = csv.writer(to, delimiter="\t", lineterminator="\n")
        table.writerow(HEADS)
        for one in programs:
            named = one.program, one.way, f"{one.seconds:.6g}", one.allocated, one.transient
            for ran in one.ran or (Dispatch((), 0.0),):
                table.writerow((*named, " | ".join(map(cell, ran.nests)), round(ran.seconds * 1e9)))


def load(path: Path) -> list[TimedProgram]:
    """Return the programs of a table."""
    with path.open() as given:
        rows = list(csv.DictReader((line for line in given if not line.startswith("# ")), delimiter="\t"))
    found: dict[tuple[str, str], list[dict[str, str]]] = {}
    for row in rows:
        found.setdefault((row["program"], row["way"]), []).append(row)
    return [_timed(group) for group in found.values()]


def _timed(rows: Sequence[dict[str, str]]) -> TimedProgram:
    first = rows[0]
    ran = (Dispatch(tuple(map(nest, r["nests"].split(" | "))), int(r["nanoseconds"]) / 1e9) for r in rows if r["nests"])
    counts = int(first["allocated"]), int(first["transient"])
    return TimedProgram(first["program"], first["way"], float(first["seconds"]), *counts, tuple(ran))
