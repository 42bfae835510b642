"""Programs compiled by IREE and timed, dispatch by dispatch.

Times are those of one thread of this machine. The C library keeps the memory that a program frees. Otherwise
it may hand it back after each call, depending on sizes, and the next call waits for the system to clear new pages.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from egraph_opt.families.region.encode.nest import Nest
from egraph_opt.families.region.encode.work import numbers
from egraph_opt.families.region.iree import read_schedule
from egraph_opt.iree.compile import PRINTED, Target
from egraph_opt.iree.measure import Bench
from egraph_opt.iree.process import call
from egraph_opt.iree.profile import dispatches
from egraph_opt.iree.source import Source
from egraph_opt.text import read

HOST = Target(flags=("--iree-llvmcpu-target-cpu=host",))
KEPT = {"MALLOC_MMAP_THRESHOLD_": str(32 << 20), "MALLOC_TRIM_THRESHOLD_": str(1 << 30)}
"""Environment in which glibc hands no memory back to the system."""
ELIDED = "--mlir-elide-resource-strings-if-larger=16"
ASSUMED = 1024
"""Extent that is taken where it is known at run time only."""


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


def scheduled(folder: Path, text: str, target: Target, source: Source | None = None) -> Scheduled:
    """Compile a program into a folder, with the contents of constants that `source` has. Raises IreeError."""
    phases, made, given = folder / "phases", folder / "timed.vmfb", folder / "timed.mlir"
    shutil.rmtree(phases, ignore_errors=True)
    given.write_text(text) if source is None else source.write(text, given)
    call(
        "iree-compile", *target.arguments, *PRINTED, ELIDED, f"--dump-compilation-phases-to={phases}", str(given), "-o", str(made)
    )
    (stream,) = phases.glob("*.stream.mlir")
    schedule = read_schedule(stream.read_text())
    nests = tuple(command.nests for command in schedule.commands if command.kind in ("dispatch", "slow"))
    return Scheduled(made, nests, allocated(stream.read_text()), schedule.transient)


def timed(bench: Bench, program: str, way: str, text: str, target: Target) -> Timed | None:
    """Compile and time a program. None if its dispatches are not those of its schedule. Raises IreeError."""
    made = scheduled(bench.folder, text, target, bench.source)
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
        known = numbers(function, {}, ASSUMED)
        total += sum(known.get(op.operands[0], 0) for op in function.walk() if op.name == "stream.resource.alloca")
    return total
