"""Kernels of the corpus: does each output go through Triton's pipeline as far as its input?

python -m benchmarks.trust.rest.kernels --write
"""

from __future__ import annotations

import sys

from benchmarks.paths import CORPUS
from benchmarks.trust.rest.judge import judge_in_parts
from benchmarks.trust.sweep import Found, Sweep, command

STAGES = ("rlc1.before", "rlc2.before", "rlc3.before", "final")


def run(every: int = 1, processes: int = 1) -> Found:
    """Judge every n-th program of the kernels, in a number of processes."""
    paths = [path for stage in STAGES for path in sorted((CORPUS / "kernels").glob(f"*/{stage}.ttgir"))]
    return judge_in_parts([(f"{path.parent.name}/{path.name}", path.read_text()) for path in paths[::every]], processes)


SWEEPS = (Sweep("rest.kernels", run, ("triton",)),)


if __name__ == "__main__":
    sys.exit(command(*SWEEPS))
