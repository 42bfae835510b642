"""Time what the plug-in makes of kernels with pointers: `python -m benchmarks.gpu.descriptors.ours FLA OUT [--only CASE]`.

Each kernel in the configurations that were the best for pointers and for descriptors (`run`): with pointers as Triton compiles them, with
descriptors by hand, and as `egraph_opt.triton.enable(tune=True, descriptors=True)` has it, which chooses among its own program, Triton's,
and one with descriptors. Launches are timed in three ways: in a row, each of them through Triton's own way, so that the host's part counts;
in a row within a CUDA graph, where it does not; and alone, one at a time in a CUDA graph with its memory out of the cache. Rows go to
OUT/ours.tsv as they come.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import multiprocessing
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.gpu.descriptors import fla, kernels
from benchmarks.gpu.descriptors.cases import Case, Config, each, function
from benchmarks.gpu.descriptors.run import BY_NAME, Job, Timer, arguments, compiled

OURS = "ours"
AGAIN = "pointers again"
"""Side with the same program as the pointers': what two equal programs differ by."""
WIDE, SQUARE = each((8,), (3,), BM=128, BN=256, BK=64), each((4,), (3,), BM=128, BN=128, BK=64)
TALL = each((8,), (3,), BM=128, BN=128)
SMALL = each((4,), (3,), BM=64, BN=64)
WORK: dict[str, list[Config]] = {
    "matmul 4096x4096x512": WIDE + SQUARE,
    "matmul 4096x8192x512": WIDE + SQUARE,
    "matmul 4096x4096x4096": WIDE + SQUARE,
    "matmul 512x8192x4096": each((8,), (4,), BM=128, BN=256, BK=64),
    "split-k matmul 512x512x16384 in 8": each((4,), (4,), BM=64, BN=128, BK=64),
    "sums 16384x16384": each((4,), (3,), BM=4, BN=1024) + each((4,), (3,), BM=16, BN=256) + each((8,), (3,), BM=32, BN=128),
    "norm 16384x8192": each((8,), (3,), BM=4, BN=1024) + each((8,), (3,), BM=16, BN=256),
    "attention 64x4096x64": SMALL + TALL + each((4,), (3,), BM=128, BN=64),
    "attention 32x4096x128": SMALL + TALL,
    "attention 64x512x64": SMALL + each((8,), (2,), BM=128, BN=128),
    "copy 8192x8192": each((8,), (1,), BM=64, BN=128),
    "persistent matmul 4096x4096x512": WIDE,
    "persistent matmul 4096x8192x512": WIDE,
    fla.OUTPUT: each((4,), (2,), BK=64, BV=128),
    fla.WY: each((4,), (3,)),
}


def own(case: Case, package: Path, folder: Path) -> Any:
    """The kernel with pointers once more, as a function of its own."""
    if case.kernels["pointers"] == "fla":
        (folder / "ours").mkdir(exist_ok=True)
        return fla.load(package, folder / "ours", case.name, False)
    if "ours_kernels" not in sys.modules:
        spec = importlib.util.spec_from_file_location("ours_kernels", kernels.__file__)
        assert spec is not None and spec.loader is not None
        sys.modules["ours_kernels"] = module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return getattr(sys.modules["ours_kernels"], case.kernels["pointers"])


def enabled() -> Any:
    """The plug-in, with no other variants than its own, Triton's and the one with descriptors; its hook."""
    from triton import knobs

    import egraph_opt.triton
    from egraph_opt.triton.launches import timed_choice

    timed_choice.variants = lambda settings: {}
    egraph_opt.triton.enable(tune=True, descriptors=True, progress=False)
    return knobs.runtime.add_stages_inspection_hook


