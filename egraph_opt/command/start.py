"""Entry point of `egraph-opt`: settings that must precede all imports."""

from __future__ import annotations

import gc
import os
import sys

OBJECTS = 1_000_000
"""Number of new objects after which Python collects garbage cycles.

With Python's default of 700, a command that makes some 300,000 objects spends a tenth of its time on collections, which free
almost nothing.
"""


def main() -> None:
    """Run the command line."""
    gc.set_threshold(OBJECTS)
    if os.environ.get("EGRAPH_OPT") != "0":  # commands compare with Triton's own programs
        os.environ.pop("EGRAPH_OPT", None)
    try:
        from egraph_opt.command.cli import main as command

        command()
    except KeyboardInterrupt:  # before the command has begun
        sys.stderr.write("egraph-opt: interrupted: nothing more was written\n")
        sys.exit(130)
    finally:
        if "triton" not in sys.modules:  # the binding of Triton 3.9 reports objects that are not freed
            gc.freeze()  # otherwise Python collects cycles among all loaded objects at exit, several times
