"""Compilation of a program's text to a kernel, cached by Triton on disk."""

from __future__ import annotations

from collections import namedtuple
from pathlib import Path
from typing import Any

from egraph_opt.process.module_child import scratch
from egraph_opt.text.register_attributes import warps_of
from egraph_opt.triton.state.trial_compilation import trial

DESCRIPTOR_METADATA = "tensordesc_meta"
"""Field of a kernel's metadata by which the launcher encodes descriptor arguments. Triton adds it in the stage that makes TTGIR."""


def compile_text(text: str, language: str, target: Any, options: dict[str, Any]) -> Any:
    """Return the compiled kernel of a program in TTIR or TTGIR, cached by Triton on disk.

    A number of warps that the program states takes precedence over the option.
    """
    from triton.compiler import compile as compile_file

    if (warps := warps_of(text)) is not None:
        options = {**options, "num_warps": warps}
    with scratch() as folder, trial():
        file = Path(folder) / f"program.{language}"
        file.write_text(text)
        return compile_file(str(file), target=target, options=options)


def compile_equal(text: str, language: str, kernel: Any, target: Any, options: dict[str, Any]) -> Any:
    """Compile a program in TTIR or TTGIR that is equal to a kernel's, and return it with the kernel's signature."""
    from triton.compiler import CompiledKernel

    made = compile_text(text, language, target, options)
    new = CompiledKernel(kernel.src, made.metadata_group, made.hash)
    about = getattr(kernel.metadata, DESCRIPTOR_METADATA, None)
    if about and not getattr(new.metadata, DESCRIPTOR_METADATA, None):
        fields = {**new.metadata._asdict(), DESCRIPTOR_METADATA: about}
        new.metadata = namedtuple("KernelMetadata", sorted(fields))(**fields)
    return new
