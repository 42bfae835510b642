"""All times of blocks at once, on a machine with many processors that nothing else uses.

    python -m benchmarks.iree.quiet RESULT [--cpu host] [--workers 16] [--quiet 8] [--seconds 30] [--end 130] [FILE ...]

First programs and flags are chosen (`--measure`, with `--seconds` of CPU time for each file), and the programs of the pairs are
compiled, on all processors. Then a few workers time what was made: IREE's program, the same again, the best flags, and the choice, in
alternation; and each program of the pairs, dispatch by dispatch. `RESULT` gets everything that was found. After `--end` seconds nothing
new is begun. The C library keeps the memory that a program frees.

    python -m benchmarks.iree.quiet RESULT --write

Writes benchmarks/results/iree_times.tsv and iree_pairs_2.tsv from it. Equal programs count once, with the fastest of their times.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from benchmarks.compare import times
from benchmarks.iree import pairs
from benchmarks.iree.dispatches import KEPT, cell, nest, write
from benchmarks.paths import CORPUS
from egraph_opt.apps.iree_tuning import compiler_flags
from egraph_opt.apps.iree_tuning.benchmark_timing import Bench, agree
from egraph_opt.apps.iree_tuning.calibrate.dispatch_times import dispatches
from egraph_opt.apps.iree_tuning.calibrate.profile import Dispatch, TimedProgram, compile_schedule
from egraph_opt.apps.iree_tuning.flag_search import tune
from egraph_opt.apps.iree_tuning.timed_programs import rewriting
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.errors import EgraphOptError
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.iree.compiler import IreeBackend
from egraph_opt.iree.program import read_any

ROUNDS, FIRST = 11, 3
Row = dict[str, Any]


def benched(path: Path, folder: Path) -> Bench:
    """Return the bench of a program in a folder of its own."""
    folder.mkdir(parents=True)
    text = path.read_text()
    return Bench(read_any(text, path.name), text, folder, 1024)


def chosen(path: Path, to: Path, target: IreeBackend, seconds: float) -> Row:
    """Return the files of IREE's program, of that with the best flags, and of our choice."""
    options = RegionOptions("bytes", iree_flags=target.flags, work_limit=100_000, time_limit=20.0)
    text = path.read_text()
    result = optimize_text(text, path.name, options)
    bench = benched(path, to / f"{path.stem}.search")
    others = [read_any(result.ir, path.name)] if result.ir != text else []
    found = tune(bench, others, target, seconds, rewritten=rewriting(options))
    start = (
        bench.compile(text, target),
        bench.compile(text, found.best_flags),
        bench.compile(found.form.text, found.form.target(found.target)),
    )
    kept = {
        name: shutil.copy(file, to / f"{path.stem}.{name}.vmfb")
        for name, file in zip(("IREE", "flags", "ours"), start, strict=True)
    }
    added = [[flag for flag in t.flags if flag not in target.flags] for t in (found.best_flags, found.target)]
    return {
        "program": path.stem, "files": {name: str(file) for name, file in kept.items()}, "best_flags": " ".join(added[0]),
        "our_flags": " ".join(added[1]), "held": len(found.form.chosen), "rewritten": found.form.module is not bench.module,
        "formed": found.form.phase != "", "tried": found.tried, "remark": found.remark,
    }  # fmt: skip


def compiled(path: Path, to: Path, target: IreeBackend, end: float) -> list[Row]:
    """Return the programs of the pairs of a file: those that compile, and equal ones once."""
    found: list[Row] = []
    seen = set[str]()
    folder = to / f"{path.stem}.compiled"
    folder.mkdir()
    for way, form, other in pairs.ways(path.read_text(), path, target):
        if time.time() > end:
            break
        try:
            made = compile_schedule(folder, form.text, form.target(other))
        except EgraphOptError:
            continue
        digest = hashlib.sha256(made.file.read_bytes()).hexdigest()
        if digest not in seen:
            seen.add(digest)
            file = shutil.copy(made.file, to / f"{path.stem}.{len(found)}.vmfb")
            nests = [" | ".join(map(cell, nests)) for nests in made.nests]
            found.append(
                {"way": way, "file": str(file), "nests": nests, "allocated": made.allocated, "transient": made.transient}
            )
    return found


def alternated(path: Path, to: Path, row: Row) -> Row:
    """Return the times of a choice beside IREE's, and whether it computes the same."""
    bench = benched(path, to / f"{path.stem}.final")
    files = {**row["files"], "again": str(shutil.copy(row["files"]["IREE"], bench.folder / "again.vmfb"))}
    same = agree(bench.results(files["ours"]), bench.results(files["IREE"]))
    timed = bench.alternate(list(files.values()), ROUNDS)
    times = {name: {"seconds": timed[file].fastest, "spread": timed[file].spread} for name, file in files.items()}
    return {**row, "same": same, "times": times}


