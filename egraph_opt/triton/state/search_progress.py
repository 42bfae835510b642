"""Progress line on the terminal during the first search, which takes seconds because it loads the e-graph engine."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

on = True
"""Whether the progress line is shown (`enable(progress=False)` disables it)."""
_shown = False


@contextmanager
def show_progress(kernel: str) -> Iterator[None]:
    """Show the kernel of the first search on a terminal's stderr, and erase the line at the end of the context."""
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
