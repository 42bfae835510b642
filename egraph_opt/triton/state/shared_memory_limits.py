"""Limits of shared memory per program instance, by target."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

# Shared memory that one program may have, in bytes: CUDA C++ programming guide, technical specifications per compute capability, and
# AMD's CDNA instruction set manuals. A target that is not here is not checked.
SHARED_LIMIT = {
    "cuda:80": 166912, "cuda:86": 101376, "cuda:87": 166912, "cuda:89": 101376, "cuda:90": 232448, "cuda:100": 232448,
    "cuda:103": 232448, "cuda:120": 101376, "hip:gfx90a": 65536, "hip:gfx942": 65536, "hip:gfx950": 163840,
}  # fmt: skip


def target_name(target: Any) -> str:
    return f"{target.backend}:{target.arch}"


def fits(found: int, target: str) -> bool:
    """Return whether a program instance may use `found` bytes of shared memory on a target; True for unknown targets."""
    return found <= SHARED_LIMIT.get(target, found)


def compile_fitting(compile_kernel: Callable[[], Any], target: str) -> Any:
    """Return the kernel that `compile_kernel` compiles; None if Triton refuses it, or it needs more shared memory than a target has."""
    with suppress(RuntimeError):
        kernel = compile_kernel()
        if fits(kernel.metadata.shared, target):
            return kernel
    return None


def check_shared_memory(found: int, target: str) -> None:
    """Raise an error if a program needs more shared memory than its target has.

    Raises:
        RuntimeError: the program does not fit.
    """
    if not fits(found, target):
        raise RuntimeError(f"{found} bytes of shared memory, {target} has {SHARED_LIMIT[target]}")
