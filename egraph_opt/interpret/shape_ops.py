"""Operations that create tensors and rearrange their elements."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from egraph_opt.interpret.element_types import SMALL_FORMATS, Array, dtype_of, element_of, fit, from_bits, shape_of, storage_of
from egraph_opt.interpret.errors import OutOfBounds
from egraph_opt.interpret.op_table import WITHIN_THREAD, operation
from egraph_opt.ir.attributes import integer, integers
from egraph_opt.ir.module import Op

if TYPE_CHECKING:
    from egraph_opt.interpret.executor import Machine

_NUMBER = re.compile(r"true|false|0x[0-9A-Fa-f]+|[-+]?\d[\d.]*(?:[eE][-+]?\d+)?")


def constant(value: str, type: str) -> Array:
    """Return the value of an attribute such as `dense<[1, 2]> : tensor<2xi32>`, `1.0 : f32` or `true`."""
    element, shape = element_of(type), shape_of(type)
    body = value.removeprefix("dense<").rpartition(" : ")[0] or value
    if body.startswith('"0x'):
        return from_bits(np.frombuffer(bytes.fromhex(body[3 : body.rindex('"')]), storage_of(element)), element).reshape(shape)
    numbers = np.concatenate([_number(word, element).reshape(1) for word in _NUMBER.findall(body)])
    return np.broadcast_to(numbers.reshape(() if numbers.size == 1 else shape), shape)


def _number(word: str, element: str) -> Array:
    if word in ("true", "false"):
        return np.asarray(word == "true")
    if element in ("f16", "f32", "f64", *SMALL_FORMATS):
        if not word.startswith("0x"):
            return fit(float(word), element)
        bits = np.asarray(int(word, 16), np.uint64).astype(f"u{np.dtype(storage_of(element)).itemsize}")
        return from_bits(bits, element) if element in SMALL_FORMATS else bits.view(dtype_of(element))
    return fit(np.asarray(int(word, 0) & (1 << 64) - 1, np.uint64).view(np.int64), element)


@operation("arith.constant")
def _constant(machine: Machine, op: Op) -> Array:
    return constant(op.attributes["value"], op.results[0].type)


@operation("make_range")
def _make_range(machine: Machine, op: Op) -> Array:
    start, end = (int(fit(np.asarray(integer(op.attributes[name])), "i32")) for name in ("start", "end"))
    return np.arange(start, end, dtype=np.int32)


@operation("ub.poison")
def _poison(machine: Machine, op: Op) -> Array:
    """Return zeros for a poison value, which may be any value."""
    return np.zeros(shape_of(op.results[0].type), dtype_of(element_of(op.results[0].type)))


@operation("splat broadcast")
def _broadcast(machine: Machine, op: Op, x: Array) -> Array:
    return np.broadcast_to(x, shape_of(op.results[0].type))


@operation("expand_dims reshape")
def _reshape(machine: Machine, op: Op, x: Array) -> Array:
    """Reshape in row-major order, even with `allow_reorder`, which permits any order."""
    return x.reshape(shape_of(op.results[0].type))


@operation("unsplat")
def _unsplat(machine: Machine, op: Op, x: Array) -> Array:
    return x.reshape(())


@operation("trans")
def _trans(machine: Machine, op: Op, x: Array) -> Array:
    return np.transpose(x, integers(op.attributes["order"]))


@operation("join")
def _join(machine: Machine, op: Op, a: Array, b: Array) -> Array:
    return np.stack([a, b], axis=-1)


@operation("split")
def _split(machine: Machine, op: Op, x: Array) -> tuple[Array, Array]:
    return x[..., 0], x[..., 1]


@operation("cat")
def _cat(machine: Machine, op: Op, a: Array, b: Array) -> Array:
    """Concatenate in order, although the operation permits any order of elements."""
    return np.concatenate([a, b])


@operation("ttg.convert_layout")
def _convert_layout(machine: Machine, op: Op, x: Array) -> Array:
    return x


@operation("gather")
def _gather(machine: Machine, op: Op, source: Array, indices: Array) -> Array:
    axis = integer(op.attributes["axis"])
    if indices.size and not 0 <= indices.min() <= indices.max() < source.shape[axis]:
        raise OutOfBounds(f"an index outside the {source.shape[axis]} elements of axis {axis}")
    return np.take_along_axis(source, indices.astype(np.int64), axis)


@operation("histogram")
def _histogram(machine: Machine, op: Op, x: Array, mask: Array | None = None) -> Array:
    """Count how often each value from 0 on occurs. Values out of range, for which the result is undefined, are ignored."""
    bins = shape_of(op.results[0].type)[0]
    counted = x[(x >= 0) & (x < bins) & (True if mask is None else mask)]
    return fit(np.bincount(counted, minlength=bins), element_of(op.results[0].type))


WITHIN_THREAD.update("tt.broadcast tt.expand_dims tt.reshape tt.trans tt.join tt.split".split())
