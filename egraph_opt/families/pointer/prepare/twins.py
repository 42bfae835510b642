"""Accesses in two ways side by side: as they were written, and as the rules see them. What is not raised stays as it was written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from egraph_opt.ir.module import Block, Op, Region, Value

Place = tuple[int, str]
"""An access by line and name: that of a load or a store, whatever it goes through."""
LISTED = frozenset(("tt.descriptor_gather", "tt.descriptor_scatter"))
"""Accesses of a descriptor that are given a list of rows."""
ACCESSED = {
    "tt.descriptor_load": "tt.load",
    "tt.descriptor_gather": "tt.load",
    "tt.descriptor_store": "tt.store",
    "tt.descriptor_scatter": "tt.store",
}
"""Accesses of descriptors, and what they do."""
MARK = "egraph_opt.twin"
"""The attribute that an access has in common with the one made of it."""
WRITTEN = "egraph_opt.as_written"
"""The attribute of the one that was there before."""


def twins(written: Op, made: Op, mark: str) -> tuple[Op, Op]:
    """An access, and one made of it, which has its results."""
    results = tuple(Value(v.type, v.name) for v in written.results)
    before = replace(written, results=results, attributes={**written.attributes, MARK: mark, WRITTEN: "unit"})
    return before, replace(made, results=written.results, attributes={**made.attributes, MARK: mark})


def place_of(op: Op) -> Place:
    """The place of an access, which its twin shares."""
    return op.line, ACCESSED.get(op.name, op.name)


def as_written(op: Op) -> bool:
    """Whether an access has another one beside it, made of it."""
    return WRITTEN in op.attributes


def replaced(function: Op) -> Op:
    """The function with the one that was made of each two accesses."""
    return _with_blocks(function, _replaced)


def _replaced(block: Block) -> Block:
    ops = [_with_blocks(op, _replaced) for op in block.ops if not as_written(op)]
    return replace(block, ops=tuple(replace(op, attributes={k: v for k, v in op.attributes.items() if k != MARK}) for op in ops))


def _with_blocks(op: Op, change: Callable[[Block], Block]) -> Op:
    return replace(op, regions=tuple(Region(tuple(map(change, region.blocks))) for region in op.regions)) if op.regions else op


def restored(function: Op) -> Op:
    """The function with one access of each two: the one that was made where it was raised, else the one that was written."""
    if not any(MARK in op.attributes for op in function.walk()):
        return function
    return _with_blocks(function, _restored)


def _restored(block: Block) -> Block:
    stayed = {op.attributes[MARK]: op for op in block.ops if MARK in op.attributes and not as_written(op)}
    ops: list[Op] = []
    for op in block.ops:
        if MARK not in op.attributes:
            ops.append(_with_blocks(op, _restored))
        elif as_written(op) and (twin := stayed.get(op.attributes[MARK])) is not None:
            attributes = {k: v for k, v in op.attributes.items() if k not in (MARK, WRITTEN)}
            ops.append(replace(op, results=twin.results, attributes=attributes))
    return replace(block, ops=tuple(ops))
