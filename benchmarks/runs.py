"""Tables of several runs: the first column says which, and comments begin with it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path


def exchange_run(path: Path, run: str, comments: Iterable[str], columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write the comments and rows of a run into a table in place of those that it has of this run."""
    lines = path.read_text().splitlines() if path.exists() else []
    about = [line for line in lines if line.startswith("# ") and not line.startswith(f"# {run}: ")]
    found = [line for line in lines if not line.startswith(("# ", "run\t", f"{run}\t"))]
    about += [f"# {run}: {line}" for line in comments]
    found += ["\t".join(map(str, (run, *row))) for row in rows]
    path.write_text("\n".join([*about, "\t".join(("run", *columns)), *found]) + "\n")
