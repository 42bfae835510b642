"""Command-line options, generated from the declarations of rule families."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from egraph_opt.command import completion
from egraph_opt.command.param_types import Finite, IntegerRangeType
from egraph_opt.command.sections import SectionedOption
from egraph_opt.core.family import choose_options, families, takers
from egraph_opt.core.options import Option, OptionError, Options, declared_options
from egraph_opt.core.output.table import unbounded_width

ALTERNATIVES = 6
"""Default number of alternatives whose costs an explanation shows for each choice.

`egraph_opt.reports.report_builder` has an equal default, but importing it would load the engine.
"""
F = TypeVar("F", bound=Callable[..., Any])


def options(*without: str) -> Callable[[F], F]:
    """Return a decorator that adds `--rules` and every option of the rule families, except `without`."""

    def decorate(command: F) -> F:
        known: dict[str, Option] = {}
        for family in families().values():
            known |= {name: option for name, option in declared_options(family.options).items() if name not in known}
        for option in reversed([option for name, option in known.items() if name not in without]):
            command = parameter(option)(command)
        return click.option(
            "--rules",
            default="layout",
            show_default=True,
            help=f"Rulesets ({', '.join(families())}) and rules of yours (FILE.py, FILE.py:NAME), separated by commas.",
            shell_complete=completion.names(completion.rulesets),
        )(command)

    return decorate


def parameter(option: Option, **more: Any) -> Callable[[F], F]:
    """Return a decorator that adds a command-line parameter for a declared option."""
    names = takers(option.name)
    others = [name for name in families() if name not in names]
    only = f"With --rules {' or '.join(names)}" if len(others) > len(names) else ""
    kind: Any = option.type
    if option.name == "cost":
        more = {"shell_complete": completion.names(completion.models), **more}
    if option.choices:
        kind = click.Choice(option.choices)
    elif option.type is int:
        kind = IntegerRangeType(option.least, option.most)
    elif option.type is float:
        kind = Finite(option.least, option.most)
    if option.type is not bool:
        more = {"type": kind, **more}
    elif not option.default:
        more = {"is_flag": True, **more}
    text, default, shown_there = describe_option(option).partition("  [default")
    said = f"{only}: {text}" if only else f"{text} Not with --rules {' or '.join(others)}." if others else text
    what = f"{said}{default}{shown_there}{format_default(option)}"
    return click.option(
        flag(option.name), option.name, cls=SectionedOption, section=only or option.section, help=what, default=None, **more
    )


def describe_option(option: Option) -> str:
    """Return the help text of an option, for each rule family if the meanings differ."""
    each = {name: declared_options(families()[name].options)[option.name] for name in takers(option.name)}
    if len({one.help for one in each.values()}) == 1:
        return option.help
    choices = {name: f" One of {', '.join(one.choices)}." if one.choices else "" for name, one in each.items()}
    return " ".join(f"For {name}: {one.help}{choices[name]}" for name, one in each.items())


def as_plugin(command: F) -> F:
    """Add `--as-plugin` to a command."""
    what = "Show what Triton's plug-in does with this kernel, and why: its search, and its look at machine code. FILE is what Triton "
    what += "compiled without it: `kernel.asm['ttgir']`."
    return click.option("--as-plugin", is_flag=True, help=what)(command)


def wide(command: F) -> F:
    def widen(context: click.Context, _: click.Parameter, asked: bool) -> None:
        if asked:
            context.with_resource(unbounded_width())

    what = "Print each table in lines as long as it needs, not within 80 columns."
    return click.option("--wide", is_flag=True, expose_value=False, callback=widen, help=what)(command)


def plugin_settings(context: click.Context) -> Any:
    """Return the plug-in's settings for the options of a command. Invalid options are usage errors."""
    from egraph_opt.triton.offline_decision import settings_of

    with refused():
        return settings_of(context.params["rules"], given_options(context))


def format_default(option: Option) -> str:
    """Return the default of an option as help text, for each rule family if the defaults differ."""
    known = {name: declared_options(families()[name].options)[option.name].default for name in takers(option.name)}
    if isinstance(option.default, bool) or option.default in (None, ""):
        return ""
    if option.make:
        return f"  [default: {option.default.nodes}]"
    if len(set(known.values())) == 1:
        return f"  [default: {option.default}]"
    usual = Counter(known.values()).most_common(1)[0][0]
    some = {name: value for name, value in known.items() if value not in (None, "")}
    first = [str(usual)] if some == known else []
    others = (f"{value} for {name}" for name, value in some.items() if not first or value != usual)
    return f"  [default: {'; '.join([*first, *others])}]"


def flag(name: str) -> str:
    """Return the spelling of an option on the command line; `name` may include a value."""
    plain, _, value = name.partition("=")
    option = next((declared_options(families()[family].options)[plain] for family in takers(plain)), None)
    dashed = (option.flag if option else "") or "--" + plain.replace("_", "-")
    both = f"{dashed}/--no-{dashed[2:]}" if option is not None and option.default is True else dashed
    return f"{dashed} {value}" if value else both


def given_options(context: click.Context) -> dict[str, Any]:
    """Return the rule families' options that the user gave, as Python values."""
    asked = (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT)
    found = {
        name: value for name, value in context.params.items() if takers(name) and context.get_parameter_source(name) in asked
    }
    made = {name: declared_options(families()[takers(name)[0]].options)[name].make for name in found}
    return {name: convert(value) if (convert := made[name]) else value for name, value in found.items()}


def chosen_by(context: click.Context, without: str = "", where: str = "", **more: Any) -> Options:
    """Return the options of a run, from the user's flags. Invalid options are usage errors that name the flags.

    `without`: name of a boolean field of `Option`; options whose field is true are rejected. `where`: the run, in words, for
    messages. `more`: options that the command itself sets.
    """
    with refused():
        return choose_options(context.params["rules"], {**given_options(context), **more}, without, where)


class refused:
    """Context that turns an `OptionError` into a usage error with command-line flags.

    `arguments` maps the command's own arguments to their spelling in messages.
    """

    def __init__(self, **arguments: str) -> None:
        self.arguments = arguments

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        if isinstance(error, OptionError):
            raise click.UsageError(error.format_message(lambda name: self.arguments.get(name) or flag(name))) from None
