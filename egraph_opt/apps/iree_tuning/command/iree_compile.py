"""Command `egraph-opt iree-compile`: IREE's compiler, called with the program and flags that were measured to be fastest."""

from __future__ import annotations

import sys

import click

from egraph_opt.command import console

CODES = "\b\nExit codes:\n  those of iree-compile; 1 if it is not installed"


@click.command("iree-compile", context_settings={"ignore_unknown_options": True}, epilog=CODES)
@click.option(
    "--egraph-seconds", type=click.FloatRange(0.0), default=120.0, show_default=True, help="CPU time for trying programs."
)
@click.option(
    "--egraph-run",
    multiple=True,
    metavar="FLAG",
    help="A flag for IREE's tools that run programs: --parameters=model=weights.irpa.",
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def iree_compile(egraph_seconds: float, egraph_run: tuple[str, ...], arguments: tuple[str, ...]) -> None:
    """Call iree-compile with ARGUMENTS, and with the program and flags that were measured to be faster.

    Programs and flags are compiled and timed on this machine, on generated inputs. A choice must be proved equal to the
    program, compute the same results, and be faster by more than the noise of the timings. Otherwise iree-compile is called
    with ARGUMENTS alone. A line on stderr states the choice.
    """
    import subprocess

    from egraph_opt.apps.iree_tuning.compiler_calls import better_call
    from egraph_opt.iree.tool_process import tool

    program = tool("iree-compile")
    if program is None:
        console.fail("error: iree-compile is not installed: pip install -e '.[iree]' in a clone")
    with better_call(arguments, egraph_seconds, egraph_run) as call:
        console.say(f"iree-compile: {call.remark}")
        code = subprocess.run([program, *call.arguments], check=False).returncode
        if code and call.arguments != arguments:
            console.say("iree-compile: left unchanged: it failed on the choice")
            code = subprocess.run([program, *arguments], check=False).returncode
    sys.exit(code)
