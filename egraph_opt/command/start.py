"""The entry point of `egraph-opt`: what has to be said before anything is loaded."""

from __future__ import annotations

import gc
import os
import sys

OBJECTS = 1_000_000
"""New objects after which Python looks for cycles among them. By default it is 700, and a command that makes some 300,000 while it loads
and works spends a tenth of its time on it, for nothing: it keeps nearly all of them to its end."""


def main() -> None:
    """Run the command line."""
    gc.set_threshold(OBJECTS)
    if os.environ.get("EGRAPH_OPT") != "0":  # what a command compares with is Triton's own
        os.environ.pop("EGRAPH_OPT", None)
    from egraph_opt.command.cli import main as command

    try:
        command()
    finally:
        if "triton" not in sys.modules:  # the binding of Triton 3.9 complains about each of its objects that is left
            gc.freeze()  # or Python, as it ends, looks for cycles among all that was loaded, more than once
