"""Shared memory. A memory descriptor is a view of a numpy array in element order, regardless of the encoding.

Unspecified behaviour is modelled by the worst case. Asynchronous copies complete only at a wait, freed memory is overwritten, and
repeated allocations return the same memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from egraph_opt.interpret.element_types import Array, Datum, dtype_of, element_of, pointee, shape_of
from egraph_opt.interpret.errors import NotModelled, OutOfBounds
from egraph_opt.interpret.op_table import operation
from egraph_opt.ir.attributes import integer, integers
from egraph_opt.ir.module import Op

if TYPE_CHECKING:
    from egraph_opt.interpret.executor import Machine

GARBAGE = 85


@operation("ttg.local_alloc")
def _local_alloc(machine: Machine, op: Op, value: Array | None = None) -> Array:
    made = machine.memory.chip.get(op)
    if made is None:
        type = op.results[0].type
        made = machine.memory.chip[op] = machine.memory.fresh(shape_of(type), dtype_of(element_of(type)))
    if value is not None:
        made[...] = value
    return made


@operation("ttg.local_load")
def _local_load(machine: Machine, op: Op, memory: Array, token: None = None) -> Array:
    return memory.copy()


@operation("ttg.local_store")
def _local_store(machine: Machine, op: Op, value: Array, memory: Array) -> None:
    memory[...] = value


@operation("ttg.memdesc_index")
def _memdesc_index(machine: Machine, op: Op, memory: Array, index: Array) -> Array:
    if not 0 <= index < len(memory):
        raise OutOfBounds(f"buffer {index} of {len(memory)} in shared memory")
    return np.asarray(memory[int(index)])


@operation("ttg.memdesc_reinterpret")
def _memdesc_reinterpret(machine: Machine, op: Op, memory: Array) -> Array:
    """Reinterpret a memory descriptor. Raises NotModelled if the element type or the order of elements changes."""
    before, after = op.operands[0].type, op.results[0].type
    wide = [[extent for extent in shape_of(type) if extent != 1] for type in (before, after)]
    if element_of(before) != element_of(after) or wide[0] != wide[1]:
        raise NotModelled("ttg.memdesc_reinterpret as something else")
    view = memory.view()
    view.shape = shape_of(after)
    return view


@operation("ttg.memdesc_trans")
def _memdesc_trans(machine: Machine, op: Op, memory: Array) -> Array:
    return np.transpose(memory, integers(op.attributes["order"]))


@operation("ttg.memdesc_subslice")
def _memdesc_subslice(machine: Machine, op: Op, memory: Array) -> Array:
    offsets = integers(op.attributes["offsets"])
    return memory[tuple(slice(at, at + size) for at, size in zip(offsets, shape_of(op.results[0].type), strict=True))]


@operation("ttg.memdesc_reshape")
def _memdesc_reshape(machine: Machine, op: Op, memory: Array) -> Array:
    """Reshape a memory descriptor. Raises NotModelled if numpy cannot do this without a copy."""
    view = memory.view()
    try:
        view.shape = shape_of(op.results[0].type)
    except AttributeError:
        raise NotModelled("ttg.memdesc_reshape of a transposed view") from None
    return view


@operation("ttg.async_copy_global_to_local")
def _async_copy(machine: Machine, op: Op, pointer: Array, memory: Array, *rest: Datum) -> None:
    """Start an asynchronous copy. Without `other`, masked elements become zero."""
    mask, other = (*rest, None, None)[:2]
    machine.memory.begun.append((memory, machine.memory.load(pointer, pointee(op.operands[0].type), mask, other)))


@operation("ttg.async_commit_group")
def _async_commit_group(machine: Machine, op: Op, *tokens: None) -> None:
    machine.memory.groups.append(machine.memory.begun)
    machine.memory.begun = []


@operation("ttg.async_wait")
def _async_wait(machine: Machine, op: Op, *tokens: None) -> None:
    """Complete all committed groups of copies except the last `num`."""
    groups = machine.memory.groups
    for _ in range(len(groups) - integer(op.attributes["num"])):
        for memory, value in groups.pop(0):
            memory[...] = value


@operation("ttg.local_dealloc")
def _local_dealloc(machine: Machine, op: Op, memory: Array) -> None:
    memory.fill(GARBAGE)
