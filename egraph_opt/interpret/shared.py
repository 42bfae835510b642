"""Shared memory: a memory descriptor is a view of a numpy array, in the elements' order whatever the encoding."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from egraph_opt.interpret.element import Array, Datum, dtype_of, element_of, integers, pointee, shape_of
from egraph_opt.interpret.errors import NotModelled, OutOfBounds
from egraph_opt.interpret.table import operation
from egraph_opt.ir import Op

if TYPE_CHECKING:
    from egraph_opt.interpret.machine import Machine


@operation("ttg.local_alloc")
def _local_alloc(machine: Machine, op: Op, value: Array | None = None) -> Array:
    """A new array, holding the value if there is one, else zeros."""
    made = np.zeros(shape_of(op.results[0].type), dtype_of(element_of(op.results[0].type)))
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


@operation("ttg.memdesc_trans")
def _memdesc_trans(machine: Machine, op: Op, memory: Array) -> Array:
    return np.transpose(memory, integers(op.attributes["order"]))


@operation("ttg.memdesc_subslice")
def _memdesc_subslice(machine: Machine, op: Op, memory: Array) -> Array:
    offsets = integers(op.attributes["offsets"])
    return memory[tuple(slice(at, at + size) for at, size in zip(offsets, shape_of(op.results[0].type), strict=True))]


@operation("ttg.memdesc_reshape")
def _memdesc_reshape(machine: Machine, op: Op, memory: Array) -> Array:
    """Raises NotModelled where numpy would have to copy."""
    view = memory.view()
    try:
        view.shape = shape_of(op.results[0].type)
    except AttributeError:
        raise NotModelled("ttg.memdesc_reshape of a transposed view") from None
    return view


@operation("ttg.async_copy_global_to_local")
def _async_copy(machine: Machine, op: Op, pointer: Array, memory: Array, *rest: Datum) -> None:
    """Done at once; without `other`, elements that the mask leaves out become zero."""
    mask, other = (*rest, None, None)[:2]
    memory[...] = machine.memory.load(pointer, pointee(op.operands[0].type), mask, other)


@operation("ttg.async_commit_group ttg.async_wait ttg.local_dealloc")
def _token(machine: Machine, op: Op, *operands: Datum) -> None:
    """Copies are done already."""
