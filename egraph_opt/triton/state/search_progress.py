"""Progress line on the terminal during the first search, which takes seconds because the engine is loaded."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

on = True
"""True if the line is shown at all (`enable(progress=False)` turns it off)."""
_shown = False


@contextmanager
def show_progress(kernel: str) -> Iterator[None]:
    """Show on a terminal's stderr, the first time, which kernel is searched for; remove the line at the end of the context."""
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
