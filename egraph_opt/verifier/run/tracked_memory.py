"""Global memory that records which program reads and writes each element of each array, to detect races."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from egraph_opt.errors import EgraphOptError
from egraph_opt.interpret.element_types import Array, Datum, dtype_of, fit, from_bits, storage_of, to_bits
from egraph_opt.interpret.global_memory import SPACE, CallerMemory, active

NOBODY, SEVERAL = -1, -2


class Outside(EgraphOptError, AssertionError):
    """A program reads or writes outside of an array."""


class Race(NamedTuple):
    """Data race: two programs of a launch access an element without synchronisation, or one store writes two values to it."""

    array: str
    element: int
    programs: tuple[int, int]
    accesses: tuple[str, str]


@dataclass(slots=True)
class Track:
    """Accesses to one array: by element the program that wrote, read or updated it in the current launch.

    `written`: elements that were ever written. `defined`: those and the elements with initial contents.
    """

    name: str
    unit: int
    inside: Array
    """Which elements of the buffer belong to the array: strides may leave gaps."""
    defined: Array
    written: Array
    writer: Array
    reader: Array
    updater: Array

    def forget_launch(self) -> None:
        """Clear the records of the last launch's programs."""
        for users in (self.writer, self.reader, self.updater):
            users.fill(NOBODY)

    def numbers(self, offsets: Array, itemsize: int) -> Array:
        """Return the numbers of the elements that accesses at byte offsets touch."""
        first = offsets // self.unit
        if itemsize <= self.unit:
            return first
        return np.asarray((first[:, None] + np.arange(itemsize // self.unit)).reshape(-1))


@dataclass(slots=True)
class Access:
    """State of a run: the current program, whether its access is atomic, and races and undefined reads so far."""

    program: int = 0
    atomic: bool = False
    ordered: bool = False
    """True if programs may synchronise with each other, so that races cannot be detected."""
    races: list[Race] = field(default_factory=list)
    undefined_reads: int = 0
    masked_reads: int = 0


class TrackedMemory(CallerMemory):
    """Memory of a run with records of its accesses; masked lanes of a load without `other` get values that `fill` chooses."""

    def __init__(self, fill: int = 0) -> None:
        super().__init__()
        self.tracks: list[Track] = []
        self.state = Access()
        self.fill = fill

    def fresh(self, shape: Sequence[int], dtype: np.dtype[np.generic]) -> Array:
        return np.full(shape, self.fill, dtype)

    def add_array(self, name: str, buffer: Array, inside: Array, defined: Array) -> Array:
        """Add the buffer of a named array, and return the address of its first element.

        `inside`: mask of elements that belong to the array. `defined`: mask of elements with initial contents.
        """
        users = [np.full(len(buffer), NOBODY, np.int64) for _ in range(3)]
        self.tracks.append(Track(name, buffer.itemsize, inside, defined.copy(), np.zeros(len(buffer), np.bool_), *users))
        return self.add(buffer)

    def begin_launch(self, ordered: bool) -> None:
        """Clear the records of the last launch; `ordered`: programs of the new one may synchronise with each other."""
        self.state.ordered = ordered
        for track in self.tracks:
            track.forget_launch()

    def locate(self, addresses: Array, itemsize: int, writes: bool) -> Iterator[tuple[int, Array, Array]]:
        """Yield, for each array that is accessed: its number, the positions of its addresses in `addresses`, and their byte offsets.

        Raises:
            Outside: an address is in no array, within an element, or written in a gap between rows.
        """
        numbers = addresses + (1 << SPACE - 1) >> SPACE
        for number in np.unique(numbers):
            here = np.flatnonzero(numbers == number)
            offsets = addresses[here] - (int(number) << SPACE)
            what = "writes" if writes else "reads"
            if not 1 <= number <= len(self.buffers):
                raise Outside(f"program {self.state.program} {what} at an address that is in no array")
            track, size = self.tracks[number - 1], len(self.buffers[number - 1])
            bad = (offsets < 0) | (offsets > size - itemsize)
            if bad.any():
                place = int(offsets[bad][0]) // track.unit
                raise Outside(
                    f"program {self.state.program} {what} element {place} of {track.name}, which has {size // track.unit}"
                )
            if (offsets % itemsize).any():
                raise Outside(f"program {self.state.program} {what} a part of an element of {track.name}")
            if writes and not track.inside.all():
                gaps = ~track.inside[track.numbers(offsets, itemsize)]
                if gaps.any():
                    place = int(track.numbers(offsets, itemsize)[gaps][0])
                    raise Outside(f"program {self.state.program} writes between the rows of {track.name}, at element {place}")
            yield int(number) - 1, here, offsets

    def load(self, addresses: Array, element: str, mask: Array | None = None, other: Datum = None) -> Array:
        chosen = active(addresses, mask)
        storage = storage_of(element)
        bits = np.full(addresses.size, self.unread_bits(element) if mask is not None and other is None else 0, storage)
        for number, here, offsets in self.locate(addresses.reshape(-1)[chosen], storage.itemsize, False):
            self.note_read(self.tracks[number], offsets, storage.itemsize)
            bits[chosen[here]] = self.buffers[number].view(storage)[offsets // storage.itemsize]
        loaded = from_bits(bits, element).reshape(addresses.shape)
        if mask is None or other is None:
            self.state.masked_reads += mask is not None and len(chosen) < addresses.size
            return loaded
        return np.where(mask, loaded, np.asarray(other).astype(loaded.dtype))

    def unread_bits(self, element: str) -> Array:
        """Return the bits for masked lanes without `other`: zero if `fill` is zero, else NaN for floats and `fill` for integers."""
        dtype = dtype_of(element)
        value = np.asarray(self.fill if dtype.kind != "f" else np.nan if self.fill else 0.0)
        return to_bits(fit(value, element), element)

    def store(self, addresses: Array, values: Array, element: str, mask: Array | None = None) -> None:
        chosen = active(addresses, mask)
        bits = to_bits(np.broadcast_to(values, addresses.shape), element).reshape(-1)[chosen]
        for number, here, offsets in self.locate(addresses.reshape(-1)[chosen], bits.itemsize, True):
            elements, places = self.buffers[number].view(bits.dtype), offsets // bits.itemsize
            plain = elements.view(f"u{bits.itemsize}")
            before, new = plain[places], bits[here].view(plain.dtype)
            plain[places] = new
            self.note_write(self.tracks[number], offsets, bits.itemsize, before != new, plain[places] != new)

    def note_read(self, track: Track, offsets: Array, itemsize: int) -> None:
        """Record that the current program reads elements, and a race with other programs' writes."""
        state, places = self.state, track.numbers(offsets, itemsize)
        state.undefined_reads += not track.defined[places].all()
        if state.atomic:
            return  # the write of the update counts
        self.find_race(track, places, track.writer, ("write", "read"))
        self.find_race(track, places, track.updater, ("update", "read"))
        enter_user(track.reader, places, state.program)

    def note_write(self, track: Track, offsets: Array, itemsize: int, changes: Array, lost: Array) -> None:
        """Record that the current program writes elements, and races.

        `changes`: which get a new value. `lost`: which the same store overwrites with another value.
        """
        state, places = self.state, track.numbers(offsets, itemsize)
        if lost.any() and len(lost) == len(places):
            state.races.append(Race(track.name, int(places[lost][0]), (state.program, state.program), ("write", "write")))
        track.defined[places] = True
        track.written[places] = True
        self.find_race(track, places, track.reader, ("read", "write"))
        if state.atomic:
            self.find_race(track, places, track.writer, ("write", "update"))
            enter_user(track.updater, places, state.program)
            return
        self.find_race(track, places, track.updater, ("update", "write"))
        if len(changes) == len(places):  # a second write of the same value does no harm
            self.find_race(track, places[changes], track.writer, ("write", "write"))
        enter_user(track.writer, places, state.program)

    def find_race(self, track: Track, places: Array, users: Array, accesses: tuple[str, str]) -> None:
        """Record a race if another program is in `users` for one of the elements; `accesses`: the kinds of both accesses."""
        if self.state.ordered or self.state.races:
            return
        others = users[places]
        bad = (others != NOBODY) & (others != self.state.program)
        if bad.any():
            other = int(others[bad][0])
            self.state.races.append(Race(track.name, int(places[bad][0]), (other, self.state.program), accesses))


def enter_user(users: Array, places: Array, program: int) -> None:
    """Record that a program uses the elements `places`. An element used by several programs gets `SEVERAL` instead of a number."""
    before = users[places]
    users[places] = np.where((before == NOBODY) | (before == program), program, SEVERAL)
