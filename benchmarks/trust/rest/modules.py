"""Modules of a folder of tests for TTGIR, such as Triton's own: does each output go through Triton's pipeline as far as its input?

    python -m benchmarks.trust.rest.modules FOLDER --write

Files are split at `// -----`. Each module that Triton reads is optimised with default options, with Triton's result as a seed, and
with all moves. Nothing of the folder is kept.
"""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.trust.rest.judge import judge_in_parts, modules
from benchmarks.trust.sweep import Found, Sweep, command


def run(folder: Path, first: int = 0, every: int = 1, processes: int = 1) -> Found:
    """Judge every n-th module of a folder from one number on, in a number of processes."""
    return judge_in_parts(list(modules(folder))[first::every], processes)


OF_FOLDER = Sweep("rest.modules", run, ("triton",))


if __name__ == "__main__":
    sys.exit(command(OF_FOLDER))
