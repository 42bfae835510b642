"""Numbers and lists of numbers by value: `255 : i8` is `-1 : i8`, and `1.0` is `0x3F800000`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from math import copysign, frexp, isinf, isnan, prod
from typing import NamedTuple

Scalar = int | str
"""Integer modulo the type's range, or bits of a float; the text if the type is not known."""


class Text(NamedTuple):
    """Elements known as text only; they cannot be told apart."""

    text: str


FORMATS = {"f16": (5, 10), "bf16": (8, 7), "f32": (8, 23), "tf32": (8, 10), "f64": (11, 52), "f8E5M2": (5, 2)}
"""Bits of exponent and fraction of the formats that have infinities as IEEE 754 has them."""
_WIDTHS = {**{type: 1 + sum(bits) for type, bits in FORMATS.items() if type != "tf32"}, "index": 64}
_INTEGER = re.compile(r"i(\d{1,4})")
_LIST = re.compile(r"\[[^\"]*\]", re.DOTALL)
_ITEM = re.compile(r"[^\[\],\s]+")
_DIGITS = re.compile(r'"0[xX]([0-9A-Fa-f]*)"')


def elements(body: str, type: str, shape: Sequence[int]) -> Scalar | tuple[Scalar, ...] | Text:
    """Return the elements in the brackets of a `dense<...>`: one if all are equal, otherwise all of them; the text if they are not
    parsed.
    """
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
    """Return the elements of a string of hexadecimal digits: the bytes of all elements, or of one for all."""
    found = _INTEGER.fullmatch(type)
    width = int(found[1]) if found else _WIDTHS.get(type, 0)
    if width % 8 or not width or len(digits) % 2 or not count:
        return None
    data, size = bytes.fromhex(digits), width // 8
    if len(data) not in (size, size * count):
        return None
    return _merge_values([int.from_bytes(data[i : i + size], "little") for i in range(0, len(data), size)])


def scalar(text: str, type: str) -> Scalar:
    """Return a number of an integer or floating-point type, or the text if it is neither."""
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
    """Return the bits of a double rounded to a format with infinities, to nearest even."""
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
