"""Options of the commands `opt`, `compare` and `check` for many files, which the application `fleet` processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, is_dataclass
from typing import Any, NoReturn, TypeVar

import click
from click.core import ParameterSource

from egraph_opt.applications import part
from egraph_opt.command.param_types import GIBIBYTES, SECONDS, IntegerRangeType
from egraph_opt.command.sections import MANY_FILES, SectionedOption
from egraph_opt.core.options import LIMITS

F = TypeVar("F", bound=Callable[..., Any])
MANY_FILE_OPTIONS = ("jobs", "records", "resume", "html", "dask", "cache", "no_cache")
"""Options that select processing of many files."""

_options = (
    click.option(
        "--jobs",
        cls=SectionedOption,
        section=MANY_FILES,
        type=IntegerRangeType(1, 4096),
        help="Functions to work on at once.  [default: the number of processors]",
    ),
    click.option(
        "--records",
        cls=SectionedOption,
        section=MANY_FILES,
        type=click.Path(),
        help="Write a JSON line for each function to this file, which must be new or empty.",
    ),
    click.option(
        "--resume",
        cls=SectionedOption,
        section=MANY_FILES,
        type=click.Path(),
        help="As --records, but go on where the run that wrote this file ended.",
    ),
    click.option(
        "--html",
        cls=SectionedOption,
        section=MANY_FILES,
        type=click.Path(),
        help="With --records or --resume: write a page about all functions to this file.",
    ),
    click.option(
        "--dask",
        cls=SectionedOption,
        section=MANY_FILES,
        help="Work on the Dask cluster whose scheduler has this address, as tcp://HOST:8786.",
    ),
    click.option(
        "--cache",
        cls=SectionedOption,
        section=MANY_FILES,
        type=click.Path(),
        help="Folder of results by content.  [default: egraph-opt/fleet in the user's cache]",
    ),
    click.option(
        "--no-cache", cls=SectionedOption, section=MANY_FILES, is_flag=True, help="Neither use nor keep results of other runs."
    ),
)


def limits(ended: str, memory: str) -> Callable[[F], F]:
    """Return a decorator that adds the options for time and memory limits of one function.

    Args:
        ended: effect of `--kill-after`, for the help text.
        memory: process whose memory `--memory` limits, for the help text.
    """

    def decorate(command: F) -> F:
        for name, kind, default, said in (
            ("--memory", GIBIBYTES, 8.0, f"GiB of memory (address space) {memory}."),
            ("--kill-after", SECONDS, 600.0, f"Seconds until {ended}."),
        ):
            command = click.option(
                name, cls=SectionedOption, section=LIMITS, type=kind, default=default, show_default=True, help=said
            )(command)
        return command

    return decorate


def options(command: F) -> F:
    """Add the options for many files to a command."""
    for option in reversed(_options):
        command = option(command)
    return command


def given_flags(context: click.Context, *names: str) -> list[str]:
    """Return the flags of options that the user gave."""
    asked = (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT)
    return ["--" + name.replace("_", "-") for name in names if context.get_parameter_source(name) in asked]


def wants_many_files(context: click.Context, paths: Sequence[str], folders: bool = True) -> bool:
    """Return whether the user requests processing of many files: by an option, or by a folder, archive, glob or list in `paths`.

    If `folders` is False, a folder does not count.
    """
    is_corpus = part("is_corpus")
    return bool(given_flags(context, *MANY_FILE_OPTIONS)) or any(
        is_corpus(path) and (folders or not os.path.isdir(path)) for path in paths
    )


def plain(value: Any) -> Any:
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value


@dataclass(frozen=True)
class Request:
    """Parsed command line of a command that processes many files."""

    command: str
    paths: Sequence[str]
    """Paths of programs; for `check`, the paths before and after."""
    suffixes: Sequence[str]
    """Suffixes of programs in folders and archives."""
    decides: dict[str, Any]
    """Everything, besides the programs, on which the results depend."""
    options: dict[str, Any] = field(default_factory=dict)
    """Options of the rule family."""
    rules: str = "layout"
    more: dict[str, Any] = field(default_factory=dict)
    """Other parameters of the command."""
    output: str | None = None
    """Folder for output programs."""
    strict: bool = False


def run(context: click.Context, request: Request) -> NoReturn:
    """Process the files, report the result, and exit."""
    part("many_files")(context, request)
    raise AssertionError("the application ends the command")
