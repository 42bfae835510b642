"""Static counts of machine code from Triton and ptxas: registers, spills, shared memory, instructions.

No GPU is needed. An instruction in a loop counts once.
"""

from __future__ import annotations

import base64
import importlib.util
import json
import os
import re
import subprocess
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from egraph_opt.baseline import libtriton
from egraph_opt.machine import sass
from egraph_opt.machine.prediction import ResourceUse
from egraph_opt.machine.warp_latency import path
from egraph_opt.process.module_child import scratch
from egraph_opt.process.parent_death import command


@dataclass(frozen=True, slots=True)
class Static:
    """Counts of one compiled module. For several kernels, registers are the maximum, and other counts are sums.

    `spill_bytes` are spill stores and loads, `shared_bytes` the size that a launch requests, `stack_bytes` the stack per thread.
    Instructions are counted in `barriers` (BAR), `shared_loads` (LDS, LDSM), `shared_stores` (STS, STSM), `shuffles` (SHFL) and
    `instructions` (all but NOP). For a single warp (`egraph_opt.machine.warp_latency`), `path_cycles` is the latency, `memory_cycles` the
    busy time of memory, `issued` the number of instructions.
    """

    registers: int
    spill_bytes: int
    shared_bytes: int
    barriers: int
    shared_loads: int
    shared_stores: int
    shuffles: int
    instructions: int
    stack_bytes: int = 0
    path_cycles: int = 0
    memory_cycles: int = 0
    issued: int = 0
    warps: int = 1

    @property
    def use(self) -> ResourceUse:
        return ResourceUse(
            self.registers,
            self.stack_bytes,
            self.shared_bytes,
            self.warps,
            float(self.path_cycles),
            float(self.memory_cycles),
            float(self.issued),
        )


@dataclass(frozen=True, slots=True)
class Failure:
    """Reason why a program could not be compiled."""

    error: str


def counts(programs: Sequence[str], timeout: float = 600.0, jobs: int = 1) -> list[Static | Failure]:
    """Compile each TTGIR program for its `ttg.target` (CUDA only), and count instructions and resources.

    `timeout` limits the whole call, in seconds; unfinished programs become failures. `jobs` child processes run in parallel.
    """
    deadline = time.monotonic() + timeout
    answers: list[Static | Failure] = [Failure("not reached")] * len(programs)

    def share(start: int) -> None:
        answers[start::jobs] = _counts(programs[start::jobs], deadline)

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(share, range(min(jobs, len(programs)))))
    return answers


def _counts(programs: Sequence[str], deadline: float) -> list[Static | Failure]:
    return [found if isinstance(found, Failure) else count_code(*found) for found in compile_programs(programs, deadline)]


def compile_programs(programs: Sequence[str], deadline: float) -> list[tuple[MachineCode, int] | Failure]:
    """Return Triton's machine code for each TTGIR program, with the bytes of shared memory that a launch requests."""
    found: list[tuple[MachineCode, int] | Failure] = []
    for answer in libtriton.ask("cubin", programs, max(0.0, deadline - time.monotonic())):
        try:
            made = json.loads(answer.text or "{}")
            kernels = sass.kernels(base64.b64decode(made["cubin"])) if made else []
        except ValueError as error:
            found.append(Failure(str(error)))
        else:
            code = MachineCode(kernels, made["warps"], made["said"]) if made else None
            found.append((code, made["shared"]) if code else Failure(answer.error or "no machine code"))
    return found


def assemble_ptx(ptx: str, shared: int, deadline: float) -> Static | Failure:
    """Compile a PTX text and count instructions; launches request `shared` bytes of shared memory."""
    found = machine_code(ptx, deadline)
    return found if isinstance(found, Failure) else count_code(found, shared)


class MachineCode(NamedTuple):
    """Kernels compiled by ptxas, their number of warps, and the output of ptxas."""

    kernels: list[sass.SassKernel]
    warps: int
    said: str


def machine_code(ptx: str, deadline: float) -> MachineCode | Failure:
    """Compile a PTX text with ptxas; `deadline` is in `time.monotonic` seconds."""
    target = re.search(r"^\.target (sm_\w+)", ptx, re.M)
    if target is None:
        return Failure("PTX without a target")
    with scratch() as folder:
        source, binary = Path(folder, "kernel.ptx"), Path(folder, "kernel.cubin")
        source.write_text(ptx)
        arguments = ["-v", f"--gpu-name={target[1]}", str(source), "-o", str(binary)]
        newest = int("".join(filter(str.isdigit, target[1]))) >= 100
        said = _tool(["ptxas-blackwell" if newest else "ptxas", *arguments], deadline)
        if isinstance(said, Failure) and "Unsupported .version" in said.error:  # Triton 3.9 has one of the two for all
            said = _tool(["ptxas-blackwell", *arguments], deadline)
        if isinstance(said, Failure):
            return said
        try:
            kernels = sass.kernels(binary.read_bytes())
        except (OSError, ValueError) as error:
            return Failure(str(error))
    threads = re.search(r"\.reqntid (\d+)", ptx)
    return MachineCode(kernels, -(-int(threads[1]) // 32) if threads else 1, said)


def count_code(code: MachineCode, shared: int) -> Static:
    """Count instructions and resources of machine code; launches request `shared` bytes of shared memory."""
    kernels, warps, said = code
    opcodes = Counter(i.name for kernel in kernels for i in kernel.instructions)
    paths = [path(kernel, warps) for kernel in kernels]
    return Static(
        registers=max(kernel.registers for kernel in kernels),
        spill_bytes=sum(int(n) for n in re.findall(r"(\d+) bytes spill (?:stores|loads)", said)),
        shared_bytes=shared,
        barriers=opcodes["BAR"],
        shared_loads=opcodes["LDS"] + opcodes["LDSM"],
        shared_stores=opcodes["STS"] + opcodes["STSM"],
        shuffles=opcodes["SHFL"],
        instructions=opcodes.total() - opcodes["NOP"],
        stack_bytes=max(kernel.stack for kernel in kernels),
        path_cycles=round(sum(each.cycles for each in paths)),
        memory_cycles=round(sum(each.memory for each in paths)),
        issued=round(sum(each.issued for each in paths)),
        warps=warps,
    )


def _tool(call: list[str], deadline: float) -> str | Failure:
    """Run a tool of Triton's wheel and return its output on stdout and stderr."""
    name, *arguments = call
    triton = importlib.util.find_spec("triton")
    folders = triton.submodule_search_locations if triton else None
    if not folders:
        return Failure("Triton is not installed")
    try:
        done = subprocess.run(
            command(os.path.join(folders[0], "backends", "nvidia", "bin", name), *arguments),
            capture_output=True, text=True, timeout=max(0.0, deadline - time.monotonic()), check=False,
        )  # fmt: skip
    except (OSError, UnicodeDecodeError) as error:
        return Failure(f"{name}: {error}")
    except subprocess.TimeoutExpired:
        return Failure(f"{name}: no answer in time")
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        return Failure(
            f"{name}: {next((x for x in lines if 'error' in x or 'fatal' in x), '') or f'exit status {done.returncode}'}"
        )
    return done.stdout + done.stderr
