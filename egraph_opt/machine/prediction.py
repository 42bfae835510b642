"""Prediction of a program's time relative to another program's time, from resource use and modelled cost."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from egraph_opt.cost.target import Target, named_by, target
from egraph_opt.extract.base.stable_sum import ordered_sum
from egraph_opt.machine import warp_latency as paths
from egraph_opt.machine.sass import SassKernel, read

COST, OCCUPANCY, PATH, SPILLS = 0.4, 0.15, 0.6, 0.3
"""Exponents of the ratios of cost, occupancy, warp latency and spilled bytes in the predicted time ratio.

The exponents are fitted to programs timed on an H200 (2026-11-22, Triton 3.6.0; `docs/cost-models.md`).
"""
SATURATED, LEFT = 2.5, 0.1
"""Constants for memory-bound programs: memory alone bounds the time if it takes at least `SATURATED` times the latency of a warp.

`LEFT` scales the predicted gain of such programs (71 programs, predicted to gain 9 % on average, gained 1 %).
"""
SECTORS = 0.3
"""Exponent, in the predicted time ratio, of the speed-up from fewer fetched sectors of memory (`traffic`).

Two TorchAO kernels that fetch each sector twice take 13 and 14 % longer on an H200 (2026-11-23), although other terms predict a gain. Of
six timed kernels with different sectors, 0.2 fits three best, and 0.3 the other three.
"""
MAX_BYTES_RATIO = 2.5
"""Maximum ratio of moved bytes for a prediction; a larger ratio means that ptxas has unrolled loops.

With unrolled loops, `path` counts several iterations as one. 17 such programs were predicted to gain. On an H200
(2026-11-23), eleven of them lost, and none gained 4 %. Nine programs with ratios 1.25 to 2.2 ran 1.19 to 2.87 times as fast.
"""
MAX_GROWTH_RATIO = 4.0
"""Maximum ratio of growth of moved bytes to growth of issued instructions under unrolling; a larger ratio shows duplicate reads.

