"""Loads, stores and atomic operations of the machine that lifts programs to expressions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from egraph_opt.interpret.element_types import Array, Datum, element_of, pointee, shape_of
from egraph_opt.interpret.errors import NotModelled
from egraph_opt.interpret.tensor_windows import TensorWindow
from egraph_opt.ir.attributes import integer, integers
from egraph_opt.ir.module import Op
from egraph_opt.verifier.lift.expression_domain import ElementDependence, Numbers, Symbols
from egraph_opt.verifier.lift.symbolic_machine import LiftMachine, symbolic


def load_window(machine: LiftMachine, window: TensorWindow, axes: Sequence[int], padding: float) -> Numbers:
    """Load the block of a block pointer or descriptor, with `padding` outside the tensor."""
    other = machine.domain.constants(np.asarray(padding), window.element)
    return machine.arrays.load(window.addresses(), window.element, window.in_bounds(axes), other)


@symbolic("tt.load")
def _load(machine: LiftMachine, op: Op, pointer: Datum, mask: Datum = None, other: Datum = None) -> Datum:
    type = op.results[0].type
    if isinstance(pointer, TensorWindow):
        padding = np.nan if integer(op.attributes.get("padding", "1")) == 2 else 0.0
        return machine.datum(load_window(machine, pointer, integers(op.attributes["boundaryCheck"]), padding), type)
    element = pointee(op.operands[0].type)
    given = None if other is None else machine.numbers(other, type)
    if isinstance(mask, Symbols) or isinstance(pointer, Symbols):
        return machine.datum(load_unknown(machine, op, pointer, mask, given, element), type)
    return machine.datum(machine.arrays.load(np.asarray(pointer), element, mask, given), type)


def load_unknown(machine: LiftMachine, op: Op, pointer: Datum, mask: Datum, other: Numbers | None, element: str) -> Numbers:
    """Load with an address or a mask that is an expression. Where an address may be out of bounds, the memory records it."""
    known = None if isinstance(mask, Symbols) else mask
    if isinstance(pointer, Symbols):
        test = mask.numbers if isinstance(mask, Symbols) else None
        loaded = gather(machine, pointer.numbers, known, test, element)
    else:
        loaded = machine.arrays.load_inside(np.asarray(pointer), element, known)
    if mask is None:
        return loaded
    fallback = (
        np.full(loaded.shape, machine.domain.undefined, np.int64) if other is None else np.broadcast_to(other, loaded.shape)
    )
    if known is not None:
        return np.where(known, loaded, fallback)
    return machine.domain.select(np.broadcast_to(mask.numbers, loaded.shape), loaded, fallback, element)


def gather(machine: LiftMachine, pointers: Numbers, mask: Array | None, test: Numbers | None, element: str) -> Numbers:
    """Load at addresses that are expressions. `mask` is a known mask, and `test` one that is an expression."""
    found = np.full(pointers.shape, machine.domain.undefined, np.int64)
    chosen = np.arange(found.size) if mask is None else np.flatnonzero(np.broadcast_to(mask, found.shape))
    tests = None if test is None else np.broadcast_to(test, found.shape).reshape(-1)[chosen]
    found.reshape(-1)[chosen] = machine.arrays.gather(pointers.reshape(-1)[chosen], element, tests)
    return found


@symbolic("tt.store")
def _store(machine: LiftMachine, op: Op, pointer: Datum, value: Datum, mask: Datum = None) -> Datum:
    numbers = machine.numbers(value, op.operands[1].type)
    if isinstance(pointer, TensorWindow):
        inside = pointer.in_bounds(integers(op.attributes["boundaryCheck"]))
        machine.arrays.store(pointer.addresses(), numbers, pointer.element, inside)
        return ()
    element = pointee(op.operands[0].type)
    if isinstance(pointer, Symbols):
        raise ElementDependence("an address that is written depends on an element of an array")
    if isinstance(mask, Symbols):
        addresses = np.asarray(pointer)
        inside = machine.arrays.lies_inside(addresses, element, None)
        old = machine.arrays.load(addresses, element, inside, None)
        test, new, old = np.broadcast_arrays(mask.numbers, numbers, old)
        numbers, mask = machine.domain.select(test, new, old, element), inside
    machine.arrays.store(np.asarray(pointer), numbers, element, mask)
    return ()


@symbolic("tt.atomic_rmw")
def _atomic(machine: LiftMachine, op: Op, pointer: Datum, value: Datum, mask: Datum = None) -> Datum:
    if isinstance(pointer, Symbols) or isinstance(mask, Symbols):
        raise ElementDependence("an address or a mask of an atomic operation depends on an element of an array")
    kind = integer(op.attributes["atomic_rmw_op"])
    if kind not in (4, 5, 6, 7):
        raise NotModelled("an atomic operation other than addition, maximum or minimum")
    machine.arrays.update(
        np.asarray(pointer), machine.numbers(value, op.operands[1].type), pointee(op.operands[0].type), mask, kind
    )
    return Symbols(np.full(shape_of(op.results[0].type), machine.domain.undefined, np.int64))


@symbolic("tt.atomic_cas")
def _compare_and_swap(machine: LiftMachine, op: Op, *operands: Datum) -> Datum:
    raise NotModelled(op.name)


@symbolic("tt.descriptor_load")
def _descriptor_load(machine: LiftMachine, op: Op, descriptor: TensorWindow, *indices: Any) -> Datum:
    here = descriptor.window_at(known_indices(indices))
    found = load_window(machine, here, range(len(here.block)), here.padding)
    return machine.datum(found.reshape(shape_of(op.results[0].type)), op.results[0].type)


@symbolic("tt.descriptor_store")
def _descriptor_store(machine: LiftMachine, op: Op, descriptor: TensorWindow, values: Datum, *indices: Any) -> Datum:
    here = descriptor.window_at(known_indices(indices))
    numbers = machine.numbers(values, op.operands[1].type).reshape(here.block)
    machine.arrays.store(here.addresses(), numbers, element_of(op.operands[1].type), here.in_bounds(range(len(here.block))))
    return ()


def known_indices(indices: Sequence[Datum]) -> Sequence[Datum]:
    """Return the indices of a descriptor access. Raises Unliftable if one is an expression."""
    if any(isinstance(index, Symbols) for index in indices):
        raise ElementDependence("a place in a tensor depends on an element of an array")
    return indices
