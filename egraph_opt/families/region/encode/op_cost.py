"""Work of a dispatch: loop nests, arithmetic operations, and bytes loaded and stored."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import prod

from egraph_opt.families.region.encode.constant_evaluation import evaluate
from egraph_opt.families.region.encode.linalg_reader import integers, segments
from egraph_opt.families.region.encode.loop_nest import Amount, Nest, copying, nest_of, pieces
from egraph_opt.families.region.encode.tensor_program import ranked_type
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import element_bytes, is_tensor, tensor_type

INTEGERS = ("index", "i64", "i32")
"""Types of extents and offsets, also as passed to kernels."""


def work_of(op: Op, given: Mapping[Value, int], assumed: int) -> Amount:
    """Return the work of a dispatch or its kernel.

    Args:
        op: the operation with the body.
        given: known integer arguments.
        assumed: value of unknown extents.
    """
    inside = numbers(op, given, assumed)
    shapes: dict[Value, tuple[int, ...]] = {}
    work, moved = 0.0, 0
    nests: list[Nest] = []
    copied = copying(1, 1)
    for inner in op.walk():
        for result in inner.results:
            if (tensor := ranked_type(result.type)) is not None:
                shapes[result] = _shape(inner, tensor[0], inside, shapes, assumed)
        if inner.name.startswith("linalg.") and inner.results and inner.name != "linalg.fill":
            operands = [shapes.get(v, ()) for v in inner.operands if is_tensor(v.type)]
            work += flops(inner, shapes.get(inner.results[0], ()), operands)
            nests += filter(None, [nest_of(inner, operands)])
        elif inner.name.startswith("iree_linalg_ext.") and inner.results:
            nests += filter(None, [nest_of(inner, [shapes.get(v, ()) for v in inner.operands if is_tensor(v.type)])])
        elif inner.name.endswith("dispatch.tensor.load"):
            moved += _bytes(inner.results[0], shapes)
            copied = max(copied, _copy_nest(inner, inner.operands[0]), key=lambda nest: nest.extents)
        elif inner.name.endswith("dispatch.tensor.store"):
            moved += _bytes(inner.operands[0], shapes)
            copied = max(copied, _copy_nest(inner, inner.operands[1]), key=lambda nest: nest.extents)
    return Amount(work, moved, tuple(nests) or (copied,))


def _copy_nest(op: Op, argument: Value) -> Nest:
    """Return the nest of a copy by a load or store: the contiguous pieces of its window."""
    columns = [integers(op, f"static_{name}") for name in ("sizes", "strides")]
    tensor = ranked_type(argument.type.partition(":")[2][:-1])
    if tensor is None or not columns[0] or min(columns[0]) < 0 or None in tensor[0]:
        return copying(1, 1)
    return copying(*pieces([n or 1 for n in tensor[0]], *columns))


def flops(op: Op, shape: Sequence[int], operands: Sequence[Sequence[int]]) -> float:
    """Return the arithmetic operations of a computation with a result of `shape`: those of its body, times points of its iteration space.

    The iteration space follows from `operands`, the operand shapes: an index map of a single dimension gives its extent. Without
    maps, each result element is one point.
    """
    body = sum(1 for inner in op.walk() if inner.name.startswith(("arith.", "math."))) or 1
    written = op.attributes.get("indexing_maps") or op.attributes.get(
        "linalg.memoized_indexing_maps", ""
    )  # of a named convolution
    maps = [m.split(", ") for m in re.findall(r"-> \(([^()]*)\)>", written)]
    sizes: dict[str, int] = {}
    for extents, dims in zip(operands, maps, strict=False):
        sizes.update((name, n) for name, n in zip(dims, extents, strict=False) if name.isalnum())
    return body * float(prod(sizes.values()) if sizes and len(op.regions) and op.name != "linalg.fill" else prod(shape))


def numbers(function: Op, given: Mapping[Value, int], assumed: int) -> dict[Value, int]:
    """Return the integers of a function, from some given ones. Other arguments, and results not computable from them, are `assumed`."""
    known = dict(given)
    for argument in (argument for region in function.regions for block in region.blocks[:1] for argument in block.arguments):
        if argument.type in INTEGERS:
            known.setdefault(argument, assumed)
    for op in function.walk():
        found = evaluate(op, known)
        for n, result in enumerate(op.results):
            if found or result.type in INTEGERS:
                known[result] = found[n] if found else assumed
    return known


def _shape(
    op: Op, typed: Sequence[int | None], known: Mapping[Value, int], shapes: Mapping[Value, tuple[int, ...]], assumed: int
) -> tuple[int, ...]:
    """Return the shape of a result. Dynamic extents come from the operation, or else are `assumed`."""
    given: Sequence[int] = ()
    if op.name == "tensor.empty":
        given = [known.get(v, assumed) for v in op.operands]
    elif op.name.endswith(("dispatch.tensor.load", "tensor.extract_slice")):
        given = [known.get(v, assumed) for v in segments(op)[-2]]
    elif op.operands and len(like := shapes.get(op.operands[-1], ())) == len(typed):
        given = [n for n, t in zip(like, typed, strict=True) if t is None]
    rest = iter(given)
    return tuple(next(rest, assumed) if n is None else n for n in typed)


def _bytes(value: Value, shapes: Mapping[Value, tuple[int, ...]]) -> int:
    tensor = tensor_type(value.type)
    return prod(shapes.get(value, tensor.shape if tensor else ())) * element_bytes(value.type)
