"""Schedules of hardware copies, for runs that must not depend on their order.

A copy through a descriptor (TMA) is not ordered with most accesses to the same bytes: see
`egraph_opt.families.pointer.forms.descriptor_hazards`. Two schedules are as far from a program's order as Triton 3.6 and the PTX ISA
allow:

    late    a copy that loads sees no write of its program; copies that store write at the end, the last one first
    early   a copy that stores writes before all earlier writes of its program: what these wrote remains

A program whose copies are ordered does the same under both as in its own order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal
from unittest.mock import patch

import numpy as np

from egraph_opt.interpret import TABLE
from egraph_opt.interpret.element_types import Array, Datum, storage_of
from egraph_opt.interpret.global_memory import CallerMemory, active
from egraph_opt.ir.module import Op

Schedule = Literal["late", "early"]
SCHEDULES: tuple[Schedule, ...] = ("late", "early")
LOADS = ("tt.descriptor_load", "tt.descriptor_gather")
STORES = ("tt.descriptor_store", "tt.descriptor_scatter")
COPIES = frozenset((*LOADS, *STORES))


@contextmanager
def scheduled(schedule: Schedule) -> Iterator[Callable[[], None]]:
    """Run programs of one launch under a schedule; the yielded function does the copies that are left, when a program has ended."""
    meanings = {name: TABLE[name] for name in (*LOADS, *STORES)}
    frozen: dict[int, CallerMemory] = {}
    written: dict[int, list[Array]] = {}
    left: list[Callable[[], object]] = []
    add, store = CallerMemory.add, CallerMemory.store

    def added(memory: CallerMemory, buffer: Array) -> Array:
        frozen.setdefault(id(memory), CallerMemory()).buffers.append(buffer.copy().reshape(-1).view(np.uint8))
        written.setdefault(id(memory), []).append(np.zeros(buffer.nbytes, bool))
        return add(memory, buffer)

    def noted(memory: CallerMemory, addresses: Array, values: Array, element: str, mask: Array | None = None) -> None:
        store(memory, addresses, values, element, mask)
        marks = CallerMemory()
        marks.buffers = [mark.view(np.uint8) for mark in written[id(memory)]]
        storage = storage_of(element)
        for elements, _, numbers in marks.places(addresses.reshape(-1)[active(addresses, mask)], storage):
            elements[numbers] = np.frombuffer(b"\1" * storage.itemsize, storage)[0]

    def stale(machine: Any, op: Op, *operands: Datum) -> Datum:
        memory, machine.memory = machine.memory, frozen[id(machine.memory)]
        try:
            return meanings[op.name](machine, op, *operands)
        finally:
            machine.memory = memory

    def delayed(machine: Any, op: Op, *operands: Datum) -> None:
        left.append(lambda: meanings[op.name](machine, op, *operands))

    def first(machine: Any, op: Op, *operands: Datum) -> None:
        before = [
            (buffer.copy(), mark.copy()) for buffer, mark in zip(machine.memory.buffers, written[id(machine.memory)], strict=True)
        ]
        meanings[op.name](machine, op, *operands)
        for buffer, (old, mark) in zip(machine.memory.buffers, before, strict=True):
            buffer[mark] = old[mark]

    def end() -> None:
        while left:
            left.pop()()

    late = schedule == "late"
    changed = dict.fromkeys(STORES, delayed if late else first) | (dict.fromkeys(LOADS, stale) if late else {})
    with patch.object(CallerMemory, "add", added), patch.object(CallerMemory, "store", noted), patch.dict(TABLE, changed):
        yield end
