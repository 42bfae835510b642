"""Where in its source a program says that its operations come from: MLIR's `loc(...)`, which may be spelt by aliases (`#loc1 = ...`)."""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple

from egraph_opt.ir.module import Module, Op

_ALIAS = re.compile(r"^[ \t]*(#loc\w*)[ \t]*=[ \t]*loc\((.*)\)[ \t]*$", re.M)
_PLACE = re.compile(r'"((?:[^"\\]|\\.)*)":(\d+):(\d+)|(#loc\w*)')
"""A place in a file, or the alias of one. Of names, fused places and calls, the first place is the innermost."""


_STRING = r'"(?:[^"\\\n]|\\.)*"'
_INNER = r'[^()"]'
for _ in range(5):  # places in calls in calls: what nests deeper stays
    _INNER = rf"(?:[^()\"]|{_STRING}|\({_INNER}*\))"
_WRITTEN = re.compile(rf"{_STRING}|//[^\n]*|(?<![=,(\[<: \t])[ \t]+loc\({_INNER}*\)")
"""A location where it stands behind an operation or an argument; strings and comments are passed over."""
_LINE = re.compile(r"^[ \t]*#loc\w*[ \t]*=.*$", re.M)
_BLANK = re.compile(r"^[ \t]*\n", re.M)


def unlocated(text: str) -> str:
    """Return a program without the places in its source that it came from. Lines keep their numbers."""
    if "loc(" not in text:
        return text
    bare = _WRITTEN.sub(lambda found: found[0] if found[0][0] in '"/' else "", _LINE.sub("", text))
    return text if "#loc" in bare else bare  # an attribute has a location, too


def compact(text: str) -> str:
    """Return a program without locations and blank lines: the same for programs that differ in nothing else."""
    return _BLANK.sub("", unlocated(text))


class Place(NamedTuple):
    """A place in a file; lines and columns count from 1."""

    file: str
    line: int
    column: int


class Locations:
    """The places that the operations of a module come from."""

    def __init__(self, module: Module) -> None:
        self.module = module

    @cached_property
    def aliases(self) -> dict[str, str]:
        """What each alias of a location stands for."""
        return dict(_ALIAS.findall(f"{self.module.header}\n{self.module.footer}"))

    def of(self, op: Op) -> Place:
        """Return where an operation comes from; where it does not say, where it stands in the module's own file."""
        text, seen = op.location, set[str]()
        while found := _PLACE.search(text):
            if not (alias := found[4]):
                return Place(re.sub(r"\\(.)", r"\1", found[1]), int(found[2]), int(found[3]))
            if alias in seen:
                break
            seen.add(alias)
            text = self.aliases.get(alias, "")
        return self.at(op.line)

    def at(self, line: int) -> Place:
        """Return a line of the module's own file."""
        return Place(self.module.filename, line, 1)
