"""Buffer instructions of AMD GPUs, with a base address, unsigned 32-bit byte offsets, and a bounds check.

Triton declares each buffer as 2^31 - 2 bytes long. Loads beyond the end return zero, and stores there do nothing. Atomic
operations run in row-major order of the lanes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from egraph_opt.interpret.element_types import Array, Datum, element_of, storage_of
from egraph_opt.interpret.errors import NotModelled
from egraph_opt.interpret.memory_ops import RMW, update_memory
from egraph_opt.interpret.op_table import operation
from egraph_opt.ir import syntax
from egraph_opt.ir.attributes import integer
from egraph_opt.ir.module import Op

if TYPE_CHECKING:
    from egraph_opt.interpret.executor import Machine

RECORDS = (1 << 31) - 2


def _lanes(base: Datum, offsets: Array, element: str, mask: Datum) -> tuple[Array, Array]:
    size = storage_of(element).itemsize
    offset = (offsets.astype(np.int64) * size) & 0xFFFFFFFF
    return base + offset, (offset + size <= RECORDS) & (True if mask is None else mask)


def _mask_operands(op: Op, operands: Sequence[Datum], fixed: int) -> list[Datum]:
    said = op.attributes.get("", "")
    if not said[said.find("%") :].replace("%, ", "", fixed == 3).startswith("%[%]"):
        raise NotModelled(f"{op.name} written as {said}")
    return list(operands[fixed : len(operands) - ("stride = %" in said)])


@operation("amdg.buffer_load amdgpu.buffer_load")
def _load(machine: Machine, op: Op, base: Datum, offsets: Array, *rest: Datum) -> Array:
    mask, other = (*_mask_operands(op, (base, offsets, *rest), 2), None, None)[:2]
    element = element_of(op.results[0].type)
    addresses, there = _lanes(base, offsets, element, mask)
    loaded = machine.memory.load(addresses, element, there)
    return loaded if other is None else np.where(mask, loaded, other)


@operation("amdg.buffer_store amdgpu.buffer_store")
def _store(machine: Machine, op: Op, values: Array, base: Datum, offsets: Array, *rest: Datum) -> None:
    (mask,) = (*_mask_operands(op, (values, base, offsets, *rest), 3), None)[:1]
    element = element_of(op.operands[0].type)
    addresses, there = _lanes(base, offsets, element, mask)
    machine.memory.store(addresses, values, element, there)


@operation("amdg.buffer_atomic_rmw amdgpu.buffer_atomic_rmw")
def _atomic_rmw(machine: Machine, op: Op, values: Array, base: Datum, offsets: Array, *rest: Datum) -> Array:
    (mask,) = (*_mask_operands(op, (values, base, offsets, *rest), 3), None)[:1]
    element, combine = element_of(op.results[0].type), RMW[integer(syntax.RMW[op.attributes[""].partition(",")[0]])]
    addresses, there = _lanes(base, offsets, element, mask)
    return update_memory(machine, element, addresses, there, lambda old, i: combine(old, values.reshape(-1)[i : i + 1]))
