"""Command `egraph-opt calibrate`: times of a program's computations on this machine, for the cost model `time`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from egraph_opt.command import console, exit_codes

if TYPE_CHECKING:
    from egraph_opt.apps.iree_tuning.calibrate.calibration import Calibration

HOST = "--iree-llvmcpu-target-cpu=host"


@click.command(epilog=exit_codes.exit_codes())
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, help="Write the table here, all or nothing.")
@click.option("--table", "begun", default="", metavar="FILE", help="Add to this table.  [default: the one of the package]")
@click.option("--iree-flags", default=HOST, show_default=True, help="Flags for iree-compile, in one text.")
@click.option("--measure-flags", default="", help="Flags for IREE's tools that run programs: where parameters are, in one text.")
@click.option(
    "--assume-dim",
    type=click.IntRange(1, 1 << 30),
    default=1024,
    show_default=True,
    help="The extent that is taken where it is known only at run time.",
)
def calibrate(paths: tuple[Path, ...], output: str, begun: str, iree_flags: str, measure_flags: str, assume_dim: int) -> None:
    """Time the programs in PATHS, compiled by IREE, dispatch by dispatch, on one thread of this machine.

    Each program is timed as given, and as the cost models choose. The output table has these times and the times of the table
    that it extends. Use it with `--rules region --cost time:machine=TABLE`, and with the same flags for IREE.
    """
    import shlex

    from egraph_opt.apps.iree_tuning.calibrate.calibration import Calibration, count_ordered_pairs
    from egraph_opt.core.options import OptionError
    from egraph_opt.families.region.choice.pricing.timing_table import MACHINE, TableError, table
    from egraph_opt.families.region.options import RegionOptions
    from egraph_opt.iree.tool_process import available

    if not available():
        console.fail("error: IREE is not installed: pip install -e '.[iree]' in a clone")
    files = list({path.resolve(): path for path in console.files_of(paths, ".mlir")}.values())
    console.writable(output)
    if any(console.resolve_links(output) == path.resolve() for path in files):
        console.fail(f"{output}: error: it is one of the programs, and would be lost")
    try:
        table(begun or MACHINE)
        options = RegionOptions(iree_flags=iree_flags, assume_dim=assume_dim)
        made = Calibration(options, shlex.split(measure_flags), begun or MACHINE)
    except TableError as error:
        console.fail(f"error: {error}")
    except OptionError as error:
        raise click.UsageError(str(error)) from None
    except ValueError as error:
        raise click.UsageError(f"--measure-flags: {error}") from None
    failed = [path for path, program in [(path, _program_in(path)) for path in files] if not _measure(made, path, program)]
    if made.programs:
        pairs, right = count_ordered_pairs(made.programs, made.table())
        console.write(output, made.text())
        order = (
            f"the table orders {right} of {pairs} pairs of these programs as they were timed (pairs that differ by more than 5 %)"
        )
        slower = f"this machine takes {made.slowness():.2f} times as long as the one on which the table was begun"
        console.say(f"{output}: {order if pairs else 'no two of these programs differ by more than 5 %'}; {slower}")
    if failed:
        sys.exit(exit_codes.BAD_INPUT)


def _program_in(path: Path) -> Any:
    """Return the program in a file; exit with an error message if the file contains none."""
    from egraph_opt.apps.iree_tuning.calibrate.calibration import program_in
    from egraph_opt.errors import Unsupported
    from egraph_opt.ir.module import InputError

    try:
        return program_in(path)
    except InputError as error:
        console.fail(str(error))
    except (Unsupported, OSError) as error:
        console.fail(f"{path}: error: {getattr(error, 'strerror', None) or error}")


def _measure(made: Calibration, path: Path, program: Any) -> bool:
    from egraph_opt.errors import EgraphOptError

    try:
        found = list(made.measure(path, program))
    except EgraphOptError as error:
        console.say(f"{path}: error: {error}")
        return False
    fast, took = min(found, key=lambda one: one.seconds), f"{path}: it takes {1e6 * found[0].seconds:.4g} µs"
    if fast is found[0]:
        console.say(f"{took}; nothing that was tried is faster")
    else:
        console.say(f"{took}; of {len(found)} programs, the fastest is the choice of {fast.way}, {1e6 * fast.seconds:.4g} µs")
    return True
