"""Kernels with several configurations, and a GPU that launches nothing and times what it is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import triton
from triton.compiler import CompiledKernel

import egraph_opt.triton as plugin
from egraph_opt.triton.capture.fake_driver import FakeTensor, driver, target_of
from egraph_opt.triton.compile import child_pools
from egraph_opt.triton.compile.child_pools import aside, crew
from tests.support.jit_kernels import matmul

TARGET = "cuda:90"
SIZE = 4096


def config(m: int, n: int, k: int, warps: int, stages: int, **more: Any) -> triton.Config:
    return triton.Config(dict(BM=m, BN=n, BK=k), num_warps=warps, num_stages=stages, **more)


CONFIGS = [
    config(16, 16, 16, 1, 1),
    config(64, 64, 32, 4, 3),
    config(128, 128, 32, 8, 3),
    config(32, 32, 32, 2, 2),
    config(16, 64, 16, 8, 2),
]
TOO_LARGE = config(128, 128, 128, 8, 5)
"""327680 bytes of shared memory."""


class Machine:
    """A GPU that launches nothing: what it would run is noted, and every timing takes as long as `time` says of the kernel."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.launched: list[Any] = []
        self.timed: list[Any] = []
        monkeypatch.setattr(CompiledKernel, "run", property(lambda kernel: lambda *_: self.launched.append(kernel)))
        monkeypatch.setattr(CompiledKernel, "_init_handles", lambda kernel: None)

    @staticmethod
    def time(kernel: Any) -> float:
        return 1.0 / kernel.metadata.num_warps

    def do_bench(self, call: Callable[[], Any], quantiles: Any) -> list[float]:
        call()
        self.timed.append(self.launched[-1])
        return [self.time(self.launched[-1])] * len(quantiles)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    monkeypatch.delenv("EGRAPH_OPT_AUTOTUNE", raising=False)
    with driver(target_of(TARGET)):
        yield Machine(monkeypatch)
    plugin.disable()


@pytest.fixture(autouse=True, scope="module")
def two_children() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(child_pools, "LEAST_PROCESSORS", 1)
        patch.setattr(child_pools, "CHILDREN", 1)
        patch.setattr(child_pools, "MAX_CHILDREN", 2)
        yield
        for pool in (child_pools.pool, crew, aside):
            if pool._executor is not None:
                pool._executor.shutdown(kill_workers=True)
                pool._forget()


def again() -> None:
    """Disable the plug-in and clear the table of kernels, as in a new process."""
    plugin.disable()
    matmul.device_caches.clear()


def tuned(machine: Machine, configs: list[triton.Config] = CONFIGS, function: Any = matmul, **more: Any) -> Any:
    key = ["M", "N", "K"] if function is matmul else ["columns"]
    return triton.autotune(configs, key=key, do_bench=machine.do_bench, **more)(function)


def launch(kernel: Any, size: int = SIZE, arrays: tuple[Any, ...] = ()) -> None:
    arrays = arrays or tuple(FakeTensor("float16") for _ in range(3))
    kernel[lambda meta: (triton.cdiv(size, meta["BM"]), triton.cdiv(size, meta["BN"]))](
        *arrays, size, size, size, size, size, size
    )
