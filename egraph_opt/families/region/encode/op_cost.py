"""Amount of work of a dispatch: loop nests, arithmetic operations, and bytes loaded and stored."""

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
"""Types of the integers that represent extents and offsets, also as kernel arguments."""


def work_of(op: Op, given: Mapping[Value, int], assumed: int) -> Amount:
    """Return the amount of work of a dispatch or of its kernel function.

    Args:
        op: the dispatch or kernel function.
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
    """Return the loop nest of a load or store as a copy of contiguous pieces."""
    columns = [integers(op, f"static_{name}") for name in ("sizes", "strides")]
    tensor = ranked_type(argument.type.partition(":")[2][:-1])
    if tensor is None or not columns[0] or min(columns[0]) < 0 or None in tensor[0]:
        return copying(1, 1)
    return copying(*pieces([n or 1 for n in tensor[0]], *columns))


def flops(op: Op, shape: Sequence[int], operands: Sequence[Sequence[int]]) -> float:
    """Return the number of arithmetic operations of a computation: operations of the body times points of the iteration space.

    The iteration space follows from the operand shapes `operands` and index maps; without maps, it is the result's `shape`.
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
    """Return the value of each integer in a function, computed from the values `given`; unknown integers are `assumed`."""
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
    """Return the shape of the result of `op`; a dynamic extent that no operand states is `assumed`."""
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
