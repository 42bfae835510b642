"""The table of a replay of captured kernels: `python -m benchmarks.compare.replay RECORDS`.

    egraph-opt replay CORPUS --with triton==3.6.0 --with triton==3.7.1 --with triton==3.8.0 --with triton==3.9.0 --records RECORDS

Kernels are those that the scripts of `benchmarks/corpus/capture` launch. Writes `benchmarks/results/replay.tsv`, regressions first, and
prints what it adds up to.
"""

from __future__ import annotations

import datetime
from collections import Counter
from pathlib import Path

import click

from benchmarks.paths import RESULTS
from benchmarks.runs import write_table
from egraph_opt.apps.fleet.records.results import read
from egraph_opt.apps.replay.replay_records import reason, replayed_of
from egraph_opt.apps.replay.replay_table import order_kernels, summary
from egraph_opt.apps.replay.verdict import ReplayedKernel

TABLE = RESULTS / "replay.tsv"
COUNTS = ("registers", "spill_bytes", "shared_bytes", "conversions", "barriers", "cycles")


def row(kernel: ReplayedKernel, threshold: float, date: str) -> list[str]:
    """A line of the table: per version registers, spilled bytes, shared bytes, conversions, barriers, cycles and predicted time."""
    package = Path(kernel.place).parent.name
    cells = [f"{package}.{kernel.name}", kernel.key[:16], kernel.verdict(threshold)]
    for side in (*kernel.sides.values(), kernel.ours):
        numbers = None if side is None else side.numbers
        cells.append("/".join("" if numbers is None else f"{getattr(numbers, name) or 0:.0f}" for name in COUNTS))
    cells += [f"{kernel.ratios[name]:.4f}" if name in kernel.ratios else "" for name in kernel.names]
    cells += ["" if kernel.ours_ratio is None else f"{kernel.ours_ratio:.4f}", kernel.outcome, reason(kernel), date]
    return cells


@click.command()
@click.argument("records", type=click.Path(path_type=Path, exists=True))
def main(records: Path) -> None:
    """Write the table of a results file of `egraph-opt replay`."""
    run, found = read(records)
    threshold, date = run.options["threshold"], datetime.date.today().isoformat()
    kernels = order_kernels([replayed_of(record) for record in found], threshold)
    names = kernels[0].names
    sides = [f"{name}: {'/'.join(COUNTS)}" for name in (*names, "ours")]
    header = ["kernel", "key", "verdict", *sides, *(f"{name}: time" for name in (*names, "ours")), "outcome", "why", "date"]
    write_table(TABLE, [], header, [row(kernel, threshold, date) for kernel in kernels])
    for line in summary(kernels, threshold):
        click.echo(line)
    blamed = Counter(kernel.reason.partition(":")[0] for kernel in kernels if kernel.verdict(threshold) == "worse")
    click.echo(f"to blame for what got worse: {dict(blamed)}")


if __name__ == "__main__":
    main()
