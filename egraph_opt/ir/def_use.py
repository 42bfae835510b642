"""Definitions and uses of values: which operation defines a value, which use it, and what regions take from outside."""

from __future__ import annotations

from collections.abc import Iterable

from egraph_opt.ir.module import Op, Value


def defining_ops(ops: Iterable[Op]) -> dict[Value, Op]:
    """Return the operation that defines each value: for a whole function, of `function.walk()`. Arguments of blocks have none."""
    return {value: op for op in ops for value in op.results}


def using_ops(ops: Iterable[Op]) -> dict[Value, list[Op]]:
    """Return the operations that use each value, in order; one that uses a value twice, twice."""
    found: dict[Value, list[Op]] = {}
    for op in ops:
        for value in op.operands:
            found.setdefault(value, []).append(op)
    return found


def enclosing_ops(op: Op) -> dict[Op, Op]:
    """Return for each operation inside another the one whose region it lies in."""
    return {inner: outer for outer in op.walk() for region in outer.regions for block in region.blocks for inner in block.ops}


def inner_values(op: Op) -> set[Value]:
    """Return the values that an operation's regions define: results, and arguments of blocks."""
    found: set[Value] = set()
    for outer in op.walk():
        for block in (block for region in outer.regions for block in region.blocks):
            found.update(block.arguments, *(inner.results for inner in block.ops))
    return found


def captured_values(op: Op) -> list[Value]:
    """Return the values that an operation's regions use and do not define, in order of first use."""
    inside = inner_values(op)
    return list(dict.fromkeys(v for inner in op.walk() if inner is not op for v in inner.operands if v not in inside))


def used_values(op: Op) -> list[Value]:
    """Return the values that an operation and its regions use and do not define, in order of first use."""
    return list(dict.fromkeys((*op.operands, *captured_values(op)))) if op.regions else list(dict.fromkeys(op.operands))
