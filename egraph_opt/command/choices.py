"""What commands that run the engine are asked for, and the options of a run that it makes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import click
from click.core import ParameterSource

from egraph_opt.command.number import SECONDS, Finite
from egraph_opt.core.families import TAKEN, books_of, idle, unmet

TARGETS = ("tts", "block-pointer", "descriptor")
"""What the book `pointer` raises accesses to."""
ALONE = {
    "region": "`compare --against iree`",
    "vector-layout": "`compare --against iree`",
    "pointer": "`compare --against fixture`",
}
"""Families that have no part in what the engine for layouts is asked for, with the comparison that they have."""


def choices(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that `opt` and `compare` share."""
    for option in reversed(
        (
            click.option("--rules", default="layout", show_default=True, help="Rule books, separated by commas."),
            click.option("--extract", type=click.Choice(["tree", "dag", "exact"]), default="exact", show_default=True),
            click.option(
                "--candidates", type=click.IntRange(1, 64), default=8, show_default=True, help="Layouts tried per value."
            ),
            click.option("--synthesise", is_flag=True, help="Try layouts too that no operation of the input has."),
            click.option("--reassociate", is_flag=True, help="Let sums of floats take their elements in another order."),
            click.option("--move-loads", is_flag=True, help="Let large loads be done in other layouts, as their cost allows."),
            click.option("--move-stores", is_flag=True, help="Let stores be done in other layouts, as their cost allows."),
            click.option(
                "--read-copies", is_flag=True, help="Read tensors that are in shared memory anyway, instead of converting them."
            ),
            click.option("--loads-first", is_flag=True, help="Write loads before what makes threads wait."),
            click.option(
                "--assume-no-alias",
                "no_alias",
                is_flag=True,
                help="You promise that no array that a kernel writes to overlaps another: loads that go first may pass stores.",
            ),
            click.option(
                "--min-gain",
                type=Finite(0, 1),
                help="Part to save of the cost of what changes, or no change.  [default: the cost model's error]",
            ),
            click.option("--check/--no-check", default=True, show_default=True, help="Refuse outputs that are not proved equal."),
            click.option(
                "--max-nodes",
                type=click.IntRange(min=1),
                default=400_000,
                show_default=True,
                help="Size of the e-graph (layout, region): the iteration that passes this is the last one.",
            ),
            click.option(
                "--assume-dim",
                type=click.IntRange(1, 1 << 30),
                default=1024,
                show_default=True,
                help="With --rules region: what costs take an extent for that is known at run time only.",
            ),
            click.option("--seed-with", type=click.Choice(["triton"]), help="Start from this optimiser's result too."),
            click.option(
                "--work-limit",
                type=click.IntRange(min=0),
                default=10_000_000,
                show_default=True,
                help="Steps per extraction, about a microsecond of work each. They are counted: the result is the same on every machine.",
            ),
            click.option(
                "--time-limit",
                type=SECONDS,
                default=120.0,
                show_default=True,
                help="Seconds of the processor's time per extraction: for safety, where its steps take longer than they should.",
            ),
        )
    ):
        command = option(command)
    return command


def options_of(cost: str, *, rules: str, seed_with: str | None, max_nodes: int, assume_dim: int, **chosen: Any) -> Any:
    """The options of a run that `choices` and `--cost` gave; a wrong name is a usage error."""
    from egraph_opt.core.engine import Limits
    from egraph_opt.families.layout.options import Options

    books = books_given(rules)
    if books[0] in ALONE:
        raise click.UsageError(f"the book {books[0]} is run alone, by `opt` and {ALONE[books[0]]}")
    try:
        return Options(rules=books, model=model_of(cost), seed_with=seed_with or "", limits=Limits(nodes=max_nodes), **chosen)
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def books_given(rules: str) -> tuple[str, ...]:
    """The books that --rules names; a wrong name is a usage error."""
    try:
        return books_of(rules)
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def refuse_idle(taken: Collection[str], where: str) -> None:
    """A usage error for options that were given and do nothing: `where` they are not `taken`, or without the option that they need."""
    context = click.get_current_context()
    spelled = {str(p.name): "/".join([max(p.opts, key=len), *p.secondary_opts]) for p in context.command.params}
    chosen = (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT)
    given = [name for name in spelled if context.get_parameter_source(name) in chosen]
    if nothing := idle(given, taken):
        ways = [family for family in TAKEN if where.startswith("with --rules") and TAKEN[family].issuperset(nothing)]
        hint = f"use {'it' if len(nothing) == 1 else 'them'} with --rules {' or '.join(ways)}" if ways else "leave that out"
        raise click.UsageError(f"{', '.join(spelled[name] for name in nothing)}: no use {where}: {hint}")
    if needs := unmet(given, context.params):
        name, other, wanted = needs
        value = f" {wanted}" if isinstance(wanted, str) else ""
        raise click.UsageError(f"{spelled[name]} does nothing without {spelled[other]}{value}")


def model_of(name: str) -> Any:
    """The cost model of a name or mix; a wrong one is a usage error."""
    from egraph_opt.cost.mix import cost_model

    try:
        return cost_model(name)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
