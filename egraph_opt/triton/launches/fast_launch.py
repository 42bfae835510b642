"""Launch of a compiled kernel without the parts of Triton's launcher that often do nothing.

Triton's launcher prepares scratch memory, and calls chains of launch hooks even if they are empty. This takes about as long as a
proxy takes to choose a program.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from egraph_opt.triton.state.triton_version import triton_version

ONE_BY_ONE = ((3, 6),)
"""Versions of Triton whose launcher takes a kernel's arguments one by one."""
TOGETHER = ((3, 7), (3, 8), (3, 9))
"""Versions of Triton whose launcher takes the type annotations of a kernel's arguments, and then the arguments as one tuple."""


def direct(kernel: Any) -> Callable[..., None]:
    """Load a kernel, and return a launch function with the same arguments as the kernel's `run`.

    Returns Triton's launcher itself if the kernel needs scratch memory, or if the launcher's version is unknown.
    """
    launcher, version = kernel.run, triton_version()
    try:
        launch, cooperative, dependent = launcher.launch, launcher.launch_cooperative_grid, launcher.launch_pdl
        reserved = launcher.global_scratch_size or launcher.profile_scratch_size
        about = (launcher.arg_annotations, launcher.kernel_signature) if version in TOGETHER else ()
    except AttributeError:  # a proxy, or another launcher
        return launcher  # type: ignore[no-any-return]
    if reserved or getattr(launcher, "gsan_enabled", False) or version not in ONE_BY_ONE + TOGETHER:
        return launcher  # type: ignore[no-any-return]

    def one_by_one(
        x: int, y: int, z: int, stream: Any, function: Any, packed: Any, metadata: Any, enter: Any, leave: Any, *arguments: Any
    ) -> None:
        if getattr(enter, "calls", True) or getattr(leave, "calls", True):
            launch(x, y, z, stream, function, cooperative, dependent, None, None, packed, metadata, enter, leave, *arguments)
        else:
            launch(x, y, z, stream, function, cooperative, dependent, None, None, packed, metadata, None, None, *arguments)

    def launch_with_hooks(
        x: int, y: int, z: int, stream: Any, function: Any, packed: Any, metadata: Any, enter: Any, leave: Any, *arguments: Any
    ) -> None:
        if not (getattr(enter, "calls", True) or getattr(leave, "calls", True)):
            enter = leave = None
        launch(x, y, z, stream, function, cooperative, dependent, packed, metadata, enter, leave, None, None, *about, arguments)

    return launch_with_hooks if about else one_by_one
