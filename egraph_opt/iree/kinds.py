"""Executables of a program by kind, so that code need not be generated for each one of a whole network.

Two executables are of one kind if they differ only in names and in integers of at least `SMALL` that are multiples of the same power of
two, up to `LANES`: IREE then tiles and vectorises them alike. What grows with extents, such as memory on the stack, is found with the
largest one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

SMALL = 16
"""Least integer that may differ within a kind: smaller ones are strides, windows and channels, for which code has other forms."""
LANES = 32
"""Greatest power of two that tells integers apart: 16-bit lanes in the widest vectors."""

_BEGIN = re.compile(r'^(?=  "stream\.executable"\()', re.MULTILINE)
_END = re.compile(r"^  \}\).*\n", re.MULTILINE)
_NAMES = re.compile(r'"stream\.executable(?:\.export)?"\(\) <\{[^\n]*?\bsym_name = "([^"]+)"')
_ENTRY = re.compile(r"@[\w$.-]+::@[\w$.-]+")
_RESOURCE = re.compile(r"dense_resource<([^>]+)> : (?:tensor|vector)<(?:[^<>]*x)?(f|bf|i|ui|si)(\d+)\w*>")
_HELD = re.compile(r'^ +([^:\n]+): "0x', re.MULTILINE)
_VALUE = re.compile(r"%[\w$.-]+")
_INTEGER = re.compile(r"(?<=[<x])\d+(?=x)|(?<![\w.%#@$+-])\d+(?![\w.])")
"""Extents in types, and other integers: not those of names, of types such as `i32`, or of numbers with a point."""


@dataclass(frozen=True, slots=True)
class Representatives:
    """Program that calls one executable of each kind, and how many executables it has out of how many."""

    text: str
    kinds: int
    executables: int


def representatives(text: str) -> Representatives | None:
    """Return a program in which each dispatch calls the largest executable of its kind. It computes something else, but its own code is
    generated as that of the whole program.

    Args:
        text: a program that IREE has compiled to its phase `stream`, in generic form.

    Returns:
        The program; None if its executables have another form than one function each.
    """
    head, *rest = _BEGIN.split(text)
    kinds: dict[str, list[str]] = {}
    entries: dict[str, str] = {}
    other = ""
    for part in rest:
        end = _END.search(part)
        names = _NAMES.findall(part)
        if end is None or len(names) != 2:
            return None
        executable = part[: end.end()]
        entries[executable] = "@{}::@{}".format(*names)
        kinds.setdefault(kind(executable, names), []).append(executable)
        other += part[end.end() :]
    largest = {each: max(alike, key=_size) for alike in kinds.values() for each in alike}
    calls = {entries[each]: entries[chosen] for each, chosen in largest.items()}
    called = _ENTRY.sub(lambda found: calls.get(found.group(), found.group()), other)
    program = "".join((head, *dict.fromkeys(largest.values()), called))
    return Representatives(filled(program), len(kinds), len(entries))


def filled(text: str) -> str:
    """Return a program with zeros for the constants whose contents a printer has left out."""
    held = set(_HELD.findall(text[text.rfind("{-#") :])) if "{-#" in text else set()

    def zeros(found: re.Match[str]) -> str:
        name, letters, bits = found.groups()
        if name in held:
            return found.group()
        zero = "false" if bits == "1" else "0.0" if letters in ("f", "bf") else "0"
        return found.group().replace(f"dense_resource<{name}>", f"dense<{zero}>", 1)

    return _RESOURCE.sub(zeros, text)


def kind(executable: str, names: list[str]) -> str:
    """Return a text that is equal for executables of one kind, given an executable's text and the names in it."""
    for name in sorted(names, key=len, reverse=True):
        executable = executable.replace(name, "")
    values: dict[str, str] = {}
    numbered = _VALUE.sub(lambda found: values.setdefault(found.group(), f"%v{len(values)}"), executable)
    return _INTEGER.sub(lambda found: _class(int(found.group())), numbered)


def _class(number: int) -> str:
    return str(number) if number < SMALL else f"n{min(number & -number, LANES)}"


def _size(executable: str) -> int:
    """Return the sum of an executable's integers."""
    return sum(int(found) for found in _INTEGER.findall(executable))
