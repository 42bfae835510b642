"""Programs compiled by IREE and timed, dispatch by dispatch, and a table of that: one row for each dispatch.

Times are those of one thread of this machine, for its own processor. The C library keeps the memory that a program frees. Otherwise
it may hand it back after each call, depending on sizes, and the next call waits for the system to clear new pages.
"""

from __future__ import annotations

import csv
import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from importlib.metadata import version
from pathlib import Path

from egraph_opt.families.region.encode.nest import Nest
from egraph_opt.families.region.encode.work import numbers
from egraph_opt.families.region.iree import read_schedule
from egraph_opt.iree.compile import Target
from egraph_opt.iree.measure import Bench
from egraph_opt.iree.process import call
from egraph_opt.iree.profile import dispatches
from egraph_opt.text import read

HOST = Target(flags=("--iree-llvmcpu-target-cpu=host",))
KEPT = {"MALLOC_MMAP_THRESHOLD_": str(32 << 20), "MALLOC_TRIM_THRESHOLD_": str(1 << 30)}
"""Environment in which glibc hands no memory back to the system."""
PRINTED = ("--mlir-print-op-generic", "--mlir-print-local-scope", "--mlir-elide-resource-strings-if-larger=16")
HEADS = ("program", "way", "seconds", "allocated", "transient", "nests", "nanoseconds")


@dataclass(frozen=True, slots=True)
class Dispatch:
    """Dispatch that was timed: its loop nests, and its seconds."""

    nests: tuple[Nest, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class Timed:
    """Program that was timed: its name, how it was compiled, the seconds of a call, the bytes that a call allocates, its dispatches."""

    program: str
    way: str
    seconds: float
    allocated: int
    transient: int
    """Bytes that are neither arguments nor results."""
    ran: tuple[Dispatch, ...]


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


@dataclass(frozen=True, slots=True)
class Scheduled:
    """Compiled program: its file, the loop nests of its dispatches, and bytes as in `Timed`."""

    file: Path
    nests: tuple[tuple[Nest, ...], ...]
    allocated: int
    transient: int


def scheduled(folder: Path, text: str, target: Target) -> Scheduled:
    """Compile a program into a folder. Raises IreeError."""
    phases, made, given = folder / "phases", folder / "timed.vmfb", folder / "timed.mlir"
    shutil.rmtree(phases, ignore_errors=True)
    given.write_text(text)
    call("iree-compile", *target.arguments, *PRINTED, f"--dump-compilation-phases-to={phases}", str(given), "-o", str(made))
    (stream,) = phases.glob("*.stream.mlir")
    schedule = read_schedule(stream.read_text())
    nests = tuple(command.nests for command in schedule.commands if command.kind in ("dispatch", "slow"))
    return Scheduled(made, nests, allocated(stream.read_text()), schedule.transient)


def timed(bench: Bench, program: str, way: str, text: str, target: Target) -> Timed | None:
    """Compile and time a program. None if its dispatches are not those of its schedule. Raises IreeError."""
    made = scheduled(bench.folder, text, target)
    with memory_kept():
        seconds = bench.time(str(made.file))
        ran = [one for _, flags in bench.calls for one in dispatches(str(made.file), flags, bench.folder)]
    if len(ran) != len(made.nests):
        return None
    found = tuple(Dispatch(nests, one.seconds) for nests, one in zip(made.nests, ran, strict=True))
    return Timed(program, way, seconds, made.allocated, made.transient, found)


def allocated(stream: str) -> int:
    """Return the bytes that one call of each function of a program allocates, at IREE's phase `stream`."""
    total = 0
    for function in (op for op in read(stream).op.walk() if op.name == "util.func"):
        known = numbers(function, {}, 1024)
        total += sum(known.get(op.operands[0], 0) for op in function.walk() if op.name == "stream.resource.alloca")
    return total


def cell(nest: Nest) -> str:
    """Return a loop nest as text."""
    extents = "x".join(map(str, nest.extents))
    return f"{nest.form}; {extents}; {nest.times}; {nest.simple}; {nest.slow}; {nest.special}"


def nest(text: str) -> Nest:
    """Return the loop nest of a text."""
    form, extents, *rest = text.split("; ")
    return Nest(form, tuple(int(n) for n in extents.split("x") if n), *map(int, rest))


def write(path: Path, programs: Iterable[Timed]) -> None:
    """Write a table of programs."""
    with path.open("w") as to:
        to.write(
            f"# {date.today()}, iree-base-compiler {version('iree-base-compiler')}, llvm-cpu for this processor, one thread\n"
        )
        table = csv.writer(to, delimiter="\t", lineterminator="\n")
        table.writerow(HEADS)
        for one in programs:
            named = one.program, one.way, f"{one.seconds:.6g}", one.allocated, one.transient
            for ran in one.ran or (Dispatch((), 0.0),):
                table.writerow((*named, " | ".join(map(cell, ran.nests)), round(ran.seconds * 1e9)))


def load(path: Path) -> list[Timed]:
    """Return the programs of a table."""
    with path.open() as given:
        rows = list(csv.DictReader((line for line in given if not line.startswith("# ")), delimiter="\t"))
    found: dict[tuple[str, str], list[dict[str, str]]] = {}
    for row in rows:
        found.setdefault((row["program"], row["way"]), []).append(row)
    return [_timed(group) for group in found.values()]


def _timed(rows: Sequence[dict[str, str]]) -> Timed:
    first = rows[0]
    ran = (Dispatch(tuple(map(nest, r["nests"].split(" | "))), int(r["nanoseconds"]) / 1e9) for r in rows if r["nests"])
    counts = int(first["allocated"]), int(first["transient"])
    return Timed(first["program"], first["way"], float(first["seconds"]), *counts, tuple(ran))
