"""Rewriting of immutable operations: a change rebuilds all ancestors; unchanged operations keep their identity.

`map_blocks`, `map_ops` and `expand_ops` descend one level. For a recursive rewrite, `change` itself calls `map_blocks`, `map_ops` or
`expand_ops` on its argument.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from egraph_opt.ir.def_use import inner_values
from egraph_opt.ir.module import Block, Op, Region, Value


def map_blocks(op: Op, change: Callable[[Block], Block]) -> Op:
    """Apply `change` to each block of an operation's regions; return `op` itself if nothing changes."""
    if not op.regions:
        return op
    regions = [[change(block) for block in region.blocks] for region in op.regions]
    if all(a is b for old, new in zip(op.regions, regions, strict=True) for a, b in zip(old.blocks, new, strict=True)):
        return op
    return replace(op, regions=tuple([Region(tuple(blocks)) for blocks in regions]))


def map_ops(op: Op, change: Callable[[Op], Op]) -> Op:
    """Replace each operation `x` directly in the blocks of `op` by `change(x)`; return `op` itself if nothing changes."""
    return map_blocks(op, lambda block: replace_ops(block, [change(inner) for inner in block.ops]))


def expand_ops(op: Op, change: Callable[[Op], Iterable[Op]]) -> Op:
    """Replace each operation `x` directly in the blocks of `op` by the operations `change(x)`; return `op` itself if nothing changes."""
    return map_blocks(op, lambda block: replace_ops(block, [new for inner in block.ops for new in change(inner)]))


def replace_ops(block: Block, ops: Sequence[Op]) -> Block:
    """Return `block` with the operations `ops`, or `block` itself if nothing changes."""
    if len(ops) == len(block.ops) and all(a is b for a, b in zip(block.ops, ops, strict=True)):
        return block
    return replace(block, ops=tuple(ops))


def replace_body(function: Op, *blocks: Block) -> Op:
    return replace(function, regions=(Region(blocks),))


def replace_body_ops(function: Op, ops: tuple[Op, ...]) -> Op:
    """Replace the operations of a function's first block, which becomes its only one."""
    return replace_body(function, replace(function.regions[0].blocks[0], ops=ops))


def replace_uses(op: Op, names: Mapping[Value, Value]) -> Op:
    if not names:
        return op
    new = map_ops(op, lambda inner: replace_uses(inner, names))
    return new if names.keys().isdisjoint(op.operands) else replace(new, operands=tuple([names.get(v, v) for v in op.operands]))


def replace_values(op: Op, names: Mapping[Value, Value]) -> Op:
    """Replace uses and definitions of values in an operation and its regions."""

    def all_of(values: Sequence[Value]) -> tuple[Value, ...]:
        return tuple([names.get(v, v) for v in values])

    def block(old: Block) -> Block:
        return replace(old, arguments=all_of(old.arguments), ops=tuple([replace_values(inner, names) for inner in old.ops]))

    return replace(map_blocks(op, block), operands=all_of(op.operands), results=all_of(op.results))


def clone(ops: Sequence[Op], names: dict[Value, Value]) -> list[Op]:
    """Copy operations with new result values; add the new values to `names`, a map from old to new values."""
    defined = (v for op in ops for v in (*op.results, *inner_values(op)))
    names.update({v: Value(v.type, v.name) for v in defined})
    return [replace_values(op, names) for op in ops]


def substitute(op: Op, before: Mapping[Op, Sequence[Op]], instead: Mapping[Op, Sequence[Op]]) -> Op:
    """Insert `before[x]` before each operation `x` nested in `op`, or replace `x` by `instead[x]`, if these exist."""
    return map_blocks(op, lambda block: replace_ops(block, substitute_in(block.ops, before, instead)))


def substitute_in(ops: Sequence[Op], before: Mapping[Op, Sequence[Op]], instead: Mapping[Op, Sequence[Op]]) -> tuple[Op, ...]:
    """Insert and replace operations in a list and in the regions of its operations, as in `substitute`."""
    found: list[Op] = []
    for op in ops:
        found += before.get(op, ())
        found += instead[op] if op in instead else (substitute(op, before, instead),)
    return tuple(found)