def prepared(package: Path, folder: Path, job: Job) -> str:
    """Fill Triton's caches with all that a job launches, and raise its kernel."""
    import torch  # type: ignore[import-not-found,unused-ignore]
    from triton.runtime.jit import MockTensor

    name, side, text = job
    if side != OURS:
        return compiled(package, folder, job, False)
    case = BY_NAME[name]
    try:
        enabled()
        tensors = {n: MockTensor(getattr(torch, dtype)) for n, (_, dtype) in case.tensors.items()}
        first = own(case, package, folder).warmup(**arguments(case, "pointers", json.loads(text), tensors), grid=(1,))
        tuner, kernel, program = first._tuner, first._kernel, first._program
        tuner._compile_variants(("plain", "model"), kernel, program)
        return f"ok {tuner._kernel_with_descriptors(kernel, kernel, program) is not None}"
    except Exception as error:  # one configuration that does not compile loses its row only
        return f"{type(error).__name__}: {str(error)[:300]}"


class OurTimer(Timer):
    """Launches of one case, of which those of ours have the plug-in."""

    hook: Any = None
    """The plug-in's, where it is there."""

    def __init__(self, case: Case, package: Path, folder: Path) -> None:
        super().__init__(case, package, folder)
        self.functions |= {OURS: own(case, package, folder), AGAIN: self.functions["pointers"]}

    def launch(self, side: str, config: Config) -> None:
        from triton import knobs

        knobs.runtime.add_stages_inspection_hook = self.hook if side == OURS else None
        if self.hook is not None:  # else Triton finds the kernels under the plug-in's keys
            self.hook._marked._on = side == OURS
        given = arguments(self.case, "pointers" if side in (OURS, AGAIN) else side, config, self.tensors)
        self.functions[side][self.case.grid(config)](**given)

    def graph(self, side: str, config: Config, launches: int) -> Any:
        """A graph that launches the kernel so many times."""
        graph = self.torch.cuda.CUDAGraph()
        with self.torch.cuda.graph(graph):
            for _ in range(launches):
                self.launch(side, config)
        return graph

    def replayed(self, graph: Any, times: int) -> float:
        """Microseconds of a replay among so many in a row."""
        begin, end = (self.torch.cuda.Event(enable_timing=True) for _ in range(2))
        self.torch.cuda.synchronize()
        begin.record()
        for _ in range(times):
            graph.replay()
        end.record()
        self.torch.cuda.synchronize()
        return begin.elapsed_time(end) * 1e3 / times  # type: ignore[no-any-return]


TURNS, TURN, IN_A_GRAPH = 24, 5e3, 2e3
"""Number of timings of graphs of each side, in shuffled turns; microseconds of one, and of a graph."""
ROWS, ROW, LONGEST_ROW = 16, 30e3, 500
"""The same for launches in a row, and most launches of one: of short kernels there are more rows, as their host is the limit."""
HEAD = ("case", "configuration", "side", "chosen", "alone us", "alone over pointers", "in a graph us", "in a graph over pointers",
        "in a row us", "in a row over pointers", "host us", "difference", "alone over the best", "in a graph over the best",
        "in a row over the best")  # fmt: skip


def measure(timer: OurTimer, config: Config, table: Any, seconds: float) -> None:
    """Time one configuration in three ways, and compare the results of all sides."""
    import egraph_opt.triton

    sides = [*timer.case.kernels, OURS, AGAIN]
    before = len(egraph_opt.triton.report().tuned)
    results = {side: timer.result(partial(timer.launch, side, config)) for side in sides}
    tuned = egraph_opt.triton.report().tuned[before:]
    failed = [k.reason for k in egraph_opt.triton.report().kernels if k.outcome == "failed"][-1:]
    chosen = "; ".join(f"{each.chosen} {dict(each.microseconds)}" for each in tuned) or f"not tuned {failed}"
    graphs = {side: timer.graph(side, config, 1) for side in sides}
    replayed = {side: timer.result(graph.replay) for side, graph in graphs.items()}
    alone = dict(zip(sides, timer.turns([graph.replay for graph in graphs.values()], seconds), strict=True))
    one = statistics.median(alone["pointers"])
    launches, row = max(1, int(IN_A_GRAPH / one)), min(max(10, int(ROW / one)), LONGEST_ROW)
    graphs = {side: timer.graph(side, config, launches) for side in sides}
    replays = max(1, int(TURN / one / launches))
    in_graphs = shuffled(sides, TURNS, lambda side: (timer.replayed(graphs[side], replays) / launches,))
    rows = shuffled(sides, max(ROWS, int(ROWS * ROW / one / row)), lambda side: timer.host(side, config, row))
    of_graphs = {side: [graph for (graph,) in in_graphs[side]] for side in sides}
    of_rows = {side: [in_a_row for _, in_a_row in rows[side]] for side in sides}
    ways = alone, of_graphs, of_rows
    for side in sides:
        pairs = [pair for found in (results, replayed) for pair in zip(results["pointers"], found[side], strict=True)]
        worst = max(float((x - y).abs().max()) / float(x.abs().max()) for x, y in pairs)
        columns = [compared(way["pointers"], way[side]) for way in ways]
        best = [
            f"{min(gain(way[by_hand], way[side]) for by_hand in timer.case.kernels):.3f}" if side == OURS else "" for way in ways
        ]
        host = statistics.median(host for host, _ in rows[side])
        print(timer.case.name, json.dumps(config), side, chosen if side == OURS else "", *columns, f"{host:.1f}", f"{worst:.2g}", *best,
              sep="\t", file=table, flush=True)  # fmt: skip


