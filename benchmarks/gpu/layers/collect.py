"""Launches of layers, collected without a GPU: `python -m benchmarks.gpu.layers.collect FILE [LAYERS [BEST]]`.

Needs PyTorch, Triton, transformers and flash-linear-attention. Each layer runs forwards and backwards as if there were a GPU;
matrix products are left out, since their results are not used. FILE then contains for every kernel how to compile it, in each
configuration that is timed, so that `build` can compile all of them in parallel. These configurations are evenly spread, or those
of BEST, a file of `python -m benchmarks.gpu.layers.best`; with `every` instead, all of them.
"""

from __future__ import annotations

import os
import pickle
import sys
from contextlib import AbstractContextManager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.gpu.layers.choose import configurations
from benchmarks.gpu.layers.jobs import Job
from benchmarks.gpu.layers.names import LAYERS, layer


def collect(name: str, configurations: AbstractContextManager[None]) -> list[Job]:
    """The compilations that the steps of a layer ask for, as they come."""
    import torch
    from torch.utils._python_dispatch import TorchDispatchMode

    from egraph_opt.triton.capture.fake_driver import target_of
    from egraph_opt.triton.capture.launch_recorder import record_launches

    class NoProducts(TorchDispatchMode):  # type: ignore[misc]  # its base is known at run time only
        def __torch_dispatch__(self, function: Any, types: Any, arguments: Any = (), named: Any = None) -> Any:
            match function.overloadpacket.__name__, arguments:
                case ("mm", (a, b)) | ("addmm", (_, a, b)) | ("bmm", (a, b)):
                    return a.new_empty((*a.shape[:-1], b.shape[-1]))
            return function(*arguments, **(named or {}))

    with configurations, record_launches(target_of("cuda:90"), every_configuration=True) as kernels, NoProducts():
        step, _ = layer(name)
        output = step()
        output.backward(torch.ones_like(output))
    return [
        Job(
            name, kernel.function.module, kernel.name, kernel.signature, kernel.constants, kernel.attributes,
            {key: value for key, value in vars(kernel.options).items() if key != "extern_libs"},  # paths of this machine
        )
        for kernel in kernels
    ]  # fmt: skip


def main(file: Path, names: list[str], best: str) -> None:
    os.environ["TORCHDYNAMO_DISABLE"] = "1"  # it would compile, and say that it cannot
    for package in ("transformers", "torchvision", "torchaudio"):  # which look for the real CUDA
        with suppress(ImportError):
            import_module(package)
    jobs = []
    for name in names:
        found = collect(name, configurations(best, name))
        print(f"{name}: {len({job.name for job in found})} kernels, {len(found)} compilations", flush=True)
        jobs += found
    file.write_bytes(pickle.dumps(jobs))


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 4:
        sys.exit((__doc__ or "").strip())
    main(Path(sys.argv[1]), sys.argv[2].split(",") if len(sys.argv) > 2 else LAYERS, "".join(sys.argv[3:]))
