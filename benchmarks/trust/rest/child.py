"""Passes of Triton's pipeline on programs with layouts, one by one, each program in a process of its own.

A process that reads requests from its standard input: a JSON list of `[route, text]`. It answers each with a line: a JSON list of
the passes that succeeded. libtriton aborts on some programs, and takes forever on others: each has `SECONDS`.
"""

from __future__ import annotations

import json
import os
import re
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from itertools import dropwhile
from typing import Any

from egraph_opt.triton.compile.ttgir_stage import parse

SECONDS = 60.0
PTX = 86
"""Version of PTX that the lowering may use."""
STAGES = 3
"""Stages of pipelined loops that are asked for, where a loop does not say."""
Pass = tuple[str, Callable[[Any], None]]


def target_of(text: str) -> tuple[str, str]:
    """Return the kind and the name of the processor that a program is for: by default one with its number of lanes."""
    found = re.search(r'ttg\.target"? = "(cuda|hip):(\w+)"', text)
    lanes = re.search(r'"ttg\.threads-per-warp" = (\d+)', text)
    if found:
        return found[1], found[2]
    return ("hip", "gfx942") if lanes and lanes[1] == "64" else ("cuda", "90")


def passes_of(route: str, kind: str, name: str) -> list[Pass]:
    """Return the passes of a route. `whole` begins behind the passes that choose layouts, `hopper`, `specialize` and `pipeline` begin
    with the pass of that name, and `code` with the lowering to LLVM.
    """
    every = list(_cuda(int(name)) if kind == "cuda" else _hip(name))
    first = {"whole": "optimize-dot-operands", "code": "lower"}.get(route, route)
    return list(dropwhile(lambda each: each[0] != first, every))


def _cuda(capability: int) -> Iterator[Pass]:
    """Yield the passes for an NVIDIA GPU (`make_ttgir` and `make_llir` of Triton's backend)."""
    from triton._C.libtriton import nvidia, passes

    gpu, common, convert, tensor = passes.ttgpuir, passes.common, passes.convert, nvidia.passes.ttnvgpuir
    yield "optimize-dot-operands", lambda pm: gpu.add_optimize_dot_operands(pm, capability >= 80)
    yield "fuse-nested-loops", gpu.add_fuse_nested_loops
    yield "canonicalize", common.add_canonicalizer
    yield "licm", passes.ttir.add_triton_licm
    if capability // 10 in (8, 9):
        yield "hopper", lambda pm: nvidia.passes.hopper.add_hopper_warpspec(pm, STAGES, False)
    yield "assign-latencies", lambda pm: gpu.add_assign_latencies(pm, STAGES)
    yield "schedule-loops", gpu.add_schedule_loops
    if capability >= 100:
        yield "specialize", lambda pm: gpu.add_warp_specialize(pm, STAGES)
    yield "pipeline", lambda pm: gpu.add_pipeline(pm, STAGES, False)
    yield "canonicalize", common.add_canonicalizer
    yield "cse", passes.ttir.add_loop_aware_cse
    yield "prefetch", gpu.add_prefetch
    yield "coalesce-async-copy", gpu.add_coalesce_async_copy
    if capability >= 90:
        yield "tma-lowering", tensor.add_tma_lowering
    yield "remove-layout-conversions", gpu.add_remove_layout_conversions
    yield "reduce-data-duplication", gpu.add_reduce_data_duplication
    yield "reorder-instructions", gpu.add_reorder_instructions
    yield "fence-insertion", lambda pm: tensor.add_fence_insertion(pm, capability)
    yield "lower-mma", tensor.add_lower_mma
    yield "canonicalize", common.add_canonicalizer
    yield "lower", gpu.add_combine_tensor_select_and_if
    yield "warp-groups", gpu.add_allocate_warp_groups
    yield "scf-to-cf", convert.add_scf_to_cf
    yield "shared-memory", lambda pm: nvidia.passes.ttgpuir.add_allocate_shared_memory_nv(pm, capability, PTX)
    yield "tensor-memory", tensor.add_allocate_tensor_memory
    yield "global-scratch", gpu.add_allocate_global_scratch_memory
    yield "proxy-fence", lambda pm: tensor.add_proxy_fence_insertion(pm, capability)
    yield "to-llvm", lambda pm: nvidia.passes.ttgpuir.add_to_llvmir(pm, capability, PTX)
    yield "canonicalize", common.add_canonicalizer
    yield "nvgpu-to-llvm", tensor.add_nvgpu_to_llvm
    yield "warp-specialize-to-llvm", tensor.add_warp_specialize_to_llvm


def _hip(name: str) -> Iterator[Pass]:
    """Yield the passes for an AMD GPU."""
    from triton._C.libtriton import amd, passes

    gpu, common, convert, own = passes.ttgpuir, passes.common, passes.convert, amd.passes.ttgpuir
    yield "optimize-dot-operands", lambda pm: own.add_optimize_dot_operands(pm, name)
    yield "hoist-layout-conversions", own.add_hoist_layout_conversions
    yield "fuse-nested-loops", gpu.add_fuse_nested_loops
    yield "canonicalize", common.add_canonicalizer
    yield "licm", passes.ttir.add_triton_licm
    yield "schedule-loops", lambda pm: own.add_schedule_loops(pm, STAGES)
    yield "pipeline", lambda pm: own.add_pipeline(pm, False, False)
    yield "canonicalize", common.add_canonicalizer
    yield "remove-layout-conversions", gpu.add_remove_layout_conversions
    yield "reduce-data-duplication", gpu.add_reduce_data_duplication
    yield "reorder-instructions", own.add_reorder_instructions
    yield "lower", convert.add_scf_to_cf
    yield "index-to-llvm", convert.add_index_to_llvmir
    yield "shared-memory", own.add_allocate_shared_memory
    yield "to-llvm", lambda pm: own.add_to_llvmir(pm, name, True)
    yield "canonicalize", common.add_canonicalizer


def _run(route: str, text: str, out: int) -> None:
    """Write the name of each pass that succeeds to a pipe."""
    from triton._C.libtriton import amd, ir, nvidia

    def note(name: str) -> None:
        os.write(out, (name + "\n").encode())

    context = ir.context()
    for load in (ir.load_dialects, nvidia.load_dialects, amd.load_dialects):
        load(context)
    module = parse(text, context)
    note("verify")
    for name, add in passes_of(route, *target_of(text)):
        manager = ir.pass_manager(context)
        add(manager)
        manager.run(module, name)
        if not module.verify():
            return
        note(name)
    note("end")


def _reached(route: str, text: str) -> list[str]:
    """Return the passes that succeed, from a forked process."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        try:
            _run(route, text, writer)
        finally:
            os._exit(0)
    os.close(writer)
    said, end = b"", time.monotonic() + SECONDS
    while (left := end - time.monotonic()) > 0 and select.select([reader], [], [], left)[0]:
        more = os.read(reader, 1 << 16)
        if not more:
            break
        said += more
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(reader)
    return said.decode().split()


def main() -> None:
    """Answer the requests."""
    from triton._C.libtriton import ir  # noqa: F401  # once, before the forks

    for route, text in json.load(sys.stdin):
        print(json.dumps(_reached(route, text)), flush=True)


if __name__ == "__main__":
    main()
