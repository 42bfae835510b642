"""Readers of the text of attributes: numbers, lists of numbers, constants, and the attributes of a function's parameters."""

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
    """Return the number of an integer attribute, such as `2 : i32`, `true`, or `0x7F`.

    Raises:
        ValueError: the text is no integer attribute.
    """
    word = text.partition(" ")[0]
    return {"true": 1, "false": 0}[word] if word in ("true", "false") else int(word, 0 if "x" in word else 10)


@lru_cache(maxsize=1 << 12)
def integers(text: str) -> tuple[int, ...]:
    """Return the numbers of an array attribute, such as `array<i32: 1, 0>`; none if it is empty."""
    return tuple(map(int, _NUMBER.findall(text.partition(":")[2])))


@lru_cache(maxsize=1 << 12)
def groups(text: str) -> tuple[tuple[int, ...], ...]:
    """Return the lists of an attribute such as `[[0, 1], [2]]`."""
    return tuple(tuple(map(int, _NUMBER.findall(group))) for group in _GROUP.findall(text))


@lru_cache(maxsize=1 << 12)
def splat(text: str) -> str | None:
    """Return the literal that all elements of a constant share, such as `1` for `dense<1> : tensor<4xi32>`; None if they differ."""
    found = _SPLAT.fullmatch(text)
    return (found[1] or found[2]) if found else None


@lru_cache(maxsize=1 << 12)
def splat_integer(text: str) -> int | None:
    """Return the integer that all elements of a constant share (`true` is 1); None if there is none."""
    word = splat(text) or ""
    return integer(word) if word in ("true", "false") or _INTEGER.fullmatch(word) else None


def parameter_attributes(function: Op) -> list[str]:
    """Return the attribute dictionary, as text, of each parameter of a function; an empty list if no parameter has one."""
    return items(function.attributes.get("arg_attrs", "")[1:-1])


def divisibility(function: Op) -> list[int]:
    """Return the declared divisor of each parameter of a function (`tt.divisibility`): 1 where none is declared."""
    given = [_DIVISIBILITY.search(text) for text in parameter_attributes(function)]
    said = [int(found[1]) if found else 1 for found in given]
    return said + [1] * (len(function.regions[0].blocks[0].arguments) - len(said))


def dictionary(attributes: Mapping[str, str]) -> str:
    """Return attributes as MLIR writes them: `{axis = 0 : i32, noinline}`."""
    names = ((name if _BARE.fullmatch(name) else f'"{name}"', value) for name, value in attributes.items())
    return f"{{{', '.join(name if value == 'unit' else f'{name} = {value}' for name, value in names)}}}"


def words(op: Op) -> str:
    """Return the text of an operation without types, with `%` for each operand."""
    return "".join([piece if isinstance(piece, str) else "%" if isinstance(piece, Operand) else "" for piece in op.pieces])


def list_entries(op: Op, name: str) -> list[str]:
    """Return the entries of a named list in an operation's text: `["%", "4"]` for `strides: [%5, 4]`."""
    return [entry.strip() for entry in words(op).partition(f"{name}: [")[2].partition("]")[0].split(",")]
