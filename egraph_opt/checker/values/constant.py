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
"""Integer modulo the type's range, or bits of a float; the text if the type is not known."""


class Text(NamedTuple):
    """Elements known as text only; they cannot be told apart."""

    text: str


_FLOATS = {"f16": "<e", "f32": "<f", "f64": "<d"}
_INTEGER = re.compile(r"i(\d{1,4})")
_DECIMAL = re.compile(r"(?:f|bf|tf)\d\w*")
_LIST = re.compile(r"\[[^\"]*\]", re.DOTALL)
_ITEM = re.compile(r"[^\[\],\s]+")


def value_of(op: Op) -> Scalar | tuple[Scalar, ...] | Text:
    """Return the value of an `arith.constant`: one scalar if all its elements are equal, otherwise a tuple of all of them.

    If the elements are written in a form that is not parsed (as one string of hexadecimal digits, say), return the text.

    Raises:
        Unmodelled: the value is written elsewhere in the text, and was not looked up (see `resources`).
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
    """Return a number of an integer or floating-point type, or the text if it is neither."""
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
