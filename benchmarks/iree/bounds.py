"""Bounds on the gain of rewriting a function's dispatches: writes benchmarks/results/iree_bounds.tsv.

    python -m benchmarks.iree.bounds

Reads benchmarks/results/iree_pairs_2.tsv, and iree_pairs_1.tsv for functions that it lacks. Of the fastest program of each function,
it takes away all dispatches that only move elements, as if no copy, transposition or repetition were needed, with their launches and
the memory that they write. What is left computes. No choice of fusions, copies and places makes that faster, unless IREE generates
other code for it. The last column is a bound for any code: every point of a product or a convolution at the fastest rate that was
measured for a product.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from benchmarks.iree import calibrate, pairs
from benchmarks.iree.dispatches import load
from benchmarks.paths import RESULTS
from egraph_opt.apps.iree_tuning.calibrate.profile import TimedProgram
from egraph_opt.families.region.choice.timing_table import TimingTable, table
from egraph_opt.families.region.encode.loop_nest import Nest

TABLE = RESULTS / "iree_bounds.tsv"
HEADS = ("program", "way", "total", "dispatches", "moving", "bound", "bound_of_any_code")
WORD = 4
"""Bytes of an element."""


def moves(nest: Nest) -> bool:
    """Return whether a nest only moves elements."""
    return nest.form == "copy" or (nest.parallel and not nest.simple + nest.slow + nest.special)


def multiplies(nest: Nest) -> bool:
    """Return whether a nest adds up products."""
    return not nest.parallel and nest.simple >= 2 and len(nest.form.split(" ")) > 2


def peak(known: Sequence[TimedProgram]) -> float:
    """Return the most points of a product that were computed in a second."""
    rates = [
        n.points / ran.seconds for ran in calibrate.dispatches(known) for n in ran.nests if multiplies(n) and len(ran.nests) == 1
    ]
    return max(rates)


def row(one: TimedProgram, rate: float, known: TimingTable) -> tuple[str, ...]:
    """Return the row of a program: microseconds of all, of its dispatches, and of those that only move; and bounds as ratios."""
    moving = [ran for ran in one.ran if all(map(moves, ran.nests))]
    written = WORD * sum(max(nest.points for nest in ran.nests) for ran in moving)
    saved = sum(ran.seconds for ran in moving) + known.constants["dispatch"] * len(moving) + known.constants["byte"] * written
    products = sum(nest.points for ran in one.ran for nest in ran.nests if multiplies(nest)) / rate
    seconds = one.seconds, sum(ran.seconds for ran in one.ran), saved
    named = any(nest.form.startswith("linalg.") for ran in one.ran for nest in ran.nests)  # its points are not counted
    last = f"{one.seconds / products:.3f}" if products and not named else ""
    return (one.program, one.way, *(f"{1e6 * s:.4g}" for s in seconds), f"{one.seconds / (one.seconds - saved):.3f}", last)


def main() -> None:
    """Write the bounds of every function."""
    rate = peak(load(calibrate.TABLE))
    first, second = map(load, pairs.TABLES)
    later = {one.program for one in second}
    best: dict[str, TimedProgram] = {}
    for one in (*second, *(one for one in first if one.program not in later)):
        if one.program not in best or one.seconds < best[one.program].seconds:
            best[one.program] = one
    head = (
        f"# {date.today()}, of the fastest program in iree_pairs_2.tsv, or else iree_pairs_1.tsv; microseconds; "
        f"{rate / 1e9:.3g} points of a product a nanosecond"
    )
    rows = [row(best[name], rate, table()) for name in sorted(best)]
    TABLE.write_text("\n".join([head, "\t".join(HEADS), *("\t".join(cells) for cells in rows)]) + "\n")
    print(TABLE.read_text(), end="")


if __name__ == "__main__":
    main()
