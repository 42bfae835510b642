"""`egraph-opt`: optimise files, compare with the compiler's own pass, prove the rules. IR goes to stdout, all else to stderr.

Exit codes: 0 done (also when there was nothing to do), 1 bad input, 2 wrong usage, 3 a comparison found something worse, 4 a limit
was met and `--strict` was given, or a check would take too long, 5 an output was not proved equal to its input, which came back instead.
"""

from __future__ import annotations

from typing import Any

import click

from egraph_opt.command.capture import capture
from egraph_opt.command.compare import compare, pareto
from egraph_opt.command.costs import costs, resources
from egraph_opt.command.explain import explain
from egraph_opt.command.opt import opt
from egraph_opt.command.prove import check, prove
from egraph_opt.process.signals import cleared_up

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 110}


class DefaultGroup(click.Group):
    """A group whose command `opt` may be left out: `egraph-opt FILE` is `egraph-opt opt FILE`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ("-h", "--help", "--version"):
            args.insert(0, "opt")
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        with cleared_up():
            return super().invoke(ctx)


@click.group(cls=DefaultGroup, context_settings=CONTEXT)
@click.version_option(package_name="egraph-opt")
def main() -> None:
    """Optimise tensor-compiler IR by equality saturation. `egraph-opt FILE` is short for `egraph-opt opt FILE`."""


for command in (opt, compare, check, prove, pareto, explain, costs, resources, capture):
    main.add_command(command)