def profiled(path: Path, to: Path, rows: Sequence[Row]) -> list[Row]:
    """Return the times of the programs of a file, and of their dispatches."""
    bench = benched(path, to / f"{path.stem}.pairs")
    timed = bench.alternate([row["file"] for row in rows], FIRST)
    found = []
    for row in rows:
        if row["file"] in timed:
            try:
                ran = [one.seconds for _, flags in bench.calls for one in dispatches(row["file"], flags, bench.folder)]
            except EgraphOptError:
                continue
            if len(ran) == len(row["nests"]):
                found.append({**row, "seconds": timed[row["file"]].fastest, "spread": timed[row["file"]].spread, "ran": ran})
    return found


def tables(found: dict[str, Any]) -> None:
    """Write the tables of a result."""
    times.write([row_of(found[name]) for name in sorted(found) if name.startswith("times")], len(compiler_flags.SETS))
    programs = []
    for name in sorted(found):
        for one in found[name] if name.startswith("pairs") else ():
            ran = (Dispatch(tuple(map(nest, nests.split(" | "))), s) for nests, s in zip(one["nests"], one["ran"], strict=True))
            counts = one["allocated"], one["transient"]
            programs.append(TimedProgram(name.partition(" ")[2], one["way"], one["seconds"], *counts, tuple(ran)))
    write(pairs.TABLES[1], programs)


def row_of(found: Row) -> times.TimeRow:
    """Return the row of a block: the times of its programs, and what equal ones differ by."""
    plain = not (found["held"] or found["rewritten"] or found["formed"])
    what = {"IREE": "", "again": "", "flags": found["best_flags"], "ours": found["our_flags"] if plain else None}
    seconds: dict[str | None, list[float]] = {}
    for name, program in what.items():
        seconds.setdefault(program, []).append(found["times"][name]["seconds"])
    asked, ours = min(seconds[""]), min(seconds[what["ours"]])
    best = min((min(own), program) for program, own in seconds.items() if program is not None)
    spread = max(max(own) / min(own) for own in seconds.values()) - 1.0
    ways = found["our_flags"], found["held"], found["rewritten"], found["tried"], found["remark"]
    return times.TimeRow(found["program"], asked, best[0], ours, spread, best[1], *ways)


def processor() -> str:
    """Return the name of the processor."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")


def pinned(processors: Any) -> None:
    """Let this process and its children run on one processor of their own."""
    os.sched_setaffinity(0, {processors.get()})


def through(workers: int, end: float, jobs: dict[str, Callable[[], Any]]) -> Iterator[tuple[str, Any]]:
    """Yield the names and results of jobs as they end, those that fail left out, until some time."""
    context = get_context("spawn")
    processors = context.Queue()
    for number in range(workers):
        processors.put(number * (os.cpu_count() or 1) // workers)
    pool = ProcessPoolExecutor(workers, context, pinned, (processors,))
    found = {name: pool.submit(job) for name, job in jobs.items()}
    for name, one in found.items():
        try:
            yield name, one.result(max(0.1, end - time.time()))
        except TimeoutError:
            print(f"{name}: not in time", flush=True)
        except Exception as error:
            print(f"{name}: {type(error).__name__}: {error}"[:300], flush=True)
    for process in list(pool._processes.values()):
        process.kill()
    pool.shutdown(wait=False, cancel_futures=True)


def main() -> None:
    """Choose, compile, and time."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("result", type=Path)
    parser.add_argument("files", nargs="*", type=Path, default=sorted((CORPUS / "blocks").glob("*.mlir")))
    parser.add_argument("--folder", type=Path, default=Path("/tmp/quiet"))
    parser.add_argument("--cpu", default="host")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--quiet", type=int, default=max(1, (os.cpu_count() or 1) // 2))
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--write", action="store_true", help="write the tables of a result")
    parser.add_argument("--only-pairs", action="store_true", help="choose nothing")
    parser.add_argument("--end", type=float, default=130.0)
    arguments = parser.parse_args()
    os.environ.update(KEPT)
    if arguments.write:
        tables(json.loads(arguments.result.read_text()))
        return
    begun, to = time.time(), arguments.folder
    half, last = begun + 0.6 * arguments.end, begun + arguments.end
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir(parents=True)
    target = IreeBackend(flags=(f"--iree-llvmcpu-target-cpu={arguments.cpu}",))
    paths = {path.stem: path for path in arguments.files}
    jobs: dict[str, Callable[[], Any]] = {
        f"times {name}": partial(chosen, path, to, target, arguments.seconds) for name, path in paths.items()
    }
    if arguments.only_pairs:
        jobs = {}
    jobs |= {f"pairs {name}": partial(compiled, path, to, target, half - 5) for name, path in paths.items()}
    made = dict(through(arguments.workers, half, jobs))
    print(f"{len(made)} of {len(jobs)} made in {time.time() - begun:.0f} s", flush=True)
    timing: dict[str, Callable[[], Any]] = {}
    for name, row in made.items():
        path = paths[name.partition(" ")[2]]
        timing[name] = partial(alternated if name.startswith("times") else profiled, path, to, row)
    found: dict[str, Any] = {"processor": processor()}
    for name, row in through(arguments.quiet, last, timing):
        found[name] = row
        arguments.result.write_text(json.dumps(found))
    print(f"{len(found) - 1} of {len(timing)} timed in {time.time() - begun:.0f} s", flush=True)
    os._exit(0)


if __name__ == "__main__":
    main()
