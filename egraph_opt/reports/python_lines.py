"""Lines of the user's Python files, shown in a report beside their costs."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

MAX_SOURCE_BYTES = 1 << 22
"""Maximum size of a source file, in bytes."""


def line_at(place: str) -> str:
    """Return the stripped Python line at `mine.py:8`; empty if there is no such Python file or line."""
    file, _, number = place.rpartition(":")
    lines, at = _lines(file), int(number) if number.isdecimal() else 0
    return lines[at - 1].strip() if 0 < at <= len(lines) else ""


@lru_cache(maxsize=64)
def _lines(file: str) -> tuple[str, ...]:
    """Return the lines of a Python file; empty if it cannot be read."""
    path = Path(file)
    try:
        if path.suffix == ".py" and path.is_file() and path.stat().st_size <= MAX_SOURCE_BYTES:
            return tuple(path.read_text().splitlines())
    except (OSError, ValueError):
        pass
    return ()
