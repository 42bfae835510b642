"""Dispatch by grid between a kernel and the same kernel with more pipeline stages (`egraph_opt.triton.choice.pipeline_depth`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from egraph_opt.ir.analysis.disjoint_arrays import Arrays
from egraph_opt.triton.launches.fast_launch import direct
from egraph_opt.triton.launches.version_dispatch import has_disjoint_tensors, multiprocessors
from egraph_opt.triton.pipeline.launch_hook import StandIn


class LoadedKernel(NamedTuple):
    """Kernel on the GPU: its launch function, GPU function and metadata."""

    launch: Callable[..., None]
    function: Any
    packed: Any


def load(kernel: Any) -> LoadedKernel:
    """Load a kernel or its proxy."""
    launch = direct(kernel)
    return LoadedKernel(launch, kernel.function, kernel.packed_metadata)


class DepthDispatch(StandIn):
    """Proxy of a kernel that runs its deeper program in launches with few program instances."""

    def __init__(self, kernel: Any, deeper: Any, limit: int, arrays: Arrays | None = None) -> None:
        """Store a kernel and its deeper program.

        Args:
            kernel: the kernel with its own stages.
            deeper: the kernel with more stages.
            limit: largest number of program instances per multiprocessor of launches that run `deeper`.
            arrays: positions of arguments that must not overlap in launches that run `deeper`.
        """
        super().__init__(kernel)
        self._deeper, self._resident, self._arrays = deeper, limit, arrays
        self._loaded: tuple[LoadedKernel, LoadedKernel] | None = None
        self._limit = -1.0

    def run(self, x: int, y: int, z: int, stream: Any, function: Any, packed: Any, metadata: Any, *rest: Any) -> None:
        own, deeper = self._loaded or self._load()
        launch, function, packed = deeper if self._may_deepen(x * y * z, rest[2:]) else own
        launch(x, y, z, stream, function, packed, metadata, *rest)

    def choose_kernel(self, arguments: Sequence[Any], where: tuple[Any, ...]) -> Any:
        x, y, z, *_ = where
        if self._loaded is None:
            self._load()
        kernel = self._deeper if self._may_deepen(x * y * z, arguments) else self._kernel
        return kernel.choose_kernel(arguments, where) if isinstance(kernel, StandIn) else kernel

    def _may_deepen(self, instances: int, arguments: Sequence[Any]) -> bool:
        return instances <= self._limit and (self._arrays is None or has_disjoint_tensors(arguments, self._arrays))

    def _load(self) -> tuple[LoadedKernel, LoadedKernel]:
        self.keep_fields()
        self._limit = self._resident * multiprocessors(self._kernel)
        self._loaded = load(self._kernel), load(self._deeper)
        return self._loaded
