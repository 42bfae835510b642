"""Texts of several modules: what `// -----` lines separate, taken apart and put together again."""

from __future__ import annotations

import re
from collections.abc import Sequence

_SPLIT = re.compile(r"(?m)^(//[ \t]*-----(?!-)[^\n]*\n?)")
"""As MLIR's tools write it, the heads of their dumps (`// -----// IR Dump After ...`) too; a longer line is a mere comment."""
_COMMENT = re.compile(r"//[^\n]*")
_SILENT = re.compile(r'"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"|//[^\n]*+')
"""Strings and comments: their brackets are none."""


def split(text: str) -> list[tuple[str, int]]:
    """Return the modules of a text that `// -----` lines separate, each with the number of its first line; comments alone are none."""
    chunks, line = [], 1
    for part in _parts(text):
        if _holds(part):
            chunks.append((part, line))
        line += part.count("\n")
    return chunks


def join(text: str, chunks: Sequence[str]) -> str:
    """Return a text with others in the place of its modules, as `split` finds them; all else is kept."""
    new = iter(chunks)
    parts = [next(new) if _holds(part) else part for part in _parts(text)]
    parts = [part for part in parts if part]
    ended = [part if part.endswith("\n") else part + "\n" for part in parts[:-1]]
    return "".join([*ended, *parts[-1:]])


def _parts(text: str) -> list[str]:
    """Return what separators divide, and they themselves; one between the braces of a program is a mere comment there."""
    parts: list[str] = []
    deep = 0
    for part in _SPLIT.split(text):
        parts[-1:] = [parts[-1] + part] if deep > 0 else [*parts[-1:], part]
        program = _SILENT.sub("", part)
        deep += program.count("{") - program.count("}")
    return parts


def _holds(part: str) -> bool:
    """Whether a text holds more than comments; the lines that separate modules are comments too."""
    return bool(_COMMENT.sub("", part).strip())
