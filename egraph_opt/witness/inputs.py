"""Deterministic test inputs of functions: numbers, tensors and buffers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod

import numpy as np

from egraph_opt.interpret.element_types import SMALL_FORMATS, Array, dtype_of, element_of, fit, pointee, shape_of, to_bits
from egraph_opt.interpret.errors import NotModelled
from egraph_opt.ir.attributes import parameter_attributes
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import pointee_of

RUNS = 10
ALIKE, SPECIAL = RUNS - 2, RUNS - 1
"""Numbers of the input with equal arguments, and of the input with negative zeros, infinities and NaNs."""
EXTENT = 1 << 14
MAX_TENSOR_ELEMENTS = 1 << 16
_NUMBERS = (32, 5, 1, 0, 7, -3, 64, (1 << 31) - 1)
"""Integers for the first parameter, by number of the input. Later parameters use the following entries."""
MENTIONED_INPUTS = 4
"""Number of additional inputs in which all integers equal a constant of the programs."""
_INTEGER = re.compile(r"(?:dense<)?(-?\d{1,9})>? : ")
_SPECIAL = (-0.0, 0.0, np.inf, -np.inf, np.nan)
_DIVISIBILITY = re.compile(r"tt\.divisibility = (?:dense<)?(\d{1,9})")


@dataclass(frozen=True, slots=True)
class Inputs:
    """One input of a function. A pointer, or a tensor of pointers, is represented by the contents of its buffer."""

    parameters: Sequence[Value]
    values: tuple[Array, ...]
    run: int

    def copy(self) -> Inputs:
        return replace(self, values=tuple(value.copy() for value in self.values))

    @property
    def positive(self) -> bool:
        numbers = (v for p, v in zip(self.parameters, self.values, strict=True) if not is_pointer(p.type) and v.dtype.kind == "i")
        return all(np.all(number > 0) for number in numbers)

    def description(self) -> str:
        """Description of the input as text."""
        numbers = [
            f"{parameter.name} = {value.item()}"
            for parameter, value in zip(self.parameters, self.values, strict=True)
            if not value.ndim and not is_pointer(parameter.type)
        ]
        return ", ".join((*numbers, f"the contents of input {self.run}"))


def is_pointer(type: str) -> bool:
    """Return whether a type is a pointer, or a tensor of pointers."""
    return pointee_of(type) is not None


def inputs_of(function: Op, run: int, whole: int | None = None) -> Inputs | None:
    """Return input number `run`, or None if a parameter type is unsupported. `whole`, if given, is the value of every integer in it."""
    parameters = function.regions[0].blocks[0].arguments
    texts = parameter_attributes(function)
    values = []
    for number, parameter in enumerate(parameters):
        hint = _DIVISIBILITY.search(texts[number]) if number < len(texts) else None
        try:
            values.append(_value(parameter.type, number, run, int(hint[1]) if hint else 1, whole))
        except (NotModelled, ValueError, KeyError):
            return None
    return Inputs(parameters, tuple(values), run)


def constants_of(*functions: Op) -> list[int]:
    """Return the first few integer constants in functions, at which differences often occur."""
    found = (_INTEGER.match(op.attributes.get("value", "")) for function in functions for op in function.walk() if op.results)
    return list(dict.fromkeys(int(each[1]) for each in found if each))[:MENTIONED_INPUTS]


def _value(type: str, number: int, run: int, divisor: int, whole: int | None) -> Array:
    if type.startswith("!ttg.") or "tensordesc" in type or "!tt.ptr<tensor" in type or type.startswith(("vector", "memref")):
        raise NotModelled(type)
    if is_pointer(type):
        shape, element = shape_of(type), pointee(type)
        extent = max(EXTENT, prod(shape))
        return to_bits(_contents(element, (extent,), number, run), element)
    shape, element = shape_of(type), element_of(type)
    if prod(shape) > MAX_TENSOR_ELEMENTS:
        raise NotModelled(type)
    if shape:
        found = _contents(element, shape, number, run)
        return fit(found * divisor, element) if divisor > 1 and element[:1] == "i" else found
    return _number(element, number, run, divisor, whole)


def _number(element: str, number: int, run: int, divisor: int, whole: int | None) -> Array:
    dtype = dtype_of(element)
    if dtype.kind == "b":
        return np.asarray(run == ALIKE if run >= ALIKE else bool((run + number) % 2))
    if run >= ALIKE:
        number = 0
    if dtype.kind == "f":
        return fit(np.asarray((run + 2 * number) / 4 - 1, np.float64), element)
    if whole is None:
        whole = _NUMBERS[(run + number) % len(_NUMBERS)] if run else _NUMBERS[number % 2]
    return fit(np.asarray(whole // divisor * divisor if divisor > 1 else whole, np.int64), element)


def _contents(element: str, shape: Sequence[int], number: int, run: int) -> Array:
    places = np.arange(prod(shape), dtype=np.int64)
    number = 0 if run == ALIKE else number
    mixed = (places * (2 * run + 7) + (places >> 4) * 5 + 11 * number + 3 * run) % 29
    if run == ALIKE - 1:
        mixed = mixed - 14
    dtype = dtype_of(element)
    if dtype.kind == "b":
        return np.reshape(mixed % 2 == 1, shape)
    if dtype.kind == "f" or element in SMALL_FORMATS:
        floats = (mixed - 14) / 4
        if run == SPECIAL and not element.startswith("f8"):
            floats = np.where(mixed < len(_SPECIAL), np.asarray(_SPECIAL)[np.minimum(mixed, len(_SPECIAL) - 1)], floats)
        return fit(np.reshape(floats, shape), element)
    return np.reshape(fit(mixed, element), shape)
