"""Raised kernels compiled by Triton for cuda:90 to PTX: `python -m benchmarks.compare.pointer_ptx [--every N] [--processes N] [-o TABLE]`.

Every shipped kernel as it is and raised to block pointers and descriptors, as far as facts are derived and under guards (descriptors
wherever they may be made). Triton compiles in child processes, since it ends the whole process on some programs. A row for each says how
many accesses were raised, how many accesses of descriptors the text has, whether Triton compiled it, else why not, and how many
`cp.async.bulk.tensor` the PTX has. The exit status counts programs that do not compile though their kernels do, and programs with accesses
of descriptors whose PTX has no such copy. All 102 kernels, to `benchmarks/results/pointer_ptx.tsv`, unless `--every` takes fewer.
"""

from __future__ import annotations

import argparse
import datetime
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path

from benchmarks.paths import CORPUS, RESULTS
from benchmarks.runs import write_table
from egraph_opt.baseline import libtriton
from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.forms.candidate import Target
from egraph_opt.families.pointer.forms.raising_plan import Version

FIELDS = (
    "date",
    "triton",
    "kernel",
    "target",
    "version",
    "accesses raised",
    "of descriptors",
    "compiled",
    "bulk copies",
    "error",
)
WAYS: tuple[tuple[Target, Version], ...] = (
    ("block-pointer", ""), ("block-pointer", "loop"), ("descriptor", ""), ("descriptor", "loop"),
)  # fmt: skip
COPY = "cp.async.bulk.tensor"
Row = dict[str, object]
Program = tuple[str, str, int, str]
"""Target, version, how many accesses were raised, text."""


def programs(path: Path) -> list[Program]:
    """A kernel and what it is raised to; where nothing is, there is no program."""
    text = path.read_text()
    found: list[Program] = [("input", "", 0, text)]
    for target, guards in WAYS:
        result = raise_text(text, str(path), target, guards, any_cost=True)
        if raised := sum(report.raised for report in result.reports):
            found.append((target, guards, raised, result.ir))
    return found


def rows_of(path: Path, found: list[Program], seconds: float) -> list[Row]:
    """Return what became of the programs of one kernel; equal ones are compiled once."""
    texts = list(dict.fromkeys(new for *_, new in found))
    answers = dict(zip(texts, libtriton.ask("compile", texts, seconds), strict=True))
    rows: list[Row] = []
    for target, guards, raised, new in found:
        ptx = answers[new].text
        accesses = new.count("tt.descriptor_load ") + new.count("tt.descriptor_store ")
        error = answers[new].error.splitlines()[0] if ptx is None and answers[new].error else ""
        row = (
            datetime.date.today().isoformat(), version("triton"), path.parent.name, target, guards or "derived", raised, accesses,
            "no" if ptx is None else "yes", (ptx or "").count(COPY), error,
        )  # fmt: skip
        rows.append(dict(zip(FIELDS, row, strict=True)))
    return rows


def wrong(rows: list[Row]) -> list[Row]:
    """The rows of one kernel that are not as they should be."""
    given, *others = rows
    failed = [row for row in others if row["compiled"] != given["compiled"] == "yes"]
    return failed + [row for row in others if row["compiled"] == "yes" and row["of descriptors"] and not row["bulk copies"]]


def main(given: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--every", type=int, default=1, help="take each N-th kernel")
    parser.add_argument("--processes", type=int, default=1, help="kernels that are compiled at once")
    parser.add_argument("--seconds", type=float, default=900.0, help="for all programs of a kernel")
    parser.add_argument("-o", "--output", type=Path, help="write the table here")
    options = parser.parse_args(given)
    output = options.output or (RESULTS / "pointer_ptx.tsv" if options.every == 1 else None)
    paths = sorted((CORPUS / "kernels").glob("*/input.ttir"))[:: options.every]
    rows: list[Row] = []
    bad = 0
    with ThreadPoolExecutor(options.processes) as pool:
        for found in pool.map(lambda job: rows_of(*job, options.seconds), ((path, programs(path)) for path in paths)):
            rows += found
            bad += len(wrong(found))
            for row in wrong(found):
                print(*row.values(), sep="\t", flush=True)
            if output:
                write_table(output, [], FIELDS, [tuple(row.values()) for row in rows])
    for target, guards in (("input", ""), *WAYS):
        mine = [row for row in rows if row["target"] == target and row["version"] == (guards or "derived")]
        compiled = sum(row["compiled"] == "yes" for row in mine)
        used = [row for row in mine if row["of descriptors"]]
        print(
            f"{target:14} {guards or 'derived':8} {len(mine):4} programs, {compiled:4} compiled; {len(used):4} with accesses of"
            f" descriptors, {sum(bool(row['bulk copies']) for row in used):4} with {COPY}"
        )
    return min(bad, 100)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
