"""Triton's compilation of TTIR for AMD GPUs, without a GPU. All functions of this module must run in a child process, since libtriton
aborts on some inputs.
"""

from __future__ import annotations

from typing import Any


def _read(path: str, arch: int) -> tuple[Any, Any]:
    """Return Triton's backend for an architecture, such as 942, and the program parsed from file `path`."""
    from triton._C.libtriton import ir
    from triton.backends.compiler import GPUTarget
    from triton.compiler.compiler import make_backend

    backend = make_backend(GPUTarget("hip", f"gfx{arch}", 64))
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    module = ir.parse_mlir_module(path, context)
    module.context = context
    return backend, module


def with_buffers(path: str, warps: int, arch: int) -> str:
    """Return the program after Triton's pass ConvertToBufferOps and the passes before it in Triton's pipeline.

    Passes that duplicate memory accesses, such as pipelining of loops, are left out.
    """
    from triton._C.libtriton import amd, ir, passes

    backend, module = _read(path, arch)
    backend.make_ttir(module, {}, backend.parse_options({"num_warps": warps}))
    manager = ir.pass_manager(module.context)
    passes.ttir.add_convert_to_ttgpuir(manager, f"hip:gfx{arch}", warps, 64, 1)
    passes.ttgpuir.add_coalesce(manager)
    passes.ttgpuir.add_remove_layout_conversions(manager)
    passes.ttgpuir.add_optimize_thread_locality(manager)
    passes.common.add_canonicalizer(manager)
    passes.ttir.add_triton_licm(manager)
    passes.common.add_canonicalizer(manager)
    amd.passes.ttgpuir.add_canonicalize_pointers(manager)
    passes.common.add_canonicalizer(manager)
    amd.passes.ttgpuir.add_convert_to_buffer_ops(manager, f"gfx{arch}", True, False)
    passes.common.add_canonicalizer(manager)
    passes.common.add_cse(manager)
    manager.run(module, "with_buffers")
    return str(module.str_nodebug())


def amd_assembly(path: str, warps: int, arch: int) -> str:
    """Return the AMD assembly of a program after all stages of Triton."""
    from triton.backends.compiler import Language

    backend, module = _read(path, arch)
    stages: dict[str, Any] = {}
    backend.add_stages(stages, backend.parse_options({"num_warps": warps}), Language.TRITON)
    metadata: dict[str, Any] = {}
    for name in ("ttir", "ttgir", "llir", "amdgcn"):
        module = stages[name](module, metadata)
    return str(module)
