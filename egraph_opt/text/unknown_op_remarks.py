"""Remarks on rare or misspelt operations of known dialects, and on layouts of other dialects."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

from egraph_opt.ir.declaration_lookup import DECLARATIONS
from egraph_opt.ir.module import Module, Op
from egraph_opt.text.region_ops import FORMS

_DIALECTS = frozenset(("arith", "math", "tt", "ttg", "ttng"))
_KNOWN = frozenset((*DECLARATIONS, *FORMS, "ttg.warp_specialize.partitions"))
_LAYOUT = re.compile(r"#(\w+)\.(\w+)")
_LAYOUTS = frozenset(("ttg", "ttng", "amdg", "nvws", "gluon", "triton_gpu", "triton_nvidia_gpu"))
"""Dialects of Triton's layouts."""
MISSPELLING_SIMILARITY = 0.9
"""Minimum similarity of two names, by `difflib`, for a suspected misspelling."""


def strange(module: Module) -> list[str]:
    """Return remarks on the unknown operations and layouts of a Triton program.

    Each suspected misspelling and each layout of another dialect has a remark of its own; all other unknown operations share one.
    """
    ops = list(module.op.walk())
    if all(op.name != "tt.func" for op in ops):
        return []
    lines = {op.name: op.line for op in reversed(ops) if op.name not in _KNOWN and op.name.partition(".")[0] in _DIALECTS}
    said, rare = [], []
    for name, line in sorted(lines.items(), key=lambda item: (item[1], item[0])):
        near = get_close_matches(name, sorted(_KNOWN), 1, MISSPELLING_SIMILARITY)
        if near:
            said.append(f"line {line}: {name} is unknown here and stays as it is (did you mean {near[0]}?)")
        else:
            rare.append(name)
    said += [f"unknown here, and left as they are: {', '.join(rare)}"] if rare else []
    return said + [
        f"the layout {name} is unknown here: a conversion from or to it is priced as one through shared memory"
        for name in _layouts(ops)
    ]


def _layouts(ops: Sequence[Op]) -> list[str]:
    types = dict.fromkeys(value.type for op in ops for value in op.results if value.type.startswith("tensor<"))
    found = dict.fromkeys(match for each in types for match in _LAYOUT.findall(each))
    return [f"#{dialect}.{name}" for dialect, name in found if dialect not in _LAYOUTS]
