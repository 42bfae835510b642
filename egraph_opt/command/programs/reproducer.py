"""Reproducers: a program with the options and versions of a run as comments, for `egraph-opt reproduce` and for bug reports."""

from __future__ import annotations

import json

import click
from click.core import ParameterSource

from egraph_opt.command.many_files import MANY_FILE_OPTIONS
from egraph_opt.ir.module import InputError
from egraph_opt.versions import line

HEADER = "// egraph-opt reproducer: `egraph-opt reproduce FILE` runs it"
VERSIONS, OPTIONS = "// versions: ", "// options: "
OF_THE_PLACE = ("files", "output", "remarks", "dump", "reproducer", *MANY_FILE_OPTIONS)
"""Options that name inputs and outputs of a run, which are not part of a reproducer."""


def reproducer_text(context: click.Context, text: str) -> str:
    """Return a program with the options and versions of the run as comments."""
    return f"{HEADER}\n{VERSIONS}{line()}\n{OPTIONS}{json.dumps(given_arguments(context))}\n{text}"


def given_arguments(context: click.Context) -> list[str]:
    """Return the options that the user gave, as arguments of a command line."""
    asked = (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT)
    found: list[str] = []
    for option in context.command.params:
        name = str(option.name)
        if not isinstance(option, click.Option) or name in OF_THE_PLACE or context.get_parameter_source(name) not in asked:
            continue
        value = context.params[name]
        if option.is_flag:
            found.append((option.opts if value else option.secondary_opts)[0])
        else:
            found += [option.opts[-1], str(value)]
    return found


def split_reproducer(text: str, name: str) -> tuple[str, list[str], str]:
    """Return the versions, the options and the program of a reproducer.

    Raises:
        InputError: the text is not a reproducer.
    """
    lines = text.split("\n", 3)
    if len(lines) < 4 or lines[0] != HEADER or not lines[1].startswith(VERSIONS) or not lines[2].startswith(OPTIONS):
        raise InputError(
            "this is not a reproducer", 1, 1, "`egraph-opt FILE --reproducer OUTPUT` writes one", name, text.partition("\n")[0]
        )
    try:
        options = json.loads(lines[2].removeprefix(OPTIONS))
    except ValueError:
        options = None
    if not isinstance(options, list) or not all(isinstance(option, str) for option in options):
        raise InputError("the options are not a JSON list of strings", 3, len(OPTIONS) + 1, "", name, lines[2])
    return lines[1].removeprefix(VERSIONS), options, lines[3]
