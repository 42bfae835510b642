"""Merging of program instances: one instance of the new program does the work of several neighbours along an axis of the grid.

Program instances run in any order, at the same time, so that an instance may interleave the operations of several. Kernels in which
instances could wait for each other are excluded: those with loops, and those with effects other than loads and stores.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from egraph_opt.ir.attributes import integer
from egraph_opt.ir.create import binary, constant, operation
from egraph_opt.ir.declaration_lookup import Effect, declaration, plain_load
from egraph_opt.ir.module import Block, Op, Operand, Region, RegionSlot, Value
from egraph_opt.ir.rewriting.rewrite import clone, replace_body_ops

PROGRAM, PROGRAMS = "tt.get_program_id", "tt.get_num_programs"
AXES = (1, 0, 2)
"""Axes of the grid in order of preference: along the second one, the number of instances (heads, blocks of columns) is mostly even."""
_GRID_REGISTERS = ("ctaid", "gridid")
"""Parts of the names of PTX registers (`%ctaid.x`, `%nctaid.y`) that tell the place in the grid: assembly that reads them is not merged."""
_BRANCH, _RETURN = "cf.cond_br", "tt.return"
_CONTROL = frozenset(("tt.return", "scf.if", "scf.yield", "tt.reduce.return", "tt.scan.return", "cf.cond_br"))


def merged_axis(function: Op) -> int | None:
    """Return the axis along which instances may merge; None if the program is not of the known form.

    The known form has no loops, at most one branch outside `scf.if`, no effects but loads and stores, and knows its place in the grid
    from operations of Triton alone.
    """
    body = _straight_body(function)
    if body is None or not all(_may_interleave(op) for each in body for op in each.walk()):
        return None
    about_grid = (PROGRAM, PROGRAMS)
    if any(op.name in about_grid for each in body for op in each.walk() if op is not each):
        return None
    used = {_axis(op) for op in body if op.name == PROGRAM}
    return next((axis for axis in AXES if axis in used), None)


def merged_instances(function: Op, count: int, axis: int) -> Op:
    """Return a function whose instance `p` does the work of the instances from `count * p` on, in a grid with `count` times as many.

    `axis` is the result of `merged_axis`. Operations that do not depend on the instance are computed once.
    """
    *ops, end = _straight_body(function) or ()
    factor = constant(count, "i32")
    found: list[Op] = [factor]
    names: list[dict[Value, Value]] = [{} for _ in range(count)]
    shared: set[Value] = set(function.regions[0].blocks[0].arguments)
    for op in ops:
        if op.name in (PROGRAM, PROGRAMS) and _axis(op) == axis:
            for number, known in enumerate(names):
                known[op.results[0]] = _put_place(op, factor, number, found)
            found.insert(found.index(factor) + 1, op)
        elif not op.regions and declaration(op).effect is Effect.PURE and shared.issuperset(op.operands):
            found.append(op)
            shared.update(op.results)
        else:
            for known in names:
                found += clone([op], known)
    return replace_body_ops(function, (*found, end))


def one_instance(function: Op, count: int, number: int, axis: int) -> Op:
    """Return a function whose instance `p` does the work of the instance `count * p + number`, in a grid with `count` times as many.

    `axis` is the result of `merged_axis`.
    """
    *ops, end = _straight_body(function) or ()
    factor = constant(count, "i32")
    found: list[Op] = [factor]
    known: dict[Value, Value] = {}
    for op in ops:
        if op.name in (PROGRAM, PROGRAMS) and _axis(op) == axis:
            found.append(op)
            known[op.results[0]] = _put_place(op, factor, number, found)
        else:
            found += clone([op], known)
    return replace_body_ops(function, (*found, end))


def part_of(function: Op, count: int, number: int) -> Op:
    """Return the part of a merged function that one of `count` instances needs: every `count`th operation that stores, and its operands."""
    (block,) = function.regions[0].blocks
    *ops, end = block.ops
    stores = [op for op in ops if any(each.name == "tt.store" for each in op.walk())]
    kept = set(stores[number::count])
    needed = {value for op in kept for each in op.walk() for value in each.operands}
    for op in reversed(ops):
        if not needed.isdisjoint(op.results):
            kept.add(op)
            needed.update(value for each in op.walk() for value in each.operands)
    return replace_body_ops(function, (*(op for op in ops if op in kept), end))


def _put_place(op: Op, factor: Op, number: int, found: list[Op]) -> Value:
    """Append the computation of an instance's number, or of the number of instances, in the grid before merging; return its value."""
    product = binary("arith.muli", op.results[0], factor.results[0])
    found.append(product)
    if op.name == PROGRAMS or number == 0:
        return product.results[0]
    place = constant(number, "i32")
    total = binary("arith.addi", product.results[0], place.results[0])
    found += [place, total]
    return total.results[0]


def _straight_body(function: Op) -> Sequence[Op] | None:
    """Return the operations of a function as one block: a branch to two blocks that return becomes an `scf.if`. None if there is more."""
    entry, *others = function.regions[0].blocks
    *ops, end = entry.ops
    if not others and end.name == _RETURN and not end.operands:
        return entry.ops
    labels = {block.label: block for block in others}
    if end.name != _BRANCH or len(others) != 2 or len(end.operands) != 1 or set(end.successors) != labels.keys():
        return None
    sides = [labels[name] for name in end.successors]
    if any(side.arguments or side.ops[-1].name != _RETURN or side.ops[-1].operands for side in sides):
        return None
    yielded = Op("scf.yield", pieces=("scf.yield",))
    regions = tuple(Region((Block(ops=(*side.ops[:-1], yielded)),)) for side in sides)
    pieces = ("scf.if ", Operand(0), " ", RegionSlot(0), " else ", RegionSlot(1))
    return [*ops, replace(operation("scf.if", end.operands, "", pieces), regions=regions), sides[0].ops[-1]]


def _may_interleave(op: Op) -> bool:
    if op.name == "tt.load":
        return plain_load(op)
    if any(register in op.attributes.get("asm_string", "") for register in _GRID_REGISTERS):
        return False
    return op.name == "tt.store" or op.name in _CONTROL or declaration(op).effect is Effect.PURE


def _axis(op: Op) -> int:
    return integer(op.attributes["axis"])
