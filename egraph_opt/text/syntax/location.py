"""Source locations of operations: `loc(...)` and location aliases (`#loc1 = ...`)."""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple

from egraph_opt.ir.module import Module, Op

_ALIAS = re.compile(r"^[ \t]*(#loc\w*)[ \t]*=[ \t]*loc\((.*)\)[ \t]*$", re.M)
_PLACE = re.compile(r'"((?:[^"\\]|\\.)*)":(\d+):(\d+)|(#loc\w*)')
"""File location, or location alias. In named, fused and call-site locations, the first match is the innermost location."""


_STRING = r'"(?:[^"\\\n]|\\.)*"'
_INNER = r'[^()"]'
for _ in range(5):  # nested call sites; deeper nesting is kept
    _INNER = rf"(?:[^()\"]|{_STRING}|\({_INNER}*\))"
_WRITTEN = re.compile(rf"{_STRING}|//[^\n]*|(?<![=,(\[<: \t])[ \t]+loc\({_INNER}*\)")
"""Pattern of a location after an operation or an argument. It also matches strings and comments, which are then skipped."""
_LINE = re.compile(r"^[ \t]*#loc\w*[ \t]*=.*$", re.M)
_BLANK = re.compile(r"^[ \t]*\n", re.M)


def strip_locations(text: str) -> str:
    """Remove source locations from a program; line numbers do not change."""
    if "loc(" not in text:
        return text
    bare = _WRITTEN.sub(lambda found: found[0] if found[0][0] in '"/' else "", _LINE.sub("", text))
    return text if "#loc" in bare else bare  # an attribute also contains a location


def compact(text: str) -> str:
    """Remove locations and blank lines."""
    return _BLANK.sub("", strip_locations(text))


class FilePlace(NamedTuple):
    """File location; line and column are 1-based."""

    file: str
    line: int
    column: int


class Locations:
    """Source locations of a module's operations."""

    def __init__(self, module: Module) -> None:
        self.module = module

    @cached_property
    def aliases(self) -> dict[str, str]:
        """Values of location aliases, by name."""
        return dict(_ALIAS.findall(f"{self.module.header}\n{self.module.footer}"))

    def place_of_op(self, op: Op) -> FilePlace:
        """Return the source location of an operation, by default its line in the MLIR file."""
        text, seen = op.location, set[str]()
        while found := _PLACE.search(text):
            if not (alias := found[4]):
                return FilePlace(re.sub(r"\\(.)", r"\1", found[1]), int(found[2]), int(found[3]))
            if alias in seen:
                break
            seen.add(alias)
            text = self.aliases.get(alias, "")
        return self.place_of_line(op.line)

    def place_of_line(self, line: int) -> FilePlace:
        return FilePlace(self.module.filename, line, 1)
