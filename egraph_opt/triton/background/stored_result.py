"""Proxies that launch the programs of a kernel's search, from Triton's cache."""

from __future__ import annotations

from typing import Any

from egraph_opt.errors import reason_of
from egraph_opt.triton.background.background_job import KernelResult
from egraph_opt.triton.launches.depth_dispatch import DepthDispatch
from egraph_opt.triton.launches.kernel_arguments import takes_descriptors
from egraph_opt.triton.launches.kernel_forms import DescriptorForm
from egraph_opt.triton.launches.merged_launch import MergedLaunch
from egraph_opt.triton.launches.size_classes import SizeClassKernel, SizeClassUse
from egraph_opt.triton.launches.version_dispatch import VersionHook, parameters
from egraph_opt.triton.pipeline.launch_hook import CompilationInputs, UnitDispatch
from egraph_opt.triton.state.report import Kernel
from egraph_opt.triton.state.search_parts import part
from egraph_opt.triton.state.shared_memory_limits import target_name
from egraph_opt.triton.state.version_record import Address, stored_program


def stored_result(hook: VersionHook, kernel: Any, result: KernelResult, program: CompilationInputs) -> Any:
    """Return a kernel's optimised program from Triton's cache, as a proxy if some launches run another form; None if it is not there."""
    found = _stored_forms(hook, kernel, result, program)
    return UnitDispatch(kernel, {"": found}, "", result.units) if found is not None and result.units else found


def _stored_forms(hook: VersionHook, kernel: Any, result: KernelResult, program: CompilationInputs) -> Any:
    first = stored_program(kernel, result.at)
    if first is None:
        return None
    found = hook.wrap_kernel(first, program)
    found = kernel if found is first and first.kernel == kernel.kernel else found
    if (depth := result.deeper) is not None and (deeper := stored_program(kernel, depth.at)) is not None:
        arrays = parameters(kernel.src.signature, depth.arrays) if depth.arrays is not None else None
        if depth.arrays is None or arrays is not None:
            found = DepthDispatch(found, hook.wrap_kernel(deeper, program), depth.limit, arrays)
    if (form := result.merged) is not None and (merged := stored_program(kernel, form.at)) is not None:
        return MergedLaunch(found, merged, form.instances, form.axis, form.least)
    return _with_descriptors(hook, found, kernel, program, result.descriptors) or found


def _with_descriptors(hook: VersionHook, best: Any, kernel: Any, program: CompilationInputs, form: DescriptorForm | None) -> Any:
    """Return the proxy that launches the kernel with descriptors where launches queue for the GPU; None if there are none."""
    if form is None or not takes_descriptors(kernel.src.signature, program.target):
        return None

    def report_failure(reason: str) -> None:
        hook.log.add(Kernel(kernel.name, target_name(program.target), "failed", reason))

    def with_program(at: Address) -> SizeClassKernel | None:
        second = stored_program(kernel, at)
        made = part("join_descriptors")(best, second, form.raised, report_failure) if second is not None else None
        return SizeClassKernel(made, lambda *_: SizeClassUse.WHERE_THEY_WAIT) if made is not None else None

    try:
        found = with_program(form.at)
        if found is None or form.deeper is None or (deeper := with_program(form.deeper.at)) is None:
            return found
        return DepthDispatch(found, deeper, form.deeper.limit)
    except Exception as error:
        report_failure(f"no descriptors: {reason_of(error)}")
        return None
