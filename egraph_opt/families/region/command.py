"""What the command line does for `--rules region` and `compare --against iree`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import click

from egraph_opt.command import console, outcome
from egraph_opt.core.engine import Limits
from egraph_opt.families.region.encode.function import ASSUMED_EXTENT
from egraph_opt.families.region.iree import child as iree
from egraph_opt.families.region.iree import compare
from egraph_opt.families.region.iree.compile import Target, target
from egraph_opt.families.region.optimize import RegionOptions, RegionResult, optimize_text, options

TAKEN = ("work_limit", "time_limit", "check", "max_nodes", "assume_dim")
"""The options of `opt` that mean something here."""


def target_of(name: str | None, flags: str | None) -> Target:
    """The target that a command gave; a wrong one is a usage error."""
    try:
        return target(name or "", flags or "")
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def optimize(
    text: str,
    name: str,
    cost: str,
    emit: str,
    aim: Target,
    *,
    work_limit: int,
    time_limit: float,
    check: bool,
    max_nodes: int,
    assume_dim: int,
) -> RegionResult:
    """Optimise the dispatch regions of a tensor program."""
    chosen = replace(_options(cost, work_limit, time_limit, check, Limits(nodes=max_nodes), assume_dim), target=aim)
    return optimize_text(text, name, chosen, "generic" if emit == "generic" else "source")


def against_iree(
    paths: tuple[Path, ...], costs: tuple[str, ...], work_limit: int, time_limit: float, json_file: str | None, assume_dim: int
) -> NoReturn:
    """Compare our dispatch regions with IREE's, in IREE's own schedules of both; exits with 3 where ours is worse."""
    if not iree.available():
        raise click.UsageError("--against iree needs IREE: pip install 'egraph-opt[iree]'")
    files = console.files_of(paths, ".mlir")
    models = [_options(cost, work_limit, time_limit, True).model for cost in costs]
    rows = compare.compare(files, models, work_limit, time_limit, assume_dim)
    compare.table(rows)
    if json_file:
        data = {"schema_version": compare.SCHEMA_VERSION, "records": [row.as_dict() for row in rows]}
        console.write(json_file, json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    click.echo(compare.summary(rows))
    failures = [(row.program, row.remark) for row in rows if row.verdict() == "failed"]
    outcome.end_comparison(failures, [row.verdict() for row in rows])


def _options(
    cost: str, work_limit: int, time_limit: float, confirm: bool, limits: Limits | None = None, assume_dim: int = ASSUMED_EXTENT
) -> RegionOptions:
    """The options that a command gave; a wrong cost model is a usage error."""
    try:
        return options(cost, work_limit, time_limit, confirm, limits, assume_dim)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
