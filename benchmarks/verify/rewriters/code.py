"""Text of a kernel in TTIR, by lines, for rewrites that put other lines in the place of some."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

_STATEMENT = re.compile(r"(\s*)(%\w+) = ([\w.]+) ((?:[a-z]+, )?%[\w#]+(?:, %[\w#]+)*)( \{[^}]*\})? : (\S.*)")
_CONSTANT = re.compile(r"\s*%\w+ = arith\.constant (?:dense<)?([^ >]+)>? : (\S+)")
_TYPE = re.compile(r"(?:tensor<((?:\d+x)+))?(!tt\.ptr<\w+>|\w+)>?")
FLOATS = ("f16", "bf16", "f32", "f64")


class Statement(NamedTuple):
    """An operation on one line with one result: operands begin with the predicate of a comparison; `type` is all after the colon."""

    indent: str
    result: str
    name: str
    operands: tuple[str, ...]
    attributes: str
    type: str

    def make(self, *lines: str) -> list[str]:
        """Return lines at the place of the statement."""
        return [self.indent + line for line in lines]


class Code(NamedTuple):
    """Lines of a kernel, and its grid."""

    lines: tuple[str, ...]
    grid: tuple[int, int, int] = (1, 1, 1)

    def statement(self, number: int, *names: str) -> Statement | None:
        """Return the operation on a line, if it has one of some names."""
        found = _STATEMENT.fullmatch(self.lines[number])
        if found is None or (names and found[3] not in names):
            return None
        return Statement(found[1], found[2], found[3], tuple(found[4].split(", ")), found[5] or "", found[6])

    def definition(self, value: str, before: int) -> int | None:
        """Return the line of the operation that defines a value; None for arguments. No name hides another one."""
        start = re.compile(rf"\s*{re.escape(value)}(?::\d+)? = ")
        return next((number for number in range(before - 1, -1, -1) if start.match(self.lines[number])), None)

    def statement_of(self, value: str, before: int, *names: str) -> Statement | None:
        """Return the operation that defines a value, if it has one of some names."""
        number = self.definition(value, before)
        return None if number is None else self.statement(number, *names)

    def constant(self, value: str, before: int) -> float | None:
        """Return the number that a value is."""
        number = self.definition(value, before)
        found = None if number is None else _CONSTANT.fullmatch(self.lines[number])
        try:
            return float(found[1]) if found else None
        except ValueError:
            return None

    def replace(self, number: int, new: list[str], end: int | None = None) -> list[str]:
        """Return all lines with others in the place of some."""
        return [*self.lines[:number], *new, *self.lines[number + 1 if end is None else end :]]


class Launched(NamedTuple):
    """A program with its grid."""

    text: str
    grid: tuple[int, int, int]


Rewriter = Callable[[Code, int], list[str] | None]
"""Function that returns all lines after a rewrite at one line; None if it does not apply there."""


def shape_of(type: str) -> tuple[int, ...]:
    """Return the shape of a type, which is empty for a scalar."""
    found = _TYPE.fullmatch(type)
    return tuple(map(int, found[1][:-1].split("x"))) if found and found[1] else ()


def element_of(type: str) -> str:
    """Return the element of a type, or the scalar."""
    found = _TYPE.fullmatch(type)
    return found[2] if found else ""


def tensor(shape: tuple[int, ...], element: str) -> str:
    """Return a type."""
    return f"tensor<{'x'.join(map(str, shape))}x{element}>" if shape else element


def like(type: str, element: str) -> str:
    """Return a type of the same shape with another element."""
    return tensor(shape_of(type), element)


def constant(name: str, value: float | int | bool, type: str) -> str:
    """Return the line that makes a constant."""
    text = str(value).lower() if isinstance(value, bool) else f"{value:e}" if isinstance(value, float) else str(value)
    return f"{name} = arith.constant {f'dense<{text}>' if shape_of(type) else text} : {type}"
