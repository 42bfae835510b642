"""Tensor elements in numpy: dtypes for computation and for storage, and conversions between them.

`bf16` and `f8` are computed as float32, rounded after each operation, and stored as bits.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from egraph_opt.interpret.errors import NotModelled
from egraph_opt.ir import types

Array = npt.NDArray[Any]
Datum = Any
"""Runtime value: an array (of rank 0 for scalars; addresses for pointers), a `TensorWindow`, or None for a token."""


class Small(NamedTuple):
    """Float format that numpy lacks. Conversions to a format without infinities saturate, as on NVIDIA GPUs."""

    exponent: int
    mantissa: int
    bias: int
    infinite: bool
    finite_top: bool = False
    """Whether the largest exponent encodes finite values, except in its last bit pattern."""

    @property
    def storage(self) -> np.dtype[Any]:
        return np.dtype(np.uint16 if self.exponent + self.mantissa > 7 else np.uint8)


SMALL_FORMATS = {"bf16": Small(8, 7, 127, True), "f8E5M2": Small(5, 2, 15, False), "f8E4M3FN": Small(4, 3, 7, False, True)}
_INTEGER = {"i1": "?", "i8": "i1", "i16": "i2", "i32": "i4", "i64": "i8", "index": "i8"}
_FLOAT = {"f16": "f2", "f32": "f4", "f64": "f8"}


def element_of(type: str) -> str:
    """Return the element type of a tensor or memory descriptor, or a scalar type itself; `ptr` for pointers."""
    return "ptr" if types.pointee_of(type) else types.element_of(type)


def pointee(type: str) -> str:
    """Return the pointee element type of a pointer or a tensor of pointers."""
    return element_of(types.pointee_of(type) or "")


def shape_of(type: str) -> tuple[int, ...]:
    """Return the shape of a tensor or memory descriptor; () for a scalar."""
    memory, tensor = types.type_of(type), types.tensor_type(type)
    return memory.shape if isinstance(memory, types.MemDescType) else tensor.shape if tensor else ()


@lru_cache(maxsize=256)
def dtype_of(element: str) -> np.dtype[Any]:
    """Return the computation dtype of an element type. Raises NotModelled."""
    if element == "ptr":
        return np.dtype(np.int64)
    if element in SMALL_FORMATS:
        return np.dtype(np.float32)
    if element not in _INTEGER and element not in _FLOAT:
        raise NotModelled(element)
    return np.dtype({**_INTEGER, **_FLOAT}[element])


def storage_of(element: str) -> np.dtype[Any]:
    """Return the storage dtype of an element type: its bits for `bf16` and `f8`, one byte for `i1`."""
    return (
        SMALL_FORMATS[element].storage
        if element in SMALL_FORMATS
        else np.dtype(np.uint8)
        if element == "i1"
        else dtype_of(element)
    )


def fit(values: npt.ArrayLike, element: str) -> Array:
    """Convert values to an element type. Integers wrap around, and floats round to nearest even."""
    array = np.asarray(values)
    if element == "i1":
        return array if array.dtype == np.bool_ else (array.astype(np.int64) & 1) != 0
    if element in SMALL_FORMATS:
        return round_to(array, element)
    return array.astype(dtype_of(element), copy=False)


def round_to(values: Array, element: str, toward_zero: bool = False) -> Array:
    """Round floats to a small format, as float32."""
    small = SMALL_FORMATS[element]
    wide = values.astype(np.float64)
    _, exponent = np.frexp(wide)
    unit = np.maximum(exponent, 2 - small.bias) - small.mantissa - 1  # the exponent of the last place
    scaled = np.ldexp(wide, -unit)
    rounded = np.ldexp(np.trunc(scaled) if toward_zero else np.rint(scaled), unit)
    top = float(_magnitudes(element)[-1])
    beyond = np.copysign(np.inf if small.infinite and not toward_zero else top, wide)
    rounded = np.where(np.abs(rounded) > top, beyond, rounded)
    unbounded = np.isnan(wide) | (np.isinf(wide) & small.infinite)
    return np.asarray(np.where(unbounded, wide, rounded), np.float32)


@lru_cache(maxsize=8)
def _magnitudes(element: str) -> Array:
    small = SMALL_FORMATS[element]
    codes = np.arange(1 << small.exponent + small.mantissa)
    exponent, mantissa = codes >> small.mantissa, codes & (1 << small.mantissa) - 1
    significand = np.where(exponent > 0, mantissa + (1 << small.mantissa), mantissa).astype(np.float64)
    values = np.ldexp(significand, np.maximum(exponent, 1) - small.bias - small.mantissa)
    return np.asarray(values[:-1] if small.finite_top else values[exponent < (1 << small.exponent) - 1])


@lru_cache(maxsize=8)
def _decode_table(element: str) -> Array:
    small = SMALL_FORMATS[element]
    positive = np.full(1 << small.exponent + small.mantissa, np.nan, np.float32)
    finite = _magnitudes(element)
    positive[: len(finite)] = finite
    if not small.finite_top:
        positive[len(finite)] = np.inf
    return np.concatenate([positive, -positive])


def to_bits(values: Array, element: str) -> Array:
    """Convert values to their storage bits, with the dtype `storage_of(element)`."""
    if element not in SMALL_FORMATS:
        return values.astype(storage_of(element))
    small, finite = SMALL_FORMATS[element], _magnitudes(element)
    size = np.abs(values.astype(np.float64))
    code = np.searchsorted(finite, size)
    if not small.finite_top:
        code = np.where(np.isinf(size), len(finite), code)
    code = np.where(np.isnan(size), (1 << small.exponent + small.mantissa) - 1, code)
    sign = np.signbit(values).astype(np.int64) << small.exponent + small.mantissa
    return (code | sign).astype(small.storage)


def from_bits(bits: Array, element: str) -> Array:
    """Convert storage bits to values, the inverse of `to_bits`."""
    if element in SMALL_FORMATS:
        return np.asarray(_decode_table(element)[bits])
    return bits != 0 if element == "i1" else bits.astype(dtype_of(element), copy=False)


def bitcast(values: Array, source: str, target: str) -> Array:
    """Reinterpret bits as another element type of the same width."""
    return from_bits(np.asarray(to_bits(values, source)).view(storage_of(target)), target)
