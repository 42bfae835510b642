"""Parsers of attribute texts: numbers, lists of numbers, constants, and attributes of function parameters."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from egraph_opt.ir.module import Op, Operand
from egraph_opt.ir.types import items

_BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_$.]*")
_NUMBER = re.compile(r"-?\d+")
_INTEGER = re.compile(r"-?\d{1,20}")
_SPLAT = re.compile(r'dense<([^\[\]"<>]+)>(?: : .*)?|([^\s\[\]"<>]+)(?: : .*)?', re.DOTALL)
_GROUP = re.compile(r"\[([\d, ]*)\]")
_DIVISIBILITY = re.compile(r"tt\.divisibility = (\d{1,9})(?!\d)")


@lru_cache(maxsize=1 << 12)
def integer(text: str) -> int:
    """Parse an integer attribute, such as `2 : i32`, `true`, or `0x7F`.

    Raises:
        ValueError: the text is no integer attribute.
    """
    word = text.partition(" ")[0]
    return {"true": 1, "false": 0}[word] if word in ("true", "false") else int(word, 0 if "x" in word else 10)


@lru_cache(maxsize=1 << 12)
def integers(text: str) -> tuple[int, ...]:
    """Parse an array attribute, such as `array<i32: 1, 0>`, which may be empty."""
    return tuple(map(int, _NUMBER.findall(text.partition(":")[2])))


@lru_cache(maxsize=1 << 12)
def groups(text: str) -> tuple[tuple[int, ...], ...]:
    """Parse a list of lists, such as `[[0, 1], [2]]`."""
    return tuple(tuple(map(int, _NUMBER.findall(group))) for group in _GROUP.findall(text))


@lru_cache(maxsize=1 << 12)
def splat(text: str) -> str | None:
    """Return the literal of a constant whose elements are equal, such as `1` for `dense<1> : tensor<4xi32>`, else None."""
    found = _SPLAT.fullmatch(text)
    return (found[1] or found[2]) if found else None


@lru_cache(maxsize=1 << 12)
def splat_integer(text: str) -> int | None:
    """Return the integer of a constant with equal elements (`true` is 1), or None for other constants."""
    word = splat(text) or ""
    return integer(word) if word in ("true", "false") or _INTEGER.fullmatch(word) else None


def parameter_attributes(function: Op) -> list[str]:
    """Return the attribute dictionary of each function parameter as text; an empty list if no parameter has one."""
    return items(function.attributes.get("arg_attrs", "")[1:-1])


def divisibility(function: Op) -> list[int]:
    """Return the declared divisor of each function parameter (`tt.divisibility`), by default 1."""
    given = [_DIVISIBILITY.search(text) for text in parameter_attributes(function)]
    said = [int(found[1]) if found else 1 for found in given]
    return said + [1] * (len(function.regions[0].blocks[0].arguments) - len(said))


def dictionary(attributes: Mapping[str, str]) -> str:
    """Print an attribute dictionary in MLIR syntax, such as `{axis = 0 : i32, noinline}`."""
    names = ((name if _BARE.fullmatch(name) else f'"{name}"', value) for name, value in attributes.items())
    return f"{{{', '.join(name if value == 'unit' else f'{name} = {value}' for name, value in names)}}}"


def words(op: Op) -> str:
    """Return the assembly text of an operation without types, with `%` for each operand."""
    return "".join([piece if isinstance(piece, str) else "%" if isinstance(piece, Operand) else "" for piece in op.pieces])


def list_entries(op: Op, name: str) -> list[str]:
    """Return the entries of the list `name` in an operation's text, such as `["%", "4"]` for `strides: [%5, 4]`."""
    return [entry.strip() for entry in words(op).partition(f"{name}: [")[2].partition("]")[0].split(",")]
