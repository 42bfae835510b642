"""Compile workloads and form their launches, without a GPU: `python -m benchmarks.gpu.serving.check SOURCES [NAMES...]`.

Needs PyTorch. Writes the source of each workload to SOURCES, and prints its kernels, or what is wrong. The exit code is 1 if something is.
"""

from __future__ import annotations

import sys
import time
import traceback
from contextlib import nullcontext
from pathlib import Path

from benchmarks.gpu.serving.workload import Workload, has_tuner, workloads

TARGET = "cuda:90"


def check(workload: Workload, sources: Path) -> list[str]:
    """Return a line for each kernel that a workload launches: grid, options, shared memory, and instructions of PTX.

    Raises:
        RuntimeError: no kernel is launched, or a launch has no grid.
    """
    import torch
    import triton

    from egraph_opt.triton.capture.fake_driver import target_of
    from egraph_opt.triton.capture.launch_recorder import record_launches

    (sources / f"{workload.name}.py").write_text(workload.source())
    target = target_of(TARGET)
    torch.accelerator.device_index = lambda *_: nullcontext()
    with record_launches(target) as found:
        module = workload.load(sources)
        workload.step(workload.launchers(module))()
    if not found:
        raise RuntimeError("no kernel is launched")
    lines = []
    for kernel in found:
        grids = [grid for grid, _ in kernel.launches]
        if not all(grids):
            raise RuntimeError(f"{kernel.name}: no grid")
        source = triton.compiler.ASTSource(kernel.function, kernel.signature, kernel.constants, kernel.attributes)
        compiled = triton.compile(source, target, dict(vars(kernel.options)))
        shared, options = compiled.metadata.shared, kernel.options
        lines.append(f"  {kernel.name} {grids} warps {options.num_warps} stages {options.num_stages} shared {shared}")
    return [*lines, "  with a tuner"] if has_tuner(module) else lines


def main(sources: Path, names: list[str]) -> int:
    """Check workloads one after the other; return how many failed."""
    from benchmarks.gpu.serving.workloads import contents

    contents.DRAWN[0] = False
    sources.mkdir(parents=True, exist_ok=True)
    failed = 0
    for workload in workloads(names):
        began = time.monotonic()
        try:
            lines = check(workload, sources)
        except Exception as error:
            failed += 1
            traceback.print_exc()
            lines = [f"  failed: {type(error).__name__}: {str(error)[-700:]}"]
        print(f"{workload.name} ({workload.package}) {time.monotonic() - began:.1f} s", *lines, sep="\n", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(bool(main(Path(sys.argv[1]), sys.argv[2:])))
