"""Reductions, scans and matrix products, in a combination order that depends only on the shape."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from egraph_opt.interpret.element_types import Array, dtype_of, element_of, fit
from egraph_opt.interpret.op_table import operation
from egraph_opt.ir.attributes import integer
from egraph_opt.ir.module import Op

if TYPE_CHECKING:
    from egraph_opt.interpret.executor import Machine

Row = tuple[Array, ...]
"""Arrays that are reduced or scanned together."""


def combine_rows(machine: Machine, op: Op, left: Row, right: Row) -> Row:
    """Apply the operation's combiner elementwise to whole arrays."""
    return tuple(np.asarray(value) for value in machine.region(op.regions[0], (*left, *right)))


@operation("reduce")
def _reduce(machine: Machine, op: Op, *tensors: Array) -> Row:
    """Reduce as a tree, which combines adjacent elements along the axis."""
    axis = integer(op.attributes["axis"])
    rows = tuple(np.moveaxis(x, axis, 0) for x in tensors)
    while len(rows[0]) > 1:
        even = len(rows[0]) // 2 * 2
        pairs = combine_rows(machine, op, tuple(x[0:even:2] for x in rows), tuple(x[1:even:2] for x in rows))
        rows = tuple(np.concatenate([pair, x[even:]]) for pair, x in zip(pairs, rows, strict=True))
    return tuple(x[0] for x in rows)


@operation("scan")
def _scan(machine: Machine, op: Op, *tensors: Array) -> Row:
    axis = integer(op.attributes["axis"])
    step = -1 if integer(op.attributes["reverse"]) else 1
    rows = tuple(np.moveaxis(x, axis, 0)[::step] for x in tensors)
    found = [tuple(x[0] for x in rows)]
    for i in range(1, len(rows[0])):
        found.append(combine_rows(machine, op, found[-1], tuple(x[i] for x in rows)))
    return tuple(np.moveaxis(np.stack(column)[::step], 0, axis) for column in zip(*found, strict=True))


def product(a: Array, b: Array, c: Array | None, element: str) -> Array:
    """Return `c + a @ b` for a matrix or a batch, accumulated sequentially in float32 or wider."""
    wide = np.result_type(dtype_of(element), np.int32 if np.issubdtype(dtype_of(element), np.integer) else np.float32)
    left, right = a.astype(wide), b.astype(wide)
    total = np.zeros((*a.shape[:-1], b.shape[-1]), wide) if c is None else c.astype(wide)
    for k in range(a.shape[-1]):
        total = total + left[..., :, k, None] * right[..., k, None, :]
    return fit(total, element)


@operation("dot")
def _dot(machine: Machine, op: Op, a: Array, b: Array, c: Array) -> Array:
    """Multiply matrices. `inputPrecision` is not modelled: float32 operands keep full precision."""
    return product(a, b, c, element_of(op.results[0].type))


@operation("ttng.warp_group_dot")
def _warp_group_dot(machine: Machine, op: Op, a: Array, b: Array, c: Array, use_c: Array | None = None) -> Array:
    """Multiply matrices at once, although hardware may finish as late as the wait."""
    return product(a, b, c if use_c is None or use_c.item() else None, element_of(op.results[0].type))


@operation("ttng.warp_group_dot_wait")
def _warp_group_dot_wait(machine: Machine, op: Op, *operands: Array) -> Row:
    return operands
