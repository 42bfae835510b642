"""Files of several modules: `split` at `// -----` lines, and `join`."""

from __future__ import annotations

import re
from collections.abc import Sequence

_SPLIT = re.compile(r"(?m)^(//[ \t]*-----(?!-)[^\n]*\n?)")
"""Separator as MLIR's tools write it, including the headers of their dumps (`// -----// IR Dump After ...`); a longer line is a
normal comment."""
_COMMENTS = re.compile(r"(?:\s++|//[^\n]*+)*+")
_SILENT = re.compile(r'"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"|//[^\n]*+')
"""Strings and comments: brackets inside them do not count."""


def split(text: str) -> list[tuple[str, int]]:
    """Return the modules of a text, separated by `// -----` lines, each with the number of its first line; parts with only
    comments are left out."""
    chunks, line = [], 1
    for part in _parts(text):
        if _holds(part):
            chunks.append((part, line))
        line += part.count("\n")
    return chunks


def join(text: str, chunks: Sequence[str]) -> str:
    """Return a text with its modules, as found by `split`, replaced by others; everything else is kept."""
    new = iter(chunks)
    parts = [next(new) if _holds(part) else part for part in _parts(text)]
    parts = [part for part in parts if part]
    ended = [part if part.endswith("\n") else part + "\n" for part in parts[:-1]]
    return "".join([*ended, *parts[-1:]])


def _parts(text: str) -> list[str]:
    """Return the parts of a text and the separators between them; a separator inside the braces of a program is a comment."""
    parts: list[str] = []
    deep = 0
    for part in _SPLIT.split(text):
        parts[-1:] = [parts[-1] + part] if deep > 0 else [*parts[-1:], part]
        program = _SILENT.sub("", part)
        deep += program.count("{") - program.count("}")
    return parts


def _holds(part: str) -> bool:
    """Return whether a text contains more than comments; separator lines are comments too."""
    return not _COMMENTS.fullmatch(part)
