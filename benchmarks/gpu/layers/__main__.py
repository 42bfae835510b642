"""Training steps of flash-linear-attention's layers on a GPU, Triton plain and with the plug-in at its defaults.

    python -m benchmarks.gpu.layers OUT [LAYERS [JOBS [BEST]]]

LAYERS are `module.NAME` (a layer of `fla.layers` as fla's own model configures it) and `operation.NAME` (an operation with default
arguments), with commas between; all unless given. Needs a GPU, PyTorch, Triton, transformers and flash-linear-attention.

What the layers launch can be compiled before and meanwhile, in parallel:

    python -m benchmarks.gpu.layers.collect JOBS LAYERS [BEST]      without a GPU
    python -m benchmarks.gpu.layers.build JOBS SECONDS &            a layer is timed when its kernels are compiled

For each layer the configurations of each kernel (at most three, the same for both sides) are timed on both sides in turns, and each side
takes its fastest. Where ours is slower than Triton's program of a configuration, the plug-in keeps Triton's, as with a tuner that times
both. Then steps are timed in rounds, plain and ours in turns. Times are those of the GPU's own clock, from PyTorch's profiler. Outputs and
gradients are compared. OUT gets a file for each layer as it is done; `python -m benchmarks.gpu.layers.table OUT` makes tables of them. A
layer that does not run is left out, and named.

The configurations are evenly spread ones unless BEST says which are the best. With `every` for BEST (and `build JOBS SECONDS plain`) all of
them are timed on the plain side, and `python -m benchmarks.gpu.layers.best OUT BEST` writes down which are its fastest.

With a bound in the variable BENCHMARK_NUMERICS of the environment, for `build` too, the plug-in at its defaults is the plain side, and
ours is the plug-in with rules that keep to the bound. `bounded.json` beside this file is a BEST for this, by kernel. Gradients of
the layers of KDA and GLA are compared with float64.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.gpu.layers.names import LAYERS
from benchmarks.gpu.layers.step import measure

SECONDS = 500.0
"""Seconds to wait for kernels that are being compiled."""


def main(out: Path, names: list[str], built: str, which: str) -> None:
    """Time layers in a process of their own; one that ends it is left out."""
    out.mkdir(parents=True, exist_ok=True)
    until = time.time() + SECONDS
    # What fla remembers of other tuning has no say here.
    environment = {**os.environ, "FLA_CACHE_RESULTS": "0", "PYTHONUNBUFFERED": "1"}
    while names:
        command = [sys.executable, "-m", "benchmarks.gpu.layers", "measure", str(out), ",".join(names), built, which, str(until)]
        ended = subprocess.run(command, env=environment)
        names = [name for name in names if not (out / f"{name}.json").exists()]
        if names and ended.returncode:
            print(f"{names.pop(0)} did not run", flush=True)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["measure", out, names, built, which, until]:
            measure(Path(out), names.split(","), Path(built) if built else None, which, float(until))
        case [out, *chosen] if len(chosen) <= 3 and not out.startswith("-"):
            names, built, which = [*chosen, "", "", ""][:3]
            main(Path(out), names.split(",") if names else LAYERS, built, which)
        case _:
            sys.exit((__doc__ or "").strip())
