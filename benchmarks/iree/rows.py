"""Times of the rows of `docs/results.md#iree`, Schedules: IREE's program, the same again, the best of IREE's flags, and ours.

    python -m benchmarks.iree.rows [--rounds 11] [NAME ...]

Writes benchmarks/results/iree_rows.tsv. Ours is the choice of the row's cost model, with the flags asked for or the best ones, whichever is
faster. Programs are timed in alternation, on one thread, and the fastest run counts. The load of the machine stands in the first line.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
from dataclasses import astuple, dataclass, fields
from datetime import date
from importlib.metadata import version
from pathlib import Path

from benchmarks.iree.dispatches import KEPT
from benchmarks.paths import CORPUS, RESULTS
from egraph_opt.apps.iree_tuning.benchmark_timing import Bench, agree
from egraph_opt.apps.iree_tuning.compiler_flags import variants
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.errors import EgraphOptError
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.iree.compiler import IreeBackend
from egraph_opt.iree.program import read_any

TABLE = RESULTS / "iree_rows.tsv"
STREAMS = "latency:streams=4"
ROWS = (
    ("insert0_fill_mm", STREAMS),
    ("concat1_mm", STREAMS),
    ("concat1_mm", "dispatches"),
    ("split_work_concat1", STREAMS),
    ("chain_unsorted_mm", STREAMS),
    ("pad_behind_mm", STREAMS),
    ("pad_mm", STREAMS),
    ("part_of_product_mm", STREAMS),
    ("dynamic_insert0_fill_mm", STREAMS),
    ("dynamic_columns_insert0_mm", STREAMS),
)
TRIAL = 3
"""Rounds in which flags are tried."""
HOST = IreeBackend(flags=("--iree-llvmcpu-target-cpu=host",))


@dataclass(frozen=True, slots=True)
class Row:
    """Microseconds of one program; `spread` is what IREE's program and the same again differ by, as a part."""

    program: str
    model: str
    iree: float
    again: float
    best: float
    ours: float
    gain: float
    spread: float
    same: bool
    flags: str


def fastest(bench: Bench, files: dict[str, str], rounds: int) -> tuple[str, dict[str, float]]:
    """Return the name of the fastest file, and the seconds of each that runs."""
    timed = bench.alternate(list(files.values()), rounds)
    seconds = {name: timed[file].fastest for name, file in files.items() if file in timed}
    return min(seconds, key=lambda name: seconds[name]), seconds


def row(name: str, model: str, rounds: int, folder: Path) -> Row:
    """Choose, compile and time."""
    path = CORPUS / "regions" / f"{name}.mlir"
    text = path.read_text()
    bench = Bench(read_any(text, path.name), text, folder, 1024)
    result = optimize_text(text, path.name, RegionOptions(cost=model, work_limit=1_000_000))
    targets = {" ".join(t.flags[len(HOST.flags) :]): t for t in (HOST, *variants(HOST))}
    theirs = {flags: file for flags, t in targets.items() if (file := bench.compile(text, t))}
    best, _ = fastest(bench, theirs, TRIAL)
    mine = {flags: file for flags in ("", best) if (file := bench.compile(result.ir, targets[flags]))}
    ours, _ = fastest(bench, mine, TRIAL)
    files = {"iree": theirs[""], "best": theirs[best], "ours": mine[ours]}
    files["again"] = str(shutil.copy(files["iree"], folder / "again.vmfb"))
    _, seconds = fastest(bench, files, rounds)
    us = {name: 1e6 * s for name, s in seconds.items()}
    if best == "":
        us["best"] = min(us["iree"], us["again"])
    spread = max(us["iree"], us["again"]) / min(us["iree"], us["again"]) - 1.0
    same = agree(bench.results(files["ours"]), bench.results(files["iree"]))
    return Row(name, model, us["iree"], us["again"], us["best"], us["ours"], us["best"] / us["ours"], spread, same, best)


def main() -> None:
    """Time every row, and write each as soon as it is known."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=[name for name, _ in ROWS])
    parser.add_argument("--rounds", type=int, default=11)
    arguments = parser.parse_args()
    os.environ.update(KEPT)
    packages = f"iree-base-compiler {version('iree-base-compiler')}, iree-base-runtime {version('iree-base-runtime')}"
    load = os.getloadavg()[0]
    lines = [
        f"# {date.today()}, {packages}; microseconds; {os.cpu_count()} processors, a load of {load:.1f} from others at the start"
    ]
    lines.append("\t".join(field.name for field in fields(Row)))
    for name, model in (one for one in ROWS if one[0] in arguments.names):
        try:
            with tempfile.TemporaryDirectory() as folder:
                made = row(name, model, arguments.rounds, Path(folder))
        except EgraphOptError as error:
            print(f"{name}: {error}", flush=True)
            continue
        lines.append("\t".join(f"{v:.4g}" if isinstance(v, float) else str(v) for v in astuple(made)))
        TABLE.write_text("\n".join(lines) + "\n")
        print(lines[-1], flush=True)


if __name__ == "__main__":
    main()
