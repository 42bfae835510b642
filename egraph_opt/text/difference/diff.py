"""Two texts line by line, and two lines word by word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

Kind = Literal["same", "changed", "replaced", "removed", "added"]
"""Of a row. `changed`: both lines are about the same name or operation; `replaced`: they only stand at the same place."""
_RESULT = re.compile(r"\s*(%[\w$.]+)(?::\d+)?(?:, %[\w$.:]+)* = ")
_MADE = re.compile(r"%v(\d+)(?:_\d+)?")
"""A name that `egraph_opt.text.write` makes of one that another value has: `%v5` or `%v5_0` of `%5`."""
_NAME = re.compile(r"\s*\"?([\w.]+)")
_WORD = re.compile(r"[%#!@]?[\w$.]+|\s+|.")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of one text beside a line of another, by their numbers; 0 stands for none."""

    left: int
    right: int
    kind: Kind


def rows(left: Sequence[str], right: Sequence[str]) -> list[Row]:
    """Align two texts: equal lines first, then, between them, lines that define the same name or begin with the same word."""
    found: list[Row] = []
    for tag, i, j, k, m in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if tag == "equal":
            found += [Row(i + n + 1, k + n + 1, "same") for n in range(j - i)]
        else:
            found += _between(left[i:j], right[k:m], i, k)
    return found


def _between(left: Sequence[str], right: Sequence[str], i: int, k: int) -> list[Row]:
    """Align lines of which none is equal; they stand after the lines `i` and `k`."""
    found: list[Row] = []
    for tag, a, b, c, d in SequenceMatcher(None, [*map(_key, left)], [*map(_key, right)], autojunk=False).get_opcodes():
        if tag == "equal":
            found += [Row(i + a + n + 1, k + c + n + 1, "changed") for n in range(b - a)]
        else:
            both = min(b - a, d - c)
            found += [Row(i + a + n + 1, k + c + n + 1, "replaced") for n in range(both)]
            found += [Row(i + n + 1, 0, "removed") for n in range(a + both, b)]
            found += [Row(0, k + n + 1, "added") for n in range(c + both, d)]
    return found


def _key(line: str) -> str:
    """Return what a line is about: the name that it defines, or else its first word."""
    if result := _RESULT.match(line):
        return _MADE.sub(r"%\1", result[1])
    word = _NAME.match(line)
    return word[1] if word else line.strip()


def words(left: str, right: str) -> tuple[list[tuple[str, bool]], list[tuple[str, bool]]]:
    """Return the pieces of two lines, and of each whether the other line lacks it."""
    a, b = _WORD.findall(left), _WORD.findall(right)
    pieces: tuple[list[tuple[str, bool]], list[tuple[str, bool]]] = ([], [])
    for tag, i, j, k, m in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        for side, text in zip(pieces, ("".join(a[i:j]), "".join(b[k:m])), strict=True):
            if text:
                side.append((text, tag != "equal"))
    return pieces
