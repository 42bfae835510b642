"""Command line `egraph-opt`: dispatch to commands, completion and error handling. IR goes to stdout, everything else to stderr.

Every command ends with an exit code defined in `exit_codes`, and with at most one error message.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any

import click
from click.shell_completion import CompletionItem

from egraph_opt import applications
from egraph_opt.command import console, exit_codes
from egraph_opt.errors import UserError, describe_error, nearest
from egraph_opt.process.signals import cleared_up

DEFAULT = "opt"
SECTIONS = {
    "Optimise": {
        "opt": "Write the cheapest equal program of a file. This is the default command.",
        "compare": "Compare with the input and with what other compilers make of it.",
        "diff": "Say what is better, worse, new and gone in a results file, beside another one.",
        "pareto": "Write the programs between two cost models.",
        "iree-compile": "Call IREE's compiler with a program and flags that take less time.",
        "explain": "Say what was chosen, by which rules, and what alternatives would have cost.",
        "replay": "Compile captured kernels with several versions of Triton, and say which got worse, and why.",
        "report": "Write a page about a program: what changed and why, costs, layouts, machine code, proofs.",
    },
    "Prove": {
        "check": "Prove that two programs do the same.",
        "prove": "Prove the rules.",
        "verify": "Say whether two kernels that were written apart do the same.",
        "sentinel": "Look for Triton kernels that are compiled wrongly.",
    },
    "Look up": {
        "costs": "List the cost models with their units and parameters.",
        "words": "List the words that rules of a family are written in.",
        "resources": "Say what binds each function: memory, or work on the chip.",
        "choices": "List tuning choices, and write them as files of other packages.",
    },
    "Collect": {
        "calibrate": "Time the computations of IREE programs on this machine, for the cost model `time`.",
        "capture": "Collect the Triton kernels that a script launches, without a GPU.",
        "reproduce": "Do a run again, from what `--reproducer` wrote.",
    },
    "Set up": {
        "completion": "Print what makes a shell complete commands, options and values.",
    },
}
"""Commands with descriptions, by section of the help text.

A command is a function with the same name, with underscores for dashes, in a module of this name. The module is imported when the
command or its help runs. Commands of applications are listed in `egraph_opt.applications`.
"""
FOLDERS = {
    "programs": (
        "capture",
        "check",
        "compare",
        "explain",
        "opt",
        "pareto",
        "report",
        "reproduce",
        "resources",
        "verify",
    ),
    "reference": ("costs", "prove", "words"),
}
"""Commands by subpackage of their modules. Modules of other commands are beside this file."""
COMMANDS = {name: what for section in SECTIONS.values() for name, what in section.items()}
CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 120}


class Commands(click.Group):
    """Group of all commands. `egraph-opt FILE` means `egraph-opt opt FILE`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return load_command(cmd_name) if cmd_name in COMMANDS else None

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_usage(ctx.command_path, f"[{DEFAULT}] [OPTIONS] FILE")
        formatter.write_usage(ctx.command_path, "COMMAND [OPTIONS] ARGUMENTS", prefix="       ")

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, COMMANDS))
        for section, commands in SECTIONS.items():
            with formatter.section(section):
                formatter.write_dl([(name.ljust(width), what) for name, what in commands.items()])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args[:1] == ["help"] and not os.path.lexists("help"):
            args[:] = [*args[1:2], "--help"]
        if args and args[0] not in COMMANDS and args[0] not in ("-h", "--help", "--version"):
            near = "" if args[0].startswith("-") or "." in args[0] or os.path.lexists(args[0]) else nearest(args[0], COMMANDS)
            if near and not ctx.resilient_parsing:
                raise click.UsageError(f"there is no command and no file {args[0]!r}{near}", ctx)
            args.insert(0, DEFAULT)
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete the name of a command, or a file or option of the default command."""
        if incomplete.startswith("-"):
            with load_command(DEFAULT).make_context(DEFAULT, [], parent=ctx, resilient_parsing=True) as default:
                return [*super().shell_complete(ctx, incomplete), *default.command.shell_complete(default, incomplete)]
        commands = [CompletionItem(name, help=what) for name, what in COMMANDS.items() if name.startswith(incomplete)]
        return [*commands, CompletionItem(incomplete, type="file")]

    def main(self, *arguments: Any, **named: Any) -> Any:
        """Run the command line. If the help text cannot be printed, one message says so."""
        console.open_streams()
        try:
            return super().main(*arguments, **named)
        except OSError as error:
            console.refused_by_stdout(error)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command.

        An unexpected exception is an internal failure, reported by one message with the location instead of a traceback.
        """
        ctx.color = console.colour()
        try:
            with cleared_up():
                return super().invoke(ctx)
        except (click.ClickException, click.Abort, click.exceptions.Exit, BrokenPipeError):
            raise
        except KeyboardInterrupt:
            console.say("egraph-opt: interrupted: nothing more was written")
            sys.exit(exit_codes.INTERRUPTED)
        except UserError as error:
            console.say(error.printed_message())
            sys.exit(error.code)
        except Exception as error:
            if console.is_stdouts(error):
                raise
            console.say(f"egraph-opt: error: {describe_error(error)}")
            sys.exit(exit_codes.UNFINISHED)


def load_command(name: str) -> click.Command:
    folder = next((f"{folder}." for folder, names in FOLDERS.items() if name in names), "")
    function = name.replace("-", "_")
    command: click.Command = getattr(
        import_module(applications.COMMANDS.get(name, f"egraph_opt.command.{folder}{function}")), function
    )
    return command


def parsers() -> dict[str, click.Command]:
    """Load every command, by name, for documentation."""
    return {name: load_command(name) for name in COMMANDS}


def show_versions(context: click.Context, _: click.Parameter, asked: bool) -> None:
    """Print the versions of this package and of packages that influence results."""
    if asked:
        from egraph_opt.versions import line

        click.echo(line())
        context.exit()


@click.group(cls=Commands, context_settings=CONTEXT, epilog=exit_codes.EXIT_CODES)
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=show_versions, help="Show the versions and exit."
)
def main() -> None:
    """Optimise tensor-compiler IR by equality saturation."""
