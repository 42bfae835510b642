"""Programs of `benchmarks/corpus/tensors` and `exports`: what a choice by time, and the default choice, change.

    python -m benchmarks.iree.tensors [--seconds 120 | --fit] [NAME ...]

Writes benchmarks/results/iree_tensors.tsv, a row for each program, as soon as it is known: dispatches and time of IREE with its best flags,
and of our choice, which may use any of the flags; and of `latency`, the default, where that changes the program. All are compiled for this
processor and timed in turns on one thread. With names, the rows of these programs are replaced. `--fit` makes the rows `fit`: programs of
`blocks` and `tensors` that `latency` changes before the estimate of time on one thread is asked, and what that says (`remark`).
"""

from __future__ import annotations

import argparse
import tempfile
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from unittest import mock

from benchmarks.iree.dispatches import HERE, HOST, memory_kept
from benchmarks.paths import CORPUS, RESULTS
from benchmarks.runs import origin, write_table
from egraph_opt.apps.iree_tuning.benchmark_timing import Bench, agree
from egraph_opt.apps.iree_tuning.compiler_flags import variants
from egraph_opt.apps.iree_tuning.flag_search import ROUNDS, tune
from egraph_opt.apps.iree_tuning.timed_programs import choices, rewriting
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.families.region import compiler_check
from egraph_opt.families.region.iree_schedule import schedule_of
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.families.region.processor_time import missing_gain
from egraph_opt.iree.program import read_any

TABLE = RESULTS / "iree_tensors.tsv"


@dataclass(frozen=True)
class Row:
    """Times in microseconds, of IREE without flags and with the best ones, and of ours."""

    set: str
    program: str
    iree: str
    best: str
    ours: str
    gain: str
    spread: str
    before: int
    """Dispatches of IREE with its best flags."""
    after: int
    held: int
    same: bool
    tried: int
    flags: str
    missed: str
    latency: str
    """Speedup of the result of `latency` over the input, both without flags, and the spread; empty if nothing changes."""
    refused: str
    """Sets of flags with which IREE compiles the input, and not the result of `latency`."""
    remark: str
    """What `latency` says if nothing changes."""


def row_of(path: Path, seconds: float) -> Row:
    """Choose by time and by `latency`, and count the dispatches of both sides."""
    text = path.read_text()
    module, options = read_any(text, path.name), RegionOptions(iree_flags=HOST.flags)
    with tempfile.TemporaryDirectory() as folder, memory_kept():
        bench = Bench(module, text, Path(folder), options.assume_dim)
        found = tune(bench, choices(module, text, options), HOST, seconds, rewritten=rewriting(options))
        target = found.form.target(found.target)
        results = [bench.results(bench.compile(*side)) for side in ((text, found.best_flags), (found.form.text, target))]
        by_latency = latency_cells(bench, path.name)
    before, after = (
        schedule_of(*side).count("dispatch", "slow")
        for side in ((text, options.assume_dim, found.best_flags), (found.form.text, options.assume_dim, target))
    )
    asked, best, ours = (f"{timing.fastest * 1e6:.4g}" for timing in (found.asked, found.flags, found.ours))
    flags = " ".join(flag for flag in found.target.flags if flag not in HOST.flags)
    return Row(
        path.parent.name, path.stem, asked, best, ours, f"{found.gain:.4g}", f"{found.spread:.2g}", before, after, len(found.form.chosen),
        agree(*results), found.tried, flags, found.missed, *by_latency,
    )  # fmt: skip


def latency_cells(bench: Bench, name: str) -> tuple[str, str, str]:
    """Return the cells on the result of `latency`: speedup with spread, flags with which only the input compiles, and remarks."""
    result = optimize_text(bench.text, name, RegionOptions(iree_flags=HOST.flags))
    if result.ir == bench.text:
        remarks = dict.fromkeys(function.remark for function in result.functions if function.remark)
        return "", "", "; ".join(remarks) or result.state
    lost = [
        " ".join(target.flags[len(HOST.flags) :])
        for target in variants(HOST, bench.text)
        if bench.compile(bench.text, target) and not bench.compile(result.ir, target)
    ]
    return speedup(bench, result.ir), "; ".join(lost), ""


def speedup(bench: Bench, text: str) -> str:
    """Return the speedup of a program over the input, both without flags, with the spread."""
    files = [bench.compile(each, HOST) for each in (bench.text, text)]
    old, new = (bench.alternate(files, ROUNDS)[file] for file in files)
    equal = "" if agree(*map(bench.results, files)) else ", other results"
    return f"{old.fastest / new.fastest:.3f} ({max(old.spread, new.spread):.2g}){equal}"


def fit_row(path: Path) -> Row | None:
    """Return the row of a program that `latency` changes before the estimate is asked, else None."""
    text = path.read_text()
    module, options = read_any(text, path.name), RegionOptions(iree_flags=HOST.flags)
    with mock.patch.object(compiler_check, "missing_gain", lambda *_: ""):
        result = optimize_text(text, path.name, options)
    if result.ir == text:
        return None
    given, made = (schedule_of(each, options.assume_dim, HOST) for each in (text, result.ir))
    with tempfile.TemporaryDirectory() as folder, memory_kept():
        gain = speedup(Bench(module, text, Path(folder), options.assume_dim), result.ir)
    before, after = (each.count("dispatch", "slow") for each in (given, made))
    return Row("fit", path.stem, "", "", "", "", "", before, after, 0, True, 2, "", "", gain, "", missing_gain(given, made))


def main() -> None:
    """Measure, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--fit", action="store_true", help="make the rows to which the estimate was fitted")
    parser.add_argument("names", nargs="*", metavar="NAME")
    given = parser.parse_args()
    names = [field.name for field in fields(Row)]
    lines = TABLE.read_text().splitlines()[2:] if TABLE.exists() else []
    known = [tuple(line.split("\t")) for line in lines]
    kept = [cells for cells in known if given.names or (cells[0] == "fit") != given.fit]
    rows: dict[tuple[object, ...], tuple[object, ...]] = {(cells[0] == "fit", cells[1]): cells for cells in kept}
    head = origin("iree-base-compiler", note=f"{HERE}; microseconds; {given.seconds:g} s of processor time each")
    folders = ("blocks", "tensors") if given.fit else ("tensors", "exports")
    for path in [path for folder in folders for path in sorted((CORPUS / folder).glob("*.mlir"))]:
        if given.names and path.stem not in given.names:
            continue
        row = fit_row(path) if given.fit else row_of(path, given.seconds)
        if row is not None:
            rows[given.fit, path.stem] = astuple(row)
            print(*astuple(row), sep="\t", flush=True)
            write_table(TABLE, [head], names, rows.values())


if __name__ == "__main__":
    main()