def shuffled(sides: Sequence[str], turns: int, timed: Callable[[str], tuple[float, ...]]) -> dict[str, list[tuple[float, ...]]]:
    """Timings of each side in turns, in another order each time, as a program depends on how hot the one before made the GPU."""
    order, found = random.Random(0), dict[str, list[tuple[float, ...]]]((side, []) for side in sides)
    for _ in range(turns):
        for side in order.sample(sides, len(sides)):
            found[side].append(timed(side))
    return found


def compared(plain: Sequence[float], times: Sequence[float]) -> str:
    """Two columns: the median, and the median gain over the pointers' time in the same turn."""
    return f"{statistics.median(times):.2f}\t{gain(plain, times):.3f}"


def gain(plain: Sequence[float], times: Sequence[float]) -> float:
    """The median gain over another side's time in the same turn."""
    return statistics.median(p / t for p, t in zip(plain, times, strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seconds", type=float, default=1.5, help="of timing one configuration")
    parser.add_argument("--processes", type=int, default=15)
    parser.add_argument("--only", action="append", choices=WORK, help="this case alone")
    given = parser.parse_args()
    folder = given.out / "modules"
    folder.mkdir(parents=True, exist_ok=True)
    work = [(BY_NAME[name], configs) for name, configs in WORK.items() if name in (given.only or WORK)]
    for case, _ in work:
        for side in case.kernels:
            function(case, side, given.package, folder)
        own(case, given.package, folder)
    jobs = [(case.name, side, json.dumps(c)) for case, configs in work for c in configs for side in (OURS, *case.kernels)]
    started = time.monotonic()
    with ProcessPoolExecutor(given.processes, multiprocessing.get_context("spawn")) as pool:
        for job, said in zip(
            jobs, pool.map(prepared, *zip(*((given.package, folder, job) for job in jobs), strict=True)), strict=True
        ):
            if job[1] == OURS or not said.startswith("ok"):
                print(*job, said, flush=True)
    print(f"prepared {len(jobs)} in {time.monotonic() - started:.1f} s", flush=True)
    timers = {case.name: OurTimer(case, given.package, folder) for case, _ in work}
    for case, configs in work:  # before the plug-in is there
        for config in configs:
            for side in case.kernels:
                timers[case.name].launch(side, config)
    hook = enabled()
    with (given.out / "ours.tsv").open("w") as table:
        print(*HEAD, sep="\t", file=table)
        for case, configs in work:
            begun, timer = time.monotonic(), timers[case.name]
            timer.hook = hook
            for config in configs:
                try:
                    measure(timer, config, table, given.seconds)
                except Exception as error:  # one configuration that does not run loses its rows only
                    print(case.name, config, type(error).__name__, str(error)[:300], flush=True)
            print(case.name, f"{time.monotonic() - begun:.1f} s", flush=True)


if __name__ == "__main__":
    main()
