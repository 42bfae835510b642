"""Command `egraph-opt capture`: capture of the kernels that a script launches."""

from __future__ import annotations

from pathlib import Path

import click

from egraph_opt.command import console, exit_codes
from egraph_opt.core.result import count_noun


@click.command(epilog=exit_codes.exit_codes("capture"))
@click.argument("script", type=click.Path(path_type=Path))
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Write a folder for each kernel to this folder.",
)
@click.option("--target", default="cuda:90", show_default=True, help="The processor to compile for, as cuda:90 or hip:gfx942.")
@click.option(
    "--every-configuration", is_flag=True, help="Collect every configuration that a tuner would try, not only the first one."
)
def capture(script: Path, arguments: tuple[str, ...], output: Path, target: str, every_configuration: bool) -> None:
    """Collect the Triton kernels that SCRIPT launches, without a GPU:

    IR around each run of RemoveLayoutConversions, grids and arguments.
    """
    from egraph_opt.baseline import libtriton

    if not script.is_file():
        console.fail(f"{script}: error: {'not a file' if script.exists() else 'No such file or directory'}")

    if not libtriton.available():
        raise click.UsageError("capture needs Triton: pip install -e '.[triton]' in a clone")
    from egraph_opt.triton.capture.script_capture import capture as run

    with console.guard_output(output):
        output.mkdir(parents=True, exist_ok=True)
    try:
        with console.guard_output(output):
            captured = run(script, output, target, arguments, every_configuration)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    for name, reason in captured.failures:
        console.say(f"{name}: remark: not captured: {reason}")
    console.say(f"{count_noun(len(captured.folders), 'kernel')} written to {output}")
    if captured.script_error:
        console.fail(f"{script}: error: {captured.script_error}")
    if captured.failures:
        raise SystemExit(exit_codes.UNFINISHED)
    if not captured.folders:
        console.fail(f"{script}: error: it launches no kernel of Triton's")
