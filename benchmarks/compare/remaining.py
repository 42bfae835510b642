"""Conversions that stay after Triton's last RemoveLayoutConversions: which are saved, and what holds each of the others?

    python -m benchmarks.pointer.harvest FOLDER OUT     # once for each package
    python -m benchmarks.compare.remaining compile OUT ...
    python -m benchmarks.compare.remaining table OUT ... -o TABLE

`compile` writes the programs before and after each run of the pass for cuda:90, as `egraph-opt capture` does, to OUT/ttgir. A kernel that
takes over 40 s is left out. `table` optimises the input of the third run of each kernel whose result keeps conversions, once for programs
that are alike up to the function's name. A kernel with `before` has one row for each conversion of ours: what fixes its layouts before and
after it, and what the cheapest program costs in addition that does not convert this value (`-`: there is none). `remark` says why a cheaper
program was not used.
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

from benchmarks.paths import CORPUS, RESULTS
from benchmarks.runs import origin, write_table
from egraph_opt.baseline.libtriton import ask
from egraph_opt.core.alternatives import take_first
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
from egraph_opt.triton.compile.ttgir_stage import run_in_parts

OPTIONS = replace(Options(), min_gain=0.0, time_limit=10.0)
COLUMNS = tuple(
    "package kernel triton ours lower_bound seconds verdict conversion kind cost before after without remark".split()
)  # fmt: skip
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

    def around(run: Any, module: Any, last: bool) -> Any:
        number = len(files) // 2 + 1
        files[f"rlc{number}.before.ttgir"] = module.str_nodebug()
        run()
        files[f"rlc{number}.after.ttgir"] = module.str_nodebug()
        return module

    run_in_parts(backend, stages["ttgir"], module, {}, around)
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


def rows(package: str, kernel: str, before: str, after: str) -> tuple[str, list[tuple[str, ...]]]:
    """Return our program, and the rows of a kernel: one, or one for each of its conversions if it is not cheaper than Triton's program."""
    clock, module, theirs = Clock(), read(before, kernel), read(after, kernel)
    model = bind_target(OPTIONS.model, module)
    task = LayoutTask(module, replace(OPTIONS, cost=model), clock, before)
    task.searched = searched = list[Searched]()
    new, results = take_first(module, task.module_alternatives(), task.accept)
    triton, ours = (ordered_sum(evaluate(f, model).cost for f in program.functions()) for program in (theirs, new))
    bound = ordered_sum(result.lower_bound for result in results)
    verdict = "cheaper" if ours < triton * (1 - ROUNDING) else "dearer" if ours > triton * (1 + ROUNDING) else "same"
    numbers = [f"{number:.6g}" for number in (triton, ours, bound)]
    head = (package, kernel, *numbers, f"{ordered_sum(clock.seconds.values()):.2f}", verdict)
    table = []
    for search in map(SearchStats, searched if verdict != "cheaper" else ()):
        changed = new is not module
        nodes = converting_nodes(search, search.selected_nodes if changed else search.used_input_nodes)
        for number, held in zip(nodes, remaining_conversions(search, changed), strict=True):
            more, exact = price_without_conversion(search, number, OPTIONS)
            without = "-" if more is None else f"{'' if exact else '<= '}{more:.6g}"
            fixed = (", ".join(each) for each in (held.sources, held.targets))
            table.append((*head, held.value, held.kind, f"{held.cost:.6g}", *fixed, without))
    remark = " ".join(result.remark for result in results)
    return write(new), [(*row, remark) for row in table or [(*head, *[""] * 6)]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("compile", "table"))
    parser.add_argument("packages", nargs="+", type=Path)
    parser.add_argument("-o", "--output", type=Path, default=RESULTS / "remaining.tsv")
    given = parser.parse_args()
    if given.what == "compile":
        for package in given.packages:
            print(package.name, compile_package(package), flush=True)
        return
    table, outputs = list[tuple[str, ...]](), list[str]()
    for kernel in kept(given.packages):
        output, found = rows(*kernel)
        outputs.append(output)
        table += found
        print(*found[0], sep="\t", flush=True)
    refused = sum(answer.text is None for answer in ask("accept", outputs))
    kernels = {row[:2]: row for row in table}.values()
    counts = [f"{sum(row[6] == verdict for row in kernels)} {verdict}" for verdict in ("cheaper", "same", "dearer")]
    proved = sum(float(row[4]) >= 0.99 * float(row[3]) for row in kernels)
    said = f"{len(kernels)} kernels: {', '.join(counts)}; {proved} proved within 1 %; Triton refuses {refused} of ours"
    write_table(
        given.output, (origin("egraph-opt", "egglog", "highspy", "triton", note="cuda:90, bit for bit"), said), COLUMNS, table
    )
    print(said)


if __name__ == "__main__":
    main()
