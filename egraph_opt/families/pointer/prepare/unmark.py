"""Marks of guards in an input, which are those of an earlier raising: its conditionals are conditionals as any others."""

from __future__ import annotations

import re
from dataclasses import replace

from egraph_opt.ir.module import Module, Op
from egraph_opt.ir.rewrite import map_ops

GUARD = "egraph_opt.guard"
"""Attribute of a conditional that chooses between two versions."""
_MARKS = re.compile(rf" ?\{{{re.escape(GUARD)}\}}|{re.escape(GUARD)}, |, {re.escape(GUARD)}")


def unmarked(module: Module) -> Module:
    """Return a module without marks of guards, so that a raised program has none but those of its own guards."""
    new = {function: _unmarked(function) for function in module.functions()}
    return module.replace_functions(new) if any(old is not function for old, function in new.items()) else module


def _unmarked(op: Op) -> Op:
    if not any(GUARD in inner.attributes for inner in op.walk()):
        return op
    attributes = {name: value for name, value in op.attributes.items() if name != GUARD}
    pieces = tuple(_MARKS.sub("", piece) if isinstance(piece, str) else piece for piece in op.pieces)
    return replace(map_ops(op, _unmarked), attributes=attributes, pieces=pieces)
