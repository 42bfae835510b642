"""Resources of a program on a multiprocessor, and the prediction of its time relative to another program's from them and modelled cost."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass

from egraph_opt.cost.target import Target, named_by, target
from egraph_opt.extract.base.stable_sum import ordered_sum
from egraph_opt.machine import warp_latency as paths
from egraph_opt.machine.sass import read

COST, OCCUPANCY, PATH, SPILLS = 0.4, 0.15, 0.6, 0.3
"""Weights of the logarithms of modelled cost, occupancy, a warp's path and spilled bytes in that of the time: fitted to programs
that were timed on an H200 (2026-11-22, Triton 3.6.0; `benchmarks/gpu/pairs/formula.py`).
"""
SATURATED, LEFT = 2.5, 0.1
"""Two numbers for programs whose time memory alone decides. The first is the smallest ratio for that: the time that memory is
busy for the program instances of a multiprocessor, to the path of its warps. The second is the part that remains of a gain
predicted otherwise (71 programs were predicted to gain 9 % in the mean, and gained 1 %)."""
SECTORS = 0.3
"""Weight of the logarithm of what an instance takes, which includes memory with all sectors that it fetches, in that of the time.
Two kernels of TorchAO that fetch each sector twice take 13 and 14 % longer on an H200 (2026-11-23), and machine code had
predicted that they gain. Of six kernels that were timed with other sectors, 0.2 fits one half best, and 0.3 the other."""
MAX_BYTES_RATIO = 2.5
"""Ratio of moved bytes above which nothing is predicted. Equal programs move the same bytes; if one seems to move so many times
as much, ptxas has unrolled its loops and `path` took several iterations for one: of 17 such programs on an H200 (2026-11-23) none
gained 4 % and eleven lost, down to 0.48, all predicted to gain; of nine that move 1.25 to 2.2 times as much all gained, 1.19 to
2.87.
"""
MAX_GROWTH_RATIO = 4.0
"""Ratio of the growth of moved bytes to that of issued instructions from which this is no unrolled loop: then threads read the same
elements, which other layouts do not. Two programs that ask for 9 and 17 times as many bytes as another, with 1.3 and 1.5 times as many
instructions, take 1.7 and 4.1 times as long on an H200 (2026-11-23)."""
SCHEDULERS = 4
"""Schedulers of a multiprocessor: each issues one instruction per cycle, for all of its warps together."""
ALIKE, SMALL = 0.02, 10.0
"""Relative difference up to which two ratios are no reason that is worth a word, and the size below which a number may be one."""
SPILLED_ANYWAY = 256
"""Bytes that are added to those a thread spills: the first few hardly matter."""


@dataclass(frozen=True, slots=True)
class ResourceUse:
    """Resources that one program instance takes.

    `spilled` is in bytes of a thread, `shared` in bytes, `path` in cycles of a warp alone, `memory` in cycles that memory is busy
    for the instance, `issued` in instructions of a warp. `fetched` is in bytes of sectors per byte that the instance asks memory
    for (`egraph_opt.machine.sectors`), and 0 if that is not known.
    """

    registers: int
    spilled: int
    shared: int
    warps: int
    path: float
    memory: float = 0.0
    issued: float = 0.0
    fetched: float = 0.0

    def occupancy(self, processor: Target) -> int:
        """Return how many program instances a multiprocessor holds at once. Each of four schedulers allots its warps registers by 256."""
        each = -(-self.registers * 32 // 256) * 256
        by_registers = SCHEDULERS * (processor.registers // SCHEDULERS // each) // self.warps
        by_shared = processor.shared_bytes // (self.shared + 1024)  # CUDA reserves 1 KB for itself in each instance
        return max(1, min(32, processor.threads // (32 * self.warps), by_registers, by_shared))

    def cycles(self, processor: Target) -> float:
        """Return the cycles until it is done: those of a warp alone, or those that schedulers take to issue for all resident warps."""
        return max(self.path, self.occupancy(processor) * self.warps / SCHEDULERS * self.issued)

    def is_bound_by_memory(self, processor: Target) -> bool:
        """Return whether memory is busy for the resident program instances at least as long as an instance takes."""
        return self.occupancy(processor) * self.memory >= self.cycles(processor) > 0.0

    def number_table(self, processor: Target) -> dict[str, float]:
        """Return, by its name in tables, each number that a prediction uses or a user knows."""
        return {
            "registers": self.registers,
            "bytes of stack": self.spilled,
            "bytes of shared memory": self.shared,
            "program instances at once": self.occupancy(processor),
            "cycles of an instance": self.cycles(processor),
            "bytes fetched for a byte asked for": self.fetched,
        }


def differing(ours: ResourceUse, theirs: ResourceUse, processor: Target) -> str:
    """Return the numbers in which a program differs from another, as text: `40 registers instead of 32, ...`."""
    pairs = zip(ours.number_table(processor).items(), theirs.number_table(processor).values(), strict=True)
    shown = ((name, _number(a), _number(b)) for (name, a), b in pairs if not _alike(a, b))
    return ", ".join(f"{a} {name} instead of {b}" for name, a, b in shown if a != b)


def _alike(a: float, b: float) -> bool:
    """Return whether two small ratios are the same but for a digit that tells nobody anything."""
    return max(a, b) < SMALL and abs(a - b) <= ALIKE * max(a, b)


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 or value == int(value) else f"{value:.2f}"


NAMES = {
    "spill_bytes": "bytes of spill stores and loads",
    "stack_bytes": "bytes of stack",
    "shared_bytes": "bytes of shared memory",
    "path_cycles": "cycles of a warp alone",
    "instance_cycles": "cycles of an instance",
    "at_once": "program instances at once",
}
"""Names in tables of numbers of machine code whose names in records are no words: one name for each number, wherever it is shown."""


def number_name(record: str) -> str:
    """Return the name of a number in tables."""
    return NAMES.get(record, record.replace("_", " "))


def use_of(cubin: bytes, shared: int, warps: int, preferred: Collection[str] = ()) -> ResourceUse:
    """Return what machine code takes on its longest path, or on the path with the most preferred instructions.

    Raises:
        ValueError: the machine code does not state it.
    """
    code = read(cubin)
    way = paths.path(code, warps, preferred=preferred)
    return ResourceUse(code.registers, code.stack, shared, warps, way.cycles, way.memory, way.issued)


def processor_of(name: str) -> Target | None:
    """Return the processor of a Triton target (`cuda:90`); None for processors without a model: all but NVIDIA's."""
    return target(named_by(name)) if name.startswith("cuda:") else None


