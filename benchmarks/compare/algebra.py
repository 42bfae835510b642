"""Measure exact tensor algebra on the TTIR kernels: `python -m benchmarks.compare.algebra [FOLDER ...] [--no-compile] [-o TABLE]`.

For each kernel that changes, a row: modelled cycles before and after; runs of both in the interpreter on random inputs, how many stayed
within their buffers, and how many of these differ in a bit; and, compiled by Triton for cuda:90 with four warps and assembled by ptxas,
registers, spilled bytes, instructions, and the cycles of one warp. The exit status counts kernels that are not proved or differ.
"""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import suppress
from pathlib import Path

import numpy as np

from benchmarks.paths import CORPUS, RESULTS
from benchmarks.runs import exchange_run
from egraph_opt import optimize
from egraph_opt.baseline import libtriton
from egraph_opt.baseline.ptxas_counts import Failure, Static, assemble_ptx
from egraph_opt.interpret import NotModelled, StepLimit
from egraph_opt.ir.module import Op
from egraph_opt.text import read
from tests.support.pointer_oracle import arguments, outcome

MOST = 12
"""Scalars are below: loops run a few times."""
MACHINE = ("registers", "spill_bytes", "instructions", "path_cycles")
FIELDS = (
    "kernel", "before", "after", "gain", "search", "runs", "within buffers", "different",
    *(f"{name} {when}" for name in MACHINE for when in ("before", "after")), "error",
)  # fmt: skip
Row = dict[str, object]


def compared(old: Op, new: Op, rounds: int, seconds: float) -> tuple[int, int, int]:
    """Runs, those that stayed within their buffers, and those of these in which a bit of memory differs; none begins after `seconds`."""
    random, end = np.random.default_rng(2026), time.process_time() + seconds
    runs = inside = different = 0
    for _ in range(rounds):
        if runs and time.process_time() > end:
            break
        given = [x if isinstance(x, np.ndarray) or abs(x) < MOST else x % MOST for x in arguments(old, random)]
        program = (int(random.integers(3)), int(random.integers(3)), 0)
        runs += 1
        with suppress(StepLimit, NotModelled):
            expected = outcome(old, given, program)
            if expected is not None:
                inside += 1
                different += outcome(new, given, program) != expected
    return runs, inside, different


def row_of(name: str, path: Path, rounds: int, seconds: float) -> tuple[Row, str, str] | None:
    """The row of a kernel but for machine code, and both texts; None where nothing changes."""
    text = path.read_text()
    result = optimize(path, rules="algebra")
    (record, *_) = result.functions
    if result.ir == text and not record.remark:
        return None
    runs = inside = different = 0
    for old, new in zip(read(text).functions(), read(result.ir).functions(), strict=True):
        found = compared(old, new, rounds, seconds)
        runs, inside, different = runs + found[0], inside + found[1], different + found[2]
    row: Row = {
        "kernel": name, "before": f"{record.cost_before:.1f}", "after": f"{record.cost_after:.1f}",
        "gain": f"{record.cost_before / record.cost_after:.4f}", "search": record.stopped_by or "complete",
        "runs": runs, "within buffers": inside, "different": different, "error": record.remark,
    }  # fmt: skip
    return row, text, result.ir


def machine_code(texts: list[str], seconds: float) -> list[Static | Failure]:
    """Return what Triton and ptxas make of programs."""
    answers = libtriton.ask("compile", texts, seconds)
    deadline = time.monotonic() + seconds
    return [assemble_ptx(a.text, 0, deadline) if a.text else Failure(a.error or "no PTX") for a in answers]


def main(given: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="*", default=[CORPUS / "kernels"])
    parser.add_argument("--no-compile", action="store_true", help="do not make machine code")
    parser.add_argument("--rounds", type=int, default=6, help="runs in the interpreter for each kernel")
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU time after which no new run begins")
    parser.add_argument("--run", default="corpus", help="what the rows are called in the table")
    parser.add_argument("-o", "--output", type=Path, default=RESULTS / "algebra.tsv")
    options = parser.parse_args(given)
    several = len(options.folders) > 1  # then each is a package
    paths = {
        f"{folder.name}.{path.parent.name}" if several else path.parent.name: path
        for folder in options.folders
        for path in sorted(folder.glob("*/input.ttir"))
    }
    rows: list[Row] = []
    for name, path in paths.items():
        found = row_of(name, path, options.rounds, options.seconds)
        if found is None:
            continue
        row, *texts = found
        if not options.no_compile:
            for when, made in zip(("before", "after"), machine_code(texts, 600.0), strict=True):
                if isinstance(made, Failure):
                    row["error"] = row["error"] or f"{when}: {' '.join(made.error.split())[:200]}"
                else:
                    row |= {f"{name} {when}": getattr(made, name) for name in MACHINE}
        rows.append(row)
        print(*(row.get(field, "") for field in FIELDS), sep="\t", flush=True)
        exchange_run(options.output, options.run, [], FIELDS, [[row.get(field, "") for field in FIELDS] for row in rows])
    print(f"{len(rows)} of {len(paths)} kernels change")
    return min(100, sum(bool(row["different"]) or "not proved" in str(row["error"]) for row in rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
