"""Layouts of a reduction's operand: those that Triton lowers, and the order in which elements are combined in each.

Triton combines the registers of a thread in their order, then lanes by shuffles, from the highest bit along the axis to the lowest, then
warps in the same way (lib/Conversion/TritonGPUToLLVM/ReduceOpToLLVM.cpp of Triton 3.6).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain

from egraph_opt.families.layout.encode.encoded_function import Encoding
from egraph_opt.ir.attributes import integer
from egraph_opt.ir.module import Op
from egraph_opt.ir.types import TensorType, tensor_type
from egraph_opt.linear_layout import linear_layout, slice_encoding
from egraph_opt.linear_layout.linear_map import index_shifts, span_rank

COMMUTATIVE = ("arith.addf", "arith.mulf")
"""Operations of floats that give the same bits if their operands are exchanged, but not if terms are grouped in another way."""

Order = tuple[tuple[int, ...], ...]
"""Steps along the axis of a layout's register, lane and warp bits, each from the lowest bit on."""


def reduction_facts(encoding: Encoding, of: tuple[tuple[int, ...], ...]) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Return the rows of `reduces` and `keeps_order`; `of` lists the candidate layouts by value number."""
    names = list(encoding.layouts)
    reduces: dict[tuple[int, ...], None] = {}
    keeps: dict[tuple[int, ...], None] = {}
    for term in encoding.terms:
        if term[0] not in ("reduce", "reduce_to_scalar"):
            continue
        f = int(term[1])
        op = encoding.functions[f].op
        source, axis = tensor_type(op.operands[0].type), integer(op.attributes["axis"])
        if source is None or source.encoding is None:
            continue
        lowered = [n for n in of[encoding.group[op.operands[0]]] if is_lowered(op, source, names[n])]
        reduces |= dict.fromkeys((f, n) for n in lowered)
        held = encoding.layouts.get(slice_encoding(source.encoding, axis) or "", 0)
        if term[0] == "reduce" and held and held == int(term[4]) and is_commutative(op):
            wanted = combination_order(source.encoding, source.shape, axis)
            alike = [n for n in lowered if wanted and combination_order(names[n], source.shape, axis) == wanted]
            keeps |= dict.fromkeys((f, axis, held, n) for n in alike)
    return list(reduces), list(keeps)


def is_lowered(op: Op, operand: TensorType, layout: str) -> bool:
    """Return whether Triton lowers a reduction in a layout: lanes along the axis must be adjacent bits of the lane's number."""
    if op.name != "tt.reduce":
        return True
    order = lane_steps(layout, operand.shape, integer(op.attributes["axis"]))
    return order is not None and _is_adjacent(order)


def is_commutative(op: Op) -> bool:
    """Return whether a reduction combines the elements of one operand by a single operation whose operands may be exchanged."""
    blocks = op.regions[0].blocks if op.name == "tt.reduce" and op.regions else ()
    ops = blocks[0].ops if len(blocks) == 1 else ()
    return (
        len(op.operands) == 1 and len(ops) == 2 and ops[0].name in COMMUTATIVE
        and set(ops[0].operands) == set(blocks[0].arguments) and ops[1].operands == ops[0].results
    )  # fmt: skip


@lru_cache(maxsize=1 << 14)
def combination_order(layout: str, shape: tuple[int, ...], axis: int) -> Order | None:
    """Return what determines the order in which a reduction combines elements, or None if blocks, skew or repeated steps take part."""
    try:
        linear = linear_layout(layout, shape)
    except ValueError:
        return None
    low = index_shifts(shape)[axis]
    along = shape[axis] - 1 << low
    if any(basis & along for basis in linear.block) or any(basis & along and basis & ~along for basis in linear.bases):
        return None
    order = tuple(_steps(part, low, along) for part in (linear.register, linear.lane, linear.warp))
    return order if span_rank(chain.from_iterable(order)) == sum(map(len, order)) else None


@lru_cache(maxsize=1 << 14)
def lane_steps(layout: str, shape: tuple[int, ...], axis: int) -> tuple[int, ...] | None:
    """Return the step along the axis of each bit of the lane's number, or None for an unknown layout."""
    try:
        linear = linear_layout(layout, shape)
    except ValueError:
        return None
    low = index_shifts(shape)[axis]
    return tuple((basis >> low) & shape[axis] - 1 for basis in linear.lane)


def _steps(bases: Iterable[int], low: int, along: int) -> tuple[int, ...]:
    return tuple(basis >> low for basis in bases if basis & along)


def _is_adjacent(steps: tuple[int, ...]) -> bool:
    moving = [bit for bit, step in enumerate(steps) if step]
    return not moving or moving[-1] - moving[0] + 1 == len(moving)
