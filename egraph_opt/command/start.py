"""The entry point of `egraph-opt`: what has to be said before anything is loaded."""

from __future__ import annotations

import atexit
import gc
import os
import sys

OBJECTS = 1_000_000
"""New objects after which Python looks for cycles among them. By default it is 700, and a command that makes some 300,000 while it loads
and works spends a tenth of its time on it, for nothing: it keeps nearly all of them to its end."""


def main() -> None:
    """Run the command line."""
    gc.set_threshold(OBJECTS)
    codes: list[object] = []
    atexit.register(leave, codes)  # what is registered first is called last
    from egraph_opt.command.cli import main as command

    try:
        command()
    except SystemExit as ended:
        codes.append(ended.code or 0)
        raise


def leave(codes: list[object]) -> None:
    """End this process where Python would unload its modules, which takes a tenth of a command's time; `codes` holds its exit code, if any.

    Threads have ended by now, and what else was to be done at the end is done.
    """
    if codes and isinstance(codes[0], int):
        try:
            for stream in filter(None, (sys.stdout, sys.stderr)):
                stream.flush()
        except (OSError, ValueError):
            return  # Python says so
        os._exit(codes[0])
