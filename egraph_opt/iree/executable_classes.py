"""Equivalence classes of executables; the check of code generation compiles only one executable of each class.

Executables of one class differ only in names and in integers of at least `LEAST_SIZE`. Corresponding integers are multiples of the same
power of two, up to `LANES`, so that IREE tiles and vectorises alike. The largest executable of a class shows errors that depend on extents,
such as stack overflow.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

LEAST_SIZE = 16
"""Least integer that may differ within a class; smaller integers are strides, windows and channels."""
LANES = 32
"""Largest power of two that distinguishes integers: the number of 16-bit lanes in the widest vectors."""

_BEGIN = re.compile(r'^(?=  "stream\.executable"\()', re.MULTILINE)
_END = re.compile(r"^  \}\).*\n", re.MULTILINE)
_NAMES = re.compile(r'"stream\.executable(?:\.export)?"\(\) <\{[^\n]*?\bsym_name = "([^"]+)"')
_CALL = re.compile(r'^ *"stream\.cmd\.dispatch"\([^\n]*?(@[\w$.-]+::@[\w$.-]+)[^\n]*\n', re.MULTILINE)
_RESOURCE = re.compile(r"dense_resource<([^>]+)> : (?:tensor|vector)<(?:[^<>]*x)?(f|bf|i|ui|si)(\d+)\w*>")
_HELD = re.compile(r'^ +([^:\n]+): "0x', re.MULTILINE)
_VALUE = re.compile(r"%[\w$.-]+")
_EXTENT = re.compile(r"(?<=[<x])\d+(?=x)")
_INTEGER = re.compile(rf"{_EXTENT.pattern}|(?<![\w.%#@$+-])\d+(?![\w.])")
"""Extents in types, and other integers outside names, types such as `i32`, and floats."""


@dataclass(frozen=True, slots=True)
class Representatives:
    """Program with one executable of each equivalence class, their number, and the number of executables of the original program."""

    text: str
    kinds: int
    executables: int


@dataclass(frozen=True, slots=True)
class _Parts:
    """Split program: text before the executables, executables by equivalence class with their functions' names, and text after them."""

    head: str
    alike: dict[str, dict[str, str]]
    rest: str


def representatives(text: str, given: str = "") -> Representatives | None:
    """Return a program in which each dispatch calls the largest executable of its class; it tests code generation and is never run.

    Args:
        text: a program at IREE's phase `stream`, in generic form.
        given: another program, or empty; classes for which `given` has an executable at least as large are omitted.

    Returns:
        The program, or None if an executable does not have exactly one function.
    """
    parts, others = _parts(text), _parts(given)
    if parts is None or others is None:
        return None
    calls: dict[str, str] = {}  # empty for omitted ones
    largest: list[str] = []
    for kind, alike in parts.alike.items():
        chosen = max(alike, key=_size)
        new = kind not in others.alike or _size(chosen) > max(map(_size, others.alike[kind]))
        largest += [chosen] if new else []
        calls |= dict.fromkeys(alike.values(), alike[chosen] if new else "")

    def callee_name(found: re.Match[str]) -> str:
        line, entry = found.group(), found.group(1)
        chosen = calls.get(entry, entry)
        return line.replace(entry, chosen) if chosen else ""

    program = "".join((parts.head, *largest, _CALL.sub(callee_name, parts.rest)))
    return Representatives(fill_constants(program), len(largest), len(calls))


def _parts(text: str) -> _Parts | None:
    """Split a program at its executables, or return None if an executable does not have exactly one function."""
    found = divide_module(text, _BEGIN)
    if found is None:
        return None
    head, items = found
    alike: dict[str, dict[str, str]] = {}
    for executable, after in items:
        names = _NAMES.findall(executable + after)
        if len(names) != 2:
            return None
        alike.setdefault(kind(executable, names), {})[executable] = "@{}::@{}".format(*names)
    return _Parts(head, alike, "".join(after for _, after in items))


def divide_module(text: str, begin: re.Pattern[str]) -> tuple[str, list[tuple[str, str]]] | None:
    """Split a module in generic form at given operations: return the text before the first, and (operation, text after it) pairs.

    Args:
        text: the module.
        begin: zero-width pattern that matches before each such operation, at the start of a line.

    Returns:
        The parts, or None if an operation does not end on a line of its own.
    """
    head, *rest = begin.split(text)
    ends = [found.end() for item in rest if (found := _END.search(item))]
    return (head, [(item[:end], item[end:]) for item, end in zip(rest, ends, strict=True)]) if len(ends) == len(rest) else None


def fill_constants(text: str) -> str:
    held = set(_HELD.findall(text[text.rfind("{-#") :])) if "{-#" in text else set()

    def zeros(found: re.Match[str]) -> str:
        name, letters, bits = found.groups()
        if name in held:
            return found.group()
        zero = "false" if bits == "1" else "0.0" if letters in ("f", "bf") else "0"
        return found.group().replace(f"dense_resource<{name}>", f"dense<{zero}>", 1)

    return _RESOURCE.sub(zeros, text)


def kind(executable: str, names: list[str]) -> str:
    """Return a text that all executables of one equivalence class share; `names` are the names to disregard."""
    for name in sorted(names, key=len, reverse=True):
        executable = executable.replace(name, "")
    values: dict[str, str] = {}
    numbered = _VALUE.sub(lambda found: values.setdefault(found.group(), f"%v{len(values)}"), executable)
    return _INTEGER.sub(lambda found: _class(int(found.group())), numbered)


def _class(number: int) -> str:
    return str(number) if number < LEAST_SIZE else f"n{min(number & -number, LANES)}"


def _size(executable: str) -> int:
    return sum(map(int, _EXTENT.findall(executable)))
