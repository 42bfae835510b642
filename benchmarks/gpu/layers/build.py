"""Compiles what layers launch, plain and with the plug-in, in parallel: `python -m benchmarks.gpu.layers.build FILE SECONDS [SIDES]`.

FILE is of `collect`. What is compiled lies in Triton's cache, where `python -m benchmarks.gpu.layers` finds it. No GPU is touched. After
SECONDS nothing more is begun, and what runs is left. SIDES are `plain` or `default`, with a comma between; both unless given.
"""

from __future__ import annotations

import os
import pickle
import resource
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

from benchmarks.gpu.layers.jobs import Job
from benchmarks.gpu.layers.sides import OURS, SIDES, bound, hook, side


def begin() -> None:
    """Prepare a process before its first compilation: flash-linear-attention looks at the real device, the rest needs none."""
    import fla  # noqa: F401
    import transformers  # noqa: F401
    from triton.runtime import driver as active

    from egraph_opt.triton.capture.fake_driver import Driver, target_of

    active.set_active(Driver(target_of("cuda:90")))


def build(job: Job, name: str) -> float:
    """Compile a kernel on one side; returns seconds of CPU time, with those of ended children."""
    from triton.runtime import driver as active

    from egraph_opt.triton.background.background_job import improve
    from egraph_opt.triton.state.cache_keys import as_triton_alone

    before = spent()
    function, device = job.function(), active.active.get_current_device()
    with side(name), as_triton_alone():
        options = function.device_caches[device][3].parse_options(dict(job.options))
        key = repr((job.signature, job.constants, job.attributes, job.options))
        kernel = function._do_compile(key, job.signature, device, job.constants, options, job.attributes, True)
    if name == OURS:
        background, target = hook(bound()).background, active.active.get_current_target()
        improve(background.recipe(target, vars(options), dict(os.environ)), background.plain(kernel, not job.has_tuner()))
    return spent() - before


def spent() -> float:
    return sum(use.ru_utime + use.ru_stime for use in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))


def main(file: Path, seconds: float, sides: list[str]) -> None:
    began = time.monotonic()
    jobs: list[Job] = pickle.loads(file.read_bytes())
    context = get_context("forkserver")
    context.set_forkserver_preload(["egraph_opt.triton.pipeline.compilation", "triton.backends.nvidia.compiler"])
    left = Counter(job.layer for job in jobs for _ in sides)
    with ProcessPoolExecutor(max(1, (os.cpu_count() or 1) - 1), context, begin) as pool:
        futures = {pool.submit(build, job, name): (job, name) for job in jobs for name in sides[::-1]}
        try:
            for future in as_completed(futures, seconds):
                job, name = futures[future]
                error = future.exception()
                said = f"{type(error).__name__}: {' '.join(str(error).split())[:200]}" if error else f"{future.result():.1f} s"
                print(f"{time.monotonic() - began:6.1f}  {job.layer}  {job.name}  {name}  {said}", flush=True)
                left[job.layer] -= 1
                if not left[job.layer]:
                    print(f"{time.monotonic() - began:6.1f}  {job.layer} is compiled", flush=True)
                    file.with_suffix(f".{job.layer}.built").touch()
        except TimeoutError:
            print(f"{sum(left.values())} compilations are left", flush=True)
            pool.shutdown(wait=False, cancel_futures=True)
            for process in list((pool._processes or {}).values()):
                process.kill()


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 4:
        sys.exit((__doc__ or "").strip())
    main(Path(sys.argv[1]), float(sys.argv[2]), sys.argv[3].split(",") if len(sys.argv) > 3 else list(SIDES))
