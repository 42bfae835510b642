"""Cost model `roofline`: global memory traffic overlaps with work on the multiprocessor, so the larger of both bounds a function's time.

The model follows Williams, Waterman and Patterson, CACM 52(4), 2009. Since real kernels on an H200 show little overlap between
units of a multiprocessor (`docs/cost-models.md`), the cycles of units are added.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod

from egraph_opt.cost.axis_info import accesses
from egraph_opt.cost.cycles import Cycles
from egraph_opt.cost.op_resources import scratch_bytes, work
from egraph_opt.cost.register_pressure import pressure
from egraph_opt.cost.target import RESOURCES, Target
from egraph_opt.extract.base.stable_sum import ordered_sum
from egraph_opt.ir.analysis.trip_count import weighted_operations
from egraph_opt.ir.module import Op
from egraph_opt.ir.types import element_bytes
from egraph_opt.linear_layout.memdesc_layout import memory_type

RESOURCE_OF = {unit: resource for resource, units in RESOURCES.items() for unit in units}
MEMORY = "global"
CODE_REGISTERS = 24
"""Registers of a thread for addresses and loop counters, besides its tensors."""


@dataclass(frozen=True)
class ResourceLoads:
    """Cycles of one program instance by resource, weighted by trip counts. `conversions` is the part that layout conversions take."""

    resources: Mapping[str, float]
    conversions: float

    @property
    def memory(self) -> float:
        return self.resources[MEMORY]

    @property
    def on_chip(self) -> float:
        return ordered_sum(self.resources.values()) - self.memory

    @property
    def binding(self) -> str:
        """Resource that bounds the time: memory, or the busiest unit of the multiprocessor."""
        chip = {name: cycles for name, cycles in self.resources.items() if name != MEMORY}
        return MEMORY if self.memory > self.on_chip else max(chip, key=lambda name: chip[name])


@dataclass(frozen=True)
class Roofline(Cycles):
    """The larger of global-memory cycles and all other cycles, plus `share` times the smaller.

    Extraction minimises the sum of both numbers, as for `cycles`. While loads and stores keep their layouts, all equivalent
    programs have equal memory cycles, so the program of least sum has the least cost. If their layouts may change, no optimum is
    proved. A function bound by memory stays unchanged.
    """

    name: str = "roofline"
    share: float = 0.0

    def least_by_sum(self, moved: bool) -> bool:
        """Return whether the program of least sum has the least cost.

        It does if all programs have equal memory cycles (not `moved`), and if `share` is in [0, 1].
        """
        return not moved and 0.0 <= self.share <= 1.0

    def whole(self, function: Op) -> float:
        found = loads(function, self)
        return max(found.memory, found.on_chip) + self.share * min(found.memory, found.on_chip)


def loads(function: Op, model: Cycles) -> ResourceLoads:
    access, table = accesses(function), model.table
    total, conversions = dict.fromkeys(RESOURCES, 0.0), 0.0
    for op, weight, _ in weighted_operations(function):
        operands, results = (tuple(v.type for v in values) for values in (op.operands, op.results))
        for unit, count in work(op.name, operands, results, access.get(op), model.processor.matrices).items():
            cycles = weight * count * table[unit]
            total[RESOURCE_OF.get(unit, "latency")] += cycles
            conversions += cycles if op.name == "ttg.convert_layout" else 0.0
    return ResourceLoads(total, conversions)


def occupancy(function: Op, threads: int, target: Target) -> int:
    """Return the estimated number of resident program instances per multiprocessor, at least 1."""
    registers = min(255, CODE_REGISTERS + int(pressure(function) * Cycles.kept_share)) * threads
    shared = shared_bytes(function, target.matrices)
    return max(1, min(target.threads // threads, target.registers // registers, target.shared_bytes // max(1, shared)))


def shared_bytes(function: Op, matrices: bool) -> int:
    """Return the shared memory of a program instance in bytes: all buffers, and the largest scratch space of a layout conversion.

    The number is an upper bound, since Triton reuses buffers.
    """
    buffers = scratch = 0
    for op in function.walk():
        if op.name == "ttg.local_alloc":
            try:
                shape, element, _ = memory_type(op.results[0].type)
                buffers += prod(shape) * element_bytes(element)
            except ValueError:
                continue
        elif op.name == "ttg.convert_layout":
            scratch = max(scratch, scratch_bytes(op.name, (op.operands[0].type,), (op.results[0].type,), matrices=matrices))
    return buffers + scratch
