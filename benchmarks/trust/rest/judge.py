"""Programs with layouts, optimised: Triton takes each output as far as its input, and none is dearer than its seed."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.trust.rest.reach import reached, shortfall
from benchmarks.trust.sweep import Found
from egraph_opt.baseline.libtriton import ask
from egraph_opt.baseline.seed import read_seeds
from egraph_opt.core.pipeline import optimize_module
from egraph_opt.core.result import Result
from egraph_opt.core.task import Clock
from egraph_opt.cost import bind_target, evaluate
from egraph_opt.errors import EgraphOptError
from egraph_opt.extract.base.stable_sum import ordered_sum
from egraph_opt.families.layout.optimize import LayoutTask
from egraph_opt.families.layout.options import Options
from egraph_opt.ir.module import Module
from egraph_opt.text import split

SETTINGS: dict[str, dict[str, Any]] = {
    "default": {},
    "seed_with": {},
    "moves": {"move_loads": True, "move_stores": True, "reassociate": True},
}
"""Options of the runs; `seed_with` starts from the result of Triton's pass, too."""
WORK = 2_000_000
"""Limit of work of an extraction: most of these programs are small."""
BATCH = 100
COLUMNS = ("options", "modules", "not read", "left by an error", "changed", "verified", "reach as far", "dearer, with a remark")


class Case(NamedTuple):
    """A program that Triton takes, its name, and the result of Triton's pass, if there is one."""

    name: str
    text: str
    greedy: str | None


def modules(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the modules with layouts of all files in a folder, with names: the path, and the line where each begins."""
    for path in sorted(folder.rglob("*.mlir")):
        for text, line in split(path.read_text()):
            if "#ttg." in text and "tt.func" in text:
                yield f"{path.relative_to(folder)}:{line}", text


def cases(programs: Sequence[tuple[str, str]]) -> list[Case]:
    """Return the programs that Triton takes."""
    taken = [p for p, answer in zip(programs, ask("accept", [text for _, text in programs]), strict=True) if answer.text]
    greedy = ask("greedy", [text for _, text in taken])
    return [Case(name, text, answer.text) for (name, text), answer in zip(taken, greedy, strict=True)]


def judge(programs: Sequence[tuple[str, str]]) -> Found:
    """Judge the outputs of programs under each setting."""
    counts, wrong = Counter[tuple[str, str]](), list[str]()
    taken, told = cases(programs), 0
    for start in range(0, len(taken), BATCH):
        batch = taken[start : start + BATCH]
        outputs = list[tuple[Case, str, str]]()
        for setting, options in SETTINGS.items():
            for case in batch:
                for what in _optimized(case, setting, options, outputs):
                    kind, _, said = what.partition(": ")
                    counts[setting, kind] += 1
                    if said:
                        wrong.append(f"{case.name}, {setting}: {said}")
        texts = sorted({text for case, _, output in outputs for text in (case.text, output)})
        far = dict(zip(texts, reached(texts), strict=True))
        verified = dict(zip(texts, ask("accept", texts), strict=True))
        for case, setting, output in outputs:
            answer, behind = verified[output], shortfall(far[case.text], far[output])
            counts[setting, "changed"] += 1
            counts[setting, "verified"] += answer.text is not None
            counts[setting, "reach as far"] += not behind
            if answer.text is None or behind:
                wrong.append(f"{case.name}, {setting}: {answer.error or behind}")
        print(
            f"{start + len(batch)} of {len(taken)} modules: {sorted(counts.items())}",
            *wrong[told:],
            sep="\n",
            file=sys.stderr,
            flush=True,
        )
        told = len(wrong)
    rows = [(setting, len(taken), *(counts[setting, column] for column in COLUMNS[2:])) for setting in SETTINGS]
    return Found(COLUMNS, rows, wrong, _unreadable(len(programs), len(taken)))


def judge_in_parts(programs: Sequence[tuple[str, str]], processes: int) -> Found:
    """Judge as `judge` does, in several processes, if asked for."""
    if processes == 1:
        return judge(programs)
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        parts = list(pool.map(judge, [programs[start::processes] for start in range(processes)]))
    rows = [(setting, *map(sum, zip(*(part.rows[n][1:] for part in parts), strict=True))) for n, setting in enumerate(SETTINGS)]
    return Found(COLUMNS, rows, [line for part in parts for line in part.wrong], _unreadable(len(programs), rows[0][1]))


def _unreadable(programs: int, taken: int) -> str:
    return f"{programs - taken} of {programs} modules are unreadable by Triton"


def _optimized(case: Case, setting: str, options: dict[str, Any], outputs: list[tuple[Case, str, str]]) -> Iterator[str]:
    """Optimise a program, add its output if it is another one, and yield what is to be counted, with what is wrong in it."""
    try:
        module = LayoutTask.read(case.text, case.name, 1)
    except EgraphOptError as refused:
        yield "not read" + (": " + str(refused).partition("\n")[0] if setting == "default" else "")
        return
    seeds = read_seeds(case.greedy, case.name) if setting == "seed_with" and case.greedy else []
    task = LayoutTask(module, Options(work_limit=WORK, **options), Clock(), case.text, seeds=seeds)
    result = optimize_module(task)
    if result.stopped_by in ("error", "check"):
        yield f"left by an error: {' '.join(result.remarks)[:300]}"
    if result.ir != case.text:
        outputs.append((case, setting, result.ir))
    if seeds and (more := dearer(module, seeds[0], result)):
        yield "dearer, with a remark" + (
            "" if "which was not used" in " ".join(result.remarks) else f": {more}, without a remark"
        )


def dearer(module: Module, seed: Module, result: Result) -> str:
    """Return by how much an output costs more than Triton's, or an empty string if it does not."""
    model = bind_target(Options().model, module)
    theirs = ordered_sum(evaluate(function, model).cost for function in seed.functions())
    ours = ordered_sum(function.cost_after for function in result.functions)
    return f"{ours:.6g} cycles, and Triton's {theirs:.6g}" if ours > theirs * (1 + 1e-6) else ""
