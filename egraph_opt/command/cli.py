"""`egraph-opt`: optimise files, compare with the compiler's own pass, prove the rules. IR goes to stdout, all else to stderr.

`outcome` says what each exit code means. Whatever a command meets, it ends with one of them and one message.
"""

from __future__ import annotations

import sys
import traceback
from pathlib import Path
from typing import Any

import click

from egraph_opt.command import console, outcome
from egraph_opt.command.capture import capture
from egraph_opt.command.compare import compare, pareto
from egraph_opt.command.costs import costs, resources
from egraph_opt.command.explain import explain
from egraph_opt.command.opt import opt
from egraph_opt.command.prove import check, prove
from egraph_opt.cost.price import CostModelError
from egraph_opt.process.signals import cleared_up

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 110}


class DefaultGroup(click.Group):
    """A group whose command `opt` may be left out: `egraph-opt FILE` is `egraph-opt opt FILE`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ("-h", "--help", "--version"):
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


for command in (opt, compare, check, prove, pareto, explain, costs, resources, capture):
    main.add_command(command)
