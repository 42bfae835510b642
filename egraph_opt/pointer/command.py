"""What the command `compare` does for the book `pointer`."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from egraph_opt.command import console


def against_fixture(paths: Sequence[Path], target: Any, version: Any, json_file: str | None) -> None:
    """Say of each access of some files, with the `CHECK` lines of another raising pass, who raises it; ends the process.

    The exit status is 3 where the other pass raises an access that is left here, 1 where nothing could be read, else 0.
    """
    from egraph_opt.ir import InputError
    from egraph_opt.pointer.fixture import pairs

    files = [f for p in paths for f in (sorted(p.rglob("*.mlir")) if p.is_dir() else [p])]
    records: list[dict[str, object]] = []
    for path in files:
        try:
            for pair in pairs(path, target, version):
                click.echo(str(pair))
                records.append({"file": pair.file, **asdict(pair.report), "theirs": pair.theirs, "verdict": pair.verdict})
        except InputError as error:
            click.echo(f"{path.name}: not read: {error.message}", err=True)
    if json_file:
        console.write(json_file, json.dumps({"schema_version": 1, "records": records}, indent=1, ensure_ascii=False) + "\n")
    totals = Counter(str(record["verdict"]) for record in records)
    click.echo(f"{len(records)} accesses: {', '.join(f'{count} {verdict}' for verdict, count in sorted(totals.items()))}")
    sys.exit(3 if totals["only theirs"] else 1 if not records else 0)
