"""Modules of a folder of tests for TTGIR, such as Triton's own: does each output go through Triton's pipeline as far as its input?

    python -m benchmarks.trust.rest.modules FOLDER --write

Files are split at `// -----`. Each module that Triton reads is optimised with default options, with Triton's result as a seed, and
with all moves. Nothing of the folder is kept.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from benchmarks.trust.rest.judge import judge_in_parts, modules
from benchmarks.trust.sweep import Sweep


def main() -> int:
    """Judge a folder; 1 if something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--write", action="store_true", help="write benchmarks/results/rest.tsv")
    parser.add_argument("--part", default="1/1", help="I/N: only every N-th module, from the I-th on")
    parser.add_argument("--processes", type=int, default=1, metavar="N", help="work in N processes")
    given = parser.parse_args()
    first, every = map(int, given.part.split("/"))
    programs = list(modules(given.folder))[first - 1 :: every]
    sweep = Sweep("rest.modules", lambda: judge_in_parts(programs, given.processes), ("triton",))
    found = sweep.run()
    found = replace(found, note=f"part {given.part}: {found.note}" if every > 1 else found.note)
    print(*found.lines, found.note, *found.wrong, sep="\n")
    if given.write:
        sweep.write(found)
    return int(bool(found.wrong))


if __name__ == "__main__":
    sys.exit(main())
