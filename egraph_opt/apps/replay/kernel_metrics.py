"""Measurements of a compiled kernel, from machine code and the output of ptxas, or from AMD's assembly metadata."""

from __future__ import annotations

import base64
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import prod
from typing import Any

from egraph_opt.apps.replay.kernel_corpus import CorpusKernel
from egraph_opt.cost import MODELS, evaluate
from egraph_opt.cost.target import Target
from egraph_opt.ir.module import InputError
from egraph_opt.machine import launch_cycles, sass, warp_latency
from egraph_opt.machine.prediction import ResourceUse, predict_saving, processor_of
from egraph_opt.machine.sector_overfetch import sector_overfetch
from egraph_opt.text import read

MULTIPROCESSORS = 132
"""Number of multiprocessors of an H200, for which launches are modelled."""
LAUNCH = 8000.0
"""Cycles that each launch takes in addition, about 4.6 µs.

Fitted to half of 168 kernels (368 pairs of programs of two versions, timed on an H200, 2026-11-23). The mean error of a predicted
ratio is 4.4 % on this half, and 3.7 % on the other.
"""
_SPILLED = re.compile(
    r"Function properties for (\S+)\n\s+\d+ bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads\n"
)
_CONVERSION = re.compile(r"= ttg\.convert_layout ")


class MissingMeasurement(Exception):
    """Error: a compiled kernel cannot be measured; the message says why."""


@dataclass(frozen=True, slots=True)
class Measurements:
    """Measurements of one program.

    `spill_bytes` counts stores and loads of spilled registers. `stack_bytes` is per thread, `shared_bytes` per program instance.
    `conversions` and `conversions_in_loops` count layout conversions in TTGIR; `barriers` and `instructions` are static counts in
    the machine code. `cycles` is per program instance. `launch_cycles` is the predicted time of the captured launch
    (`egraph_opt.machine.launch_cycles`). `cycles` and `launch_cycles` are None if unknown. `fetched` is the ratio of fetched to
    requested bytes, 0 if unknown.
    """

    registers: int
    spill_bytes: int
    stack_bytes: int
    shared_bytes: int
    conversions: int
    conversions_in_loops: int | None
    barriers: int
    instructions: int
    cycles: float | None = None
    launch_cycles: float | None = None
    path: float = 0.0
    memory: float = 0.0
    issued: float = 0.0
    warps: int = 4
    fetched: float = 0.0

    @property
    def use(self) -> ResourceUse:
        taken = (self.registers, self.stack_bytes, self.shared_bytes, self.warps)
        return ResourceUse(*taken, self.path, self.memory, self.issued, self.fetched)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def of_json(data: Mapping[str, Any]) -> Measurements:
        return Measurements(**data)


def time_ratio(one: Measurements, other: Measurements, target: str) -> float | None:
    """Return the ratio of predicted times, `other` to `one`; None without a machine model.

    The times are of the captured launch or, if it is unknown, of one program instance.
    """
    processor = processor_of(target)
    if one.launch_cycles is not None and other.launch_cycles is not None:
        return (LAUNCH + other.launch_cycles) / (LAUNCH + one.launch_cycles)
    return None if processor is None else 1.0 - predict_saving((1.0, 1.0), one.use, other.use, processor)


def measure_answer(answer: Mapping[str, Any], kernel: CorpusKernel) -> Measurements:
    """Return the measurements of a compiler's answer.

    Raises:
        MissingMeasurement: the compilation failed, or the answer lacks the resource use of the machine code.
    """
    if "error" in answer:
        raise MissingMeasurement(str(answer["error"]))
    processor = processor_of(kernel.target)
    return _nvidia(answer, kernel, processor) if processor is not None else _amd(answer)


def machine_code(answer: Mapping[str, Any]) -> tuple[sass.SassKernel, int]:
    """Return NVIDIA machine code, and the bytes of stores and loads of spilled registers.

    Raises:
        MissingMeasurement: the output of ptxas lacks the resource use, or the code is not a cubin.
    """
    name = str(answer["metadata"]["name"])
    used = {found[0]: tuple(map(int, found[1:])) for found in _SPILLED.findall(answer["said"])}
    if name not in used:
        raise MissingMeasurement("ptxas does not say what the kernel uses")
    try:
        return sass.read(base64.b64decode(answer["binary"])), sum(used[name])
    except ValueError as error:
        raise MissingMeasurement(str(error)) from None


def _nvidia(answer: Mapping[str, Any], kernel: CorpusKernel, processor: Target) -> Measurements:
    code, spilled = machine_code(answer)
    metadata = answer["metadata"]
    warps, shared = int(metadata["num_warps"]), int(metadata["shared"] or 0)
    way = warp_latency.path(code, warps)
    use = ResourceUse(
        code.registers, code.stack, shared, warps, way.cycles, way.memory, way.issued, _sector_overfetch(answer["ttgir"])
    )
    opcodes = Counter(i.name for i in code.instructions)
    return Measurements(
        code.registers, spilled, code.stack, shared, *conversions(answer["ttgir"]), opcodes["BAR"],
        opcodes.total() - opcodes["NOP"], use.cycles(processor), _launch_cycles(code, kernel, use, processor),
        way.cycles, way.memory, way.issued, warps, use.fetched,
    )  # fmt: skip


def _launch_cycles(code: sass.SassKernel, kernel: CorpusKernel, use: ResourceUse, processor: Target) -> float | None:
    launch = kernel.launch
    if launch is None or kernel.work is None:
        return None
    work = kernel.work._replace(moved=kernel.work.moved * (use.fetched or 1.0))
    return launch_cycles.cycles(
        launch_cycles.parts(code, use.shared, use.warps, work, prod(launch.grid), MULTIPROCESSORS, processor)
    )


def _sector_overfetch(ttgir: str) -> float:
    """Return the sector overfetch (fetched per requested bytes) of a TTGIR program; 0 if it does not parse."""
    try:
        return sector_overfetch(read(ttgir))
    except InputError:
        return 0.0


def _amd(answer: Mapping[str, Any]) -> Measurements:
    text = str(answer.get("assembly", ""))

    def number(name: str) -> int:
        found = re.search(rf"\.{name}:\s+(\d+)", text)
        if found is None:
            raise MissingMeasurement(f"the assembly does not say {name}")
        return int(found[1])

    spilled = 4 * (number("vgpr_spill_count") + number("sgpr_spill_count"))
    instructions = [line for line in text.splitlines() if re.match(r"\t[a-z]\w+", line)]
    barriers = sum("s_barrier" in line for line in instructions)
    return Measurements(
        number("vgpr_count"), spilled, number("private_segment_fixed_size"), int(answer["metadata"]["shared"] or 0),
        *conversions(answer["ttgir"]), barriers, len(instructions), warps=int(answer["metadata"]["num_warps"]),
    )  # fmt: skip


def conversions(ttgir: str) -> tuple[int, int | None]:
    """Return the numbers of layout conversions in a program and in its loops. The second number is None if the program does not parse."""
    try:
        functions = read(ttgir).functions()
    except InputError:
        return len(_CONVERSION.findall(ttgir)), None
    totals = [evaluate(function, MODELS["converts"]) for function in functions]
    return sum(total.converts for total in totals), sum(total.converts_in_loops for total in totals)
