"""Lines of the user's Python files, which a report shows beside what they cost."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

MAX_SOURCE_BYTES = 1 << 22
"""Most bytes of a file that is read."""


def line_at(place: str) -> str:
    """Return the line of Python at a place, as `mine.py:8`, without blanks around it; empty if the file is not there or no Python file."""
    file, _, number = place.rpartition(":")
    lines, at = _lines(file), int(number) if number.isdecimal() else 0
    return lines[at - 1].strip() if 0 < at <= len(lines) else ""


@lru_cache(maxsize=64)
def _lines(file: str) -> tuple[str, ...]:
    """Return the lines of a file."""
    path = Path(file)
    try:
        if path.suffix == ".py" and path.is_file() and path.stat().st_size <= MAX_SOURCE_BYTES:
            return tuple(path.read_text().splitlines())
    except (OSError, ValueError):
        pass
    return ()
