"""Triton's compiler in a child process, since libtriton aborts the process on some inputs.

If the child process dies, the current program has failed, and a new child process continues with the next program.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from egraph_opt.errors import reason_of
from egraph_opt.process.module_child import begin, run_module

Task = Literal[
    "greedy", "remove-layouts", "canonicalize", "cse", "canonicalize-cse", "accept", "ptx", "cubin", "lower", "compile", "buffers",
    "assembly",
]  # fmt: skip
"""Task of the child process.

`greedy`: RemoveLayoutConversions and CSE; `remove-layouts`, `canonicalize`, `cse`, `canonicalize-cse`: these passes only; `accept`: parse
and verify; all return the printed module. `ptx`: compile to PTX. `cubin`: compile with Triton's ptxas and options; returns a JSON object
with `cubin` (base64), `said` (ptxas output), `shared` (bytes) and `warps`. `lower`: lower block pointers and descriptors to pointers
(Triton 3.6, 3.7). `compile`: TTIR to PTX for cuda:90. `buffers`, `assembly`: results of `baseline.amd` for TTIR and option `arch` (default
942).
"""


@dataclass(frozen=True, slots=True)
class PassAnswer:
    """Result of running Triton on one program: the output `text` or None, the `error` if None, the `seconds` that the passes took."""

    text: str | None
    error: str = ""
    seconds: float = 0.0


WARPS: Mapping[str, int] = {"num_warps": 4}
"""Default options for compilation by Triton."""


PASSES: Mapping[str, tuple[str, ...]] = {
    "greedy": ("ttgpuir.remove_layout_conversions", "common.cse"),
    "remove-layouts": ("ttgpuir.remove_layout_conversions",),
    "canonicalize": ("common.canonicalizer",),
    "cse": ("common.cse",),
    "canonicalize-cse": ("common.canonicalizer", "common.cse"),
    "lower": ("ttir.rewrite_tensor_pointer", "ttir.rewrite_tensor_descriptor_to_pointer"),
}
"""Passes of each task that runs passes and prints the module."""
_here = False
"""Whether this process runs Triton itself instead of starting child processes."""


def available() -> bool:
    return importlib.util.find_spec("triton") is not None


def ask(task: Task, programs: Sequence[str], timeout: float = 600.0, options: Mapping[str, int] = WARPS) -> list[PassAnswer]:
    """Run a task on each program, in order. `timeout` limits the whole call, in seconds; `options` are Triton's options for compilation."""
    if _here:
        return [_answer(task, program, options) for program in programs]
    answers: list[PassAnswer] = []
    while len(answers) < len(programs):
        answers += _child(task, programs[len(answers) :], timeout, options)
    return answers


def _child(task: Task, programs: Sequence[str], timeout: float, options: Mapping[str, int]) -> list[PassAnswer]:
    """Return the results of one child process. If the process died, the last result is the failure of the program that caused this."""
    request = json.dumps({"task": task, "programs": list(programs), "options": dict(options)})
    try:
        done = run_module("egraph_opt.baseline.libtriton", request, timeout)
        output, errors, code = done.stdout, done.stderr, done.returncode
    except subprocess.TimeoutExpired as late:
        output = late.stdout.decode() if isinstance(late.stdout, bytes) else late.stdout or ""
        errors, code = f"no answer in {timeout:g} s", 1
    answers = [PassAnswer(**json.loads(line)) for line in output.splitlines() if line.startswith("{")]
    if len(answers) < len(programs):
        reason = next((line for line in reversed(errors.splitlines()) if line.strip()), f"exit status {code}")
        answers.append(PassAnswer(None, f"Triton's process died: {reason.strip()}"))
    return answers


def run_in_process() -> None:
    """From now on run Triton in this process instead of a child process. If Triton aborts, this process ends."""
    global _here
    _here = True


def _serve() -> None:
    begin()
    from triton._C.libtriton import ir  # noqa: F401  # before the request: a failed import is not the failure of a program

    request = json.load(sys.stdin)
    out = os.fdopen(os.dup(1), "w")
    for text in request["programs"]:
        print(json.dumps(asdict(_answer(request["task"], text, request["options"]))), file=out, flush=True)


