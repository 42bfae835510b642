"""Time kernels with pointers against the same with descriptors that are arguments: `python -m benchmarks.gpu.descriptors.run FLA OUT`.

FLA is the folder of flash-linear-attention's package (`.../site-packages/fla`). Needs PyTorch, Triton and a GPU, or compiles only
(`--compile`). All configurations are compiled in parallel and timed for a few launches each. Then the best of each side, and each side in
the best configuration of pointers, are timed in turns with the second-level cache overwritten before each launch. `host` is what a launch
costs its process, descriptors made anew for each launch; `in a row` is the time of a launch among many that follow each other.
Rows go to OUT/descriptors.tsv and OUT/configurations.tsv as they come.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import statistics
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.gpu.descriptors.cases import CASES, Case, Config, arguments, function

Job = tuple[str, str, str]
BY_NAME = {case.name: case for case in CASES}


def no_gpu() -> None:
    """Let Triton compile for an H200 where there is none."""
    from triton.backends.compiler import GPUTarget
    from triton.runtime import driver

    class Absent:
        def get_current_target(self) -> Any:
            return GPUTarget("cuda", 90, 32)

        def get_current_device(self) -> int:
            return 0

        def get_current_stream(self, device: int) -> int:
            return 0

    driver.set_active(Absent())


def compiled(package: Path, folder: Path, job: Job, absent: bool) -> str:
    """Compile a job into Triton's cache; what went wrong, or what moves memory."""
    import torch  # type: ignore[import-not-found,unused-ignore]
    from triton.runtime import driver
    from triton.runtime.jit import MockTensor

    name, side, text = job
    case = BY_NAME[name]
    try:
        if absent:
            no_gpu()
        tensors = {n: MockTensor(getattr(torch, dtype)) for n, (_, dtype) in case.tensors.items()}
        kernel = function(case, side, package, folder).warmup(**arguments(case, side, json.loads(text), tensors), grid=(1,))
        if not absent:
            driver.active.launcher_cls(kernel.src, kernel.metadata)
        ptx = kernel.asm["ptx"]
        return f"ok {ptx.count('cp.async.bulk.tensor')} {ptx.count('cp.async.cg')} {kernel.metadata.shared}"
    except Exception as error:  # one configuration that does not compile loses its row only
        return f"{type(error).__name__}: {str(error)[:300]}"


def program(job: Job) -> str:
    """Tell jobs apart that are compiled apart: sizes that 16 divides are the same to Triton."""
    case = BY_NAME[job[0]]
    name = case.name if case.kernels[job[1]] == "fla" else case.kernels[job[1]]
    return repr(
        (name, job[1:], case.extra.get(job[1]), {n: x for n, x in case.numbers.items() if n in ("D", "TRANSPOSED", "PARTS")})
    )


def made(case: Case) -> dict[str, Any]:
    import torch

    generator = torch.Generator("cuda").manual_seed(0)
    found = {}
    for name, (shape, dtype) in case.tensors.items():
        x = torch.randn(shape, device="cuda", generator=generator, dtype=getattr(torch, dtype))
        found[name] = (
            -x.abs() * 0.01 if name in ("g", "gk") else x * (0.002 if name == "w" else 0.05) if name in ("w", "A") else x
        )
    return found


class Timer:
    """Launches of one case."""

    def __init__(self, case: Case, package: Path, folder: Path) -> None:
        import torch

        self.torch, self.case, self.tensors = torch, case, made(case)
        self.functions = {side: function(case, side, package, folder) for side in case.kernels}
        self.flush = torch.empty(1 << 29, dtype=torch.int8, device="cuda")

    def launch(self, side: str, config: Config) -> None:
        self.functions[side][self.case.grid(config)](**arguments(self.case, side, config, self.tensors))

    def once(self, launch: Callable[[], object]) -> tuple[Any, Any]:
        self.flush.zero_()
        start, end = self.torch.cuda.Event(enable_timing=True), self.torch.cuda.Event(enable_timing=True)
        start.record()
        launch()
        end.record()
        return start, end

    def quick(self, side: str, config: Config) -> float:
        """The median of a few launches, in microseconds. The flush before each hides what the process needs for a launch."""
        self.launch(side, config)
        pairs = [self.once(lambda: self.launch(side, config)) for _ in range(9)]
        self.torch.cuda.synchronize()
        return statistics.median(a.elapsed_time(b) for a, b in pairs) * 1e3

    def turns(self, launches: Sequence[Callable[[], object]], seconds: float) -> list[list[float]]:
        """Times in turns, in another order each time, as a launch depends on how hot the one before made the GPU."""
        times: list[list[float]] = [[] for _ in launches]
        until, turn, order = time.perf_counter() + seconds, 0, random.Random(0)
        while turn < 12 or (time.perf_counter() < until and turn < 300):
            pairs = [(i, self.once(launches[i])) for i in order.sample(range(len(launches)), len(launches))]
            self.torch.cuda.synchronize()
            for i, (a, b) in pairs:
                times[i].append(a.elapsed_time(b) * 1e3)
            turn += 1
        return times

    def result(self, launch: Callable[[], object]) -> list[Any]:
        for name in self.case.written:
            self.tensors[name].zero_()
        launch()
        return [self.tensors[name].float().clone() for name in self.case.written]

    def host(self, side: str, config: Config, n: int = 60) -> tuple[float, float]:
        """Microseconds that a launch takes its process, and of a launch in a row of `n` launches."""
        self.torch.cuda.synchronize()
        start = time.perf_counter()
        for _ in range(n):
            self.launch(side, config)
        asked = time.perf_counter() - start
        self.torch.cuda.synchronize()
        return asked / n * 1e6, (time.perf_counter() - start) / n * 1e6


