"""Values of the evaluation: floats are real numbers in float64, integers are unsigned residues, a pointer is an array with an offset."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from egraph_opt.checker.values.arithmetic import float_of
from egraph_opt.checker.values.constant import value_of
from egraph_opt.checker.values.number_parser import Text
from egraph_opt.errors import EgraphOptError
from egraph_opt.ir.module import Op
from egraph_opt.ir.types import element_of, is_tensor, pointee_of, tensor_type

Array = npt.NDArray[Any]
NOWHERE = -1


class Unknown(EgraphOptError):
    """Error for an operation, type or constant that the evaluator does not support."""


class Fault(EgraphOptError):
    """Error for an access outside of an array, or a violated assumption or assertion of the kernel."""


@dataclass(frozen=True, slots=True)
class Pointers:
    """Tensor of pointers: for each one the number of its array, and its offset in elements."""

    array: Array
    offset: Array


@dataclass(frozen=True, slots=True)
class Window:
    """Block pointer: a tile at `offsets` in a strided tensor that begins at element `start` of an array."""

    array: int
    start: int
    element: str
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    offsets: tuple[int, ...]
    block: tuple[int, ...]
    padding: float


Value = Any
"""An array, `Pointers`, or a `Window`."""


def is_float(element: str) -> bool:
    """Return whether an element type is a float type."""
    return element in ("f16", "bf16", "f32", "f64") or element.startswith("f8")


def is_pointer(type: str) -> bool:
    """Return whether a type is a pointer, or a tensor of pointers."""
    return pointee_of(type) is not None


def width_of(element: str) -> int:
    """Return the width of an integer type. Raises Unknown."""
    if element == "index":
        return 64
    if element[:1] != "i" or not element[1:].isdecimal():
        raise Unknown(f"the type {element}")
    return int(element[1:])


def shape_of(type: str) -> tuple[int, ...]:
    """Return the shape of a type; () for a scalar."""
    found = tensor_type(type)
    if found is None and is_tensor(type):
        raise Unknown(f"the type {type}")
    return found.shape if found else ()


def residue(numbers: Array, width: int) -> Array:
    """Return integers modulo 2 ** width, as `uint64`."""
    found = np.asarray(numbers).astype(np.int64).view(np.uint64) if numbers.dtype != np.uint64 else numbers
    return found if width == 64 else found & np.uint64((1 << width) - 1)


def signed_value(residues: Array, width: int) -> Array:
    """Return the signed numbers (two's complement) of unsigned residues."""
    if width == 64:
        return residues.view(np.int64)
    half = np.int64(1 << width - 1)
    return (residues.astype(np.int64) ^ half) - half


def constant(op: Op) -> Array:
    """Return the value of a constant. Raises Unknown."""
    type = op.results[0].type
    element, shape, found = element_of(type), shape_of(type), value_of(op)
    if isinstance(found, Text):
        raise Unknown("a constant of this form")
    parts = [_number(part, element) for part in (found if isinstance(found, tuple) else (found,))]
    values = np.asarray(parts, np.float64 if is_float(element) else np.uint64)
    return np.broadcast_to(values[0], shape) if len(parts) == 1 else values.reshape(shape)


def _number(part: int | str, element: str) -> float | int:
    if not is_float(element):
        if isinstance(part, str):
            raise Unknown(f"the constant {part}")
        return part
    if isinstance(part, str):
        try:
            return float.fromhex(part)
        except ValueError:
            raise Unknown(f"the constant {part}") from None
    found = float_of(part, element)
    if found is None:
        raise Unknown(f"a constant of {element}")
    return found


def unknown_value(element: str, shape: tuple[int, ...]) -> Array:
    """Return arbitrary values for undefined elements: NaN for floats, 1 for integers."""
    return np.full(shape, np.nan) if is_float(element) else np.full(shape, 1, np.uint64)