Two programs with 9 and 17 times the bytes and 1.3 and 1.5 times the instructions take 1.7 and 4.1 times as long on an H200 (2026-11-23).
"""
SCHEDULERS = 4
"""Number of schedulers of a multiprocessor, each of which issues one instruction per cycle."""
ALIKE, SMALL = 0.02, 10.0
"""Two reported numbers below `SMALL` count as equal if their relative difference is at most `ALIKE`."""
SPILLED_ANYWAY = 256
"""Bytes added to each spill count before comparison, since a few spilled bytes hardly matter."""


@dataclass(frozen=True, slots=True)
class ResourceUse:
    """Resource use of one program instance.

    `spilled` is in bytes per thread, `shared` in bytes. `path` is the latency of a single warp in cycles. `memory` is the number of
    cycles for which the instance keeps memory busy, `issued` the number of instructions per warp. `fetched` is the number of bytes
    transferred per requested byte (`egraph_opt.machine.sector_overfetch`), or 0 if unknown.
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
        each = -(-self.registers * 32 // 256) * 256
        by_registers = SCHEDULERS * (processor.registers // SCHEDULERS // each) // self.warps
        by_shared = processor.shared_bytes // (self.shared + 1024)  # CUDA reserves 1 KB for itself in each instance
        return max(1, min(32, processor.threads // (32 * self.warps), by_registers, by_shared))

    def cycles(self, processor: Target) -> float:
        """Return the cycles of an instance: the maximum of a single warp's latency and the issue time of all resident warps."""
        return max(self.path, self.occupancy(processor) * self.warps / SCHEDULERS * self.issued)

    def is_bound_by_memory(self, processor: Target) -> bool:
        """Return whether the busy time of memory for the resident instances is at least the time of an instance."""
        return self.occupancy(processor) * self.memory >= self.cycles(processor) > 0.0

    def number_table(self, processor: Target) -> dict[str, float]:
        return {
            "registers": self.registers,
            "bytes of stack": self.spilled,
            "bytes of shared memory": self.shared,
            "program instances at once": self.occupancy(processor),
            "cycles of an instance": self.cycles(processor),
            "bytes fetched for a byte asked for": self.fetched,
        }


def differing(ours: ResourceUse, theirs: ResourceUse, processor: Target) -> str:
    """Return a text with the numbers in which two programs differ, such as `40 registers instead of 32, ...`."""
    pairs = zip(ours.number_table(processor).items(), theirs.number_table(processor).values(), strict=True)
    shown = ((name, _number(a), _number(b)) for (name, a), b in pairs if not _alike(a, b))
    return ", ".join(f"{a} {name} instead of {b}" for name, a, b in shown if a != b)


def _alike(a: float, b: float) -> bool:
    """Return whether two reported numbers are small and nearly equal, so that the difference is not worth a mention."""
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
"""Display names of machine code counts whose field names are unclear."""


def number_name(record: str) -> str:
    return NAMES.get(record, record.replace("_", " "))


def use_of(cubin: bytes, shared: int, warps: int, preferred: Collection[str] = ()) -> ResourceUse:
    """Return the resource use of machine code, with the latency of the path that has most `preferred` opcodes.

    Raises:
        ValueError: the machine code does not state its resources.
    """
    return use_of_code(read(cubin), shared, warps, preferred=preferred)


def use_of_code(
    code: SassKernel, shared: int, warps: int, trips: Sequence[float] | None = None, preferred: Collection[str] = ()
) -> ResourceUse:
    """Return the resource use of decoded machine code; `trips` and `preferred` are as for `warp_latency.path`."""
    way = paths.path(code, warps, trips, preferred=preferred)
    return ResourceUse(code.registers, code.stack, shared, warps, way.cycles, way.memory, way.issued)


def processor_of(name: str) -> Target | None:
    """Return the processor model of a Triton target such as `cuda:90`, or None for targets without a model."""
    return target(named_by(name)) if name.startswith("cuda:") else None


def parts(
    cost: tuple[float, float], one: ResourceUse, other: ResourceUse, processor: Target
) -> tuple[float, float, float, float]:
    """Return the logarithms of the gains of `other` over `one` in cost, occupancy, latency and spills; negative for a loss.

    `cost` contains both programs' costs. The logarithms are scaled by `LEFT` if memory bounds the time.
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
    """Return the logarithm of the speed-up of `other` over `one` from fewer fetched sectors, or 0 if their number is unknown."""
    if not one.fetched or not other.fetched or one.fetched == other.fetched:
        return 0.0
    apart = one.cycles(processor) / one.occupancy(processor)
    return math.log((apart + one.memory * one.fetched) / (apart + one.memory * other.fetched))


def predict_noalias_saving(one: ResourceUse, other: ResourceUse, processor: Target, has_loops: bool) -> float:
    """Predict the fraction of time that a no-alias version `other` of a program saves (negative for a loss).

    The result is 0 if the program has no loops, memory bounds its time, and fewer instances of `other` are resident: other instances hide
    the latency already. Unsloth's `layernorm_forward` was predicted to save 10 % so, and takes 5 % longer on an H200 (2026-11-29).
    """
    if not has_loops and one.is_bound_by_memory(processor) and other.occupancy(processor) < one.occupancy(processor):
        return 0.0
    return predict_saving((1.0, 1.0), one, other, processor)


def predict_saving(cost: tuple[float, float], one: ResourceUse, other: ResourceUse, processor: Target) -> float:
    """Predict the fraction of time that program `other` saves (negative for a loss). `cost` contains both programs' costs.

    The result is 0 if unrolling makes the machine code incomparable.
    """
    if one.memory > MAX_BYTES_RATIO * other.memory and MAX_GROWTH_RATIO * one.issued * other.memory >= one.memory * other.issued:
        return 0.0
    weights = (COST, OCCUPANCY, PATH, SPILLS, SECTORS)
    every = (*parts(cost, one, other, processor), traffic(one, other, processor))
    return 1.0 - math.exp(-ordered_sum(w * part for w, part in zip(weights, every, strict=True)))
