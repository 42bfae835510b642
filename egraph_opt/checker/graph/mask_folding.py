"""Folding of loads and stores with a constant mask, as Triton's canonicalisation (Ops.cpp)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from egraph_opt.checker.graph.hint_nodes import add_hints
from egraph_opt.checker.values.value_graph import Graph, NodeKind
from egraph_opt.ir.module import Op

if TYPE_CHECKING:
    from egraph_opt.checker.graph.value_graph_builder import GraphBuilder

MASK_OPERANDS = {"tt.load": 1, "tt.store": 2}
"""Operations with a mask, and the operand index of the mask."""


def fold_constant_mask(b: GraphBuilder, op: Op, args: Sequence[int], memory: int) -> int | None:
    """Add a load or store with a constant mask; return the memory state after it, or None for other operations.

    With an all-false mask, a load gives its `other` operand and a store does nothing. An all-true mask is dropped.
    """
    place = MASK_OPERANDS[op.name]
    truth = _truth(b.graph, args[place]) if place < len(args) else None
    if truth is None:
        return None
    if truth:
        return b.simple(_drop_mask(op, place), memory)
    if op.name == "tt.store":
        return memory
    if len(args) < 3:
        return None
    b.define(op, op.results[0], add_hints(b, op, args[2]))
    return memory


def _truth(graph: Graph, node: int) -> bool | None:
    while graph.kinds[node] is NodeKind.SPREAD:
        (node,) = graph.args[node]
    element = graph.splats.get(graph.labels[node])
    return bool(element) if isinstance(element, int) and graph.types.get(node, "i1").rstrip(">").endswith("i1") else None


def _drop_mask(op: Op, place: int) -> Op:
    kept = {**op.attributes, "operandSegmentSizes": "array<i32: 1, 0, 0>"} if op.name == "tt.load" else op.attributes
    return replace(op, operands=op.operands[:place], attributes=kept)
