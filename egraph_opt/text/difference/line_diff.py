"""Line diff of two texts, and word diff of two lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

Kind = Literal["same", "changed", "replaced", "removed", "added", "moved"]
"""Kind of a row.

`changed`: both lines define the same name or start with the same word. `replaced`: the lines have nothing in common but their position.
`moved`: the line is elsewhere in the other text.
"""
_RESULT = re.compile(r"\s*(%[\w$.]+)(?::\d+)?(?:, %[\w$.:]+)* = ")
_MADE = re.compile(r"%v(\d+)(?:_\d+)?")
"""Name that `egraph_opt.text.printer` derives from another value's name: `%v5` or `%v5_0` from `%5`."""
_NAMED = re.compile(r"[%#][\w$.]+")
_NAME = re.compile(r"\s*\"?([\w.]+)")
_WORD = re.compile(r"[%#!@]?[\w$.]+|\s+|.")


@dataclass(frozen=True, slots=True)
class LinePair:
    """Row of a line diff: the line's number in both texts (0 for no line).

    If a line of one text is elsewhere in the other text, `moved` is its line number there.
    """

    left: int
    right: int
    kind: Kind
    moved: int = 0


def rows(left: Sequence[str], right: Sequence[str]) -> list[LinePair]:
    """Align two texts: equal lines first, then lines in between that define the same name or start with the same word."""
    found: list[LinePair] = []
    for tag, i, j, k, m in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if tag == "equal":
            found += [LinePair(i + n + 1, k + n + 1, "same") for n in range(j - i)]
        else:
            found += _align_range(left[i:j], right[k:m], i, k)
    return _mark_moves(found, left, right)


def _mark_moves(found: list[LinePair], left: Sequence[str], right: Sequence[str]) -> list[LinePair]:
    places: dict[str, list[int]] = {}
    for row in found:
        if row.right and row.kind in ("added", "replaced") and _says(right[row.right - 1]):
            places.setdefault(right[row.right - 1].strip(), []).append(row.right)
    to: dict[int, int] = {}
    for row in found:
        if row.left and row.kind in ("removed", "replaced") and (fitting := places.get(left[row.left - 1].strip())):
            to[row.left] = fitting.pop(0)
    origin = {right: left for left, right in to.items()}
    apart: list[LinePair] = []
    for row in found:
        if row.kind in ("same", "changed") or (row.left not in to and row.right not in origin):
            apart.append(row)
            continue
        if row.left:
            apart.append(LinePair(row.left, 0, "moved", to[row.left]) if row.left in to else LinePair(row.left, 0, "removed"))
        if row.right:
            apart.append(
                LinePair(0, row.right, "moved", origin[row.right]) if row.right in origin else LinePair(0, row.right, "added")
            )
    return apart


def _says(line: str) -> bool:
    """Return whether a line has more than brackets or a single word, so that it hardly equals another line by chance."""
    return _NAMED.search(line) is not None


def _align_range(left: Sequence[str], right: Sequence[str], i: int, k: int) -> list[LinePair]:
    """Align lines of two texts that no equal lines separate; `left` and `right` begin after line `i` and line `k` of the texts."""
    found: list[LinePair] = []
    for tag, a, b, c, d in SequenceMatcher(None, [*map(_key, left)], [*map(_key, right)], autojunk=False).get_opcodes():
        if tag == "equal":
            found += [LinePair(i + a + n + 1, k + c + n + 1, "changed") for n in range(b - a)]
        else:
            both = min(b - a, d - c)
            found += [LinePair(i + a + n + 1, k + c + n + 1, "replaced") for n in range(both)]
            found += [LinePair(i + n + 1, 0, "removed") for n in range(a + both, b)]
            found += [LinePair(0, k + n + 1, "added") for n in range(c + both, d)]
    return found


def _key(line: str) -> str:
    """Return the text by which unequal lines are aligned: the name that the line defines, or else the first word."""
    if result := _RESULT.match(line):
        return _MADE.sub(r"%\1", result[1])
    word = _NAME.match(line)
    return word[1] if word else line.strip()


def words(left: str, right: str) -> tuple[list[tuple[str, bool]], list[tuple[str, bool]]]:
    """Split two lines into words, each with a flag that is true if the other line lacks the word."""
    a, b = _WORD.findall(left), _WORD.findall(right)
    pieces: tuple[list[tuple[str, bool]], list[tuple[str, bool]]] = ([], [])
    for tag, i, j, k, m in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        for side, text in zip(pieces, ("".join(a[i:j]), "".join(b[k:m])), strict=True):
            if text:
                side.append((text, tag != "equal"))
    return pieces
