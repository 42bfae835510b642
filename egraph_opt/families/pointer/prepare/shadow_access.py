"""Pairs of an original access and its rewritten copy. The original remains if no structured access replaces the copy.

`strip_marks` removes the attributes that mark an earlier run's guards from the input, so that these guards are ordinary conditionals.
"""

from __future__ import annotations

import re
from dataclasses import replace

from egraph_opt.ir.module import Block, Module, Op, Value
from egraph_opt.ir.rewriting.rewrite import expand_ops, map_blocks, map_ops, replace_ops

AccessKey = tuple[int, str]
"""Line and name of an access: `tt.load` or `tt.store`, also for descriptor accesses."""
ROW_LIST_OPS = frozenset(("tt.descriptor_gather", "tt.descriptor_scatter"))
"""Accesses through a descriptor to rows whose indices a tensor lists."""
ACCESS_KINDS = {
    "tt.descriptor_load": "tt.load",
    "tt.descriptor_gather": "tt.load",
    "tt.descriptor_store": "tt.store",
    "tt.descriptor_scatter": "tt.store",
}
"""Load or store that corresponds to each descriptor access."""
MARK = "egraph_opt.twin"
"""Attribute with a key that an original access and its rewritten copy share."""
ORIGINAL_ATTRIBUTE = "egraph_opt.as_written"
"""Attribute of an original access that has a rewritten copy."""


def access_pair(written: Op, made: Op, mark: str) -> tuple[Op, ...]:
    """Return an access and its rewritten copy, with the attribute `MARK`, which has the same key `mark` on both.

    If `written` is itself a rewritten copy, return only its replacement.
    """
    if MARK in written.attributes:
        return (replace(made, results=written.results, attributes={**made.attributes, MARK: written.attributes[MARK]}),)
    results = tuple(Value(v.type, v.name) for v in written.results)
    before = replace(written, results=results, attributes={**written.attributes, MARK: mark, ORIGINAL_ATTRIBUTE: "unit"})
    return before, replace(made, results=written.results, attributes={**made.attributes, MARK: mark})


def access_key(op: Op) -> AccessKey:
    """Return the line and operation name of an access, which its rewritten copy shares."""
    return op.line, ACCESS_KINDS.get(op.name, op.name)


def as_written(op: Op) -> bool:
    """Return whether an access is an original with a rewritten copy."""
    return ORIGINAL_ATTRIBUTE in op.attributes


def keep_lowered(function: Op) -> Op:
    """Keep only the rewritten copy of each pair of accesses."""
    return expand_ops(function, _keep_lowered)


def _keep_lowered(op: Op) -> list[Op]:
    if as_written(op):
        return []
    return [replace(expand_ops(op, _keep_lowered), attributes={k: v for k, v in op.attributes.items() if k != MARK})]


def restore_unraised(function: Op) -> Op:
    """Keep one access of each pair: the rewritten copy if a structured access has replaced it, else the original."""
    if not any(MARK in op.attributes for op in function.walk()):
        return function
    return map_blocks(function, _restore_block)


def _restore_block(block: Block) -> Block:
    stayed = {op.attributes[MARK]: op for op in block.ops if MARK in op.attributes and not as_written(op)}
    ops: list[Op] = []
    for op in block.ops:
        if MARK not in op.attributes:
            ops.append(map_blocks(op, _restore_block))
        elif as_written(op) and (twin := stayed.get(op.attributes[MARK])) is not None:
            attributes = {k: v for k, v in op.attributes.items() if k not in (MARK, ORIGINAL_ATTRIBUTE)}
            ops.append(replace(op, results=twin.results, attributes=attributes))
    return replace_ops(block, ops)


GUARD = "egraph_opt.guard"
"""Attribute of a conditional that selects one of two versions."""
_MARKS = re.compile(rf" ?\{{{re.escape(GUARD)}\}}|{re.escape(GUARD)}, |, {re.escape(GUARD)}")


def strip_marks(module: Module) -> Module:
    """Remove the attribute `GUARD` from a module's conditionals, so that only guards of this run have it."""
    new = {function: _strip_marks(function) for function in module.functions()}
    return module.replace_functions(new) if any(old is not function for old, function in new.items()) else module


def _strip_marks(op: Op) -> Op:
    if not any(GUARD in inner.attributes for inner in op.walk()):
        return op
    attributes = {name: value for name, value in op.attributes.items() if name != GUARD}
    pieces = tuple(_MARKS.sub("", piece) if isinstance(piece, str) else piece for piece in op.pieces)
    return replace(map_ops(op, _strip_marks), attributes=attributes, pieces=pieces)
