"""Launch of a compiled kernel without what its launcher would do for nothing.

Triton's launcher defines and calls a function for each of two memories that a kernel may need, and calls the chains of hooks before and
after a launch, though they be empty. That takes about as long as a stand-in's own work.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def direct(kernel: Any) -> Callable[..., None]:
    """Load a kernel, and return what launches it with the arguments of its `run`."""
    launcher = kernel.run
    try:
        launch, cooperative, dependent = launcher.launch, launcher.launch_cooperative_grid, launcher.launch_pdl
        reserved = launcher.global_scratch_size or launcher.profile_scratch_size
    except AttributeError:  # a stand-in, or another launcher
        return launcher  # type: ignore[no-any-return]
    if reserved:
        return launcher  # type: ignore[no-any-return]

    def run(
        x: int, y: int, z: int, stream: Any, function: Any, packed: Any, metadata: Any, enter: Any, leave: Any, *arguments: Any
    ) -> None:
        if getattr(enter, "calls", True) or getattr(leave, "calls", True):
            launch(x, y, z, stream, function, cooperative, dependent, None, None, packed, metadata, enter, leave, *arguments)
        else:
            launch(x, y, z, stream, function, cooperative, dependent, None, None, packed, metadata, None, None, *arguments)

    return run
