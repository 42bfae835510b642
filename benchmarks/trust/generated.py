"""Many random programs through the optimiser: every output is interpreted against its input and given to Triton.

    python -m benchmarks.trust.generated 10000             # as many programs, under each setting in turn
    python -m benchmarks.trust.generated 100 --first 5000  # another stretch of them

A failure prints the program's number, from which `program(number)` makes it again, and what is wrong. Exit code 1 if there was any.
`--write` writes benchmarks/results/generated.tsv.
"""

from __future__ import annotations

import argparse
import datetime
import platform
import random
import sys
import time
from collections import Counter
from importlib.metadata import version

import egraph_opt
from benchmarks.paths import RESULTS
from egraph_opt.baseline import libtriton
from tests.support.programs import Program, build, difference
from tests.trust.test_generated import FAILED, SETTINGS

BATCH = 250
TABLE = RESULTS / "generated.tsv"


def program(number: int) -> Program:
    return build(random.Random(number).randrange)


def failure(source: Program, setting: str, written: list[str], counts: Counter[tuple[str, str]]) -> str:
    """What is wrong with the optimised program, or nothing; its text is added to `written`."""
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
    counts[setting, "cheaper" if result.cost_after < result.cost_before else "same"] += 1
    modes = ((1, False), (2, False), (1, True))
    return next((found for seed, mode in modes if (found := difference(source, result.ir, seed, mode))), "")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=int, help="how many programs")
    parser.add_argument("--first", type=int, default=0, help="number of the first one")
    parser.add_argument("--write", action="store_true", help="write benchmarks/results/generated.tsv")
    options = parser.parse_args()
    names, failures, started = list(SETTINGS), 0, time.perf_counter()
    counts = Counter[tuple[str, str]]()
    for first in range(options.first, options.first + options.programs, BATCH):
        numbers = range(first, min(first + BATCH, options.first + options.programs))
        written: list[str] = []
        wrong = {i: failure(program(i), names[i % len(names)], written, counts) for i in numbers}
        for i, answer in zip(numbers, libtriton.ask("accept", written), strict=True):
            wrong[i] = wrong[i] or (f"Triton: {answer.error}" if answer.text is None else "")
        for i, what in wrong.items():
            if what:
                failures += 1
                counts[names[i % len(names)], "wrong"] += 1
                print(f"program {i}, {names[i % len(names)]}: {what}", flush=True)
        print(
            f"{numbers.stop - options.first} programs, {failures} failures, {time.perf_counter() - started:.0f} s",
            file=sys.stderr,
        )
    if options.write:
        write(options, counts, time.perf_counter() - started)
    return int(failures > 0)


def write(options: argparse.Namespace, counts: Counter[tuple[str, str]], seconds: float) -> None:
    """The table of results: a wrong program counts as wrong, and also as cheaper or as the same if it came that far."""
    versions = ", ".join(f"{name} {version(name)}" for name in ("egraph-opt", "egglog", "highspy", "triton"))
    last = options.first + options.programs - 1
    lines = [
        f"# {datetime.date.today()}; {versions}, Python {platform.python_version()}; programs {options.first} to {last}; {seconds:.0f} s",
        "setting\tprograms\tcheaper\tsame\twrong",
    ]
    for number, name in enumerate(SETTINGS):
        programs = len(range(options.first + (number - options.first) % len(SETTINGS), last + 1, len(SETTINGS)))
        lines.append("\t".join([name, str(programs), *(str(counts[name, what]) for what in ("cheaper", "same", "wrong"))]))
    TABLE.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    sys.exit(main())
