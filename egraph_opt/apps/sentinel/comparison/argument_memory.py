"""Memory of a launch's arguments as data on the host, and the differences between what two programs leave in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from egraph_opt.errors import EgraphOptError
from egraph_opt.interpret import from_bits

Bytes = npt.NDArray[np.uint8]
"""Contents on the host of one memory, such as a tensor's storage."""


class CannotCompare(EgraphOptError):
    """Error: programs cannot be compared on a launch's arguments; the message says why."""


class ElementKind(NamedTuple):
    """Element type: numpy's type for its bits, Triton's name, and the largest bit pattern without sign bit that is not a NaN."""

    storage: str
    element: str
    greatest: int = 0


KINDS: Mapping[str, ElementKind] = {
    "float16": ElementKind("u2", "f16", 0x7C00),
    "bfloat16": ElementKind("u2", "bf16", 0x7F80),
    "float32": ElementKind("u4", "f32", 0x7F800000),
    "float64": ElementKind("u8", "f64", 0x7FF << 52),
    "float8_e5m2": ElementKind("u1", "f8E5M2", 0x7C),
    "float8_e4m3fn": ElementKind("u1", "f8E4M3FN", 0x7E),
    "bool": ElementKind("u1", "i1"),
    **{f"int{bits}": ElementKind(f"i{bits // 8}", f"i{bits}") for bits in (8, 16, 32, 64)},
    **{f"uint{bits}": ElementKind(f"u{bits // 8}", f"i{bits}") for bits in (8, 16, 32, 64)},
}
"""Element kinds by PyTorch's name; other types are compared byte by byte."""
BYTES = KINDS["uint8"]


@dataclass(frozen=True, slots=True)
class MemoryPlace:
    """Target of a pointer argument: index of the memory (a tensor's storage), byte offset, and the tensor's element type
    (PyTorch's name), shape and strides.
    """

    parameter: str
    memory: int
    offset: int
    type: str
    shape: tuple[int, ...] = ()
    stride: tuple[int, ...] = ()

    @property
    def kind(self) -> ElementKind:
        return KINDS.get(self.type, BYTES)


@dataclass(frozen=True, slots=True)
class MemoryDifference:
    """Difference in the memory of one parameter: indices of the differing elements, and the values of the first.

    `first` is an index relative to the element at the pointer.
    """

    place: MemoryPlace
    numbers: npt.NDArray[np.int64]
    first: int
    values: tuple[float, float]

    def __str__(self) -> str:
        one, other = self.values
        count = len(self.numbers)
        return f"{count} element{'s' * (count != 1)} of {self.place.parameter}, the first at {self.first}: {one:g} and {other:g}"


def elements(memory: Bytes, place: MemoryPlace) -> npt.NDArray[Any]:
    """Return the bit patterns of all elements of a memory, which is divided into elements such that one begins at the pointer."""
    storage = np.dtype(place.kind.storage)
    begin = place.offset % storage.itemsize
    end = begin + (len(memory) - begin) // storage.itemsize * storage.itemsize
    return memory[begin:end].view(storage)


def values(bits: npt.NDArray[Any], place: MemoryPlace) -> npt.NDArray[np.float64]:
    kind = place.kind
    floating = np.dtype(kind.storage.replace("u", "f")) if kind.element in ("f16", "f32", "f64") else None
    found = bits.view(floating) if floating is not None else from_bits(bits, kind.element) if kind.greatest else bits
    return np.asarray(found, np.float64)


def differences(one: Sequence[Bytes], other: Sequence[Bytes], places: Sequence[MemoryPlace]) -> list[MemoryDifference]:
    """Return the differences between memories, by parameter.

    Memories that differ only in NaN payloads count as equal, since IEEE 754-2019 (6.2.3) does not specify payloads of results.
    """
    found = []
    for number, (a, b) in enumerate(zip(one, other, strict=True)):
        if not np.array_equal(a, b):
            behind = [place for place in places if place.memory == number] or [
                MemoryPlace(f"memory {number}", number, 0, "uint8")
            ]
            seen = list(_see_difference(a, b, behind))
            if all(seen):
                found += [difference for difference in seen if difference is not None]
    return found


def _see_difference(one: Bytes, other: Bytes, places: Sequence[MemoryPlace]) -> Iterator[MemoryDifference | None]:
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
        yield MemoryDifference(place, numbers, int(numbers[0]) - place.offset // a.itemsize, pair)
