"""Is a right kernel for each task proved against its reference, and are wrong ones refuted?

python -m benchmarks.verify.kernelbench --write              # all of them, a table
python -m benchmarks.verify.kernelbench --only 1/23          # those whose names begin so
python -m benchmarks.verify.kernelbench --models KernelBench # right kernels against the models of a checkout, with PyTorch
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from statistics import median

from benchmarks.paths import RESULTS
from benchmarks.verify.kernelbench.compilation import compile_problems
from benchmarks.verify.kernelbench.models import model_of
from benchmarks.verify.kernelbench.table import number_of, tasks
from benchmarks.verify.kernelbench.task import Task, Wrong
from egraph_opt.verifier.decision.verification import decide
from egraph_opt.verifier.user_question import Problem

TABLE, MODELS_TABLE = RESULTS / "verify_kernelbench.tsv", RESULTS / "verify_kernelbench_models.tsv"
COLUMNS = ("task", "kernel", "sizes", "expected", "verdict", "witness or reason", "s")
Row = tuple[Task, Wrong | None, Problem]


def questions(chosen: list[Task], folder: Path, models: Path | None) -> list[Row]:
    """Return questions about the right kernels and the wrong ones of tasks, or about the right ones and models of PyTorch."""
    if models is not None:
        return [(task, None, task.problem(model_of(task, models))) for task in chosen if task.init is not None]
    found: list[Row] = []
    for task in chosen:
        found.append((task, None, task.problem()))
        for mistake in task.wrong:
            place = folder / str(len(found))
            place.mkdir()
            found.append((task, mistake, task.wrong_problem(mistake, place)))
    return found


def write_table(table: Path, lines: list[tuple[str, ...]], only: str) -> None:
    """Write lines into a table, in place of those of tasks whose names begin so."""
    known = [tuple(line.split("\t")) for line in table.read_text().splitlines()[2:]] if table.exists() and only else []
    merged = sorted([*(line for line in known if not line[0].startswith(only)), *lines], key=lambda line: number_of(line[0]))
    run = "--models KernelBench " if table is MODELS_TABLE else ""
    head = f"# python -m benchmarks.verify.kernelbench {run}--write; seconds of processor time, without compilation\n"
    table.write_text(head + "".join("\t".join(line) + "\n" for line in (COLUMNS, *merged)))


def main() -> int:
    """Run the tasks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="tasks whose names begin so")
    parser.add_argument("--models", type=Path, help="the folder `KernelBench` of a checkout of KernelBench")
    parser.add_argument("--write", action="store_true", help=f"write {TABLE.name}, or {MODELS_TABLE.name}")
    given = parser.parse_args()
    lines, counts, times, bad = [], Counter[str](), [], 0
    with tempfile.TemporaryDirectory() as folder:
        rows = questions([task for task in tasks() if task.name.startswith(given.only)], Path(folder), given.models)
        problems = compile_problems([problem for _, _, problem in rows])
    for (task, mistake, _), problem in zip(rows, problems, strict=True):
        start = time.process_time()
        verdict = decide(problem)
        spent = time.process_time() - start
        place = f"{verdict.place}: " if verdict.place else ""
        why = verdict.witness.what if verdict.witness else place + verdict.reason
        sizes = ", ".join(f"{name} = {size}" for name, size in task.sizes.items())
        kernel, expected = (mistake.kind, "other") if mistake else (task.launches[0].kernel.partition(":")[2], "same")
        lines.append((task.name, kernel, sizes, expected, verdict.outcome.value, why.partition("\n")[0], f"{spent:.1f}"))
        print(*lines[-1], sep="\t", flush=True)
        counts[f"{expected}: {verdict.outcome.value}"] += 1
        times += [spent] if mistake is None else []
        bad += verdict.equal if mistake else verdict.different
    print(
        f"{dict(sorted(counts.items()))}; right kernels: {median(times):.1f} s in the median, {max(times):.1f} s at most; wrong: {bad}"
    )
    if given.write:
        write_table(MODELS_TABLE if given.models else TABLE, lines, given.only)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