HEAD = ("case", "side", "configuration", "best of", "us", "us p20", "us p80", "speed over pointers, best", "speed over pointers, same",
        "host us", "in a row us", "in a row over pointers, best", "difference")  # fmt: skip


def measure(case: Case, ready: dict[Job, str], timer: Timer, out: Any, every: Any, seconds: float) -> None:
    quick: dict[tuple[str, str], float] = {}
    for name, side, text in ready:
        if name == case.name:
            try:
                quick[side, text] = timer.quick(side, json.loads(text))
                print(name, side, text, f"{quick[side, text]:.2f}", ready[name, side, text], sep="\t", file=every, flush=True)
            except Exception as error:  # what does not run loses its row only
                print(name, side, text, f"{type(error).__name__}: {str(error)[:200]}", sep="\t", file=every, flush=True)
    best = {side: min((t for s, t in quick if s == side), key=lambda t: quick[side, t]) for side in case.kernels}
    sides = list(case.kernels)
    chosen = [*((s, best[s]) for s in sides), *((s, best["pointers"]) for s in sides), *(("pointers", best[s]) for s in sides)]
    variants = list(dict.fromkeys(chosen))
    variants = [v for v in variants if v in quick]
    first = timer.result(partial(timer.launch, "pointers", json.loads(best["pointers"])))
    times = timer.turns([partial(timer.launch, s, json.loads(t)) for s, t in variants], seconds)
    medians = dict(zip(variants, map(statistics.median, times), strict=True))
    hosts = {v: timer.host(v[0], json.loads(v[1])) for v in variants}
    for (side, text), found in zip(variants, times, strict=True):
        wrote = timer.result(partial(timer.launch, side, json.loads(text)))
        scale = [float(x.abs().max()) for x in first]
        worst = max(float((x - y).abs().max()) / s for x, y, s in zip(first, wrote, scale, strict=True))
        p20, *_, p80 = statistics.quantiles(found, n=5)
        us, (host, row) = medians[side, text], hosts[side, text]
        same = medians.get(("pointers", text))
        print(case.name, side, text, "yes" if text == best[side] else "", *(f"{x:.2f}" for x in (us, p20, p80)),
              f"{medians['pointers', best['pointers']] / us:.3f}", f"{same / us:.3f}" if same else "", f"{host:.1f}", f"{row:.1f}",
              f"{hosts['pointers', best['pointers']][1] / row:.3f}", f"{worst:.2g}", sep="\t", file=out, flush=True)  # fmt: skip


def made_alone() -> None:
    """Print what a descriptor costs the host: made by its class, and encoded by the driver."""
    import torch
    from triton.runtime import driver
    from triton.tools.tensor_descriptor import TensorDescriptor

    x = torch.empty((4096, 4096), device="cuda", dtype=torch.float16)
    fill = driver.active.utils.fill_tma_descriptor
    for name, make in (
        ("TensorDescriptor", lambda: TensorDescriptor(x, [4096, 4096], [4096, 1], [128, 64])),
        ("fill_tma_descriptor", lambda: fill(x.data_ptr(), 3, 2, 6, [128, 64], [4096, 4096], [4096, 1], 0)),
        ("data_ptr", lambda: x.data_ptr()),
    ):
        start = time.perf_counter()
        for _ in range(2000):
            make()
        print(name, f"{(time.perf_counter() - start) / 2000 * 1e6:.2f} us", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seconds", type=float, default=45.0, help="of timing the best configurations, in all")
    parser.add_argument("--processes", type=int, default=14)
    parser.add_argument("--only", default="")
    parser.add_argument("--first", action="store_true", help="one configuration a case")
    parser.add_argument("--compile", action="store_true")
    given = parser.parse_args()
    folder = given.out / "modules"
    folder.mkdir(parents=True, exist_ok=True)
    cases = [c for c in CASES if given.only in c.name]
    for case in cases:
        for side in case.kernels:
            function(case, side, given.package, folder)
    jobs = [(c.name, s, json.dumps(g)) for c in cases for s in c.kernels for g in (c.configs[:1] if given.first else c.configs)]
    started, ready = time.monotonic(), {}
    same: dict[str, list[Job]] = {}
    for job in jobs:
        same.setdefault(program(job), []).append(job)
    with ProcessPoolExecutor(given.processes, multiprocessing.get_context("spawn")) as pool:
        futures = {pool.submit(compiled, given.package, folder, of[0], given.compile): of for of in same.values()}
        for future in as_completed(futures):
            ready.update(dict.fromkeys(futures[future], future.result()))
            if given.compile or not future.result().startswith("ok"):
                print(*futures[future][0], future.result(), flush=True)
    print(f"compiled {len(same)} in {time.monotonic() - started:.1f} s", flush=True)
    if given.compile:
        return
    good = {job: ready[job] for job in jobs if ready[job].startswith("ok")}
    with (given.out / "descriptors.tsv").open("w") as out, (given.out / "configurations.tsv").open("w") as every:
        print(*HEAD, sep="\t", file=out)
        for case in cases:
            begun = time.monotonic()
            try:
                measure(case, good, Timer(case, given.package, folder), out, every, given.seconds / len(cases))
            except Exception as error:  # one case that does not run loses its rows only
                print(case.name, type(error).__name__, str(error)[:300], flush=True)
            print(case.name, f"{time.monotonic() - begun:.1f} s", flush=True)
    made_alone()


if __name__ == "__main__":
    main()
