"""Extraction of the bodies of `scf.forall` over workgroups into functions, and back.

In IREE, the body of an `scf.forall` is a whole kernel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from egraph_opt.ir.declaration_lookup import Layouts, declaration
from egraph_opt.ir.def_use import captured_values
from egraph_opt.ir.module import Block, Op
from egraph_opt.ir.rewriting.rewrite import replace_body, replace_body_ops, replace_uses

FORALL = "scf.forall"


def grids(function: Op) -> tuple[Op, ...]:
    """Return the grids of workgroups that a function runs in sequence; () if one workgroup runs the function."""
    blocks = function.regions[0].blocks
    return tuple(op for op in blocks[0].ops if op.name == FORALL) if len(blocks) == 1 else ()


def body(function: Op, grid: int = 0) -> Op:
    """Return the body of a grid as a function of all values defined before the grid. A function without grids is returned unchanged.

    A `grid` beyond the last one means the last one. Constants and other operations without operands are copied into the body.
    """
    forall = next(iter((*grids(function)[grid:], *grids(function)[-1:])), None)
    if forall is None:
        return function
    block = function.regions[0].blocks[0]
    before = block.ops[: block.ops.index(forall)]
    made = {v: op for op in before for v in op.results if _is_made(op)}
    known = (*block.arguments, *(v for op in before for v in op.results if v not in made))
    inside = forall.regions[0].blocks[0]
    taken_in = dict.fromkeys(made[v] for v in captured_values(forall) if v in made)
    ops = (*taken_in, *inside.ops, Op("func.return", pieces=('"func.return"() : () -> ()',)))
    return replace_body(function, Block((*known, *inside.arguments), ops))


def put_back(function: Op, new: Op, grid: int = 0) -> Op:
    """Replace the body of a grid by that of `new`, which has the arguments of `body(function, grid)`."""
    forall = next(iter((*grids(function)[grid:], *grids(function)[-1:])), None)
    if forall is None:
        return new
    block, old = new.regions[0].blocks[0], body(function, grid).regions[0].blocks[0]
    inside = forall.regions[0].blocks[0]
    outer = len(old.arguments) - len(inside.arguments)
    names = dict(zip(block.arguments[:outer], old.arguments[:outer], strict=True))
    ops = tuple(replace_uses(op, names) for op in block.ops[:-1])
    changed = replace_body(forall, replace(inside, arguments=block.arguments[outer:], ops=ops))
    first = function.regions[0].blocks[0]
    return replace_body_ops(function, _needed_ops([changed if op is forall else op for op in first.ops]))


def shell(function: Op) -> Op:
    """Return a function without the bodies of its grids, and without constants used only there; a function without grids loses its body."""
    if not grids(function):
        return replace(function, regions=())
    ops = [replace(op, regions=()) if op.name == FORALL else op for op in function.regions[0].blocks[0].ops]
    return replace_body_ops(function, _needed_ops(ops))


def _needed_ops(ops: Sequence[Op]) -> tuple[Op, ...]:
    used = {v for op in ops for inner in op.walk() for v in inner.operands}
    return tuple(op for op in ops if not _is_made(op) or used.intersection(op.results))


def _is_made(op: Op) -> bool:
    return declaration(op).layouts is Layouts.GENERATE and not op.operands
