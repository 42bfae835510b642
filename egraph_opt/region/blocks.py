"""Functions of several blocks: each block as a function of its own, and put back in its place.

What a block takes from others are arguments of that function, what others take from it are further results; scalar constants are made
again in each block, so that it knows them. Where control goes is not looked at: each block is exchanged for one that does the same.
"""

from __future__ import annotations

from dataclasses import replace

from egraph_opt.ir import Block, Op, Region, Value
from egraph_opt.region.build import generic, renamed
from egraph_opt.region.encode import captured


def alone(function: Op, block: Block) -> Op:
    """A block as a function that returns what its last operation takes, and then what other blocks use."""
    made = {v for op in block.ops for v in op.results} | set(block.arguments)
    needed = list(dict.fromkeys(v for op in block.ops for v in captured(op) if v not in made))
    constants = {op.results[0]: op for b in function.regions[0].blocks for op in b.ops if _is_scalar_constant(op)}
    again = {v: Value(v.type, v.name) for v in needed if v in constants}
    clones = [replace(constants[v], results=(new,)) for v, new in again.items()]
    *ops, last = (renamed(op, again) for op in block.ops)
    returned = generic("util.return", [*last.operands, *_used_elsewhere(function, block)], [])
    arguments = (*block.arguments, *(v for v in needed if v not in again))
    body = Block(arguments, (*clones, *ops, returned), block.label or "^bb0")
    return replace(function, regions=(Region((body,)),))


def put_back(function: Op, new: dict[Block, Op]) -> Op:
    """A function with some of its blocks exchanged for what became of them `alone`."""
    names: dict[Value, Value] = {}
    exchanged = {}
    for block, changed in new.items():
        (body,) = changed.regions[0].blocks
        *ops, returned = body.ops
        last, count = block.ops[-1], len(block.ops[-1].operands)
        names.update(zip(_used_elsewhere(function, block), returned.operands[count:], strict=True))
        exchanged[block] = replace(block, ops=(*ops, replace(last, operands=returned.operands[:count])))
    for v, other in names.items():
        while other in names and names[other] is not other:
            other = names[other]  # what one block hands on may be what another has handed to it
        names[v] = other
    blocks = [exchanged.get(block, block) for block in function.regions[0].blocks]
    blocks = [replace(block, ops=tuple(renamed(op, names) for op in block.ops)) for block in blocks]
    return replace(function, regions=(Region(tuple(blocks)),))


def _is_scalar_constant(op: Op) -> bool:
    return op.name == "arith.constant" and not op.results[0].type.startswith("tensor<")


def _used_elsewhere(function: Op, block: Block) -> list[Value]:
    made = {v for op in block.ops for v in op.results if not _is_scalar_constant(op)}
    others = [b for b in function.regions[0].blocks if b is not block]
    return list(dict.fromkeys(v for b in others for op in b.ops for v in captured(op) if v in made))
