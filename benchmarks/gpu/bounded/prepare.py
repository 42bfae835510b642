"""Compiles kernels for `run`, on a machine without a GPU: `python -m benchmarks.gpu.bounded.prepare PACKAGE OUT`.

PACKAGE is the folder of flash-linear-attention's sources. OUT has a folder with machine code for each kernel, configuration and pipeline.
"""

from __future__ import annotations

import argparse
import json
import shutil
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

import egraph_opt.triton as plugin
from egraph_opt.machine.use import use_of

from ..factoring.arguments import Shape, scalars, tensors
from ..factoring.edits import load

KERNELS = ("chunk_gla_fwd_A_kernel_intra_sub_intra", "chunk_gla_bwd_kernel_intra", "chunk_kda_bwd_kernel_intra")
PIPELINES: dict[str, dict[str, Any] | None] = {
    "Triton": None,
    "plug-in": {},
    "plug-in, numerics=2^-12": {"numerics": "2^-12"},
    "plug-in, numerics=2^-8": {"numerics": "2^-8"},
}
CONFIGURATIONS = ((1, 2), (2, 2), (4, 2), (1, 3))
"""Warps and stages."""
SHAPE = Shape(2, 8192, 16, 128)
POINTERS = {"bfloat16": "*bf16", "float32": "*fp32"}


def source(package: Path, folder: Path, kernel: str) -> tuple[Any, list[str]]:
    """The kernel as it is in the package, and the names of what it is launched with."""
    function, types = load(package, folder, kernel, "plain"), tensors(kernel, SHAPE)
    others = scalars(kernel, "plain", SHAPE)
    signature: dict[str, str] = {}
    constants: dict[tuple[int], Any] = {}
    attributes: dict[tuple[int], Any] = {}
    for i, name in enumerate(function.arg_names):
        if name in types:
            signature[name], attributes[i,] = POINTERS[types[name][1]], [["tt.divisibility", 16]]
        elif name in ("T", "B", "N", "scale") and name in others:
            signature[name] = "fp32" if name == "scale" else "i32"
        else:
            signature[name], constants[i,] = "constexpr", others.get(name)
    return ASTSource(function, signature, constants, attributes), [n for n, type in signature.items() if type != "constexpr"]


def prepare(package: Path, out: Path, kernel: str, pipeline: str, warps: int, stages: int) -> str:
    """Write down one program; returns what became of it."""
    folder, options = out / f"{kernel}.{list(PIPELINES).index(pipeline)}.{warps}.{stages}", PIPELINES[pipeline]
    modules = out / "modules" / folder.name
    modules.mkdir(parents=True, exist_ok=True)
    started = time.process_time()
    made, names = source(package, modules, kernel)
    target, asked = GPUTarget("cuda", 90, 32), {"num_warps": warps, "num_stages": stages}
    if options is None:
        compiled = triton.compile(made, target=target, options=asked)
    else:
        with plugin.enabled(progress=False, versions=False, **options):
            compiled = triton.compile(made, target=target, options=asked)
    use = use_of(compiled.kernel, compiled.metadata.shared, compiled.metadata.num_warps)
    folder.mkdir(exist_ok=True)
    for name, path in compiled.metadata_group.items():
        if name.endswith((".json", ".ttgir", ".cubin")) and not name.startswith("__"):
            shutil.copy(path, folder / name)
    case = {
        "kernel": kernel, "pipeline": pipeline, "configuration": f"num_warps={warps} num_stages={stages}", "arguments": names,
        "bounded": "egraph_opt.bounded" in compiled.asm["ttir"], "registers": use.registers, "spilled": use.spilled,
    }  # fmt: skip
    (folder / "case.json").write_text(json.dumps(case))
    return f"{folder.name} {case['bounded']} {use} {time.process_time() - started:.1f} s"


def main(package: Path, out: Path) -> None:
    jobs = [
        (kernel, pipeline, *configuration)
        for pipeline, configuration, kernel in product(reversed(PIPELINES), CONFIGURATIONS, KERNELS)
        if not (out / f"{kernel}.{list(PIPELINES).index(pipeline)}.{configuration[0]}.{configuration[1]}" / "case.json").exists()
    ]
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for future in as_completed([pool.submit(prepare, package, out, *job) for job in jobs]):
            print(future.result(), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", type=Path)
    parser.add_argument("out", type=Path)
    given = parser.parse_args()
    main(given.package, given.out)
