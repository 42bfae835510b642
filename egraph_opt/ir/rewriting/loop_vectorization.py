"""Loop vectorisation: a loop whose iterations are scalar and independent becomes a tensor dimension.

Kernels by authors who think in CUDA loop over the threads of a block, `for tx in range(128)`, and all threads of Triton's program then do
the work of each. Values that differ by iteration become tensors. All others remain scalars and are computed once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from egraph_opt.ir.analysis.iteration_independence import IndependentLoop, carried_values
from egraph_opt.ir.create import binary, constant, operation
from egraph_opt.ir.module import Block, Op, Operand, Piece, Region, RegionSlot, TypeOf, Value
from egraph_opt.ir.rewriting.rewrite import clone, expand_ops

_CHOICE = ("scf.if ", Operand(0), " ", RegionSlot(0), " else ", RegionSlot(1))
_SPLAT = ("tt.splat ", Operand(0), " : ", TypeOf("operand", 0), " -> ", TypeOf("result", 0))
_YIELD = Op("scf.yield", pieces=("scf.yield",))


def guard_loops(function: Op, loops: Sequence[IndependentLoop], vectorize: bool = False) -> Op:
    """Return the function with two copies of each of `loops`, in the branches of an `scf.if`.

    The condition implies that the iterations are independent. `vectorize`: the first copy is vectorised.
    """
    found = {each.loop: each for each in loops}

    def rewrite(op: Op) -> list[Op]:
        known = found.get(op)
        if known is None:
            return [expand_ops(op, rewrite)]
        ops, condition = _condition(known)
        first = _Lanes(known).ops() if vectorize else clone([op], {})
        branches = tuple(Region((Block(ops=(*branch, _YIELD)),)) for branch in (first, [op]))
        return [*ops, replace(operation("scf.if", (condition,), "", _CHOICE), regions=branches, line=op.line)]

    return expand_ops(function, rewrite)


def _condition(known: IndependentLoop) -> tuple[list[Op], Value]:
    """Return operations that compute whether the iterations are independent, and their result."""
    pieces = ("arith.constant true",)
    ops = [operation("arith.constant", (), "i1", pieces, value="true")]
    holds = ops[0].results[0]
    for (first, *others), of in known.conditions:
        for other in others:
            ops.append(binary("arith.muli", first, other))
            first = ops[-1].results[0]
        mask, zero = constant(of - 1, first.type), constant(0, first.type)
        low = binary("arith.andi", first, mask.results[0])
        compare = ("arith.cmpi eq, ", Operand(0), ", ", Operand(1), " : ", TypeOf("operand", 0))
        is_multiple = operation("arith.cmpi", (low.results[0], zero.results[0]), "i1", compare, predicate="0 : i64")
        both = binary("arith.andi", holds, is_multiple.results[0])
        ops += [mask, zero, low, is_multiple, both]
        holds = both.results[0]
    return ops, holds


class _Lanes:
    """Vectorisation of one loop: `names` maps its values to new values, of tensor types if they vary."""

    def __init__(self, known: IndependentLoop) -> None:
        self._size, self._varying = known.size, known.varying
        self._block = known.loop.regions[0].blocks[0]
        self._names: dict[Value, Value] = {}

    def ops(self) -> list[Op]:
        """Return the operations that replace the loop."""
        end = f"{{end = {self._size} : i32, start = 0 : i32}}"
        bounds = {"end": f"{self._size} : i32", "start": "0 : i32"}
        type = self._tensor("i32")
        lanes = operation("tt.make_range", (), type, (f"tt.make_range {end} : ", TypeOf("result", 0)), **bounds)
        self._names[self._block.arguments[0]] = lanes.results[0]
        return [lanes, *self._body(self._block, ()).ops]

    def _tensor(self, element: str) -> str:
        return f"tensor<{self._size}x{element}>"

    def _new(self, values: Sequence[Value]) -> tuple[Value, ...]:
        """Define new values for values of the loop."""
        for old in values:
            self._names[old] = Value(self._tensor(old.type) if old in self._varying else old.type, old.name)
        return tuple(self._names[old] for old in values)

    def _operands(self, values: Sequence[Value], tensors: Sequence[bool], ops: list[Op]) -> tuple[Value, ...]:
        """Return the new values for operands. Uniform ones that are used as `tensors` are broadcast by operations appended to `ops`."""
        found = []
        for value, is_tensor in zip(values, tensors, strict=True):
            new = self._names.get(value, value)
            if is_tensor and value not in self._varying:
                ops.append(operation("tt.splat", (new,), self._tensor(new.type), _SPLAT))
                new = ops[-1].results[0]
            found.append(new)
        return tuple(found)

    def _body(self, block: Block, wanted: Sequence[Value]) -> Block:
        """Vectorise a block, which yields the values `wanted` of the operation around it."""
        arguments = () if block is self._block else self._new(block.arguments)
        ops: list[Op] = []
        for op in block.ops:
            if op.name == "scf.yield":
                if block is not self._block:
                    tensors = [result in self._varying for result in wanted]
                    ops.append(replace(op, operands=self._operands(op.operands, tensors, ops)))
            elif op.name == "scf.for":
                tensors = [result in self._varying for result, *_ in carried_values(op)]
                ops.append(self._with_regions(op, self._operands(op.operands, [False] * 3 + tensors, ops)))
            elif op.name == "scf.if":
                ops.append(self._with_regions(op, self._operands(op.operands, [False], ops)))
            else:
                varies = not self._varying.isdisjoint(op.operands)
                operands = self._operands(op.operands, [varies] * len(op.operands), ops)
                ops.append(replace(op, operands=operands, results=self._new(op.results), pieces=_pieces(op, varies)))
        return replace(block, arguments=arguments, ops=tuple(ops))

    def _with_regions(self, op: Op, operands: tuple[Value, ...]) -> Op:
        regions = tuple(Region(tuple(self._body(block, op.results) for block in region.blocks)) for region in op.regions)
        return replace(op, operands=operands, results=self._new(op.results), regions=regions)


def _pieces(op: Op, varies: bool) -> tuple[Piece, ...]:
    """Return the text of an operation: a select by a tensor states the tensor's type, too."""
    if not varies or op.name != "arith.select":
        return op.pieces
    text = ("arith.select ", Operand(0), ", ", Operand(1), ", ", Operand(2), " : ")
    return (*text, TypeOf("operand", 0), ", ", TypeOf("operand", 1))
