"""Rewrite of a program to an equal one with different machine code: layout changes take a detour over a third layout.

The third layout is a blocked layout. Tensors that are stored to shared memory or loaded from it also take detours. If a program
has neither, global loads and stores use a blocked layout. Only instructions that move elements change, so different bits reveal a
miscompilation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import prod

from egraph_opt.checker import check
from egraph_opt.ir.create import operation
from egraph_opt.ir.module import Op, Operand, TypeOf, Value
from egraph_opt.ir.rewriting.rewrite import expand_ops
from egraph_opt.ir.types import TensorType, element_bytes, tensor_type
from egraph_opt.text import read, write

CONVERT = "ttg.convert_layout"
SCALAR_REGION_OPS = frozenset(("tt.reduce", "tt.scan", "tt.map_elementwise"))
"""Operations whose regions contain only scalars."""


def with_detours(text: str, most: int = 1 << 30) -> str | None:
    """Return TTGIR in which tensors of at most `most` bytes take detours over other layouts; None if nothing changes or layouts
    are unknown.

    Raises:
        InputError: the text does not parse.
        RuntimeError: the new program is not proved equal.
    """
    module = read(text)
    attributes = module.op.attributes
    lanes, warps, blocks = (
        int(attributes.get(f"ttg.{name}", "0").split(" ")[0]) for name in ("threads-per-warp", "num-warps", "num-ctas")
    )
    # warp partitions have fewer warps, and layouts of a cluster have more parameters
    if blocks > 1 or not lanes * warps or "ttg.warp_specialize" in text:
        return None
    for accesses in (False, True):
        detours = Detours(lanes, warps, most, accesses)
        functions = {function: detours.function(function) for function in module.functions()}
        if any(old is not new for old, new in functions.items()):
            new = write(module.replace_functions(functions))
            verdict = check(module, read(new))
            if not verdict.equal:
                raise RuntimeError(f"a detour is {verdict}")
            return new
    return None


@dataclass(frozen=True, slots=True)
class Detours:
    """Parameters of detours (conversions over a third layout): threads per warp, warps, and bytes of the largest converted tensor.

    `accesses`: the detours are made at global loads and stores instead of layout conversions and shared-memory accesses.
    """

    lanes: int
    warps: int
    most: int
    accesses: bool

    def function(self, old: Op) -> Op:
        """Return the function with tensors converted over a third layout, or the unchanged function."""
        new = expand_ops(old, self._rewrite_op)
        return new if sum(1 for _ in new.walk()) > sum(1 for _ in old.walk()) else old

    def _rewrite_op(self, op: Op) -> Iterator[Op]:
        if op.regions and op.name not in SCALAR_REGION_OPS:
            op = expand_ops(op, self._rewrite_op)
        moved = self._moved_tensors(op)
        types = [type for value in moved if (type := tensor_type(value.type)) is not None]
        if not types or any(
            prod(type.shape) * element_bytes(value.type) > self.most for value, type in zip(moved, types, strict=True)
        ):
            yield op
            return
        avoided = {tensor.encoding for v in (*op.operands, *op.results) if (tensor := tensor_type(v.type))}
        layout = self._other_layout(types[0], avoided)
        between = {v: Value(str(t._replace(encoding=layout)), "%between") for v, t in zip(moved, types, strict=True)}
        for value in dict.fromkeys(v for v in op.operands if v in between):
            yield _conversion(value, between[value], op)
        operands, results = (tuple(between.get(v, v) for v in values) for values in (op.operands, op.results))
        yield replace(op, operands=operands, results=results)
        for value in op.results:
            if value in between:
                yield _conversion(between[value], value, op)

    def _moved_tensors(self, op: Op) -> tuple[Value, ...]:
        """Return the operands or results of an operation that are converted through another layout."""
        if self.accesses:
            whole = op.name in ("tt.load", "tt.store") and tensor_type(op.operands[0].type) is not None
            return tuple(v for v in (*op.operands, *op.results) if tensor_type(v.type)) if whole else ()
        if op.name in (CONVERT, "ttg.local_alloc", "ttg.local_store"):
            return op.operands[:1]
        return op.results if op.name == "ttg.local_load" else ()

    def _other_layout(self, type: TensorType, avoided: set[str | None]) -> str:
        rows = list(range(len(type.shape)))[::-1]
        found = [self._blocked_layout(type.shape, order, each) for each in (1, 2, 4) for order in (rows, rows[::-1])]
        return next(each for each in found if each not in avoided)  # an operation has at most two layouts

    def _blocked_layout(self, shape: tuple[int, ...], order: list[int], each: int) -> str:
        lanes, warps, threads = self.lanes, self.warps, dict.fromkeys(order, 1)
        for dimension in order:
            threads[dimension] = min(shape[dimension], lanes)
            lanes //= threads[dimension]
        threads[order[-1]] *= lanes
        parts = {
            "sizePerThread": [each if d == order[0] else 1 for d in range(len(shape))],
            "threadsPerWarp": [threads[d] for d in range(len(shape))],
            "warpsPerCTA": [warps if d == order[-1] else 1 for d in range(len(shape))],
            "order": order,
        }
        return f"#ttg.blocked<{{{', '.join(f'{name} = {value}' for name, value in parts.items())}}}>"


def _conversion(source: Value, result: Value, near: Op) -> Op:
    pieces = (f"{CONVERT} ", Operand(0), " : ", TypeOf("operand", 0), " -> ", TypeOf("result", 0))
    new = operation(CONVERT, (source,), result.type, pieces)
    return replace(new, results=(result,), line=near.line, location=near.location)
