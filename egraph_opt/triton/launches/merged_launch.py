"""Kernel whose large launches run a program with merged instances (`background.merged_form`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from egraph_opt.triton.launches.fast_launch import direct
from egraph_opt.triton.launches.version_dispatch import multiprocessors
from egraph_opt.triton.pipeline.launch_hook import StandIn


class MergedLaunch(StandIn):
    """Proxy of a kernel that launches a program with merged instances if the grid is large, and divisible along their axis."""

    def __init__(self, kernel: Any, merged: Any, count: int, axis: int, least: int) -> None:
        """`count` instances along `axis` are merged in `merged`, for launches with `least` instances per multiprocessor."""
        super().__init__(kernel)
        self._merged, self._count, self._axis = merged, count, axis
        self._least = least * multiprocessors(kernel)
        self.keep_fields()
        self._own, self._launch = direct(kernel), direct(merged)

    def run(self, x: int, y: int, z: int, stream: Any, function: Any, packed: Any, metadata: Any, *rest: Any) -> None:
        if x * y * z >= self._least:
            grid = [x, y, z]
            grid[self._axis], odd = divmod(grid[self._axis], self._count)
            if not odd:
                self._launch(*grid, stream, self._merged.function, self._merged.packed_metadata, metadata, *rest)
                return
        self._own(x, y, z, stream, self.function, self.packed_metadata, metadata, *rest)

    def choose_kernel(self, arguments: Sequence[Any], where: tuple[Any, ...]) -> Any:
        kernel = self._kernel
        return kernel.choose_kernel(arguments, where) if isinstance(kernel, StandIn) else kernel
