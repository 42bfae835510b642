"""Functions of several blocks: each block becomes a separate function for the optimiser.

Values from other blocks become arguments; values used by other blocks become results. Scalar constants, empty tensors and fills are
rematerialised in each block.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from egraph_opt.families.region.encode.generic_op_builder import generic
from egraph_opt.ir.def_use import used_values
from egraph_opt.ir.module import Block, Op, Value
from egraph_opt.ir.rewriting.rewrite import replace_body, replace_uses
from egraph_opt.ir.types import is_tensor


class FunctionBlocks:
    """Blocks of a function, which can be optimised as separate functions."""

    def __init__(self, function: Op) -> None:
        self.function, self.of = function, function.regions[0].blocks
        self._cheap = {op.results[0]: op for block in self.of for op in block.ops if _is_cheap(op)}
        self._used = {block: self._uses(block) for block in self.of}
        """Values that the operations of each block use, directly or through rematerialised operations."""

    def alone(self) -> list[Op]:
        """Return each block as a function that returns its terminator's operands, then the values that other blocks use."""
        return [self._alone(block) for block in self.of]

    def put_back(self, new: Sequence[Op]) -> Op:
        """Return the function with block n replaced by `new[n]`, the optimised n-th function of `alone`."""
        names: dict[Value, Value] = {}
        blocks = []
        for block, changed in zip(self.of, new, strict=True):
            (body,) = changed.regions[0].blocks
            *ops, returned = body.ops
            last, count = block.ops[-1], len(block.ops[-1].operands)
            names.update(zip(self._used_elsewhere(block), returned.operands[count:], strict=True))
            blocks.append(replace(block, ops=(*ops, replace(last, operands=returned.operands[:count]))))
        for v, other in names.items():
            while other in names and names[other] is not other:
                other = names[other]  # a block may pass on a value that another one has passed to it
            names[v] = other
        blocks = [replace(block, ops=tuple(replace_uses(op, names) for op in block.ops)) for block in blocks]
        return replace_body(self.function, *blocks)

    def _alone(self, block: Block) -> Op:
        made = {v for op in block.ops for v in op.results} | set(block.arguments)
        needed, again = dict[Value, None](), dict[Value, Op]()

        def need(v: Value) -> None:
            if v in self._cheap and v not in made:
                for operand in used_values(self._cheap[v]):
                    need(operand)
                again[v] = self._cheap[v]
            elif v not in made:
                needed[v] = None

        for op in block.ops:
            for v in used_values(op):
                need(v)
        names = {v: Value(v.type, v.name) for v in again}
        clones = [replace(replace_uses(op, names), results=(names[v],)) for v, op in again.items()]
        *ops, last = (replace_uses(op, names) for op in block.ops)
        returned = generic("util.return", [*last.operands, *self._used_elsewhere(block)], [])
        body = Block((*block.arguments, *needed), (*clones, *ops, returned), block.label or "^bb0")
        return replace_body(self.function, body)

    def _uses(self, block: Block) -> list[Value]:
        found: list[Value] = []
        seen = set[Value]()
        stack = [v for op in block.ops for v in used_values(op)][::-1]
        while stack:
            v = stack.pop()
            if v not in seen:
                seen.add(v)
                found += [] if v in self._cheap else [v]
                stack += used_values(self._cheap[v]) if v in self._cheap else []
        return found

    def _used_elsewhere(self, block: Block) -> list[Value]:
        """Return the values of a block that other blocks use, directly or through rematerialised operations."""
        made = {v for op in block.ops for v in op.results} | set(block.arguments)
        return list(dict.fromkeys(v for other in self.of if other is not block for v in self._used[other] if v in made))


def _is_cheap(op: Op) -> bool:
    """Return whether an operation is rematerialised in each block that uses its result."""
    scalar = op.name == "arith.constant" and not is_tensor(op.results[0].type)
    return scalar or (op.name in ("tensor.empty", "linalg.fill") and len(op.results) == 1)
