"""Tables, as text: a head of comments, then columns and rows. Of several runs: the first column says which, and comments begin with it."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from pathlib import Path


def origin(*packages: str, note: str = "") -> str:
    """Return the first comment of a table that is made today: the date, the versions of packages, and a note."""
    return "; ".join(filter(None, (str(datetime.date.today()), ", ".join(f"{p} {version(p)}" for p in packages), note)))


def write_table(path: Path, comments: Iterable[str], columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a table."""
    lines = ["\t".join(columns), *("\t".join(map(str, row)) for row in rows)]
    path.write_text("\n".join([*(f"# {line}" for line in comments), *lines]) + "\n")


def exchange_run(path: Path, run: str, comments: Iterable[str], columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write the comments and rows of a run into a table in place of those that it has of this run."""
    lines = path.read_text().splitlines() if path.exists() else []
    about = [line.removeprefix("# ") for line in lines if line.startswith("# ") and not line.startswith(f"# {run}: ")]
    found = [line.split("\t") for line in lines if not line.startswith(("# ", "run\t", f"{run}\t"))]
    write_table(
        path, (*about, *(f"{run}: {line}" for line in comments)), ("run", *columns), (*found, *((run, *row) for row in rows))
    )
