"""Entry point of `egraph-opt`: settings that must be made before anything is loaded."""

from __future__ import annotations

import gc
import os
import sys

OBJECTS = 1_000_000
"""Number of new objects after which Python collects cycles. By default it is 700, and a command that makes some 300,000 objects
while it loads and works spends a tenth of its time on it without effect: nearly all of them live to its end."""


def main() -> None:
    """Run the command line."""
    gc.set_threshold(OBJECTS)
    if os.environ.get("EGRAPH_OPT") != "0":  # a command compares with Triton's own programs
        os.environ.pop("EGRAPH_OPT", None)
    from egraph_opt.command.cli import main as command

    try:
        command()
    finally:
        if "triton" not in sys.modules:  # the binding of Triton 3.9 reports each of its objects that is not freed
            gc.freeze()  # otherwise Python collects cycles among all loaded objects at exit, several times
