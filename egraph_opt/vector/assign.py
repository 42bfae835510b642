"""Which layout each vector of a program has, where IREE has written out every conversion that it makes.

Vectors have no layout in their type. IREE's layout analysis lets layouts flow from `to_layout` forward to results, then backward to
operands, takes the first one where several meet, and puts a `to_layout` wherever an operand is then held differently. After that,
layouts agree along every operation, so the flow can be followed in any order. Source: Codegen/Common/VectorLayoutAnalysis.cpp of IREE 3.13.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from egraph_opt.egraph.transport import IndexMap, moved_encoding, picked
from egraph_opt.ir import Op, TensorType, Value, tensor_type
from egraph_opt.layout import nested

TO_LAYOUT = "iree_vector_ext.to_layout"
SHARED = "shared_memory_conversion"
"""The attribute of a `to_layout` that asks for a way through shared memory."""

Move = Callable[[str], str]
Edge = tuple[Value, Value, Move]
"""The first value's layout, moved, is the second's."""


class Unsupported(Exception):
    """The function must stay as it is; the message says why."""


def vector_type(value: Value) -> TensorType | None:
    """Shape and element of a vector; None for every other value.

    Raises:
        Unsupported: its extents are not known.
    """
    if not value.type.startswith("vector<"):
        return None
    found = None if "[" in value.type else tensor_type("tensor" + value.type.removeprefix("vector"))
    if found is None:
        raise Unsupported(f"{value.name} is a {value.type}")
    return found


def assign(function: Op) -> dict[Value, str]:
    """The layout of each vector that has one, as the text of its attribute.

    Raises:
        Unsupported: two layouts meet in one value, or a layout does not fit.
    """
    found: dict[Value, str] = {}
    edges: dict[Value, list[tuple[Value, Move]]] = {}
    conversions = []
    for op in function.walk():
        for source, target, move in _edges(op):
            edges.setdefault(source, []).append((target, move))
        if op.name == TO_LAYOUT:
            conversions.append(op)

    def flow(start: Value, layout: str) -> None:
        todo = [(start, layout)]
        while todo:
            value, layout = todo.pop()
            if (known := found.get(value)) is not None:
                if known != layout:
                    raise Unsupported(f"{value.name} is wanted in two layouts: {known} and {layout}")
                continue
            shape = vector_type(value)
            if shape is None or not nested.fits(layout, shape.shape):
                raise Unsupported(f"{layout} does not fit {value.name}, a {value.type}")
            found[value] = layout
            for target, move in edges.get(value, ()):
                try:
                    todo.append((target, move(layout)))
                except ValueError:
                    continue

    for op in conversions:
        flow(op.results[0], op.attributes["layout"])
    for op in reversed(
        conversions
    ):  # what is converted first has the layout that it is converted to last: nothing else asks for one
        if op.operands[0] not in found and SHARED not in op.attributes:
            flow(op.operands[0], op.attributes["layout"])
    return found


def _same(layout: str) -> str:
    return layout


def _alike(values: Sequence[Value]) -> Iterator[Edge]:
    """Vectors that are all held in one layout."""
    vectors = [v for v in values if v.type.startswith("vector<")]
    for other in vectors[1:]:
        yield vectors[0], other, _same
        yield other, vectors[0], _same


def _edges(op: Op) -> Iterator[Edge]:
    """How the layouts of an operation's operands, results and region arguments follow from each other."""
    dialect, _, name = op.name.partition(".")
    if dialect in ("arith", "math") or op.name in ("vector.fma", "vector.gather"):
        yield from _alike((*op.results, *op.operands))
    elif op.name == "scf.for":
        body = op.regions[0].blocks[0]
        for group in zip(op.operands[3:], body.arguments[1:], body.ops[-1].operands, op.results, strict=True):
            yield from _alike(group)
    elif op.name == "scf.if" and op.results:
        for i, given in enumerate(op.results):
            yield from _alike((given, *(r.blocks[0].ops[-1].operands[i] for r in op.regions)))
    elif op.name == "vector.mask" and op.results:
        for pair in zip(op.regions[0].blocks[0].ops[-1].operands, op.results, strict=True):
            yield from _alike(pair)
    elif op.name in ("vector.transpose", "vector.broadcast", "vector.shape_cast"):
        operand, result = vector_type(op.operands[0]), vector_type(op.results[0])
        dims = picked(op, operand.shape, result.shape) if operand and result else None
        if operand and result and dims is not None:
            index = IndexMap((), result.shape, operand.shape, dims=dims)
            yield op.operands[0], op.results[0], partial(moved_encoding, index, forward=True)
            yield op.results[0], op.operands[0], partial(moved_encoding, index, forward=False)
    elif op.name == "vector.multi_reduction":
        yield from _alike((op.results[0], op.operands[1]))
        if op.results[0].type.startswith("vector<"):
            yield op.operands[0], op.results[0], partial(nested.without, axes=reduced(op))
    elif op.name == "vector.contract":
        yield from _alike((op.results[0], op.operands[2]))
    elif name in ("transfer_read", "transfer_write") and (mask := _mask(op)) is not None:
        yield (op.operands[0] if name == "transfer_write" else op.results[0]), mask, _same


def reduced(op: Op) -> tuple[int, ...]:
    """The dimensions that a `vector.multi_reduction` reduces."""
    return tuple(int(n) for n in re.findall(r"\d+", op.attributes["reduction_dims"].partition(":")[2]))


def _mask(op: Op) -> Value | None:
    """The mask of a read or write whose vector has the dimensions of memory in their order."""
    maps = re.fullmatch(r"affine_map<\((.*)\) -> \((.*)\)>", op.attributes.get("permutation_map", ""))
    masked = op.operands and op.operands[-1].type.startswith("vector<") and len(op.operands) > 1
    return op.operands[-1] if masked and maps and maps[1] == maps[2] else None
