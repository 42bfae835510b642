"""Launch of a compiled kernel without the memory that its launcher would reserve for it, where it needs none.

Triton's launcher defines and calls a function for each of two such memories, which takes about as long as a stand-in's own work.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def direct(kernel: Any) -> Callable[..., None]:
    """Load a kernel, and return what launches it with the arguments of its `run`."""
    launcher = kernel.run
    try:
        launch, fixed = launcher.launch, (launcher.launch_cooperative_grid, launcher.launch_pdl)
        reserved = launcher.global_scratch_size or launcher.profile_scratch_size
    except AttributeError:  # a stand-in, or another launcher
        return launcher  # type: ignore[no-any-return]
    if reserved:
        return launcher  # type: ignore[no-any-return]

    def run(x: int, y: int, z: int, stream: Any, function: Any, *rest: Any) -> None:
        launch(x, y, z, stream, function, *fixed, None, None, *rest)

    return run
