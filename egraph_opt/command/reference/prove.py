"""The command `egraph-opt prove`: prove the rules."""

from __future__ import annotations

import json
import sys

import click

from egraph_opt.command import completion, outcome
from egraph_opt.errors import unknown


@click.command(epilog=outcome.EXIT_CODES)
@click.argument("rules", nargs=-1, shell_complete=completion.names(completion.rules))
@click.option("--json", "as_json", is_flag=True, help="Print the records as JSON.")
@click.option("--table", "as_table", is_flag=True, help="Print tables in Markdown.")
@click.option("--fresh", is_flag=True, help="Prove everything again, and use no proofs that earlier runs kept.")
def prove(rules: tuple[str, ...], as_json: bool, as_table: bool, fresh: bool) -> None:
    """Prove RULES, or all rules, and show that each of their conditions is needed. The exit code is 3 if that fails.

    RULES are names of rules, or files with rules: FILE.py, or FILE.py:NAME for one of them.
    """
    if as_json and as_table:
        raise click.UsageError("--json and --table are two ways to print: name one")
    from dataclasses import asdict

    from egraph_opt import outside
    from egraph_opt.core.rule import Rule, rules_from
    from egraph_opt.prover import ask_for_solver
    from egraph_opt.prover import report as proofs
    from egraph_opt.rules import every_rule

    ask_for_solver()
    known = {} if rules and all(map(outside.is_file, rules)) else every_rule()
    if strange := [name for name in rules if name not in known and not outside.is_file(name)]:
        raise click.UsageError(unknown("no rule", strange[0], known))
    wanted: list[tuple[Rule, str]] = [] if rules else list(known.values())
    for name in rules:
        wanted += [(each, name) for each in rules_from(outside.in_file(name), name)] if outside.is_file(name) else [known[name]]
    records = [proofs.record(*each, fresh) for each in wanted]
    if as_json:
        click.echo(json.dumps({"schema_version": 2, "rules": [asdict(r) for r in records]}, indent=1))
    elif as_table:
        click.echo(proofs.table(records), nl=False)
    else:
        for r in records:
            kept = "kept from an earlier run"
            if r.failure:
                click.echo(f"{r.rule:22} {r.failure}{f' ({kept})' if r.cached else ''}")
            else:
                took = f"{r.milliseconds} ms{f', {kept}' if r.cached else ''}"
                click.echo(f"{r.rule:22} proved for {r.strength}; {r.back_end} ({took})")
            click.echo(f"    {r.statement}")
            for condition in r.conditions:
                need = "refuted without it" if condition.needed else "a guide: true without it"
                click.echo(f"    where {condition.statement}{'' if r.failure else f' ({need})'}")
    sys.exit(3 if any(r.failure for r in records) else 0)
