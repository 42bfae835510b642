"""Compilation of programs by IREE, and timing of each dispatch in one thread."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from egraph_opt.apps.iree_tuning.benchmark_timing import Bench
from egraph_opt.apps.iree_tuning.calibrate.dispatch_times import dispatches
from egraph_opt.apps.iree_tuning.split_constants import ProgramFile
from egraph_opt.families.region.encode.loop_nest import Nest
from egraph_opt.families.region.encode.op_cost import numbers
from egraph_opt.families.region.encode.tensor_program import ASSUMED_EXTENT
from egraph_opt.families.region.iree_schedule import read_schedule
from egraph_opt.iree.compiler import PRINT_FLAGS, IreeBackend
from egraph_opt.iree.tool_process import call
from egraph_opt.text import read

ELIDED = "--mlir-elide-resource-strings-if-larger=16"


@dataclass(frozen=True, slots=True)
class Dispatch:
    """Dispatch with its loop nests and its measured seconds."""

    nests: tuple[Nest, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class TimedProgram:
    """Timed program, with the seconds and the allocated bytes of a call, and its dispatches."""

    program: str
    way: str
    seconds: float
    allocated: int
    transient: int
    """Allocated bytes without arguments and results."""
    ran: tuple[Dispatch, ...]


@dataclass(frozen=True, slots=True)
class CompiledProgram:
    """Compiled program, with the loop nests of each dispatch and the allocated bytes of a call."""

    file: Path
    nests: tuple[tuple[Nest, ...], ...]
    allocated: int
    transient: int


def compile_schedule(
    folder: Path, text: str, target: IreeBackend, source: ProgramFile | None = None, assumed: int = ASSUMED_EXTENT
) -> CompiledProgram:
    """Compile a program into a folder, with the contents of constants from `source`.

    Dynamic extents are replaced by `assumed`. Raises IreeError.
    """
    phases, made, given = folder / "phases", folder / "timed.vmfb", folder / "timed.mlir"
    shutil.rmtree(phases, ignore_errors=True)
    given.write_text(text) if source is None else source.write(text, given)
    call(
        "iree-compile",
        *target.arguments,
        *PRINT_FLAGS,
        ELIDED,
        f"--dump-compilation-phases-to={phases}",
        str(given),
        "-o",
        str(made),
    )
    (place,) = phases.glob("*.stream.mlir")
    stream = place.read_text()
    schedule = read_schedule(stream, assumed)
    nests = tuple(command.nests for command in schedule.commands if command.kind in ("dispatch", "slow"))
    return CompiledProgram(made, nests, allocated_bytes(stream, assumed), schedule.transient)


def time_program(bench: Bench, program: str, way: str, text: str, target: IreeBackend) -> TimedProgram | None:
    """Compile and time a program. `program` names the input file, and `way` the cost model that extracted the program.

    Return None if the program does not execute every compiled dispatch once. Raises IreeError.
    """
    made = compile_schedule(bench.folder, text, target, bench.source, bench.assumed)
    seconds = bench.time(str(made.file))
    calls = bench.calls if made.nests else []
    ran = [one for _, flags in calls for one in dispatches(str(made.file), flags, bench.folder)]
    if len(ran) != len(made.nests):
        return None
    found = tuple(Dispatch(nests, one.seconds) for nests, one in zip(made.nests, ran, strict=True))
    return TimedProgram(program, way, seconds, made.allocated, made.transient, found)


def allocated_bytes(stream: str, assumed: int) -> int:
    """Return the bytes that calling each function once allocates, with dynamic extents replaced by `assumed`.

    `stream` is the text of the program after IREE's phase `stream`.
    """
    total = 0
    for function in (op for op in read(stream).op.walk() if op.name == "util.func"):
        known = numbers(function, {}, assumed)
        total += sum(known.get(op.operands[0], 0) for op in function.walk() if op.name == "stream.resource.alloca")
    return total
