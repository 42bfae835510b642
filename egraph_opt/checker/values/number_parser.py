"""Parsed numbers: `255 : i8` equals `-1 : i8`, and `1.0` equals `0x3F800000`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from math import copysign, frexp, isinf, isnan, prod
from typing import NamedTuple

Scalar = int | str
"""Integer modulo its width, or float bits; the text if the type is unknown."""


class Text(NamedTuple):
    """Unparsed elements of a constant, as text."""

    text: str


FORMATS = {"f16": (5, 10), "bf16": (8, 7), "f32": (8, 23), "tf32": (8, 10), "f64": (11, 52), "f8E5M2": (5, 2)}
"""Exponent and fraction bits of the formats with IEEE 754 infinities."""
_WIDTHS = {**{type: 1 + sum(bits) for type, bits in FORMATS.items() if type != "tf32"}, "index": 64}
_INTEGER = re.compile(r"i(\d{1,4})")
_LIST = re.compile(r"\[[^\"]*\]", re.DOTALL)
_ITEM = re.compile(r"[^\[\],\s]+")
_DIGITS = re.compile(r'"0[xX]([0-9A-Fa-f]*)"')


def elements(body: str, type: str, shape: Sequence[int]) -> Scalar | tuple[Scalar, ...] | Text:
    """Return the elements of a `dense<...>` body: one element for a splat, else all; `Text` if they cannot be parsed."""
    if found := _DIGITS.fullmatch(body):
        return _raw(found[1], type, prod(shape)) or Text(body.lower())
    if not body.startswith("["):
        return scalar(body, type) if _ITEM.fullmatch(body) and '"' not in body else Text(body)
    items = _ITEM.findall(body) if _LIST.fullmatch(body) else []
    if not items or len(items) != prod(shape):
        return Text(body)
    return _merge_values([scalar(item, type) for item in items])


def _merge_values(values: list[Scalar]) -> Scalar | tuple[Scalar, ...]:
    return values[0] if len(set(values)) == 1 else tuple(values)


def _raw(digits: str, type: str, count: int) -> Scalar | tuple[Scalar, ...] | None:
    """Decode a hexadecimal string: the bytes of all elements, or of a splat element."""
    found = _INTEGER.fullmatch(type)
    width = int(found[1]) if found else _WIDTHS.get(type, 0)
    if width % 8 or not width or len(digits) % 2 or not count:
        return None
    data, size = bytes.fromhex(digits), width // 8
    if len(data) not in (size, size * count):
        return None
    return _merge_values([int.from_bytes(data[i : i + size], "little") for i in range(0, len(data), size)])


def scalar(text: str, type: str) -> Scalar:
    """Parse a number of an integer or float type. For other types, return the text."""
    try:
        if found := _INTEGER.fullmatch(type):
            number = {"true": 1, "false": 0}.get(text)
            return (int(text, 0) if number is None else number) % (1 << int(found[1]))
        if type == "index":
            return int(text, 0) % (1 << 64)
        if form := FORMATS.get(type):
            return int(text, 16) if text.startswith("0x") else bits_of(float(text), *form)
        return float(text).hex() if type[:1] == "f" and not text.startswith("0x") else text
    except (ValueError, OverflowError):
        return text


def bits_of(number: float, exponent: int, fraction: int) -> int:
    """Round a double to nearest even in a format with infinities; return its bits."""
    sign = int(copysign(1.0, number) < 0) << exponent + fraction
    top = (1 << exponent) - 1
    if isnan(number):
        return sign | top << fraction | 1 << fraction - 1
    if number == 0.0:
        return sign
    if isinf(number):
        return sign | top << fraction
    least = 2 - (1 << exponent - 1)
    _, power = frexp(number)
    unit = max(power - 1, least) - fraction
    scaled = round(Fraction(abs(number)) / Fraction(2) ** unit)  # to nearest even
    if scaled >> fraction + 1:
        scaled, unit = scaled >> 1, unit + 1
    biased = unit + fraction - least + (scaled >> fraction)
    return sign | (top << fraction if biased >= top else biased << fraction | scaled & (1 << fraction) - 1)
