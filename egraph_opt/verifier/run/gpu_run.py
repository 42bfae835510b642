"""Run of a witness on the machine's GPU: Triton compiles the TTIR of the old and the new kernels, and both run on the witness's arrays.

The kernels run in a child process, which a wrong address or libtriton may abort.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from egraph_opt.errors import reason_of
from egraph_opt.process.module_child import begin, run_module, scratch
from egraph_opt.verifier.run.side_execution import Contents, make_buffer, view_array
from egraph_opt.verifier.run.witness import Witness, show_number
from egraph_opt.verifier.side import Launch, Question, Side

SECONDS = 120.0
"""Timeout of the child process."""
DRIVER = Path("/proc/driver/nvidia/version")
"""File that exists where a driver of NVIDIA is loaded."""


def available() -> bool:
    """Return whether a GPU of NVIDIA, Triton and PyTorch are there."""
    return DRIVER.exists() and all(importlib.util.find_spec(name) is not None for name in ("torch", "triton"))


def describe_gpu_values(question: Question, witness: Witness) -> str:
    """Run both kernels of a witness on the GPU; return what each writes to the witness's element, or why there was no run."""
    if witness.difference is None or question.old.reference is not None or question.new.reference is not None:
        return ""
    array, index, _, _ = witness.difference
    spec = question.arrays[array]
    with scratch() as folder:
        named = {"old": question.old, "new": question.new}
        sides = [_write_side(Path(folder), name, side, question, witness.arrays) for name, side in named.items()]
        (Path(folder) / "job.json").write_text(json.dumps({"sides": sides, "result": array}), encoding="utf-8")
        try:
            done = run_module("egraph_opt.verifier.run.gpu_run", folder, SECONDS)
        except subprocess.TimeoutExpired:
            return f"the GPU took longer than {SECONDS:g} s"
        if done.returncode:
            return f"the run on the GPU failed: {(done.stderr.strip().splitlines() or ['no message'])[-1]}"
        values = [view_array(spec, np.load(Path(folder) / f"{name}.result.npy"), False)[index].item() for name in named]
    old, new = map(show_number, values)
    return f"on {done.stdout.strip()}, {array}[{', '.join(map(str, index))}] is {old} in old and {new} in new"


def _write_side(folder: Path, name: str, side: Side, question: Question, contents: Contents) -> dict[str, Any]:
    """Write the initial arrays and the TTIR of one side (old or new kernels) into a folder; return its launches as plain data."""
    for array, spec in question.arrays.items():
        buffer, _, _ = make_buffer(spec, contents.get(array, np.zeros(spec.shape)), False, 0)
        np.save(folder / f"{name}.{array}.npy", buffer)
    launches = []
    for number, launch in enumerate(side.launches):
        file = f"{name}{number}.ttir"
        (folder / file).write_text(launch_text(launch), encoding="utf-8")
        arguments = [(a.array, a.offset) if a.array else (None, a.value) for a in launch.arguments]
        launches.append({"file": file, "grid": launch.grid, "arguments": arguments})
    return {"name": name, "arrays": list(question.arrays), "launches": launches}


def launch_text(launch: Launch) -> str:
    """Return the TTIR of a launch's kernel and of the functions that it calls, as one module."""
    from egraph_opt.text import read, write

    module = read("module {\n}\n")
    (region,) = module.op.regions
    (block,) = region.blocks
    functions = (launch.function, *(f for f in launch.functions.values() if f is not launch.function))
    op = replace(module.op, regions=(replace(region, blocks=(replace(block, ops=functions),)),))
    return write(replace(module, op=op), "generic")


def main() -> None:
    """Run the job in the folder that standard input names, in the child process."""
    begin()
    folder = Path(sys.stdin.read())
    import torch
    import triton

    job = json.loads((folder / "job.json").read_text(encoding="utf-8"))
    for side in job["sides"]:
        stored = {array: np.load(folder / f"{side['name']}.{array}.npy") for array in side["arrays"]}
        buffers = {array: torch.from_numpy(bits.view(np.uint8)).cuda() for array, bits in stored.items()}
        for launch in side["launches"]:
            arguments = [
                value if array is None else buffers[array][value * stored[array].itemsize :]
                for array, value in launch["arguments"]
            ]
            kernel = triton.compile(str(folder / launch["file"]))
            kernel[tuple(launch["grid"])](*arguments)
        torch.cuda.synchronize()
        result = stored[job["result"]]
        np.save(folder / f"{side['name']}.result.npy", buffers[job["result"]].cpu().numpy().view(result.dtype))
    sys.stdout.write(torch.cuda.get_device_name())


if __name__ == "__main__":
    try:
        main()
    except Exception as error:
        sys.exit(reason_of(error))
