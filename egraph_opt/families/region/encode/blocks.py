"""Functions of several blocks: each block is optimised as a function of its own, and put back in its place.

Values that a block uses from others are arguments of that function; values that others use from it are further results. Scalar
constants, empty tensors and fills are made again in each block, so that it knows them. Control flow is not analysed: each block
is replaced by an equivalent one.
"""

from __future__ import annotations

from dataclasses import replace

from egraph_opt.families.region.encode.build import generic
from egraph_opt.families.region.encode.function import captured
from egraph_opt.ir.module import Block, Op, Region, Value, renamed
from egraph_opt.ir.types import is_tensor


def alone(function: Op, block: Block) -> Op:
    """Return a block as a function that returns the operands of its terminator, and then the values that other blocks use."""
    made = {v for op in block.ops for v in op.results} | set(block.arguments)
    cheap = _cheap(function)
    needed, again = dict[Value, None](), dict[Value, Op]()

    def need(v: Value) -> None:
        if v in cheap and v not in made:
            for operand in captured(cheap[v]):
                need(operand)
            again[v] = cheap[v]
        elif v not in made:
            needed[v] = None

    for op in block.ops:
        for v in captured(op):
            need(v)
    names = {v: Value(v.type, v.name) for v in again}
    clones = [replace(renamed(op, names), results=(names[v],)) for v, op in again.items()]
    *ops, last = (renamed(op, names) for op in block.ops)
    returned = generic("util.return", [*last.operands, *_used_elsewhere(function, block)], [])
    body = Block((*block.arguments, *needed), (*clones, *ops, returned), block.label or "^bb0")
    return replace(function, regions=(Region((body,)),))


def put_back(function: Op, new: dict[Block, Op]) -> Op:
    """Return a function with all its blocks replaced by the optimised functions from `alone`."""
    names: dict[Value, Value] = {}
    blocks = []
    for block, changed in new.items():
        (body,) = changed.regions[0].blocks
        *ops, returned = body.ops
        last, count = block.ops[-1], len(block.ops[-1].operands)
        names.update(zip(_used_elsewhere(function, block), returned.operands[count:], strict=True))
        blocks.append(replace(block, ops=(*ops, replace(last, operands=returned.operands[:count]))))
    for v, other in names.items():
        while other in names and names[other] is not other:
            other = names[other]  # a block may pass on a value that another one has passed to it
        names[v] = other
    blocks = [replace(block, ops=tuple(renamed(op, names) for op in block.ops)) for block in blocks]
    return replace(function, regions=(Region(tuple(blocks)),))


def _cheap(function: Op) -> dict[Value, Op]:
    return {op.results[0]: op for block in function.regions[0].blocks for op in block.ops if _is_cheap(op)}


def _is_cheap(op: Op) -> bool:
    """Return whether recomputing an operation is better than passing its result from block to block."""
    scalar = op.name == "arith.constant" and not is_tensor(op.results[0].type)
    return scalar or (op.name in ("tensor.empty", "linalg.fill") and len(op.results) == 1)


def _used_elsewhere(function: Op, block: Block) -> list[Value]:
    """Return the values of a block that other blocks use, directly or in operations that they make again."""
    makers = _cheap(function)
    made = {v for op in block.ops for v in op.results if v not in makers}
    found: dict[Value, None] = {}
    seen = set[Value]()
    stack = [v for b in function.regions[0].blocks if b is not block for op in b.ops for v in captured(op)][::-1]
    while stack:
        v = stack.pop()
        if v in made:
            found[v] = None
        elif v in makers and v not in seen:
            seen.add(v)
            stack += captured(makers[v])
    return list(found)
