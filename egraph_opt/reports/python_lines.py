"""Lines of the user's Python files, for a report."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

MAX_SOURCE_BYTES = 1 << 22
"""Maximum size of a source file, in bytes."""


def line_at(place: str) -> str:
    """Return the stripped line at a location such as `mine.py:8`, or an empty string if the line does not exist."""
    file, _, number = place.rpartition(":")
    lines, at = _lines(file), int(number) if number.isdecimal() else 0
    return lines[at - 1].strip() if 0 < at <= len(lines) else ""


@lru_cache(maxsize=64)
def _lines(file: str) -> tuple[str, ...]:
    """Return the lines of a Python file, or an empty tuple if it cannot be read."""
    path = Path(file)
    try:
        if path.suffix == ".py" and path.is_file() and path.stat().st_size <= MAX_SOURCE_BYTES:
            return tuple(path.read_text().splitlines())
    except (OSError, ValueError):
        pass
    return ()
