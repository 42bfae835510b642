"""Constants by value: `dense<[3, 3]>` is `dense<3>`, `255 : i8` is `-1 : i8`, and `1.0` is `0x3F800000`."""

from __future__ import annotations

import re
import struct
from math import prod
from typing import NamedTuple

from egraph_opt.checker.values.graph import Unmodelled
from egraph_opt.checker.values.tensor import tensor_type
from egraph_opt.ir.module import Op

Scalar = int | str
"""An integer modulo the type's range or the bits of a float; text where the type is not known."""


class Text(NamedTuple):
    """Elements that are known as text only: which of them is which is not known."""

    text: str


_FLOATS = {"f16": "<e", "f32": "<f", "f64": "<d"}
_INTEGER = re.compile(r"i(\d{1,4})")
_DECIMAL = re.compile(r"(?:f|bf|tf)\d\w*")
_LIST = re.compile(r"\[[^\"]*\]", re.DOTALL)
_ITEM = re.compile(r"[^\[\],\s]+")


def value_of(op: Op) -> Scalar | tuple[Scalar, ...] | Text:
    """The value of an `arith.constant`: one scalar where all its elements are equal, a tuple of all of them otherwise.

    Where the elements stand in the text in a way that is not read (as one string of hexadecimal digits, say) it is the text.

    Raises:
        Unmodelled: the value stands elsewhere in the text, and was not looked up (see `resources`).
    """
    type = op.results[0].type
    if "dense_resource" in op.attributes.get("value", ""):
        raise Unmodelled(op, "its value is not written with it")
    text = op.attributes.get("value", "").removesuffix(f" : {type}")
    tensor = tensor_type(type)
    if tensor is None:
        return scalar(text, type)
    if not (text.startswith("dense<") and text.endswith(">")):
        return Text(text)
    body = text[6:-1].strip()
    if not body.startswith("["):
        return scalar(body, tensor.element) if _ITEM.fullmatch(body) and '"' not in body else Text(body)
    items = _ITEM.findall(body) if _LIST.fullmatch(body) else []
    if not items or len(items) != prod(tensor.shape):
        return Text(body)
    values = tuple(scalar(item, tensor.element) for item in items)
    return values[0] if len(set(values)) == 1 else values


def scalar(text: str, type: str) -> Scalar:
    """One number of an integer or floating-point type; the text itself where it is neither."""
    try:
        if found := _INTEGER.fullmatch(type):
            number = {"true": 1, "false": 0}.get(text)
            return (int(text, 0) if number is None else number) % (1 << int(found[1]))
        if type == "index":
            return int(text, 0)
        if form := _FLOATS.get(type):
            return int(text, 16) if text.startswith("0x") else int.from_bytes(struct.pack(form, float(text)), "little")
        return float(text).hex() if _DECIMAL.fullmatch(type) and not text.startswith("0x") else text
    except (ValueError, OverflowError):
        return text
