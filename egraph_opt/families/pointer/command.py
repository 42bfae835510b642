"""What the command `compare` does for the book `pointer`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from egraph_opt.command import console, outcome


def against_fixture(paths: Sequence[Path], target: Any, version: Any, json_file: str | None) -> None:
    """Say of each access of some files, with the `CHECK` lines of another raising pass, who raises it; ends the process.

    An access that only the other pass raises counts as worse, a file that cannot be read as failed.
    """
    from egraph_opt.families.pointer.fixture import pairs
    from egraph_opt.ir.module import InputError

    records: list[dict[str, object]] = []
    failures: list[tuple[str, str]] = []
    for path in console.files_of(paths, ".mlir"):
        try:
            for pair in pairs(path, target, version):
                click.echo(str(pair))
                records.append({"file": pair.file, **asdict(pair.report), "theirs": pair.theirs, "verdict": pair.verdict})
        except (InputError, OSError) as error:
            failures.append((str(path), getattr(error, "message", None) or str(error)))
    if json_file:
        console.write(json_file, json.dumps({"schema_version": 1, "records": records}, indent=1, ensure_ascii=False) + "\n")
    totals = Counter(str(record["verdict"]) for record in records)
    click.echo(f"{len(records)} accesses: {', '.join(f'{count} {verdict}' for verdict, count in sorted(totals.items()))}")
    verdicts = ["worse" if record["verdict"] == "only theirs" else "same" for record in records]
    outcome.end_comparison(failures, [*verdicts, *("failed" for _ in failures)])
