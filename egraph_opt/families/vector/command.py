"""What the command line does for `--rules vector-layout`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NoReturn

import click

from egraph_opt.command import console, outcome
from egraph_opt.core.engine import Limits
from egraph_opt.core.result import Result
from egraph_opt.families.region.iree import child as iree
from egraph_opt.families.vector import compare
from egraph_opt.families.vector.optimize import VectorOptions, optimize_text, options

TAKEN = ("extract", "work_limit", "time_limit", "candidates", "move_stores")
"""The options of `opt` and `compare` that mean something here."""


def optimize(text: str, name: str, cost: str, emit: str, **chosen: Any) -> Result:
    """Optimise the layouts of a vector program."""
    return optimize_text(text, name, _options(cost, chosen), "generic" if emit == "generic" else "source")


def against_iree(paths: tuple[Path, ...], costs: tuple[str, ...], json_file: str | None, **chosen: Any) -> NoReturn:
    """Compare our layouts with IREE's, as IREE's own passes see both; exits with 3 where ours are worse."""
    if not iree.available():
        raise click.UsageError("--against iree needs IREE: pip install 'egraph-opt[iree]'")
    files = console.files_of(paths, ".mlir")
    rows = compare.compare(files, [_options(cost, chosen) for cost in costs])
    compare.table(rows)
    if json_file:
        data = {"schema_version": compare.SCHEMA_VERSION, "records": [row.as_dict() for row in rows]}
        console.write(json_file, json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    verdicts = [row.verdict() for row in rows]
    kinds = [kind for kind in ("better", "same", "worse", "failed") if kind != "failed" or kind in verdicts]
    click.echo(f"{len(rows)} comparisons: " + ", ".join(f"{verdicts.count(kind)} {kind}" for kind in kinds))
    failures = [(f"{row.program} @{row.function}", row.remark) for row in rows if row.verdict() == "failed"]
    outcome.end_comparison(failures, verdicts)


def _options(cost: str, chosen: dict[str, Any]) -> VectorOptions:
    """The options that a command gave; a wrong cost model is a usage error."""
    try:
        return options(cost, limits=Limits(nodes=chosen["max_nodes"]), **{name: chosen[name] for name in TAKEN})
    except ValueError as error:
        raise click.UsageError(str(error)) from None
