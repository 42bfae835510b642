"""Programs of `benchmarks/corpus/tensors` and `exports`: what a choice by time, and the default choice, change.

    python -m benchmarks.iree.tensors [--seconds 120] [NAME ...]

Writes benchmarks/results/iree_tensors.tsv, a row for each program, as soon as it is known: dispatches and time of IREE with its best flags,
and of our choice, which may use any of the flags; and of `latency`, the default, where that changes the program. All are compiled for this
processor and timed in turns on one thread. With names, the rows of these programs are replaced.
"""

from __future__ import annotations

import argparse
import tempfile
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from benchmarks.iree.dispatches import HERE, HOST, memory_kept
from benchmarks.paths import CORPUS, RESULTS
from benchmarks.runs import origin, write_table
from egraph_opt.apps.iree_tuning.benchmark_timing import Bench, agree
from egraph_opt.apps.iree_tuning.compiler_flags import variants
from egraph_opt.apps.iree_tuning.flag_search import ROUNDS, tune
from egraph_opt.apps.iree_tuning.timed_programs import choices, rewriting
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.families.region.iree_schedule import schedule_of
from egraph_opt.families.region.options import RegionOptions
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
        return "", "", "; ".join(dict.fromkeys(function.remark for function in result.functions if function.remark))
    files = [bench.compile(each, HOST) for each in (bench.text, result.ir)]
    old, new = (bench.alternate(files, ROUNDS)[file] for file in files)
    equal = "" if agree(*map(bench.results, files)) else ", other results"
    lost = [
        " ".join(target.flags[len(HOST.flags) :])
        for target in variants(HOST, bench.text)
        if bench.compile(bench.text, target) and not bench.compile(result.ir, target)
    ]
    return f"{old.fastest / new.fastest:.3f} ({max(old.spread, new.spread):.2g}){equal}", "; ".join(lost), ""


def main() -> None:
    """Measure, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("names", nargs="*", metavar="NAME")
    given = parser.parse_args()
    names = [field.name for field in fields(Row)]
    lines = TABLE.read_text().splitlines()[2:] if given.names and TABLE.exists() else []
    rows: dict[str, tuple[object, ...]] = {cells[1]: cells for cells in (tuple(line.split("\t")) for line in lines)}
    head = origin("iree-base-compiler", note=f"{HERE}; microseconds; {given.seconds:g} s of processor time each")
    for path in [path for folder in ("tensors", "exports") for path in sorted((CORPUS / folder).glob("*.mlir"))]:
        if given.names and path.stem not in given.names:
            continue
        rows[path.stem] = astuple(row_of(path, given.seconds))
        print(*rows[path.stem], sep="\t", flush=True)
        write_table(TABLE, [head], names, rows.values())


if __name__ == "__main__":
    main()
