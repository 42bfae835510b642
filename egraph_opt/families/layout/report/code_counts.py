"""Statistics of each program's machine code, compiled by ptxas without a GPU: instruction counts, stall cycles, predicted time."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import asdict

from egraph_opt.baseline.ptxas_counts import Failure, MachineCode, Static, compile_programs, count_code
from egraph_opt.cost.target import Target
from egraph_opt.machine.prediction import predict_saving
from egraph_opt.machine.stalls import waits
from egraph_opt.reports.report_data import MachineCounts, ProgramSide

_FILE = re.compile(r'\(?(?:loc\()?"[^"]*":(\d+):\d+\)?|\S*/\S+\.(?:ttgir|ptx|cubin)')
SECONDS = 120.0
"""Time limit for compiling all programs, in seconds."""
LEFT_OUT = ("path_cycles", "memory_cycles", "issued", "warps")
"""Counts that the report shows in another form."""


def machine(sides: Sequence[ProgramSide], chip: Target | None) -> list[MachineCounts]:
    """Return the statistics of each program's machine code. Equal programs are compiled once.

    `chip` is the processor for predicted times, None without a machine model.
    """
    texts = ["\n".join(side.lines) + "\n" for side in sides]
    programs = list(dict.fromkeys(texts))
    known = dict(zip(programs, compile_and_count(programs), strict=True))
    found = [known[text] for text in texts]
    return [_machine(side, each, sides[0], found[0], chip) for side, each in zip(sides, found, strict=True)]


Compiled = tuple[MachineCode, Static] | Failure


def compile_and_count(programs: Sequence[str]) -> list[Compiled]:
    """Return the machine code and counts of each program, or the compiler's error."""
    found = compile_programs(programs, time.monotonic() + SECONDS)
    return [each if isinstance(each, Failure) else (each[0], count_code(*each)) for each in found]


def reason(error: str) -> str:
    """Return a compiler's error as one line, without names of temporary files."""
    said = " ".join(_FILE.sub(lambda found: f"line {found[1]}" if found[1] else "it", error).split())
    return said.removesuffix(")") if said.count(")") > said.count("(") else said


def _machine(side: ProgramSide, code: Compiled, first: ProgramSide, start: Compiled, chip: Target | None) -> MachineCounts:
    if isinstance(code, Failure):
        return MachineCounts(side.name, missing=reason(code.error))
    kernels, counts = code[0].kernels, code[1]
    path: dict[str, float] = {}
    for kernel in kernels:
        for cause, cycles in waits(kernel, counts.warps).items():
            path[cause] = path.get(cause, 0.0) + round(cycles, 1)
    numbers = {name: number for name, number in asdict(counts).items() if name not in LEFT_OUT}
    if chip is None or isinstance(start, Failure):
        return MachineCounts(side.name, numbers, path)
    costs = first.cost or 0.0, side.cost or 0.0
    time_ = 1.0 - predict_saving(costs if all(costs) else (1.0, 1.0), start[1].use, counts.use, chip)
    return MachineCounts(side.name, numbers, path, counts.use.occupancy(chip), round(time_, 4), round(counts.use.cycles(chip)))
