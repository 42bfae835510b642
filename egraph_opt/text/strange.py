"""Undeclared operations of declared dialects: rare ones, and misspelt names."""

from __future__ import annotations

from difflib import get_close_matches

from egraph_opt.ir.declaration import DECLARATIONS
from egraph_opt.ir.module import Module
from egraph_opt.text.structured import FORMS

_DIALECTS = frozenset(("arith", "math", "tt", "ttg", "ttng"))
_KNOWN = frozenset((*DECLARATIONS, *FORMS, "ttg.warp_specialize.partitions"))
NEAR = 0.9
"""Similarity of two names, by `difflib`, above which one may be a misspelling of the other."""


def strange(module: Module) -> list[str]:
    """Return remarks on the unknown operations of a Triton program: a line for each name that may be misspelt, and one for all
    others."""
    ops = list(module.op.walk())
    if all(op.name != "tt.func" for op in ops):
        return []
    lines = {op.name: op.line for op in reversed(ops) if op.name not in _KNOWN and op.name.partition(".")[0] in _DIALECTS}
    said, rare = [], []
    for name, line in sorted(lines.items(), key=lambda item: (item[1], item[0])):
        near = get_close_matches(name, sorted(_KNOWN), 1, NEAR)
        if near:
            said.append(f"line {line}: {name} is unknown here and stays as it is (did you mean {near[0]}?)")
        else:
            rare.append(name)
    return said + ([f"unknown here, and left as they are: {', '.join(rare)}"] if rare else [])
