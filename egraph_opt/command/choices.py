"""Command `egraph-opt choices`: tuning choices from and to files of other packages."""

from __future__ import annotations

import json
from pathlib import Path

import click

from egraph_opt.command import console, exit_codes


@click.command(epilog=exit_codes.exit_codes("choices"))
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write all choices to this table.")
@click.option(
    "--fla", type=click.Path(file_okay=False, path_type=Path), help="Write flash-linear-attention's files to this folder."
)
@click.option(
    "--moe",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the choices for `fused_moe_kernel` to this file of vLLM's.",
)
@click.option("--device", default="", help="The device of choices from files of other packages, and of choices to write.")
def choices(paths: tuple[Path, ...], output: Path | None, fla: Path | None, moe: Path | None, device: str) -> None:
    """List the tuning choices of PATHS: tables that `enable(choices=...)` wrote, flash-linear-attention's files, or vLLM's.

    Of several choices for one kernel and key, the last one counts. `--fla` and `--moe` need choices of one device.
    """
    from egraph_opt.ir.module import InputError
    from egraph_opt.triton.autotune.choice_formats import MOE_KERNEL, read_file, write_fla, write_moe
    from egraph_opt.triton.autotune.choice_table import Choice, write_choices

    found: dict[tuple[str, ...], Choice] = {}
    for path in paths:
        try:
            read = read_file(path, device)
        except InputError as error:
            console.fail(str(error))
        except OSError as error:
            console.fail(f"{path}: error: {error.strerror or error}")
        found.update((choice.place, choice) for choice in read)
    some = [found[place] for place in sorted(found) if device in ("", found[place].device)]
    if (fla or moe) and len({choice.place[:2] for choice in some}) > 1:
        raise click.UsageError("--fla, --moe: the choices are of several devices or versions of Triton; name one with --device")
    files: dict[Path, str] = {}
    if output is not None:
        files[output] = write_choices(some)
    if fla is not None:
        with console.guard_output(fla):
            fla.mkdir(parents=True, exist_ok=True)
        files |= {fla / name: text for name, text in write_fla(some).items()}
    if moe is not None:
        files[moe] = write_moe(choice for choice in some if choice.kernel.rpartition(".")[2] == MOE_KERNEL)
    for file, text in files.items():
        console.write(str(file), text)
    for choice in [] if files else some:
        every = choice.configurations
        same = sum(each.bits == own.bits for own in every if own.config == choice.config for each in every)
        bits = f"; {same} of {len(every)} write the same bits" if every else ""
        console.write(None, f"{choice.kernel} {choice.key}: {json.dumps(choice.config.record())}{bits}\n")
