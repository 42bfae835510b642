"""Texts of several modules: what `// -----` lines separate, taken apart and put together again."""

from __future__ import annotations

import re
from collections.abc import Sequence

_SPLIT = re.compile(r"(?m)^(//[ \t]*-----(?!-)[^\n]*\n?)")
"""As MLIR's tools write it, the heads of their dumps (`// -----// IR Dump After ...`) too; a longer line is a mere comment."""
_COMMENT = re.compile(r"//[^\n]*")


def split(text: str) -> list[tuple[str, int]]:
    """Return the modules of a text that `// -----` lines separate, each with the number of its first line; comments alone are none."""
    chunks, line = [], 1
    for part in _SPLIT.split(text):
        if _holds(part):
            chunks.append((part, line))
        line += part.count("\n")
    return chunks


def join(text: str, chunks: Sequence[str]) -> str:
    """Return a text with others in the place of its modules, as `split` finds them; all else is kept."""
    new = iter(chunks)
    parts = [next(new) if _holds(part) else part for part in _SPLIT.split(text)]
    parts = [part for part in parts if part]
    ended = [part if part.endswith("\n") else part + "\n" for part in parts[:-1]]
    return "".join([*ended, *parts[-1:]])


def _holds(part: str) -> bool:
    """Whether a text holds more than comments; the lines that separate modules are comments too."""
    return bool(_COMMENT.sub("", part).strip())
