"""What the reader cannot know: that the layouts in a program are layouts of the tensors they stand on."""

from __future__ import annotations

from egraph_opt.ir import InputError, Module, tensor_type
from egraph_opt.layout import InvalidLayout, linear_layout


def verify(module: Module, text: str, first_line: int = 1) -> None:
    """Check the layout of every tensor type; encodings that have no known map (shared memory, other dialects) pass.

    Raises:
        InputError: an encoding is malformed, or does not hold every element of its tensor.
    """
    checked: set[str] = set()
    for op in module.op.walk():
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
