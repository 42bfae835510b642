"""Reduction of several tensors, split into single-tensor reductions if its combiner treats each tensor independently.

Triton reduces all tensors of a reduction in one element order, given by their common layout: within a thread, over lanes, over
warps (ReduceOpToLLVM.cpp). A separate reduction of each tensor uses the same order. If the combiner treats each tensor
independently, each result is unchanged by the split. On NVIDIA GPUs the split is exact. On AMD GPUs a single-tensor sum may use other
instructions in another order, so the split is optional.
"""

from __future__ import annotations

from dataclasses import replace

from egraph_opt.ir.module import Block, Op, Operand, Region, TypeOf, Value

REDUCE = "tt.reduce"


def parts(op: Op) -> list[Op]:
    """Return the single-tensor reductions equivalent to a reduction, or [] if it cannot be split.

    Every operation of the combiner must belong to a single-tensor reduction, because a dropped operation might be undefined.
    """
    count = len(op.operands)
    if op.name != REDUCE or count < 2 or len(op.results) != count or len(op.regions) != 1 or len(op.regions[0].blocks) != 1:
        return []
    (body,) = op.regions[0].blocks
    if len(body.arguments) != 2 * count or not body.ops or len(body.ops[-1].operands) != count:
        return []
    owner: dict[Value, int] = {argument: place % count for place, argument in enumerate(body.arguments)}
    ops: list[list[Op]] = [[] for _ in range(count)]
    for below in body.ops[:-1]:
        owners = {owner.get(v, -1) for v in below.operands}
        if below.regions or len(owners) != 1 or -1 in owners:
            return []
        (place,) = owners
        ops[place].append(below)
        owner.update(dict.fromkeys(below.results, place))
    if [owner.get(v, -1) for v in body.ops[-1].operands] != list(range(count)):
        return []
    return [_part(op, place, ops[place]) for place in range(count)]


def _part(op: Op, place: int, ops: list[Op]) -> Op:
    body, count = op.regions[0].blocks[0], len(op.operands)
    end = body.ops[-1]
    pieces = (
        ("tt.reduce.return ", Operand(0), " : ", TypeOf("operand", 0)) if str(end.pieces[0]).startswith("tt.") else end.pieces
    )
    ops = [*ops, replace(end, operands=(end.operands[place],), pieces=pieces)]
    block: Block = replace(body, arguments=(body.arguments[place], body.arguments[count + place]), ops=tuple(ops))
    return replace(op, operands=(op.operands[place],), results=(op.results[place],), regions=(Region((block,)),))
