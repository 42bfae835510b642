"""Tensor type parser of the checker, independent of the optimiser's."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple


class ParsedTensorType(NamedTuple):
    shape: tuple[int, ...]
    element: str
    encoding: str | None

    def __str__(self) -> str:
        dims = "".join(f"{d}x" for d in self.shape)
        return f"tensor<{dims}{self.element}{f', {self.encoding}' if self.encoding else ''}>"


@lru_cache(maxsize=1 << 16)
def tensor_type(text: str) -> ParsedTensorType | None:
    """Parse a ranked tensor type; None for scalars, pointers, dynamic shapes and memory descriptors."""
    if not (text.startswith("tensor<") and text.endswith(">")):
        return None
    body, shape, start = text[7:-1], [], 0
    while (end := body.find("x", start)) > start and body[start:end].isdecimal():
        if end - start > 18:
            return None  # not a valid extent; int() rejects thousands of digits
        shape.append(int(body[start:end]))
        start = end + 1
    depth, comma = 0, -1
    for i in range(start, len(body)):
        c = body[i]
        if c in "<({[":
            depth += 1
        elif c in ">)}]" and not (c == ">" and body[i - 1] == "-"):
            depth -= 1
        elif c == "," and depth == 0:
            comma = i
            break
    element, encoding = (body[start:], None) if comma < 0 else (body[start:comma], body[comma + 1 :].strip())
    if element.startswith(("?", "*")):
        return None
    return ParsedTensorType(tuple(shape), element.strip(), encoding)
