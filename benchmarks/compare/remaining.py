"""Conversions that stay after Triton's last RemoveLayoutConversions: which are saved, and what holds each of the others?

    python -m benchmarks.pointer.harvest FOLDER OUT     # once for each package
    python -m benchmarks.compare.remaining compile OUT ...
    python -m benchmarks.compare.remaining table OUT ...

`compile` writes the programs before and after each run of the pass for cuda:90, as `egraph-opt capture` does, to OUT/ttgir. A kernel that
takes over 40 s is left out. `table` optimises the input of the third run of each kernel whose result keeps conversions, once for programs
that are alike up to the function's name, and none of the corpus. Where our program costs as much as Triton's, the column `held` has our
conversions: what fixes the layouts before and after each, and what the cheapest program costs in addition that does not convert this value.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.compare.sweep import COLUMNS
from benchmarks.paths import CORPUS, RESULTS
from benchmarks.runs import exchange_run, origin
from egraph_opt.baseline.libtriton import ask
from egraph_opt.core.acceptance.alternatives import take_first
from egraph_opt.core.task import Clock
from egraph_opt.cost import bind_target, evaluate
from egraph_opt.extract.base.stable_sum import ordered_sum
from egraph_opt.families.layout.optimize import LayoutTask, Searched
from egraph_opt.families.layout.options import Options
from egraph_opt.families.layout.report.remaining_conversions import (
    converting_nodes,
    price_without_conversion,
    remaining_conversions,
)
from egraph_opt.families.layout.report.search_stats import SearchStats
from egraph_opt.text import read, write
from egraph_opt.triton.capture.script_capture import note_runs
from egraph_opt.triton.compile.ttgir_stage import run_in_parts

OPTIONS = replace(Options(), min_gain=0.0, time_limit=30.0)
PRICES = replace(OPTIONS, time_limit=2.0)
"""Options of the searches without one conversion."""
ROUNDING = 1e-6
SECONDS = 40


def programs(path: Path) -> dict[str, str]:
    """Return the TTGIR of a TTIR file before and after each run of RemoveLayoutConversions, by file name."""
    from triton._C.libtriton import ir
    from triton.backends.compiler import GPUTarget, Language
    from triton.compiler.compiler import make_backend

    backend, context, files = make_backend(GPUTarget("cuda", 90, 32)), ir.context(), dict[str, str]()
    ir.load_dialects(context)
    backend.load_dialects(context)
    module = ir.parse_mlir_module(str(path), context)
    module.context = context
    stages: dict[str, Any] = {}
    backend.add_stages(stages, backend.parse_options({}), Language.TRITON)
    run_in_parts(backend, stages["ttgir"], module, {}, note_runs(files))
    return files


def compile_package(package: Path) -> int:
    """Write the programs of a package's kernels, each in a child, since libtriton may end the process; return how many there are."""
    for path in sorted((package / "ttir").glob("*.ttir")):
        if (child := os.fork()) == 0:
            try:
                resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
                folder = package / "ttgir" / path.stem
                files = programs(path)
                folder.mkdir(parents=True, exist_ok=True)
                for name, text in files.items():
                    (folder / name).write_text(text)
            finally:
                os._exit(0)
        os.waitpid(child, 0)
    return len(list((package / "ttgir").glob("*/rlc3.after.ttgir")))


def kept(packages: Sequence[Path]) -> Iterator[tuple[str, str, str, str]]:
    """Yield package, kernel, and its programs before and after the third run, if conversions stay; none of the corpus, each once."""
    seen = {nameless(path.read_text()) for path in (CORPUS / "kernels").glob("*/rlc3.before.ttgir")}
    for package in packages:
        for path in sorted(package.glob("ttgir/*/rlc3.after.ttgir")):
            before, after = path.with_name("rlc3.before.ttgir").read_text(), path.read_text()
            if "ttg.convert_layout" in after and nameless(before) not in seen:
                yield package.name, path.parent.name, before, after
            seen.add(nameless(before))


def nameless(text: str) -> str:
    return re.sub(r"@\w+", "@f", text)


def row(package: str, kernel: str, before: str, after: str) -> tuple[str, list[str]]:
    """Return our program for a kernel, and the kernel's row; whether Triton accepts the program is not known yet."""
    clock, module, theirs = Clock(), read(before, kernel), read(after, kernel)
    model = bind_target(OPTIONS.model, module)
    task = LayoutTask(module, replace(OPTIONS, cost=model), clock, before)
    task.searched = searched = list[Searched]()
    new, results = take_first(module, task.module_alternatives(), task.accept)
    sides = [[evaluate(f, model) for f in program.functions()] for program in (module, theirs, new)]
    costs = [ordered_sum(total.cost for total in side) for side in sides]
    bound, optimal = ordered_sum(result.lower_bound for result in results), all(result.optimal for result in results)
    verdict = "better" if costs[2] < costs[1] * (1 - ROUNDING) else "worse" if costs[2] > costs[1] * (1 + ROUNDING) else "same"
    counts = ["/".join(str(sum(getattr(t, name) for t in side)) for side in sides) for name in ("converts", "converts_in_loops")]
    remarks = [result.remark for result in results if result.remark]
    why = [] if verdict == "better" else [*remarks, *(t for each in searched for t in held(SearchStats(each), new is not module))]
    numbers = [f"{number:.6g}" for number in (*costs, bound)]
    said = [str(optimal), verdict, *counts, f"{ordered_sum(clock.seconds.values()):.3f}", ""]
    return write(new), [f"{package}/{kernel}", "cycles", *numbers, *said, "; ".join(why)]


def held(search: SearchStats, changed: bool) -> Iterator[str]:
    """Yield what holds each conversion of a program, and how much more the cheapest program without it costs."""
    nodes = converting_nodes(search, search.selected_nodes if changed else search.used_input_nodes)
    for number, each in zip(nodes, remaining_conversions(search, changed), strict=True):
        sides = " -> ".join(" and ".join(fixed) or "any" for fixed in (each.sources, each.targets))
        more, exact = price_without_conversion(search, number, PRICES)
        without = "impossible" if more is None else f"{'' if exact else 'at most '}{more:.4g} more"
        yield f"{each.value} ({each.kind}, {each.cost:.4g}): {sides}, without it {without}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("compile", "table"))
    parser.add_argument("packages", nargs="+", type=Path)
    parser.add_argument("--run", default="held-out", help="what the rows of the table begin with")
    parser.add_argument("--table", type=Path, default=RESULTS / "greedy.tsv")
    given = parser.parse_args()
    if given.what == "compile":
        for package in given.packages:
            print(package.name, compile_package(package), flush=True)
        return
    outputs, table = list[str](), list[list[str]]()
    for kernel in kept(given.packages):
        output, found = row(*kernel)
        outputs.append(output)
        table.append(found)
        print(*found, sep="\t", flush=True)
    for found, answer in zip(table, ask("accept", outputs), strict=True):
        found[-2] = str(answer.text is not None)
    at = {name: number for number, name in enumerate(COLUMNS)}
    verdicts = [found[at["verdict"]] for found in table]
    proved = sum(float(found[at["lower_bound"]]) >= 0.99 * float(found[at["egraph"]]) for found in table)
    counts = ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in ("better", "same", "worse"))
    said = f"{len(table)} kernels: {counts}; {proved} proved within 1 %"
    head = origin(
        "egraph-opt", "egglog", "highspy", "triton", note=f"cuda:90, exact, 8 candidates, {OPTIONS.time_limit:g} s; {said}"
    )
    exchange_run(given.table, given.run, [head], COLUMNS, table)
    print(said)


if __name__ == "__main__":
    main()
