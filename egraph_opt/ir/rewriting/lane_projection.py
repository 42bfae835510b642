"""Projection of tensor code to one lane: the scalar program that computes the element `i` of each tensor, in a loop over `i`.

Independent of `loop_vectorization`, to prove its results: written from the meaning of each operation.
"""

from __future__ import annotations

from dataclasses import replace

from egraph_opt.ir.analysis.trip_count import integer_constants
from egraph_opt.ir.attributes import integer
from egraph_opt.ir.create import select
from egraph_opt.ir.declaration_lookup import Effect, Layouts, declaration
from egraph_opt.ir.module import Block, Op, Region, Value
from egraph_opt.ir.rewriting.rewrite import expand_ops
from egraph_opt.ir.types import is_tensor, tensor_type

_CONTROL = {"scf.for": 3, "scf.if": 1}
_FLOW = (*_CONTROL, "scf.yield")


def project_lanes(function: Op) -> Op:
    """Return the function with a loop over the lanes for each vectorised branch: an `scf.if` that starts with `tt.make_range`.

    The other branch has the loop's bounds. Equality to the original holds if no two lanes store to the same element.

    Raises:
        RuntimeError: a branch has tensor operations that are not elementwise.
    """
    constants = integer_constants(function)

    def rewrite(op: Op) -> list[Op]:
        branches = [block.ops for region in op.regions for block in region.blocks] if op.name == "scf.if" else []
        if [branch[0].name for branch in branches if branch] != ["tt.make_range", "scf.for"]:
            return [expand_ops(op, rewrite)]
        (lanes, *ops), (loop, *_) = branches
        bounds = [constants.get(value) for value in loop.operands]
        if bounds != [0, integer(lanes.attributes["end"]), 1] or lanes.attributes["start"] != "0 : i32" or op.results:
            raise RuntimeError(f"{op.line}: lanes that are not the iterations of a loop")
        index = Value("i32", "%lane")
        projection = _Lane(lanes, index)
        body = Block(arguments=(index,), ops=tuple(projection.ops(ops)))
        then = Region((Block(ops=(replace(loop, regions=(Region((body,)),)), ops[-1])),))
        return [replace(op, regions=(then, op.regions[1]))]

    return expand_ops(function, rewrite)


class _Lane:
    def __init__(self, lanes: Op, index: Value) -> None:
        self._type = lanes.results[0].type
        self._shape = tensor_type(self._type)
        self._names = {lanes.results[0]: index}

    def ops(self, ops: list[Op]) -> list[Op]:
        """Return operations for one lane."""
        return [new for op in ops for new in self._op(op)]

    def _element(self, value: Value, line: int) -> Value:
        """Return a new scalar for a tensor's element; a scalar itself."""
        if not is_tensor(value.type):
            return value
        type = tensor_type(value.type)
        if type is None or self._shape is None or (type.shape, type.encoding) != (self._shape.shape, None):
            raise RuntimeError(f"{line}: a tensor of another shape than the lanes")
        return self._names.setdefault(value, Value(type.element, value.name))

    def _op(self, op: Op) -> list[Op]:
        tensors = [value for value in (*op.operands, *op.results) if is_tensor(value.type)]
        if op.name == "tt.splat":
            self._element(op.results[0], op.line)
            self._names[op.results[0]] = op.operands[0]
            return []
        if tensors and op.name not in _FLOW:
            known, whole = declaration(op), len(tensors) == len(op.operands) + len(op.results)
            accesses = (op.name, known.effect) in (("tt.load", Effect.READS), ("tt.store", Effect.WRITES))
            computes = known.layouts is Layouts.POINTWISE and known.effect is Effect.PURE
            if not whole or not (accesses or computes):
                raise RuntimeError(f"{op.line}: {op.name} of a lane")
        control = op.operands[: _CONTROL.get(op.name, 0)]
        if any(is_tensor(value.type) and (value not in self._names or value in control) for value in op.operands):
            raise RuntimeError(f"{op.line}: a tensor from outside of the lanes, or one that controls a loop")
        operands = tuple([self._names.get(value, value) for value in op.operands])
        results = tuple([self._element(value, op.line) for value in op.results])
        if op.name == "arith.select" and tensors:
            return [replace(select(*operands), results=results, line=op.line)]
        regions = tuple(Region(tuple([self._block(block, op.line) for block in region.blocks])) for region in op.regions)
        return [replace(op, operands=operands, results=results, regions=regions)]

    def _block(self, block: Block, line: int) -> Block:
        arguments = tuple([self._element(value, line) for value in block.arguments])
        return replace(block, arguments=arguments, ops=tuple(self.ops(list(block.ops))))
