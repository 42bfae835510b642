"""Checks that the reader cannot do: layouts fit their tensors, and counts of threads are counts."""

from __future__ import annotations

import re

from egraph_opt.ir.module import InputError, Module
from egraph_opt.ir.types import tensor_type
from egraph_opt.linear_layout import InvalidLayout, linear_layout

_COUNTS = ("ttg.num-warps", "ttg.threads-per-warp", "ttg.num-ctas")
_COUNT = re.compile(r"[1-9]\d{0,4}( : i\d+)?")


def verify(module: Module, text: str, first_line: int = 1) -> None:
    """Check the layout of every tensor type, and the numbers of threads stated by modules.

    Encodings that have no known map (shared memory, other dialects) pass.

    Raises:
        InputError: an encoding is malformed, or does not hold every element of its tensor; or a count is none.
    """
    checked: set[str] = set()
    for op in module.op.walk():
        for name in _COUNTS if op.name == "builtin.module" else ():
            if (count := op.attributes.get(name)) is not None and not _COUNT.fullmatch(count):
                source = text.splitlines()[op.line - first_line] if op.line else ""
                column = max(source.find(name), 0) + 1
                raise InputError(f"{name} = {count}: expected a number above 0", op.line, column, "", module.filename, source)
        arguments = (v for r in op.regions for b in r.blocks for v in b.arguments)
        for value in (*op.results, *arguments):
            tensor = tensor_type(value.type)
            if value.type in checked or tensor is None or tensor.encoding is None:
                continue
            checked.add(value.type)
            try:
                linear_layout(tensor.encoding, tensor.shape)
            except InvalidLayout as error:
                source = text.splitlines()[op.line - first_line] if op.line else ""
                column = max(source.find("tensor<"), 0) + 1
                note = f"this is the layout of {value.name}"
                raise InputError(str(error), op.line, column, note, module.filename, source) from None
            except ValueError:
                continue
