"""Checks that the reader cannot do: layouts fit their tensors, and counts of threads are counts."""

from __future__ import annotations

import re

from egraph_opt.core.verify import at
from egraph_opt.ir.module import Module
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
                raise at(f"{name} = {count}: expected a number above 0", op, name, module, text, first_line)
        arguments = (v for r in op.regions for b in r.blocks for v in b.arguments)
        for value in (*op.results, *arguments):
            tensor = tensor_type(value.type)
            if value.type in checked or tensor is None or tensor.encoding is None:
                continue
            checked.add(value.type)
            try:
                linear_layout(tensor.encoding, tensor.shape)
            except InvalidLayout as error:
                note = f"this is the layout of {value.name}"
                raise at(str(error), op, "tensor<", module, text, first_line, note) from None
            except ValueError:
                continue
