"""The commands that prove: `check` two programs equal, `prove` the rules."""

from __future__ import annotations

import json
import sys

import click

from egraph_opt.command import console, outcome


@click.command(epilog=outcome.EXIT_CODES)
@click.argument("before", type=click.Path(allow_dash=True))
@click.argument("after", type=click.Path(allow_dash=True))
@click.option("--allow-reassociation", is_flag=True, help="Let sums of floats take their elements in another order; says which.")
@click.option("--assume-no-alias", is_flag=True, help="You promise that no array that a function writes to overlaps another.")
def check(before: str, after: str, allow_reassociation: bool, assume_no_alias: bool) -> None:
    """Prove that AFTER does what BEFORE does, to the last bit. Exit code 3 when it does not, or when that cannot be told; 4 when it
    would take too long. Both are TTIR, TTGIR, or programs of IREE, of which only what did not change is proved equal.
    """
    from egraph_opt.api import check_texts

    if before == after == "-":
        raise click.UsageError("stdin is one program: name a file for the other")
    with console.refusing(before):
        old, new = ((text, name) for name, text in map(console.read, (before, after)))
        verdict = check_texts(old, new, not allow_reassociation, assume_no_alias)
    if verdict.equal and verdict.excused:
        lines = "".join(f"\n  {excuse}" for excuse in verdict.excused)
        click.echo(f"{verdict}, where these may take their elements in another order:{lines}")
    else:
        lines = (
            f" (lines {verdict.before_line} and {verdict.after_line})"
            if verdict.before_line and "(line " not in verdict.reason
            else ""
        )
        click.echo(f"{verdict}{lines}")
    sys.exit(0 if verdict.equal else 4 if verdict.limited else 3)


@click.command(epilog=outcome.EXIT_CODES)
@click.argument("rules", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print records.")
@click.option("--table", "as_table", is_flag=True, help="Print tables in Markdown.")
@click.option("--fresh", is_flag=True, help="Prove all anew: trust no proof that was kept from an earlier run.")
def prove(rules: tuple[str, ...], as_json: bool, as_table: bool, fresh: bool) -> None:
    """Prove the named rules (all, when none is named), and that they need their conditions. Exit code 3 when that fails."""
    if as_json and as_table:
        raise click.UsageError("--json and --table are two ways to print: name one")
    from dataclasses import asdict

    from egraph_opt.prover import report as proofs
    from egraph_opt.rules import every_rule

    known = every_rule()
    if unknown := [name for name in rules if name not in known]:
        raise click.UsageError(f"no rule {unknown[0]!r}; there are: {', '.join(known)}")
    records = [proofs.record(*known[name], fresh) for name in rules or known]
    if as_json:
        click.echo(json.dumps({"schema_version": 2, "rules": [asdict(r) for r in records]}, indent=1))
    elif as_table:
        click.echo(proofs.table(records), nl=False)
    else:
        for r in records:
            kept = ", kept from an earlier run" if r.cached else ""
            click.echo(f"{r.rule:22} {r.failure or f'proved for {r.strength}; {r.back_end}'} ({r.milliseconds} ms{kept})")
            click.echo(f"    {r.statement}")
            for condition in r.conditions:
                click.echo(f"    where {condition.statement}{'' if condition.needed else ' (a guide: true without it)'}")
    sys.exit(3 if any(r.failure for r in records) else 0)
