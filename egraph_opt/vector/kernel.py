"""The body of an `scf.forall` over workgroups, which holds whole kernels in IREE, taken out as a function and put back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from egraph_opt.egraph.operations import captured_by
from egraph_opt.ir import Block, Op, Region, Value
from egraph_opt.op import Layouts, declaration

FORALL = "scf.forall"


def body(function: Op) -> Op:
    """What one workgroup runs, as a function of what it takes from outside: the only `scf.forall` of a function, or the function itself.

    Constants and all else that can be made in any layout come in with it.
    """
    forall = _forall(function)
    if forall is None:
        return function
    made = {v: op for block in function.regions[0].blocks for op in block.ops for v in op.results if _is_made(op)}
    captured = captured_by(forall)
    inside = forall.regions[0].blocks[0]
    arguments = (*(v for v in captured if v not in made), *inside.arguments)
    block = Block(arguments, (*dict.fromkeys(made[v] for v in captured if v in made), *inside.ops))
    return replace(function, regions=(Region((block,)),))


def put_back(function: Op, new: Op) -> Op:
    """The function with another body, which has the arguments of `body(function)` in their order."""
    forall = _forall(function)
    if forall is None:
        return new
    block, old = new.regions[0].blocks[0], body(function).regions[0].blocks[0]
    inside = forall.regions[0].blocks[0]
    taken = len(old.arguments) - len(inside.arguments)
    outer = dict(zip(block.arguments[:taken], old.arguments[:taken], strict=True))
    ops = tuple(_renamed(op, outer) for op in block.ops)
    changed = replace(forall, regions=(Region((replace(inside, arguments=block.arguments[taken:], ops=ops),)),))
    blocks = (replace(b, ops=tuple(changed if op is forall else op for op in b.ops)) for b in function.regions[0].blocks)
    return replace(function, regions=(Region(tuple(blocks)),))


def _forall(function: Op) -> Op | None:
    found = [op for block in function.regions[0].blocks for op in block.ops if op.name == FORALL]
    return found[0] if len(found) == 1 else None


def _is_made(op: Op) -> bool:
    return declaration(op).layouts is Layouts.GENERATE and not op.operands


def _renamed(op: Op, names: Mapping[Value, Value]) -> Op:
    regions = tuple(
        Region(tuple(replace(b, ops=tuple(_renamed(inner, names) for inner in b.ops)) for b in region.blocks))
        for region in op.regions
    )
    return replace(op, operands=tuple(names.get(v, v) for v in op.operands), regions=regions)
