"""The command `egraph-opt calibrate`: times of a program's computations on this machine, for the cost model `time`."""

from __future__ import annotations

from pathlib import Path

import click

from egraph_opt.command import console, outcome

HOST = "--iree-llvmcpu-target-cpu=host"


@click.command(epilog=outcome.EXIT_CODES)
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
    """Time what IREE makes of the programs in PATHS, dispatch by dispatch, on one thread of this machine.

    Each program is timed as it is, and as the cost models choose. The table that is written has these times, and the ones of the table to
    which it adds, as much longer or shorter as this machine takes. Use it with `--rules region --cost time:machine=TABLE`.
    """
    import shlex

    from egraph_opt.core.options import OptionError
    from egraph_opt.errors import EgraphOptError
    from egraph_opt.families.region.calibrate.calibrate import Calibration, ordered
    from egraph_opt.families.region.choice.table import MACHINE, TableError, table
    from egraph_opt.families.region.options import RegionOptions
    from egraph_opt.iree.process import available

    if not available():
        console.fail("error: IREE is not installed: pip install -e '.[iree]' in a clone")
    try:
        table(begun or MACHINE)
        options = RegionOptions(iree_flags=iree_flags, assume_dim=assume_dim)
    except TableError as error:
        console.fail(f"error: {error}")
    except OptionError as error:
        raise click.UsageError(str(error)) from None
    made = Calibration(options, shlex.split(measure_flags), begun or MACHINE)
    for path in console.files_of(paths, ".mlir"):
        try:
            found = list(made.measure(path))
        except (EgraphOptError, OSError) as error:
            console.fail(str(error))
        if not found:
            console.fail(f"{path}: error: IREE does not compile and run it for {options.target}")
        first, fast = 1e6 * found[0].seconds, 1e6 * min(one.seconds for one in found)
        console.say(f"{path}: IREE's program takes {first:.4g} µs, and the fastest of {len(found)} programs {fast:.4g} µs")
    console.write(output, made.text())
    pairs, right = ordered(made.programs, table(output))
    console.say(
        f"{output}: {len(made.programs)} programs; the table orders {right} of {pairs} pairs right that differ by more than 5 %; "
        f"this machine takes {made.slowness():.2f} times as long as that of the table which was added to"
    )
