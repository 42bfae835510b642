"""Def-use chains: definitions and uses of values, and values captured by regions."""

from __future__ import annotations

from collections.abc import Iterable

from egraph_opt.ir.module import Op, Value


def defining_ops(ops: Iterable[Op]) -> dict[Value, Op]:
    """Map each result of `ops` to its operation (for a whole function, pass `function.walk()`)."""
    return {value: op for op in ops for value in op.results}


def using_ops(ops: Iterable[Op]) -> dict[Value, list[Op]]:
    """Return the operations that use each value, in program order and once per use."""
    found: dict[Value, list[Op]] = {}
    for op in ops:
        for value in op.operands:
            found.setdefault(value, []).append(op)
    return found


def enclosing_ops(op: Op) -> dict[Op, Op]:
    """Return the parent operation of every operation nested in `op`."""
    return {inner: outer for outer in op.walk() for region in outer.regions for block in region.blocks for inner in block.ops}


def inner_values(op: Op) -> set[Value]:
    """Return the values that an operation's regions define: results and block arguments."""
    found: set[Value] = set()
    for outer in op.walk():
        for block in (block for region in outer.regions for block in region.blocks):
            found.update(block.arguments, *(inner.results for inner in block.ops))
    return found


def captured_values(op: Op) -> list[Value]:
    """Return the values that an operation's regions use but do not define, in order of first use."""
    inside = inner_values(op)
    return list(dict.fromkeys(v for inner in op.walk() if inner is not op for v in inner.operands if v not in inside))


def used_values(op: Op) -> list[Value]:
    """Return the operands of an operation and the values that its regions capture, in order of first use."""
    return list(dict.fromkeys((*op.operands, *captured_values(op)))) if op.regions else list(dict.fromkeys(op.operands))
