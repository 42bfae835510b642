"""A line on the terminal while the first compilation searches: that takes seconds, since the engine is loaded."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

on = True
"""Whether there is one at all (`enable(progress=False)`)."""
_shown = False


@contextmanager
def told(kernel: str) -> Iterator[None]:
    """Say on a terminal's stderr, the first time, what is searched for meanwhile; the line is gone afterwards."""
    global _shown
    if _shown or not on or not _is_terminal():
        yield
        return
    _shown = True
    line = f"egraph_opt: searching for a better {kernel} ..."
    with suppress(OSError, ValueError):
        sys.stderr.write(line)
        sys.stderr.flush()
    try:
        yield
    finally:
        with suppress(OSError, ValueError):
            sys.stderr.write("\r" + " " * len(line) + "\r")
            sys.stderr.flush()


def _is_terminal() -> bool:
    with suppress(AttributeError, OSError, ValueError):
        return sys.stderr.isatty()
    return False
