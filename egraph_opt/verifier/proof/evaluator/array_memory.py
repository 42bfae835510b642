"""Contents of arrays during the evaluation of a side, and loads, stores and updates of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce

import numpy as np

from egraph_opt.ir.types import bits_of
from egraph_opt.verifier.proof.evaluator.tile_values import (
    NOWHERE,
    Array,
    Fault,
    Pointers,
    Unknown,
    Window,
    is_float,
    residue,
    signed_value,
    unknown_value,
    width_of,
)
from egraph_opt.verifier.side import ArraySpec


class Memory:
    """Contents of all arrays, each a flat buffer that includes the gaps that strides leave."""

    def __init__(self, arrays: Mapping[str, ArraySpec], contents: Mapping[str, Array]) -> None:
        self.specs = list(arrays.values())
        self.numbers = {spec.name: number for number, spec in enumerate(self.specs)}
        self.contents = [self._initial(spec, contents[spec.name]) for spec in self.specs]
        self.written = [np.zeros(len(values), np.bool_) for values in self.contents]

    def _initial(self, spec: ArraySpec, given: Array) -> Array:
        values = unknown_value(spec.dtype, (spec.extent,))
        if spec.start == "zeros":
            values[:] = 0
        elif spec.start == "given":
            values[places_of(spec)] = given.reshape(-1)
        return values

    def results(self, name: str) -> tuple[Array, Array]:
        """Return the elements of an array as floats, in row-major order, and a mask of those that were written."""
        number = self.numbers[name]
        spec, places = self.specs[number], places_of(self.specs[number])
        values = self.contents[number][places]
        if not is_float(spec.dtype):
            values = (
                values.astype(np.float64) if spec.dtype == "i1" else signed_value(values, width_of(spec.dtype)).astype(np.float64)
            )
        return values, self.written[number][places]

    def load(self, pointers: Pointers, element: str, mask: Array | None, other: Array | None) -> Array:
        """Load elements; masked lanes get `other`, or an arbitrary value if there is no `other`."""
        shape = np.shape(pointers.offset)
        found = np.array(np.broadcast_to(unknown_value(element, ()) if other is None else other, shape))
        flat = found.reshape(-1)
        for number, lanes, places in self._reach(pointers, element, mask):
            values = self.contents[number][places]
            flat[lanes] = values if is_float(element) else residue(values, width_of(element))
        return flat.reshape(shape)

    def store(self, pointers: Pointers, element: str, values: Array, mask: Array | None) -> None:
        """Store elements in the lanes that the mask does not exclude."""
        given = np.broadcast_to(values, np.shape(pointers.offset)).reshape(-1)
        for number, lanes, places in self._reach(pointers, element, mask):
            self.contents[number][places] = given[lanes]
            self.written[number][places] = True

    def update(self, pointers: Pointers, element: str, values: Array, mask: Array | None, kind: int) -> None:
        """Apply an atomic add, maximum or minimum, one lane after the other; `kind`: the number of Triton's RMW operation."""
        given = np.broadcast_to(values, np.shape(pointers.offset)).reshape(-1)
        combine = np.add if kind in (4, 5) else np.maximum if kind == 6 else np.minimum
        for number, lanes, places in self._reach(pointers, element, mask):
            contents, new = self.contents[number], given[lanes]
            if is_float(element):
                combine.at(contents, places, new)
            else:
                width = width_of(element)
                numbers = signed_value(contents, width)
                combine.at(numbers, places, signed_value(new, width))
                contents[places] = residue(numbers[places], width)
            self.written[number][places] = True

    def _reach(self, pointers: Pointers, element: str, mask: Array | None) -> list[tuple[int, Array, Array]]:
        """Return, for each array that active lanes address, its number, these lanes, and their offsets in it. Raises Fault, Unknown."""
        array, offset = (np.asarray(x).reshape(-1) for x in np.broadcast_arrays(pointers.array, pointers.offset))
        active = (
            np.ones(len(offset), np.bool_) if mask is None else np.broadcast_to(mask != 0, np.shape(pointers.offset)).reshape(-1)
        )
        found = []
        for number in sorted(set(array[active].tolist())):
            if number == NOWHERE:
                raise Fault("an access through no array")
            lanes = np.flatnonzero(active & (array == number))
            places, spec = offset[lanes], self.specs[number]
            if bits_of(spec.dtype) + 7 >> 3 != bits_of(element) + 7 >> 3 or is_float(spec.dtype) != is_float(element):
                raise Unknown(f"an array of {spec.dtype} that is accessed as {element}")
            if len(places) and not 0 <= places.min() <= places.max() < spec.extent:
                raise Fault(f"an access outside of {spec.name}")
            found.append((number, lanes, places))
        return found


def places_of(spec: ArraySpec) -> Array:
    """Return the buffer offset of each element of an array, in row-major order."""
    steps = [np.arange(extent) * stride for extent, stride in zip(spec.shape, spec.strides, strict=True)]
    return np.asarray(reduce(np.add.outer, steps, np.zeros((), np.int64)), np.int64).reshape(-1)


def window_pointers(window: Window) -> Pointers:
    """Return the pointers to all elements of a window."""
    place = np.asarray(window.start, np.int64)
    for axis, (extent, stride, offset) in enumerate(zip(window.block, window.strides, window.offsets, strict=True)):
        steps = (offset + np.arange(extent, dtype=np.int64)) * stride
        place = place + steps.reshape([-1 if k == axis else 1 for k in range(len(window.block))])
    return Pointers(np.full(window.block, window.array, np.int64), place)


def window_mask(window: Window, axes: tuple[int, ...]) -> Array:
    """Return which elements of a window (a tile of a tensor) lie within the tensor's bounds along the given axes."""
    inside = np.ones(window.block, np.bool_)
    for axis in axes:
        index = window.offsets[axis] + np.arange(window.block[axis])
        good = (index >= 0) & (index < window.shape[axis])
        inside = inside & good.reshape([-1 if k == axis else 1 for k in range(len(window.block))])
    return inside
