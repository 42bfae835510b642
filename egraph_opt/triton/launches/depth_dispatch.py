"""Dispatch by grid between a kernel and the same kernel with more pipeline stages (`egraph_opt.triton.choice.pipeline_depth`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from egraph_opt.triton.launches.version_dispatch import multiprocessors
from egraph_opt.triton.pipeline.launch_hook import StandIn


class DepthDispatch(StandIn):
    """Proxy of a kernel that runs its deeper program in launches with few program instances."""

    def __init__(self, kernel: Any, deeper: Any, limit: int) -> None:
        """`limit`: largest number of program instances per multiprocessor of launches that run `deeper`."""
        super().__init__(kernel)
        self._deeper, self._resident = deeper, limit
        self._limit = -1.0

    def choose_kernel(self, arguments: Sequence[Any], where: tuple[Any, ...]) -> Any:
        x, y, z, *_ = where
        if self._limit < 0.0:
            self.keep_fields()
            self._limit = self._resident * multiprocessors(self._kernel)
        kernel = self._deeper if x * y * z <= self._limit else self._kernel
        return kernel.choose_kernel(arguments, where) if isinstance(kernel, StandIn) else kernel
