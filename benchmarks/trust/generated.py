"""Many random programs through the optimiser: every output is interpreted against its input and given to Triton.

    python -m benchmarks.trust.generated --write                         # 10,000 programs, under each setting in turn
    python -m benchmarks.trust.generated --programs 100 --first 5000     # another stretch of them

A failure prints the program's number, from which `program(number)` makes it again, and what is wrong.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter

import egraph_opt
from benchmarks.trust.sweep import Found, Sweep, command
from egraph_opt.baseline import libtriton
from tests.support.programs import Program, build, difference

BATCH = 250
SETTINGS: dict[str, dict[str, object]] = {
    "cycles": {"cost": "cycles"},
    "shared_bytes": {"cost": "shared_bytes"},
    "converts": {"cost": "converts"},
    "moves": {"cost": "cycles", "move_loads": True, "move_stores": True, "read_copies": True, "loads_first": True},
}
FAILED = ("error", "check")
"""Values of `stopped_by` for which the optimiser, or its proof of equality, failed and it returned the program unchanged."""


def program(number: int) -> Program:
    return build(random.Random(number).randrange)


def failure(source: Program, setting: str, written: list[str], counts: Counter[tuple[str, str]]) -> str:
    """Return what is wrong with the optimised program, or nothing; its text is added to `written`."""
    try:
        result = egraph_opt.optimize(source.text, work_limit=2_000_000, **SETTINGS[setting])  # type: ignore[arg-type]
    except Exception as error:
        written.append(source.text)
        return f"{type(error).__name__}: {str(error).splitlines()[0]}"
    written.append(result.ir)
    if result.stopped_by in FAILED:
        return result.remarks[0]
    if result.cost_after > result.cost_before:
        return f"cost {result.cost_before} became {result.cost_after}"
    counts[setting, "better" if result.cost_after < result.cost_before else "same"] += 1
    modes = ((1, False), (2, False), (1, True))
    return next((found for seed, mode in modes if (found := difference(source, result.ir, seed, mode))), "")


def run(programs: int = 10_000, first: int = 0) -> Found:
    """Optimise, run and have accepted so many programs, each under the next setting."""
    names, started, wrong = list(SETTINGS), time.perf_counter(), list[str]()
    counts, last = Counter[tuple[str, str]](), first + programs
    for start in range(first, last, BATCH):
        numbers, written = range(start, min(start + BATCH, last)), list[str]()
        said = [failure(program(i), names[i % len(names)], written, counts) for i in numbers]
        for i, what, answer in zip(numbers, said, libtriton.ask("accept", written), strict=True):
            setting = names[i % len(names)]
            counts[setting, "programs"] += 1
            if what := what or (f"Triton: {answer.error}" if answer.text is None else ""):
                counts[setting, "wrong"] += 1
                wrong.append(f"program {i}, {setting}: {what}")
        print(f"{numbers.stop - first} programs, {len(wrong)} wrong", file=sys.stderr, flush=True)
    columns = ("programs", "better", "same", "corrected", "wrong")
    rows = [(setting, *(counts[setting, what] for what in columns)) for setting in names]
    note = f"programs {first} to {last - 1}; {time.perf_counter() - started:.0f} s"
    return Found(("setting", *columns), rows, wrong, note)


SWEEPS = (Sweep("generated.Triton", run, ("egglog", "highspy", "triton")),)


if __name__ == "__main__":
    sys.exit(command(*SWEEPS))
