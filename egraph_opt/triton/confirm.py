"""A last look at a changed program: what ptxas makes of it. It decides over registers and spills, which no cost model foresees.

Triton's program and ours, with loads where they were and with loads in other layouts, are compiled as far as machine code, side by side;
ours goes on only where costs, spilled bytes and occupancy together say that it will be faster. What is kept is not compiled again.
"""

from __future__ import annotations

import math
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from egraph_opt.cost.target import Target, target

Stage = Callable[[Any, Any], Any]

COST, OCCUPANCY, SPILLS = 0.6, 0.28, 0.47
"""How the logarithms of modelled cost, of occupancy and of spilled bytes add up to that of the time: fitted to 485 programs that were
timed on an H200 (2026-11-21, Triton 3.6.0; `benchmarks/gpu`). Where a program and Triton's differ by more than 2 %, costs alone tell in
76 % of cases which is faster, these three in 83 % of those of kernels that were not fitted."""
SPILLED_ANYWAY = 256
"""Bytes that are added to those a thread spills: the first few hardly matter."""
WORTH = 0.015
"""The part of its time that a program must be predicted to save: about what predictions are worth for changes that small."""


@dataclass(frozen=True, slots=True)
class Use:
    """What one program instance takes of a multiprocessor. `spilled` is in bytes of a thread."""

    registers: int
    spilled: int
    shared: int
    warps: int

    def occupancy(self, processor: Target) -> int:
        """How many program instances a multiprocessor holds at once. Registers are given to each of four schedulers' warps by 256."""
        each = -(-self.registers * 32 // 256) * 256
        by_registers = 4 * (processor.registers // 4 // each) // self.warps
        by_shared = processor.shared_bytes // (self.shared + 1024)  # CUDA keeps 1 KB of every instance's for itself
        return max(1, min(32, processor.threads // (32 * self.warps), by_registers, by_shared))

    def __str__(self) -> str:
        return f"{self.registers} registers, {self.spilled} bytes spilled, {self.shared} of shared memory"


@dataclass(frozen=True, slots=True)
class Made:
    """One program through the stages after `ttgir`: what each made, of what, the metadata then, what it takes, and the seconds it took."""

    made: dict[str, tuple[Any, Any]]
    metadata: dict[str, Any]
    use: Use
    seconds: float


def make(stages: Sequence[tuple[str, Stage]], module: Any, metadata: dict[str, Any]) -> Made:
    """Run the stages on a module, which they change.

    Raises:
        OSError, ValueError: Triton's `cuobjdump` does not tell what the code takes.
        Exception: whatever a stage raises.
    """
    started = time.perf_counter()
    made, metadata = {}, dict(metadata)
    for name, stage in stages:
        source, module = module, stage(module, metadata)
        made[name] = source, module
    seconds = time.perf_counter() - started
    return Made(made, metadata, Use(*resources(module), metadata["shared"], metadata["num_warps"]), seconds)


def predicted(cost: tuple[float, float], plain: Use, ours: Use, processor: Target) -> float:
    """The part of its time that our program is predicted to save, negative if it loses; costs are those of Triton's program and of ours."""
    faster = COST * math.log(cost[0] / cost[1])
    faster += OCCUPANCY * math.log(ours.occupancy(processor) / plain.occupancy(processor))
    faster += SPILLS * math.log((SPILLED_ANYWAY + plain.spilled) / (SPILLED_ANYWAY + ours.spilled))
    return 1.0 - math.exp(-faster)


def processor_of(name: str) -> Target | None:
    """The processor of a Triton target (`cuda:90`), None for those whose machine code nothing was learnt from: all but NVIDIA's."""
    backend, _, arch = name.partition(":")
    if backend != "cuda":
        return None
    return target({"8": "sm80", "9": "sm90"}.get(arch[:-1], "sm100"))


def resources(code: bytes) -> tuple[int, int]:
    """Registers of a thread and bytes of its stack, by Triton's own `cuobjdump`.

    Raises:
        OSError: it does not run.
        ValueError: it does not say.
    """
    from triton import knobs

    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "kernel.cubin")
        with open(file, "wb") as out:
            out.write(code)
        command = [knobs.nvidia.cuobjdump.path, "-res-usage", file]
        said = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False).stdout
    found = re.search(r"REG:(\d+) STACK:(\d+)", said)
    if found is None:
        raise ValueError("cuobjdump does not say what a kernel uses")
    return int(found[1]), int(found[2])
