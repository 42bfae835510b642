"""The command `egraph-opt sentinel`: whether the kernels that a script launches are compiled rightly."""

from __future__ import annotations

import os
import runpy
import sys
from pathlib import Path

import click

from egraph_opt.command import console, outcome
from egraph_opt.core.result import counted


@click.command(context_settings={"ignore_unknown_options": True}, epilog=outcome.EXIT_CODES)
@click.argument("script", type=click.Path(path_type=Path))
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
@click.option(
    "-o", "--output", type=click.Path(file_okay=False, path_type=Path), help="Write a reproducer for each finding to this folder."
)
def sentinel(script: Path, arguments: tuple[str, ...], output: Path | None) -> None:
    """Run SCRIPT on a GPU, and compare equal programs of each Triton kernel, bit for bit, at its first launches.

    A difference means that one of both was compiled wrongly. Options of this command stand before SCRIPT.
    """
    from egraph_opt.baseline import libtriton

    if not script.is_file():
        console.fail(f"{script}: error: {'not a file' if script.exists() else 'No such file or directory'}")
    if not libtriton.available():
        raise click.UsageError("sentinel needs Triton: pip install 'egraph-opt[triton]'")
    from egraph_opt.triton import enable, report

    os.environ |= {
        "EGRAPH_OPT": "1",
        "EGRAPH_OPT_SENTINEL": str(output) if output else "1",
    }  # processes that it starts have it, too
    if output is not None:
        with console.written(output):
            output.mkdir(parents=True, exist_ok=True)
    enable(sentinel=output or True)
    error = run(script, arguments)
    found = report()
    console.say(found.guarded_table())
    if error:
        console.fail(f"{script}: error: {error}")
    if not any(each.found != "skipped" for each in found.guarded):
        console.fail(f"{script}: error: it launches no kernel of Triton's that can be compared")
    if found.alarms:
        console.say(f"{counted(len(found.alarms), 'kernel')} compiled wrongly")
        raise SystemExit(outcome.DIFFERS)


def run(script: Path, arguments: tuple[str, ...]) -> str:
    """How the script failed; empty where it did not."""
    sys.argv = [str(script), *arguments]
    sys.path[0] = str(script.parent.resolve())
    try:
        runpy.run_path(str(script), run_name="__main__")
    except SystemExit as ended:
        return f"it ended with {ended.code!r}" if ended.code not in (None, 0) else ""
    except Exception as raised:
        return f"{type(raised).__name__}: {raised}"
    return ""