def _answer(task: str, text: str, options: Mapping[str, int]) -> PassAnswer:
    """Run Triton on one program in this process. If Triton fails, add the first error on stderr to the error text."""
    with tempfile.TemporaryFile("w+") as errors, tempfile.TemporaryDirectory() as folder:
        saved = os.dup(2)
        os.dup2(errors.fileno(), 2)
        try:
            path = os.path.join(folder, "program.ttgir")
            with open(path, "w") as file:
                file.write(text)
            return _run_task(task, path, text, options)
        except Exception as error:
            errors.seek(0)
            said = [line for line in errors if "error:" in line]
            return PassAnswer(None, reason_of(error) + (f" ({said[0].strip()})" if said else ""))
        finally:
            os.dup2(saved, 2)
            os.close(saved)


def _run_task(task: str, path: str, text: str, options: Mapping[str, int]) -> PassAnswer:
    import time

    from triton._C.libtriton import amd, ir, nvidia, passes, proton

    if task == "ptx":
        return PassAnswer(_ptx(path, text)[0])
    if task == "cubin":
        return PassAnswer(_cubin(path, text))
    if task == "compile":
        return PassAnswer(_compile_program(path, dict(options)))
    if task in ("buffers", "assembly"):
        from egraph_opt.baseline.amd import amd_assembly, with_buffers

        return PassAnswer(
            (amd_assembly if task == "assembly" else with_buffers)(path, options["num_warps"], options.get("arch", 942))
        )
    context, seconds = ir.context(), 0.0
    for load in (ir.load_dialects, nvidia.load_dialects, amd.load_dialects, proton.load_dialects):
        load(context)
    module = ir.parse_mlir_module(path, context)
    module.context = context
    manager = ir.pass_manager(context)
    for each in PASSES.get(task, ()):
        group, name = each.split(".")
        getattr(getattr(passes, group), f"add_{name}")(manager)
    if task in PASSES:
        started = time.perf_counter()
        manager.run(module, task)
        seconds = time.perf_counter() - started
    if not module.verify():
        raise RuntimeError("the module does not verify")
    return PassAnswer(module.str_nodebug(), seconds=seconds)


def parse_module(path: str, arch: int) -> tuple[Any, Any, Any]:
    """Return Triton's backend for NVIDIA GPUs of an architecture, the MLIR context, and the program parsed from file `path`."""
    from triton._C.libtriton import ir
    from triton.backends.compiler import GPUTarget
    from triton.compiler.compiler import make_backend

    backend = make_backend(GPUTarget("cuda", arch, 32))
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    module = ir.parse_mlir_module(path, context)
    module.context = context
    return backend, context, module


def _compile_program(path: str, options: dict[str, int]) -> str:
    from triton.backends.compiler import Language

    backend, _, module = parse_module(path, 90)
    stages: dict[str, Any] = {}
    backend.add_stages(stages, backend.parse_options(options), Language.TRITON)
    metadata: dict[str, Any] = {}
    for name in ("ttir", "ttgir", "llir", "ptx"):
        module = stages[name](module, metadata)
    return str(module)


def _cubin(path: str, text: str) -> str:
    import base64
    import io

    from triton import knobs

    ptx, metadata, make_cubin = _ptx(path, text)
    said = io.StringIO()
    with knobs.nvidia.scope(), contextlib.redirect_stdout(said):
        knobs.nvidia.dump_ptxas_log = True
        try:
            cubin = make_cubin(ptx)
        except Exception as error:
            lines = [line for line in str(error).splitlines() if "error" in line or "fatal" in line]
            raise RuntimeError(f"ptxas: {lines[1] if len(lines) > 1 else lines[0] if lines else error}") from None
    code = base64.b64encode(cubin).decode()
    return json.dumps({"cubin": code, "said": said.getvalue(), "shared": metadata["shared"], "warps": metadata["num_warps"]})


def _ptx(path: str, text: str) -> tuple[str, dict[str, Any], Callable[[str], bytes]]:
    """Compile a program to PTX; return the PTX, launch metadata, and a function that compiles PTX to a cubin."""
    import re

    found = re.search(r'ttg.target = "(cuda|hip):(\w+)"', text)
    kind, arch = found.groups() if found else ("cuda", "90")
    if kind != "cuda":
        raise RuntimeError(f"no PTX for {kind}:{arch}")
    backend, _, module = parse_module(path, int(arch))
    warps = re.search(r'"ttg.num-warps" = (\d+)', text)
    options = backend.parse_options({"num_warps": int(warps[1]) if warps else 4})
    metadata: dict[str, Any] = {"num_warps": options.num_warps}
    llir = backend.make_llir(module, metadata, options, int(arch))
    ptx = str(backend.make_ptx(llir, metadata, options, int(arch)))
    return ptx, metadata, lambda ptx: backend.make_cubin(ptx, metadata, options, int(arch))


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):
        _serve()