def parts(
    cost: tuple[float, float], one: ResourceUse, other: ResourceUse, processor: Target
) -> tuple[float, float, float, float]:
    """Return the logarithms of the ratios by which another program is better: cost, occupancy, path, spilled bytes; `cost` has both costs.

    If memory alone decides the time, each counts little.
    """
    saturated = one.occupancy(processor) * one.memory >= SATURATED * one.path
    ratios = (
        cost[0] / cost[1] if cost[0] != cost[1] else 1.0,
        other.occupancy(processor) / one.occupancy(processor),
        one.cycles(processor) / other.cycles(processor),
        (SPILLED_ANYWAY + one.spilled) / (SPILLED_ANYWAY + other.spilled),
    )
    gain, occupancy, path, spills = (math.log(ratio) * (LEFT if saturated else 1.0) for ratio in ratios)
    return gain, occupancy, path, spills


def traffic(one: ResourceUse, other: ResourceUse, processor: Target) -> float:
    """Return the logarithm of how many times less time an instance of another program takes, if they differ only in the sectors that their
    accesses touch; 0 where that is not known of both."""
    if not one.fetched or not other.fetched or one.fetched == other.fetched:
        return 0.0
    apart = one.cycles(processor) / one.occupancy(processor)
    return math.log((apart + one.memory * one.fetched) / (apart + one.memory * other.fetched))


def predict_saving(cost: tuple[float, float], one: ResourceUse, other: ResourceUse, processor: Target) -> float:
    """Return the part of its time that another program is predicted to save, negative if it loses; `cost` has both costs.

    Nothing is predicted for programs whose machine code cannot be compared.
    """
    if one.memory > MAX_BYTES_RATIO * other.memory and MAX_GROWTH_RATIO * one.issued * other.memory >= one.memory * other.issued:
        return 0.0
    weights = (COST, OCCUPANCY, PATH, SPILLS, SECTORS)
    every = (*parts(cost, one, other, processor), traffic(one, other, processor))
    return 1.0 - math.exp(-ordered_sum(w * part for w, part in zip(weights, every, strict=True)))
