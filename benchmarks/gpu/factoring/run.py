"""Times intra kernels with their exponentials factored: `python -m benchmarks.gpu.factoring.run FLA OUT --seconds 110`.

FLA is the folder of flash-linear-attention's package (`.../site-packages/fla`). Needs PyTorch, Triton and a GPU. All variants are compiled
in parallel at D=128 and timed in each configuration, and the three fastest of each again at other shapes. Then, if there is time, the two
fastest are compiled through the plug-in. Rows go to OUT/factoring.tsv as they come.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from .arguments import BOUND, LOG2E, WRITTEN, Configuration, Shape, configurations, grid, scalars, tensors
from .edits import VARIANTS, load

SHAPES = (Shape(2, 8192, 16, 128), Shape(2, 8192, 32, 64), Shape(1, 2048, 16, 128))
PLUGIN = "plug-in"
Job = tuple[str, str, Configuration, Shape, str]


def compiled(package: Path, folder: Path, job: Job) -> str:
    """Compile a job into Triton's cache; what went wrong, or nothing."""
    import torch  # type: ignore[import-not-found,unused-ignore]
    from triton.runtime.jit import MockTensor

    kernel, variant, configuration, shape, pipeline = job
    try:
        if pipeline == PLUGIN:
            import egraph_opt.triton

            egraph_opt.triton.enable(background=False)
        types = {name: MockTensor(getattr(torch, dtype)) for name, (_, dtype) in tensors(kernel, shape).items()}
        function = load(package, folder, kernel, variant)
        function.warmup(**types, **scalars(kernel, variant, shape), **configuration, grid=(1,))
    except Exception as error:  # one variant that does not compile loses its row only
        return f"{type(error).__name__}: {str(error)[:300]}"
    return ""


class Inputs:
    """Random inputs of a shape, made once: gates bounded per token and summed within chunks, in units of log2."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self._known: dict[tuple[str, tuple[int, ...], str], Any] = {}

    def of(self, kernel: str) -> dict[str, Any]:
        import torch  # type: ignore[import-not-found,unused-ignore]

        found = {}
        for name, (sizes, dtype) in tensors(kernel, self.shape).items():
            key = name, sizes, dtype
            if key not in self._known:
                generator = torch.Generator("cuda").manual_seed(len(name))
                x = torch.randn(sizes, device="cuda", generator=generator)
                if name == "g":
                    s = self.shape
                    x = (-BOUND * torch.sigmoid(x) * LOG2E).view(s.B, -1, 64, s.H, s.K).cumsum(2).view(sizes)
                elif name == "beta":
                    x = torch.sigmoid(x)
                elif name in ("Akkd", "dAqk", "dAkk", "dA"):
                    x = x * 0.01
                self._known[key] = x.to(getattr(torch, dtype))
            found[name] = self._known[key]
        return found


def timed(package: Path, folder: Path, job: Job, inputs: Inputs) -> tuple[float, dict[str, Any]]:
    """Run a job: microseconds in the median, and what it wrote."""
    import torch  # type: ignore[import-not-found,unused-ignore]

    kernel, variant, configuration, shape, _ = job
    function = load(package, folder, kernel, variant)
    given = inputs.of(kernel)
    out = {name: torch.zeros_like(given[name]) for name in WRITTEN[kernel]}
    launch = function[grid(kernel, shape, configuration)]

    def run() -> None:
        launch(**{**given, **out}, **scalars(kernel, variant, shape), **configuration)

    run()
    torch.cuda.synchronize()
    times = []
    for _ in range(7):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        run()
        end.record()
        torch.cuda.synchronize()
        times.append(start.elapsed_time(end) * 1000)
    return sorted(times)[len(times) // 2], out


def difference(left: dict[str, Any], right: dict[str, Any]) -> float:
    """The largest difference of two results, relative to the root mean square of the first: its worst output."""
    worst = 0.0
    for name, x in left.items():
        a, b = x.double(), right[name].double()
        worst = max(worst, float((a - b).abs().max() / a.square().mean().sqrt().clamp_min(1e-30)))
    return worst


class Table:
    """Rows as they come."""

    HEAD = "shape", "kernel", "variant", "pipeline", "configuration", "us", "difference"

    def __init__(self, path: Path) -> None:
        self._file = path.open("w")
        self.add(*self.HEAD)

    def add(self, *row: object) -> None:
        print(*row, sep="\t", file=self._file, flush=True)


def best(results: dict[Any, float], kernel: str, variant: str, n: int) -> list[Configuration]:
    known = sorted((us, key[2]) for key, us in results.items() if key[:2] == (kernel, variant))
    return [json.loads(text) for _, text in known[:n]]


def main(package: Path, out: Path, seconds: float, processes: int) -> None:
    end = time.monotonic() + seconds
    folder = out / "modules"
    folder.mkdir(parents=True, exist_ok=True)
    for kernel, variants in VARIANTS.items():
        for variant in variants:
            load(package, folder, kernel, variant)
    table = Table(out / "factoring.tsv")
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"))

    def sweep(jobs: Iterable[Job], keep: dict[Any, float] | None = None) -> None:
        started = time.monotonic()
        futures = {pool.submit(compiled, package, folder, job): job for job in jobs}
        ready: list[Job] = []
        try:
            for future in as_completed(futures, timeout=max(end - time.monotonic(), 1)):
                if error := future.result():
                    print(futures[future][:4], error, flush=True)
                else:
                    ready.append(futures[future])
        except TimeoutError:
            print("out of time: compiled", len(ready), "of", len(futures), flush=True)
        print(f"compiled {len(ready)} in {time.monotonic() - started:.1f} s", flush=True)
        by_shape: dict[Shape, list[Job]] = {}
        for job in sorted(ready, key=str):
            by_shape.setdefault(job[3], []).append(job)
        for shape, group in by_shape.items():
            inputs = Inputs(shape)
            first: dict[str, dict[str, Any]] = {}
            for job in sorted(group, key=lambda job: (job[0], job[1] != "plain", job[1])):
                kernel, variant, configuration, _, pipeline = job
                try:
                    us, wrote = timed(package, folder, job, inputs)
                except Exception as error:  # one configuration that does not run loses its row only
                    print(job, type(error).__name__, str(error)[:200], flush=True)
                    continue
                key = "kda diagonal" if "token" in kernel or "sub_chunk" in kernel else kernel
                reference = first.setdefault(key, wrote)
                text = json.dumps(configuration)
                table.add(shape, kernel, variant, pipeline, text, f"{us:.1f}", f"{difference(reference, wrote):.3g}")
                if keep is not None:
                    keep[kernel, variant, text] = us

    every = [(kernel, variant) for kernel, variants in VARIANTS.items() for variant in variants]
    found: dict[Any, float] = {}
    sweep(((k, v, c, SHAPES[0], "plain") for k, v in every for c in configurations(k)), found)
    sweep((k, v, c, shape, "plain") for shape in SHAPES[1:] for k, v in every for c in best(found, k, v, 3))
    if time.monotonic() < end - 15:
        import egraph_opt.triton

        egraph_opt.triton.enable(background=False)
        sweep((k, v, c, SHAPES[0], PLUGIN) for k, v in every for c in best(found, k, v, 2))
    pool.shutdown(wait=False, cancel_futures=True)
    for process in multiprocessing.active_children():
        process.kill()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seconds", type=float, default=110.0)
    parser.add_argument("--processes", type=int, default=14)
    given = parser.parse_args()
    main(given.package, given.out, given.seconds, given.processes)
