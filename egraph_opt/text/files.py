"""Files of several modules, separated by `// -----` lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

_SPLIT = re.compile(r"(?m)^(//[ \t]*-----(?!-)[^\n]*\n?)")
"""Separator line of MLIR tools, including dump headers (`// -----// IR Dump After ...`)."""
_COMMENTS = re.compile(r"(?:\s++|//[^\n]*+)*+")
_SILENT = re.compile(r'"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"|//[^\n]*+')
"""Strings and comments, in which brackets are ignored."""


def split(text: str) -> list[tuple[str, int]]:
    """Return the modules of a text, each with the number of its first line; parts without code are omitted."""
    chunks, line = [], 1
    for part in _parts(text):
        if _holds(part):
            chunks.append((part, line))
        line += part.count("\n")
    return chunks


def join(text: str, chunks: Sequence[str]) -> str:
    """Replace the modules of a text (see `split`) by `chunks`, and keep everything else."""
    new = iter(chunks)
    parts = [next(new) if _holds(part) else part for part in _parts(text)]
    parts = [part for part in parts if part]
    ended = [part if part.endswith("\n") else part + "\n" for part in parts[:-1]]
    return "".join([*ended, *parts[-1:]])


def _parts(text: str) -> list[str]:
    """Split a text into parts and separator lines; a separator line inside braces is a comment."""
    parts: list[str] = []
    deep = 0
    for part in _SPLIT.split(text):
        parts[-1:] = [parts[-1] + part] if deep > 0 else [*parts[-1:], part]
        program = _SILENT.sub("", part)
        deep += program.count("{") - program.count("}")
    return parts


def _holds(part: str) -> bool:
    """Return whether a text contains code, not only comments and separator lines."""
    return not _COMMENTS.fullmatch(part)
