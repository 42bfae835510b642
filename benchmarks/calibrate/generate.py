"""Micro-kernels as TTGIR, one or more for each term of a cost model: `python -m benchmarks.calibrate.generate FOLDER [KIND ...]`.

A kernel reads the clock of its multiprocessor before and after a loop around the operation. For conversions the loop holds a pair,
there and back. Where that loop does more, a case has a second program, the
same loop without the operation. `index.json` in the folder lists the cases for
`measure.py`.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Sequence
from functools import cache
from itertools import chain
from pathlib import Path

from . import arithmetic, conversions, memory
from .program import Case


@cache
def cases() -> dict[str, Case]:
    """All measurements by name, the same on each call."""
    every = chain(
        conversions.cases(),
        arithmetic.elementwise(),
        arithmetic.reductions(),
        arithmetic.dots(),
        memory.shared(),
        memory.global_(),
    )
    return {case.name: case for case in every}


def main(folder: Path, kinds: Sequence[str]) -> None:
    """Write the programs, each once, and the index: the name and the programs of every case (of these kinds; without any, all)."""
    folder.mkdir(parents=True, exist_ok=True)
    index = []
    for case in cases().values():
        if kinds and case.kind not in kinds:
            continue
        files = []
        for text in case.programs():
            files.append(hashlib.sha256(text.encode()).hexdigest()[:16] + ".ttgir")
            (folder / files[-1]).write_text(text)
        index.append([case.name, *files])
    (folder / "index.json").write_text(json.dumps(index))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
