"""Kernels with descriptors that the host makes (`descriptor_kernel`), raised from kernels with pointers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from egraph_opt.families.layout.emit.load_scheduling import arrays_apart
from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.integers.assumptions import NO_ALIAS
from egraph_opt.families.pointer.split_kernel import split_text
from egraph_opt.text import read
from egraph_opt.triton.compile.text_compile import compile_text
from egraph_opt.triton.launches.descriptor_kernel import DescriptorKernel, join_descriptors
from egraph_opt.triton.launches.kernel_arguments import takes_descriptors
from egraph_opt.triton.launches.kernel_forms import DescriptorText
from egraph_opt.triton.pipeline.launch_hook import CompilationInputs
from egraph_opt.triton.state.triton_version import triton_version


def raise_to_descriptors(source: str, name: str) -> DescriptorText | None:
    """Return a kernel with descriptors that the host makes; None if no access can use one. `source` is the kernel's TTIR."""
    known = read(source).functions()
    arrays = arrays_apart(known[0]) if len(known) == 1 else None
    types = "3.8" if triton_version() >= (3, 8) else "3.6"
    raised = raise_text(source, name, "host-descriptor", "kernel", assume_no_alias=arrays is not None, descriptor_types=types)
    parts = split_text(raised.ir)
    if parts is None:
        return None
    return DescriptorText(raised.ir, arrays if arrays and NO_ALIAS in parts.launch.attributes else None)


def add_descriptors(
    kernel: Any, program: CompilationInputs, source: str | None, failed: Callable[[str], None]
) -> DescriptorKernel | None:
    """Return a proxy that launches a kernel with descriptors if possible; None if no access of the kernel can use a descriptor.

    Args:
        kernel: the kernel without descriptors.
        program: inputs for compiling the kernel with descriptors.
        source: the kernel's TTIR, None if it is unknown.
        failed: callback that gets the reason why a launch uses pointers although the preconditions hold.
    """
    if source is None or not takes_descriptors(kernel.src.signature, program.target):
        return None
    raised = raise_to_descriptors(source, kernel.name)
    if raised is None:
        return None
    return join_descriptors(kernel, compile_text(kernel_text(raised), "ttir", program.target, program.options), raised, failed)


def kernel_text(raised: DescriptorText) -> str:
    """Return the TTIR of the kernel with descriptors. Raises ValueError if the text has none."""
    if (parts := split_text(raised.text)) is None:
        raise ValueError("a text without descriptors")
    return parts.text
