"""Memory of expressions: the contents of each array element, and which programs wrote and read it in this launch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from egraph_opt.interpret.element_types import Array, storage_of
from egraph_opt.interpret.global_memory import SPACE
from egraph_opt.verifier.lift.expression_domain import Domain, ElementDependence, Numbers, Unliftable
from egraph_opt.verifier.lift.lane_order import LaneOrder, Lanes
from egraph_opt.verifier.side import ArraySpec

NOBODY, SEVERAL = -1, -2


@dataclass(slots=True)
class Buffer:
    """Array in memory as a flat buffer, from its first to its last element."""

    spec: ArraySpec
    numbers: Numbers
    member: Array
    """Which positions are elements of the array; its strides may leave gaps."""
    writer: Array
    reader: Array
    atomic: Array
    """Which elements were written by atomic operations in this launch."""
    lanes: LaneOrder
    version: int = 0
    """Number of earlier launches that wrote the array."""
    written: bool = False

    def forget_programs(self) -> None:
        """Forget which programs read and wrote the array, before another launch."""
        self.writer[:], self.reader[:], self.atomic[:] = NOBODY, NOBODY, False
        self.version += self.written
        self.written = False


class UnboundedLoad(NamedTuple):
    """Load of one element at an address that may lie outside of the array: expression ids of the address and of the mask."""

    array: str
    address: int
    mask: int | None


@dataclass(slots=True)
class SymbolicMemory:
    """Buffers of the arrays. An address is a buffer's number in the high bits and a byte offset in the low ones."""

    domain: Domain
    buffers: dict[str, Buffer] = field(default_factory=dict)
    program: int = 0
    phase: int = 0
    """Number of barriers and of programs so far."""
    unordered: bool = False
    """True if several atomic updates went to one element, so that their order is not determined."""
    assumes: bool = False
    """True if a program asserts or assumes a condition on elements of arrays."""
    unbounded: set[UnboundedLoad] = field(default_factory=set)

    def add(self, spec: ArraySpec) -> None:
        """Add an array with the contents that it has before the first launch."""
        n = spec.extent
        indices = element_offsets(spec)
        member = np.zeros(n, np.bool_)
        member[indices] = True
        numbers = np.full(n, self.domain.undefined, np.int64)
        if spec.contents is not None:
            numbers[indices] = self.domain.constants(np.asarray(spec.contents, np.int64), spec.dtype)
        elif spec.start == "given":
            numbers[indices] = self.domain.elements(spec.name, spec.dtype, indices)
        elif spec.start == "zeros":
            numbers[:] = self.domain.constants(np.zeros((), np.float64 if spec.dtype[0] in "fb" else np.int64), spec.dtype)
        nobody = np.full(n, NOBODY, np.int64)
        self.buffers[spec.name] = Buffer(
            spec, numbers, member, nobody, nobody.copy(), np.zeros(n, np.bool_), LaneOrder.of_size(n)
        )

    def address(self, name: str, offset: int) -> int:
        """Return the address of an element of an array."""
        size = storage_of(self.buffers[name].spec.dtype).itemsize
        return (list(self.buffers).index(name) + 1 << SPACE) + offset * size

    def begin_program(self, number: int) -> None:
        self.program = number
        self.pass_barrier()

    def pass_barrier(self) -> None:
        """From here on, all lanes of the program see what each of them stored."""
        self.phase += 1

    def places(self, addresses: Array, element: str) -> Iterator[tuple[Buffer, Array, Array]]:
        """Yield each buffer that some addresses point to, with the positions of these addresses and the element numbers.

        Raises:
            Unliftable: an address is not that of an element, or the element type differs.
        """
        if not addresses.size:
            return
        which = addresses + (1 << SPACE - 1) >> SPACE
        for number in np.unique(which):
            here = np.flatnonzero(which == number)
            if not 1 <= number <= len(self.buffers):
                raise Unliftable("an address lies in no array")
            buffer = list(self.buffers.values())[number - 1]
            size = storage_of(buffer.spec.dtype).itemsize
            if element != buffer.spec.dtype and (element, buffer.spec.dtype) != ("i8", "i1"):
                raise Unliftable(f"elements of {buffer.spec.name}, which are {buffer.spec.dtype}, are accessed as {element}")
            offsets = addresses[here] - (int(number) << SPACE)
            indices = offsets // size
            inside = (offsets % size == 0) & (indices >= 0) & (indices < len(buffer.numbers))
            inside &= buffer.member[np.where(inside, indices, 0)]
            if not inside.all():
                raise Unliftable(f"element {indices[~inside][0]} is not in {buffer.spec.name}")
            yield buffer, here, indices

    def load(self, addresses: Array, element: str, mask: Array | None, other: Numbers | None) -> Numbers:
        """Return the elements at some addresses; where the mask is false, `other`, or an undefined value."""
        found = np.full(addresses.shape, self.domain.undefined, np.int64)
        if other is not None:
            found[...] = other
        flat = found.reshape(-1)
        chosen = np.arange(flat.size) if mask is None else np.flatnonzero(np.broadcast_to(mask, addresses.shape))
        for buffer, here, indices in self.places(addresses.reshape(-1)[chosen], element):
            writers = buffer.writer[indices]
            if np.any((writers != NOBODY) & (writers != self.program)):
                raise Unliftable(f"an element of {buffer.spec.name} is read that another program writes")
            if not buffer.lanes.note_load(Lanes(self.phase, flat.size, chosen[here]), indices):
                raise Unliftable(
                    f"a lane reads an element of {buffer.spec.name} that another lane wrote, without tl.debug_barrier()"
                )
            readers = buffer.reader[indices]
            buffer.reader[indices] = np.where((readers == NOBODY) | (readers == self.program), self.program, SEVERAL)
            flat[chosen[here]] = buffer.numbers[indices]
        return flat.reshape(addresses.shape)

    def load_inside(self, addresses: Array, element: str, mask: Array | None) -> Numbers:
        """Load under a mask that is an expression: elements at addresses in bounds, and undefined values elsewhere."""
        return self.load(addresses, element, self.lies_inside(addresses, element, mask), None)

    def lies_inside(self, addresses: Array, element: str, mask: Array | None) -> Array:
        """Return which active addresses are in bounds of an array."""
        found = np.zeros(addresses.shape, np.bool_)
        flat = addresses.reshape(-1)
        which = flat + (1 << SPACE - 1) >> SPACE
        for number, buffer in enumerate(self.buffers.values(), start=1):
            here = np.flatnonzero(which == number)
            indices = (flat[here] - (number << SPACE)) // storage_of(element).itemsize
            inside = (indices >= 0) & (indices < len(buffer.numbers))
            inside &= buffer.member[np.where(inside, indices, 0)] if len(buffer.member) else False
            found.reshape(-1)[here] = inside
        return found if mask is None else found & np.broadcast_to(mask, found.shape)

    def gather(self, pointers: Numbers, element: str, mask: Numbers | None) -> Numbers:
        """Return elements at addresses that are expressions, loaded where `mask`, an expression for each, is true.

        Raises:
            Unliftable: the array is not known, or written in this launch.
        """
        found = np.empty(pointers.shape, np.int64)
        contents: dict[int, tuple[int, ...]] = {}
        for i, pointer in enumerate(pointers.tolist()):
            number = self.domain.buffer_of(pointer)
            if number is None or not 1 <= number <= len(self.buffers):
                raise ElementDependence("an address depends on an element of an array in a way that is not known")
            buffer = list(self.buffers.values())[number - 1]
            if buffer.written or element != buffer.spec.dtype:
                raise Unliftable(f"an unknown element of {buffer.spec.name} is read, which is also written")
            if number not in contents:
                buffer.reader[:] = np.where((buffer.reader == NOBODY) | (buffer.reader == self.program), self.program, SEVERAL)
                contents[number] = tuple(buffer.numbers.tolist())
            start = number << SPACE
            if not self.domain.lies_between(pointer, start, start + (len(buffer.numbers) - 1) * storage_of(element).itemsize):
                self.unbounded.add(UnboundedLoad(buffer.spec.name, pointer, None if mask is None else int(mask[i])))
            found[i] = self.domain.gather(buffer.spec.name, element, contents[number], pointer, start)
        return found

    def store(self, addresses: Array, values: Numbers, element: str, mask: Array | None) -> None:
        """Write elements at active addresses.

        Raises:
            Unliftable: two programs or two lanes write different values to one element, or another program reads it.
        """
        flat = addresses.reshape(-1)
        chosen = np.arange(flat.size) if mask is None else np.flatnonzero(np.broadcast_to(mask, addresses.shape))
        given = np.broadcast_to(values, addresses.shape).reshape(-1)[chosen]
        for buffer, here, indices in self.places(flat[chosen], element):
            new = given[here]
            self.expect_single_writer(buffer, indices, new)
            changed = buffer.numbers[indices] != new
            if not buffer.lanes.note_store(Lanes(self.phase, flat.size, chosen[here]), indices, changed):
                raise Unliftable(
                    f"a lane writes an element of {buffer.spec.name} that another lane uses, without tl.debug_barrier()"
                )
            buffer.numbers[indices] = new
            buffer.writer[indices] = self.program
            buffer.written = True
            if np.any(buffer.numbers[indices] != new):
                raise Unliftable(f"two lanes write different values to one element of {buffer.spec.name}")

    def expect_single_writer(self, buffer: Buffer, indices: Array, new: Numbers) -> None:
        """Raise Unliftable if a store changes an element that another program wrote or read."""
        changed = (buffer.numbers[indices] != new) | (new == self.domain.undefined)
        for found, said in ((buffer.writer, "writes"), (buffer.reader, "reads")):
            users = found[indices]
            others = (users != NOBODY) & (users != self.program)
            if np.any(others & (changed | buffer.atomic[indices])):
                raise Unliftable(f"a program writes an element of {buffer.spec.name} that another one {said}")

    def copy_state(self) -> dict[str, Buffer]:
        """Return copies of all buffers, for the regions of an `scf.if` with a symbolic condition."""
        return {
            name: replace(
                b,
                numbers=b.numbers.copy(),
                writer=b.writer.copy(),
                reader=b.reader.copy(),
                atomic=b.atomic.copy(),
                lanes=b.lanes.copy(),
            )
            for name, b in self.buffers.items()
        }

    def merge_state(self, condition: Numbers, other: dict[str, Buffer]) -> None:
        """Merge with the buffers after the other branch: their elements if the condition is true, and the readers and writers of both."""
        for name, buffer in self.buffers.items():
            branch = other[name]
            apart = np.flatnonzero(buffer.numbers != branch.numbers)
            if apart.size:
                chosen = np.broadcast_to(condition, apart.shape)
                merged = self.domain.select(chosen, branch.numbers[apart], buffer.numbers[apart], buffer.spec.dtype)
                buffer.numbers[apart] = merged
            buffer.writer = np.where(buffer.writer == NOBODY, branch.writer, buffer.writer)
            reader = np.where(buffer.reader == NOBODY, branch.reader, buffer.reader)
            buffer.reader = np.where(branch.reader == SEVERAL, SEVERAL, reader)
            buffer.atomic |= branch.atomic
            buffer.lanes.merge(branch.lanes)
            buffer.written |= branch.written

    def update(self, addresses: Array, values: Numbers, element: str, mask: Array | None, kind: int) -> None:
        """Update elements by an atomic operation. The order of updates of one element is arbitrary."""
        flat = addresses.reshape(-1)
        chosen = np.arange(flat.size) if mask is None else np.flatnonzero(np.broadcast_to(mask, addresses.shape))
        given = np.broadcast_to(values, addresses.shape).reshape(-1)[chosen]
        for buffer, here, indices in self.places(flat[chosen], element):
            users = buffer.writer[indices]
            others = (users != NOBODY) & (users != self.program)
            if np.any(others & ~buffer.atomic[indices]) or np.any(buffer.reader[indices] != NOBODY):
                raise Unliftable(f"an atomic operation updates an element of {buffer.spec.name} that is also read or written")
            if others.any() or len(np.unique(indices)) < len(indices):
                self.unordered = True
            new = given[here]
            todo = np.arange(len(indices))
            while todo.size:  # one lane of each element at a time
                _, first = np.unique(indices[todo], return_index=True)
                lanes = todo[first]
                at = indices[lanes]
                buffer.numbers[at] = self.domain.accumulate(kind, element, buffer.numbers[at], new[lanes])
                todo = np.delete(todo, first)
            buffer.writer[indices], buffer.atomic[indices], buffer.written = self.program, True, True


def element_offsets(spec: ArraySpec) -> Array:
    """Return the offset of each element from the first one, in row-major order of the indices."""
    found = np.zeros((), np.int64)
    for extent, stride in zip(spec.shape, spec.strides, strict=True):
        found = found[..., None] + np.arange(extent, dtype=np.int64) * stride
    return found.reshape(-1)
