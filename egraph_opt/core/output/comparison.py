"""Result of a comparison with another compiler."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import redirect_stdout
from dataclasses import asdict, dataclass
from io import StringIO
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeVar

from egraph_opt.core.options import SearchOptions
from egraph_opt.core.output.table import split_facts
from egraph_opt.ir.module import InputError
from egraph_opt.text import split
from egraph_opt.text.program_input import error_line, source_of

TOLERANCE = 1e-9
"""Relative difference up to which two costs count as equal."""
O = TypeVar("O", bound=SearchOptions)  # noqa: E741
R = TypeVar("R")


class ComparisonRow(Protocol):
    """Row of a comparison table, a dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def remark(self) -> str: ...

    def verdict(self) -> str:
        """Return `better`, `same`, `worse`, `failed`, or another word for a result that is not worse."""
        ...


W = TypeVar("W", bound=ComparisonRow)


@dataclass(frozen=True, repr=False)
class ComparisonTable:
    """Result of comparisons, with a record and a verdict for each, and a function that prints them."""

    records: Sequence[dict[str, Any]]
    """Records as plain data, for `--json`."""
    verdicts: Sequence[str]
    """`better`, `same`, `worse`, `failed`, or another word for a result that is not worse."""
    summary: str
    show: Callable[[], None]
    failures: Sequence[tuple[str, str]] = ()
    """Programs that could not be compared, with the reasons."""
    notes: Sequence[str] = ()
    schema_version: int = 1

    def __repr__(self) -> str:
        return f"<Compared {self.summary}>"

    def __str__(self) -> str:
        """Return the printed output: the table, the summary, and the failures."""
        into = StringIO()
        with redirect_stdout(into):
            self.show()
        lines = [line.rstrip() for line in into.getvalue().splitlines()]
        failures = [f"{name}: error: {reason}" for name, reason in self.failures]
        return "\n".join([*lines, split_facts(self.summary), *self.notes, *failures])


def verdict(ours: float, other: float, least: float = 0.0) -> str:
    """Return whether our cost is `better`, the `same` or `worse`. The tolerance is relative to the larger of `other` and `least`."""
    if abs(ours - other) <= TOLERANCE * max(least, abs(other)):
        return "same"
    return "better" if ours < other else "worse"


def count_verdicts(verdicts: Sequence[str]) -> str:
    """Return a sentence with the number of comparisons per verdict."""
    kinds = dict.fromkeys(("better", "same", "worse", *sorted(verdicts)))
    noun = "comparison" if len(verdicts) == 1 else "comparisons"
    return f"{len(verdicts)} {noun}: " + ", ".join(f"{list(verdicts).count(kind)} {kind}" for kind in kinds)


def compare_rows(rows: Sequence[W], name: Callable[[W], str], table: Callable[[Sequence[W]], None]) -> ComparisonTable:
    """Return a comparison table; `name` returns the program's name in a row, and `table` prints all rows."""
    verdicts = [row.verdict() for row in rows]
    failures = [(name(row), row.remark) for row, said in zip(rows, verdicts, strict=True) if said == "failed"]
    records = [{**asdict(row), "verdict": said} for row, said in zip(rows, verdicts, strict=True)]
    return ComparisonTable(records, verdicts, count_verdicts(verdicts), lambda: table(rows), failures)


def over(
    files: Iterable[Path], chosen: Sequence[O], compare: Callable[[str, str, O], Sequence[R]], failed: Callable[[str, O, str], R]
) -> list[R]:
    """Compare all modules of all files with each of the option sets `chosen`. `failed` makes the row for an unreadable file."""
    rows: list[R] = []
    for path in files:
        try:
            chunks = split(source_of(path)[0]) or [("", 1)]
        except (InputError, OSError) as error:
            rows += [failed(path.name, one, error_line(error)) for one in chosen]
            continue
        rows += [row for chunk, _ in chunks for one in chosen for row in compare(path.name, chunk, one)]
    return rows
