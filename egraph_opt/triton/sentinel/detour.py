"""An equal program for which Triton makes other code: tensors go a roundabout way wherever they change their layout.

Each conversion goes through a plain blocked layout between its two; what is put into shared memory, or taken from it, is held in such a
layout there and converted before or after. No value changes, no operation computes in another layout, so not a bit may change: all that
does is which instructions move the elements. Where both programs end up with different bits, one of them was compiled wrongly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import prod

from egraph_opt.checker import check
from egraph_opt.ir.create import operation
from egraph_opt.ir.module import Block, Op, Operand, Region, TypeOf, Value
from egraph_opt.ir.types import TensorType, element_bytes, tensor_type
from egraph_opt.text import read, write

CONVERT = "ttg.convert_layout"
KEPT = frozenset(("tt.reduce", "tt.scan", "tt.map_elementwise"))
"""What they hold are no tensors."""


def with_detours(text: str, most: int = 1 << 30) -> str | None:
    """A program in TTGIR with a detour for every tensor of at most `most` bytes; None where there is none, or none that is understood.

    Raises:
        InputError: the text is not a program.
        RuntimeError: the new program is not proved equal.
    """
    module = read(text)
    attributes = module.op.attributes
    lanes, warps, blocks = (
        int(attributes.get(f"ttg.{name}", "0").split(" ")[0]) for name in ("threads-per-warp", "num-warps", "num-ctas")
    )
    # The warps of a partition are fewer, and a cluster's layouts say more.
    if blocks > 1 or not lanes * warps or "ttg.warp_specialize" in text:
        return None
    functions = {function: _roundabout(function, lanes, warps, most) for function in module.functions()}
    if all(old is new for old, new in functions.items()):
        return None
    new = write(module.replace_functions(functions))
    verdict = check(module, read(new))
    if not verdict.equal:
        raise RuntimeError(f"a detour is {verdict}")
    return new


def _roundabout(function: Op, lanes: int, warps: int, most: int) -> Op:
    changed = False

    def rewritten(op: Op) -> Iterator[Op]:
        nonlocal changed
        if op.regions and op.name not in KEPT:
            op = replace(op, regions=tuple(Region(tuple(map(block, region.blocks))) for region in op.regions))
        place = _place(op)
        type = tensor_type(place.type) if place else None
        if place is None or type is None or prod(type.shape) * element_bytes(place.type) > most:
            yield op
            return
        changed = True
        avoided = {tensor.encoding for v in (*op.operands, *op.results) if (tensor := tensor_type(v.type))}
        between = str(type._replace(encoding=_other(type, lanes, warps, avoided)))
        if op.name == "ttg.local_load":
            (result,) = op.results
            taken = Value(between, "%taken")
            yield replace(op, results=(taken,))
            yield _converted(taken, result, op)
        else:
            held = Value(between, "%held")
            yield _converted(place, held, op)
            yield replace(op, operands=(held, *op.operands[1:]))

    def block(old: Block) -> Block:
        return replace(old, ops=tuple(new for op in old.ops for new in rewritten(op)))

    regions = tuple(Region(tuple(map(block, region.blocks))) for region in function.regions)
    return replace(function, regions=regions) if changed else function


def _place(op: Op) -> Value | None:
    """The tensor that an operation moves: where a detour begins."""
    if op.name in (CONVERT, "ttg.local_alloc", "ttg.local_store") and op.operands:
        return op.operands[0]
    return op.results[0] if op.name == "ttg.local_load" else None


def _other(type: TensorType, lanes: int, warps: int, avoided: set[str | None]) -> str:
    """A blocked layout of one element at a time that is none of those; in the order of rows, or of columns."""
    rank = len(type.shape)
    orders = [list(range(rank))[::-1], list(range(rank))]
    found = [_blocked(type.shape, order, lanes, warps) for order in orders]
    return next((each for each in found if each not in avoided), found[0])


def _blocked(shape: tuple[int, ...], order: list[int], lanes: int, warps: int) -> str:
    each = {}
    for dimension in order:
        each[dimension] = min(shape[dimension], lanes)
        lanes //= each[dimension]
    each[order[-1]] *= lanes
    parts = {
        "sizePerThread": [1] * len(shape),
        "threadsPerWarp": [each[d] for d in range(len(shape))],
        "warpsPerCTA": [warps if d == order[-1] else 1 for d in range(len(shape))],
        "order": order,
    }
    return f"#ttg.blocked<{{{', '.join(f'{name} = {value}' for name, value in parts.items())}}}>"


def _converted(source: Value, result: Value, near: Op) -> Op:
    pieces = (f"{CONVERT} ", Operand(0), " : ", TypeOf("operand", 0), " -> ", TypeOf("result", 0))
    new = operation(CONVERT, (source,), result.type, pieces)
    return replace(new, results=(result,), line=near.line, location=near.location)
