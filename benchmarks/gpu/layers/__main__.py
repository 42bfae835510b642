"""Training steps of flash-linear-attention's layers on a GPU, Triton plain and with the optimiser.

    python -m benchmarks.gpu.layers OUT [LAYERS [VARIANTS]]

LAYERS are `module.NAME` (a layer of `fla.layers` as fla's own model configures it) and `operation.NAME` (an operation with default
arguments), with commas between; all modules unless given. Needs a GPU, PyTorch, Triton, transformers and flash-linear-attention.

For each layer every variant has Triton's autotuner choose for it, as a user would, over at most four configurations a kernel, evenly
spread; `tuned` takes the choices of `default`. Kernels compile in parallel processes; they are tuned and timed alone, one variant after
the other, the plain one first and last, as GPU time per step from PyTorch's profiler. Outputs and gradients are compared with the plain
ones. Writes `layers.tsv` (a row a kernel) and `layers.json` (checks) to OUT. A layer that does not run is left out, and named.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from benchmarks.gpu.layers import modules, operations
from benchmarks.gpu.layers.plugin import CHOICES, VARIANTS
from benchmarks.gpu.layers.step import choices_of, compile_layers, time_layers
from benchmarks.gpu.layers.table import write

LAYERS = [*(f"module.{name}" for name in modules.NAMES), *(f"operation.{name}" for name in operations.NAMES)]


def child(out: Path, *arguments: str, variant: str, limit: float) -> subprocess.Popen[bytes]:
    """Start this command again for one piece of work; it ends after `limit` seconds."""
    # What the autotuner measures while all layers compile at once must not be remembered for when one runs alone.
    quiet = {"FLA_CACHE_RESULTS": "0", "PYTHONUNBUFFERED": "1"}
    environment = {**os.environ, **quiet, "TRITON_CACHE_DIR": str(out / f"cache.{variant}")}
    log = (out / f"log.{'.'.join(arguments[:3]).replace(',', '+')[:120]}").open("wb")
    command = ["timeout", str(limit), sys.executable, "-m", "benchmarks.gpu.layers", str(out), *arguments]
    return subprocess.Popen(command, env=environment, stdout=log, stderr=subprocess.STDOUT)


def in_parallel(processes: Iterable[subprocess.Popen[bytes]]) -> None:
    """Wait for processes that are all started first."""
    for process in list(processes):
        process.wait()


def prepare(out: Path, names: list[str], variants: list[str]) -> None:
    """Compile everything in parallel; then tune, one variant and layer at a time, so that nothing else is on the GPU."""
    out.mkdir(parents=True, exist_ok=True)
    began = time.time()
    timing = [v for v in variants if "tune" in VARIANTS[v]]
    tuning = [(v, name) for v in variants if v not in timing for name in names]
    in_parallel(child(out, "tune", v, name, variant=v, limit=300) for v, name in tuning)
    print(f"compiled {time.time() - began:.0f} s", flush=True)
    for v in variants:
        if v not in timing:
            compiled = [name for name in names if choices_of(out, name, v).exists()]
            child(out, "tune", v, ",".join(compiled), variant=v, limit=300).wait()
    print(f"tuned {time.time() - began:.0f} s", flush=True)
    programs = [(f"{v}:{one}", v, name) for v in timing for one in ("plain", *CHOICES) for name in names]
    in_parallel(child(out, "compile", v, name, variant=cache, limit=300) for v, cache, name in programs)
    for v in timing:
        for name in names:
            child(out, "compile", v, name, variant=v, limit=300).wait()
    print(f"timed programs {time.time() - began:.0f} s", flush=True)


def measure(out: Path, names: list[str], variants: list[str]) -> None:
    """Time the variants one after the other, the plain one first and last, and write the tables."""
    missing = [name for name in names if not all(choices_of(out, name, v).exists() for v in variants)]
    for name in missing:
        print(f"{name} did not run: see the logs in {out}", flush=True)
    names = [name for name in names if name not in missing]
    began = time.time()
    for number, variant in enumerate([*variants, variants[0]]):
        child(out, "time", variant, ",".join(names), str(number), variant=variant, limit=300).wait()
        print(f"timed {variant} {time.time() - began:.0f} s", flush=True)
    print(write(out, names, variants))
    checks = json.loads((out / "layers.json").read_text())
    print(json.dumps({v: {n: all(e) for n, e in c["equal"].items()} for v, c in checks.items()}))


def main(arguments: list[str]) -> None:
    """Do one piece of work, or all of it."""
    match arguments:
        case [out, "tune" | "compile" as mode, variant, names]:
            compile_layers(Path(out), variant, names.split(","), tuning=mode == "tune")
        case [out, "time", variant, names, number]:
            time_layers(Path(out), variant, names.split(","), number)
        case [out, *chosen] if len(chosen) <= 2 and not out.startswith("-"):
            names = chosen[0].split(",") if chosen else LAYERS
            variants = chosen[1].split(",") if len(chosen) > 1 else ["plain", "default"]
            prepare(Path(out), names, variants)
            measure(Path(out), names, variants)
        case _:
            sys.exit((__doc__ or "").strip())


if __name__ == "__main__":
    main(sys.argv[1:])
