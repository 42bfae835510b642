"""Fake GPU driver, with which Triton compiles kernels for a target and launches nothing.

`FakeTensor` replaces tensors if no tensor library is installed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from typing import Any


class FakeTensor:
    """Tensor argument with the attributes that Triton reads: address and element type.

    `dtype` is PyTorch's name, for example `float16`.
    """

    def __init__(self, dtype: str, shape: tuple[int, ...] = (), address: int = 1 << 20) -> None:
        self.dtype, self.shape, self._address = dtype, shape, address

    def data_ptr(self) -> int:
        return self._address

    def stride(self) -> tuple[int, ...]:
        strides = [1]
        for extent in reversed(self.shape[1:]):
            strides.insert(0, strides[0] * extent)
        return tuple(strides) if self.shape else ()


class Utils:
    """Fake of the driver's C functions, with the properties of a large GPU."""

    def get_device_properties(self, device: int = 0) -> dict[str, int]:
        return {
            "max_shared_mem": 232448, "max_num_regs": 65536, "multiprocessor_count": 132, "warpSize": 32,
            "sm_clock_rate": 1980000, "mem_clock_rate": 2619000, "mem_bus_width": 5120,
        }  # fmt: skip


class Driver:
    """Fake Triton driver, with the functions that Triton calls before a launch.

    Each instance has its own device number, since a kernel caches its target and its compiled programs by device number.
    """

    _numbers = count(1000)

    def __init__(self, target: Any) -> None:
        self.target, self.utils, self.device = target, Utils(), next(self._numbers)

    def get_current_target(self) -> Any:
        return self.target

    def get_current_device(self) -> int:
        return self.device

    def set_current_device(self, device: int) -> None:
        pass

    def get_current_stream(self, device: int = 0) -> int:
        return 0

    def get_device_capability(self, device: int = 0) -> tuple[int, int]:
        arch = self.target.arch
        return (arch // 10, arch % 10) if isinstance(arch, int) else (9, 4)

    def get_active_torch_device(self) -> Any:
        return import_module("torch").device("cpu")

    def get_device_interface(self) -> Any:
        return import_module("torch").cuda

    def get_benchmarker(self) -> Any:
        return lambda kernel_call, *, quantiles=None, **_: [0.0] * len(quantiles or (0,))


def target_of(name: str) -> Any:
    """Return the `GPUTarget` for a name such as `cuda:90` or `hip:gfx942`.

    Raises:
        ValueError: the name is neither `cuda:N` nor `hip:gfxN`.
    """
    from triton.backends.compiler import GPUTarget

    kind, _, arch = name.partition(":")
    if kind == "cuda" and arch.isdecimal():
        return GPUTarget("cuda", int(arch), 32)
    if kind == "hip" and arch.startswith("gfx"):
        return GPUTarget("hip", arch, 64 if arch.startswith("gfx9") else 32)
    raise ValueError(f"no target {name!r}: say cuda:90, or hip:gfx942")


@contextmanager
def driver(target: Any) -> Iterator[None]:
    """Activate a `Driver` for the target inside this context."""
    from triton.backends import backends
    from triton.runtime import driver as active

    before = active._active  # `reset_active` would look for a device
    active.set_active(Driver(target))
    with ExitStack() as undo:
        undo.callback(setattr, active, "_active", before)
        if target.backend == "hip" and find_spec("torch") is None:
            # AMD's backend asks PyTorch how large a tensor is, to use instructions with 32-bit offsets.
            kind = backends["amd"].compiler
            undo.callback(setattr, kind, "is_within_2gb", vars(kind)["is_within_2gb"])
            kind.is_within_2gb = staticmethod(lambda argument: False)
        yield
