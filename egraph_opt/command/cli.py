"""`egraph-opt`: optimise files, compare with the compiler's own pass, prove the rules. IR goes to stdout, all else to stderr.

`outcome` says what each exit code means. Whatever a command meets, it ends with one of them and one message.
"""

from __future__ import annotations

import sys
import traceback
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from egraph_opt.command import console, outcome
from egraph_opt.cost.price import CostModelError
from egraph_opt.process.signals import cleared_up

PLACES = {
    "capture": "capture", "check": "prove", "compare": "compare", "costs": "costs", "explain": "explain", "opt": "opt", "pareto": "compare",
    "prove": "prove", "report": "report", "resources": "costs",
}  # fmt: skip
"""Each command by the module that has it, which is loaded when the command is run, or its help asked for."""
CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 110}


class DefaultGroup(click.Group):
    """The commands of `PLACES`, of which `opt` may be left out: `egraph-opt FILE` is `egraph-opt opt FILE`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(PLACES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if (place := PLACES.get(cmd_name)) is None:
            return None
        command: click.Command = getattr(import_module(f"egraph_opt.command.{place}"), cmd_name)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in PLACES and args[0] not in ("-h", "--help", "--version"):
            args.insert(0, "opt")
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. What none of them expects is an internal failure: one message, with the place, instead of a traceback."""
        console.open_streams()
        try:
            with cleared_up():
                return super().invoke(ctx)
        except (click.ClickException, click.Abort, click.exceptions.Exit, BrokenPipeError):
            raise
        except KeyboardInterrupt:
            click.echo("egraph-opt: interrupted: nothing more was written", err=True)
            sys.exit(outcome.INTERRUPTED)
        except CostModelError as error:
            console.fail(f"egraph-opt: error: {error}")
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{Path(place.filename).name}:{place.lineno}"
            message = f"egraph-opt: error: internal failure: {type(error).__name__}: {error} ({where}): please report this"
            click.echo(message, err=True)
            sys.exit(outcome.UNFINISHED)


@click.group(cls=DefaultGroup, context_settings=CONTEXT, epilog=outcome.EXIT_CODES)
@click.version_option(package_name="egraph-opt")
def main() -> None:
    """Optimise tensor-compiler IR by equality saturation. `egraph-opt FILE` is short for `egraph-opt opt FILE`."""
