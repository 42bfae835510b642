"""Bound of a function: work on global memory overlaps with work on the multiprocessor, so the larger of both decides.

After the roofline model (Williams, Waterman and Patterson, CACM 52(4), 2009), with two roofs. Measured on an H200 (`python -m
benchmarks.calibrate.pairs`): the units of a multiprocessor do not overlap well within real kernels, which hold few program
instances at once, so their work adds up; memory traffic overlaps with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod

from egraph_opt.cost.axis_info import accesses
from egraph_opt.cost.cycles import Cycles
from egraph_opt.cost.op_resources import work
from egraph_opt.cost.register_pressure import pressure
from egraph_opt.cost.target import RESOURCES, Target
from egraph_opt.cost.tensor_footprint import tensor_layout
from egraph_opt.extract.base.stable_sum import ordered_sum
from egraph_opt.ir.module import Op
from egraph_opt.ir.trip_count import weighted_operations
from egraph_opt.ir.types import element_bytes, tensor_type
from egraph_opt.linear_layout import ConversionClass, conversion_class
from egraph_opt.linear_layout.conversion_counts import exchange
from egraph_opt.linear_layout.shared import memory_type

RESOURCE_OF = {unit: resource for resource, units in RESOURCES.items() for unit in units}
MEMORY = "global"
CODE_REGISTERS = 24
"""Registers that a thread needs beside its tensors: addresses, loop counters."""


@dataclass(frozen=True)
class ResourceLoads:
    """Load of one program instance on each resource, in cycles times trip counts; `conversions` is included in the others."""

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
        """Most loaded resource of the higher roof: memory, or one on the multiprocessor."""
        chip = {name: cycles for name, cycles in self.resources.items() if name != MEMORY}
        return MEMORY if self.memory > self.on_chip else max(chip, key=lambda name: chip[name])


@dataclass(frozen=True)
class Roofline(Cycles):
    """Larger of global-memory cycles and all other cycles, plus a share of the smaller, with which it overlaps.

    Extraction minimises the sum, as under `cycles`. While loads and stores keep their layouts that is exact, since one side is
    the same for all choices. If loads may move (small ones always, large ones with `--move-loads`), or stores (`--move-stores`),
    this model only judges the choice and does not prove it best. A function that memory binds is left unchanged.
    """

    name: str = "roofline"
    share: float = 0.0

    def least_by_sum(self, moved: bool) -> bool:
        """Return whether the least sum is the least cost: if the work on memory is the same for all choices, and the share is at
        most one.
        """
        return not moved and 0.0 <= self.share <= 1.0

    def whole(self, function: Op) -> float:
        """Return the cycles of a function as it is written."""
        found = loads(function, self)
        return max(found.memory, found.on_chip) + self.share * min(found.memory, found.on_chip)


def loads(function: Op, model: Cycles) -> ResourceLoads:
    """Add up the work of a function, by resource."""
    access, table = accesses(function), model.table
    total, conversions = dict.fromkeys(RESOURCES, 0.0), 0.0
    for op, weight, _ in weighted_operations(function):
        operands, results = (tuple(v.type for v in values) for values in (op.operands, op.results))
        for unit, count in work(op.name, operands, results, access.get(op), model.processor.matrices).items():
            cycles = weight * count * table[unit]
            total[RESOURCE_OF.get(unit, "latency")] += cycles
            conversions += cycles if op.name == "ttg.convert_layout" else 0.0
    return ResourceLoads(total, conversions)


def occupancy(function: Op, threads: int, target: Target, kept_share: float = Cycles.kept_share) -> int:
    """Return about how many program instances a multiprocessor holds at once, by its registers, shared memory and threads: at least one."""
    registers = min(255, CODE_REGISTERS + int(pressure(function) * kept_share)) * threads
    shared = shared_bytes(function, target.matrices)
    return max(1, min(target.threads // threads, target.registers // registers, target.shared_bytes // max(1, shared)))


def shared_bytes(function: Op, matrices: bool) -> int:
    """Return the shared memory of a program instance, in bytes: every buffer, and the largest scratch space of a conversion.
    Triton reuses it better.
    """
    buffers = scratch = 0
    for op in function.walk():
        if op.name == "ttg.local_alloc":
            try:
                shape, element, _ = memory_type(op.results[0].type)
                buffers += prod(shape) * element_bytes(element)
            except ValueError:
                continue
        elif op.name == "ttg.convert_layout" and (tensor := tensor_type(op.operands[0].type)):
            a, b = tensor_layout(op.operands[0].type), tensor_layout(op.results[0].type)
            if a and b and conversion_class(a[1], b[1]) in (ConversionClass.SHARED, ConversionClass.LANE_SHARED):
                scratch = max(scratch, exchange(a[1], b[1], 8 * element_bytes(tensor.element), matrices).scratch_bits // 8)
    return buffers + scratch
