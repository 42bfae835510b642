"""Command `egraph-opt diff`: comparison of two results files."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from egraph_opt.command import console, exit_codes, option_decorators

if TYPE_CHECKING:
    from egraph_opt.apps.fleet.records.line_format import RunHeader


@click.command(epilog=exit_codes.exit_codes("diff"))
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@click.option(
    "--cost", "costs", multiple=True, help="What is looked at, as cycles or registers; several times.  [default: all costs]"
)
@click.option("--side", help="Whose costs are looked at.  [default: ours; for replays, the last version that both have]")
@click.option(
    "--threshold",
    type=click.FloatRange(0),
    default=0.0,
    show_default=True,
    help="The part of a cost by which it must differ, as 0.02.",
)
@click.option("--allow-gone", is_flag=True, help="Functions that are gone are no loss.")
@click.option("--all", "everything", is_flag=True, help="Print what is the same, too.")
@option_decorators.wide
def diff(
    old: Path, new: Path, costs: tuple[str, ...], side: str | None, threshold: float, allow_gone: bool, everything: bool
) -> None:
    """Print which functions of the results file NEW are better, worse, new or gone compared with OLD.

    Exits with 3 if any is worse or gone.
    """
    from egraph_opt.apps.fleet.records.run_difference import ORDER, differences
    from egraph_opt.core.output.table import print_table

    runs, records = zip(*(_read(file) for file in (old, new)), strict=True)
    if runs[0].command != runs[1].command:
        console.fail(
            f"{new}: error: it is of {runs[1].command}, and {old} is of {runs[0].command}: name two files of one command"
        )
    known = [{what for record in each for what in record["costs"]} for each in records]
    for cost in costs:
        if records[0] and records[1] and cost not in known[0] & known[1]:
            raise click.UsageError(
                f"--cost {cost}: not in both files, which have {', '.join(sorted(known[0] & known[1])) or 'none'}"
            )
    chosen = side or _side(*runs)
    sides = {name for each in records for record in each for cost in record["costs"].values() for name in cost}
    if sides and chosen not in sides:
        raise click.UsageError(f"--side {chosen}: not in these files, which have {', '.join(sorted(sides))}")
    for said in runs[0].differences(runs[1]):
        console.say(f"remark: the runs differ: {said}")
    found = differences(records[0], records[1], threshold, costs, chosen)
    shown = [each for each in found if everything or each.change != "same"]
    if shown:
        print_table(("function", "change", "what"), [(each.name, each.change, each.why) for each in shown])
    counts = Counter(each.change for each in found)
    click.echo(", ".join(f"{counts[change]} {change}" for change in ORDER))
    lost = counts["worse"] or (counts["gone"] and not allow_gone)
    raise SystemExit(exit_codes.DIFFERS if lost else exit_codes.DONE)


def _side(old: RunHeader, new: RunHeader) -> str:
    if old.command != "replay":
        return "ours"
    both = [name for name in new.options.get("with", ()) if name in old.options.get("with", ())]
    return str(both[-1]) if both else "ours"


def _read(file: Path) -> tuple[RunHeader, list[dict[str, Any]]]:
    from egraph_opt.apps.fleet.records.results import read

    with console.guard_output(file):
        run, records = read(file)
        return run, list(records)
