"""Widening of kernels: every float type becomes `f64`, so that rounding to narrower types does not hide or cause differences.

Kernels that inspect the bits of floats cannot be widened.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np

from egraph_opt.interpret.element_types import element_of, to_bits
from egraph_opt.interpret.shape_ops import constant
from egraph_opt.ir.def_use import inner_values
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.rewriting.rewrite import map_ops, replace_values
from egraph_opt.verifier.named_constants import is_short, known_name, real_number

_FLOAT = re.compile(r"(?<![\w!])(?:f16|bf16|f32|tf32|f8E5M2|f8E4M3FN)(?!\w)|(?<=x)(?:f16|bf16|f32|tf32|f8E5M2|f8E4M3FN)(?!\w)")
_FLOATS = frozenset(("f16", "bf16", "f32", "tf32", "f8E5M2", "f8E4M3FN", "f64"))


def widen_type(type: str) -> str:
    """Return a scalar, tensor or pointer type with `f64` in place of its float type."""
    return _FLOAT.sub("f64", type)


def widen_functions(functions: Mapping[str, Op]) -> dict[str, Op] | None:
    """Return functions, by name, with all floats as `f64`; None if one inspects the bits of floats."""
    found = {}
    for name, function in functions.items():
        wide = widen(function)
        if wide is None:
            return None
        found[name] = wide
    return found


def widen(function: Op) -> Op | None:
    """Return a function with all floats as `f64`; None if it inspects the bits of floats."""
    if any(_sees_bits(op) for op in function.walk()):
        return None
    values = (*function.results, *inner_values(function))
    names = {value: Value(wide, value.name) for value in values if (wide := widen_type(value.type)) != value.type}
    return replace_values(_widen_constants(function), names)


def float_constants(function: Op) -> Iterator[float]:
    """Yield the first element of each float constant of a function."""
    for op in function.walk():
        if op.name == "arith.constant" and element_of(op.results[0].type) in _FLOATS:
            yield from map(float, constant(op.attributes["value"], op.results[0].type).reshape(-1)[:1])


def rounded_constants(function: Op) -> frozenset[tuple[float, str]]:
    """Return the float constants that are rounded values of unknown numbers, with their types."""
    found = set()
    for op in function.walk():
        if op.name == "arith.constant" and (element := element_of(op.results[0].type)) in _FLOATS:
            numbers = constant(op.attributes["value"], op.results[0].type).reshape(-1)
            if numbers.size and not is_short(first := float(numbers[0])) and not known_name(first, element):
                found.add((first, element))
    return frozenset(found)


def _sees_bits(op: Op) -> bool:
    """Return whether an operation may inspect the bits of floats: a bitcast, or inline assembly with floats."""
    if op.name in ("arith.bitcast", "tt.bitcast"):
        source, target = op.operands[0].type, op.results[0].type
        return widen_type(source) != source or widen_type(target) != target
    inline = op.name == "tt.elementwise_inline_asm"
    return inline and any(widen_type(v.type) != v.type for v in (*op.operands, *op.results))


def _widen_constants(op: Op) -> Op:
    """Return an operation with all float constants, in its regions too, as `f64` constants of the numbers that they round."""
    op = map_ops(op, _widen_constants)
    if op.name == "tt.extern_elementwise" and element_of(op.results[0].type) == "f32":
        symbol = op.attributes["symbol"].strip('"')
        return replace(op, attributes={**op.attributes, "symbol": f'"{symbol.removesuffix("f")}"'})
    if op.name != "arith.constant" or element_of(op.results[0].type) not in _FLOATS:
        return op
    type = op.results[0].type
    numbers = np.ascontiguousarray(constant(op.attributes["value"], type), np.float64)
    if numbers.size and np.all(_bits(numbers) == _bits(numbers).reshape(-1)[0]):
        numbers = np.full(numbers.shape, real_number(float(numbers.reshape(-1)[0]), element_of(type)))
    wide, splat = widen_type(type), numbers.size and np.all(_bits(numbers) == _bits(numbers).reshape(-1)[0])
    if not numbers.ndim:
        text = f"0x{int(_bits(numbers)):016X} : f64"
    elif splat:
        text = f"dense<0x{int(_bits(numbers).reshape(-1)[0]):016X}> : {wide}"
    else:
        text = f'dense<"0x{to_bits(numbers, "f64").tobytes().hex()}"> : {wide}'
    return replace(op, attributes={**op.attributes, "value": text})


def _bits(numbers: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> np.ndarray[tuple[int, ...], np.dtype[np.uint64]]:
    return np.asarray(numbers).view(np.uint64)
