"""Command `egraph-opt prove`: proofs of rules."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from egraph_opt.command import completion, console, exit_codes
from egraph_opt.errors import unknown_name

if TYPE_CHECKING:
    from egraph_opt.core.rule import Rule


@click.command(epilog=exit_codes.exit_codes("prove"))
@click.argument("rules", nargs=-1, shell_complete=completion.names(completion.rules))
@click.option("--json", "as_json", is_flag=True, help="Print the records as JSON.")
@click.option("--table", "as_table", is_flag=True, help="Print tables in Markdown.")
@click.option("--fresh", is_flag=True, help="Prove everything again, and use no proofs that earlier runs kept.")
def prove(rules: tuple[str, ...], as_json: bool, as_table: bool, fresh: bool) -> None:
    """Prove RULES, or all rules, and show that each of their conditions is needed. The exit code is 3 if that fails.

    RULES are named as in `--rules` of other commands: names of rules or of rulesets, or files with rules: FILE.py, or
    FILE.py:NAME for one rule.
    """
    if as_json and as_table:
        raise click.UsageError("--json and --table are two ways to print: name one")
    from dataclasses import asdict

    from egraph_opt.prover import ask_for_solver
    from egraph_opt.prover import rule_proofs as proofs
    from egraph_opt.rules import unusable

    ask_for_solver()
    wanted, broken = rules_named(rules), {} if rules else unusable()
    records = [proofs.record(*each, fresh) for each in wanted]
    if as_json:
        click.echo(json.dumps({"schema_version": 2, "rules": [asdict(r) for r in records]}, indent=1))
    elif as_table:
        click.echo(proofs.table(records), nl=False)
    else:
        for (rule, _), r in zip(wanted, records, strict=True):
            kept = "kept from an earlier run"
            if r.failure:
                click.echo(f"{r.rule:22} {r.failure}{f' ({kept})' if r.cached else ''}")
            else:
                took = f"{r.milliseconds} ms{f', {kept}' if r.cached else ''}"
                click.echo(f"{r.rule:22} proved for {r.strength}; {r.back_end} ({took})")
            said = bool(r.failure) and r.statement in r.failure
            if not said:
                click.echo(f"    {r.statement}")
            for condition in () if said else r.conditions:
                need = "refuted without it" if condition.needed else "a guide: true without it"
                click.echo(f"    where {condition.statement}{'' if r.failure else f' ({need})'}")
            if why := rule.vocabulary.never(rule):
                click.echo(f"    it can never match: {why}")
    for reason in broken.values():
        console.say(reason)
    sys.exit(3 if any(r.failure for r in records) else 1 if broken else 0)


def rules_named(rules: Sequence[str]) -> list[tuple[Rule, str]]:
    """Return the named rules, or all rules, each with its ruleset or file."""
    from egraph_opt import plugins
    from egraph_opt.core.rule import rules_from
    from egraph_opt.core.user_file import in_file
    from egraph_opt.rules import every_rule, unusable

    rules = [name for each in rules for name in each.split(",")]
    known = {} if rules and all(map(plugins.is_file, rules)) else every_rule()
    books = {book: [each for each in known.values() if each[1] == book] for _, book in known.values()}
    found: list[tuple[Rule, str]] = [] if rules else list(known.values())
    for name in rules:
        if plugins.is_file(name):
            found += [(each, name) for each in rules_from(in_file(name), name)]
        elif name in known or name in books:
            found += [known[name]] if name in known else books[name]
        elif name in (broken := unusable()):
            raise plugins.OutsideError(broken[name])
        elif os.path.exists(name):
            raise click.UsageError(f"{name}: rules are in files that end in .py")
        else:
            raise click.UsageError(unknown_name("no rule", name, {**known, **books}))
    return found
