"""Outcomes of a sweep over changed kernels: one line for each, gathered from processes and written as soon as it is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Executor, as_completed
from pathlib import Path
from typing import NamedTuple, TypeVar

J = TypeVar("J")


class Outcome(NamedTuple):
    """Outcome for a changed kernel: the kernel, the kind and line of the change, the verdict, and milliseconds of processor time."""

    kernel: str
    kind: str
    line: int
    verdict: str
    spent: float

    def __str__(self) -> str:
        return "\t".join((*map(str, self[:4]), f"{self.spent:.0f}"))


def read_outcomes(path: Path) -> list[Outcome]:
    """Return the outcomes in a file that `collect_outcomes` wrote."""
    rows = (line.split("\t") for line in path.read_text().splitlines())
    return [Outcome(kernel, kind, int(number), verdict, float(spent)) for kernel, kind, number, verdict, spent in rows]


def collect_outcomes(pool: Executor, judge: Callable[[J], list[Outcome]], jobs: Iterable[J], path: Path | None) -> list[Outcome]:
    """Return the outcomes of all jobs. After each job, those known so far are written to `path`, if given."""
    found: list[Outcome] = []
    for done in as_completed([pool.submit(judge, job) for job in jobs]):
        found += done.result()
        if path:
            path.write_text("".join(f"{each}\n" for each in sorted(found)))
    return found
