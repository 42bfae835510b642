"""A launch's arguments as plain data, and where the memory behind them differs after two programs ran."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from egraph_opt.errors import EgraphOptError
from egraph_opt.interpret import from_bits

Bytes = npt.NDArray[np.uint8]
"""The contents of one memory, on the host."""


class CannotCompare(EgraphOptError):
    """Why programs cannot be compared on a launch's arguments."""


class Kind(NamedTuple):
    """A type of elements: as numpy holds its bits, as Triton calls it, and the largest bits, but for the sign, that are no NaN's."""

    storage: str
    element: str
    greatest: int = 0


KINDS: Mapping[str, Kind] = {
    "float16": Kind("u2", "f16", 0x7C00),
    "bfloat16": Kind("u2", "bf16", 0x7F80),
    "float32": Kind("u4", "f32", 0x7F800000),
    "float64": Kind("u8", "f64", 0x7FF << 52),
    "float8_e5m2": Kind("u1", "f8E5M2", 0x7C),
    "float8_e4m3fn": Kind("u1", "f8E4M3FN", 0x7E),
    "bool": Kind("u1", "i1"),
    **{f"int{bits}": Kind(f"i{bits // 8}", f"i{bits}") for bits in (8, 16, 32, 64)},
    **{f"uint{bits}": Kind(f"u{bits // 8}", f"i{bits}") for bits in (8, 16, 32, 64)},
}
"""By PyTorch's name; what is not here is compared byte by byte."""
BYTES = KINDS["uint8"]


@dataclass(frozen=True, slots=True)
class Place:
    """What a pointer points to: the number of a memory, a byte in it, and a tensor's type (PyTorch's name), shape and strides."""

    parameter: str
    memory: int
    offset: int
    type: str
    shape: tuple[int, ...] = ()
    stride: tuple[int, ...] = ()

    @property
    def kind(self) -> Kind:
        return KINDS.get(self.type, BYTES)


@dataclass(frozen=True, slots=True)
class Difference:
    """What differs behind one parameter: how many elements of its memory, which they are, and the first one's values.

    `first` counts from the element that the pointer points to.
    """

    place: Place
    numbers: npt.NDArray[np.int64]
    first: int
    values: tuple[float, float]

    def __str__(self) -> str:
        one, other = self.values
        count = len(self.numbers)
        return f"{count} element{'s' * (count != 1)} of {self.place.parameter}, the first at {self.first}: {one:g} and {other:g}"


def elements(memory: Bytes, place: Place) -> npt.NDArray[Any]:
    """The bits of all whole elements of a memory that are aligned as the one that a pointer points to."""
    storage = np.dtype(place.kind.storage)
    begin = place.offset % storage.itemsize
    end = begin + (len(memory) - begin) // storage.itemsize * storage.itemsize
    return memory[begin:end].view(storage)


def values(bits: npt.NDArray[Any], place: Place) -> npt.NDArray[np.float64]:
    """Elements as numbers."""
    kind = place.kind
    floating = np.dtype(kind.storage.replace("u", "f")) if kind.element in ("f16", "f32", "f64") else None
    found = bits.view(floating) if floating is not None else from_bits(bits, kind.element) if kind.greatest else bits
    return np.asarray(found, np.float64)


def differences(one: Sequence[Bytes], other: Sequence[Bytes], places: Sequence[Place]) -> list[Difference]:
    """Where memories differ, by parameter; a memory in which only the payloads of NaNs do, seen as one of its types, does not.

    Which payload an operation gives its result is no part of what it computes (IEEE 754-2019, 6.2.3).
    """
    found = []
    for number, (a, b) in enumerate(zip(one, other, strict=True)):
        if not np.array_equal(a, b):
            behind = [place for place in places if place.memory == number] or [Place(f"memory {number}", number, 0, "uint8")]
            seen = list(_seen(a, b, behind))
            if all(seen):
                found += [difference for difference in seen if difference is not None]
    return found


def _seen(one: Bytes, other: Bytes, places: Sequence[Place]) -> Iterator[Difference | None]:
    for place in places:
        a, b = elements(one, place), elements(other, place)
        differing = a != b
        if greatest := place.kind.greatest:
            sign = 1 << 8 * a.itemsize - 1
            differing &= ~((a & (sign - 1) > greatest) & (b & (sign - 1) > greatest))
        numbers = np.flatnonzero(differing)
        if not len(numbers):
            yield None
            continue
        first = slice(numbers[0], numbers[0] + 1)
        pair = (float(values(a[first], place)[0]), float(values(b[first], place)[0]))
        yield Difference(place, numbers, int(numbers[0]) - place.offset // a.itemsize, pair)
