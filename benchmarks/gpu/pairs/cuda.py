"""Machine code on the GPU, through the driver's own C functions: what Triton's launcher does, without compiling a launcher per signature.

Loading follows Triton 3.6's `load_binary` (third_party/nvidia/backend/driver.c): large dynamic shared memory is asked for, and then the
first-level cache gives way to it.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

REGISTERS, LOCAL_BYTES, STATIC_SHARED, DYNAMIC_SHARED = 4, 3, 1, 8
"""CUfunction_attribute."""
SHARED_OPTIN = 97
"""CUdevice_attribute: shared memory per block that may be asked for."""
PREFER_SHARED = 1
DEFAULT_SHARED = 49152

SCALARS: dict[str, Callable[[Any], Any]] = {
    "i1": ctypes.c_int8, "i8": ctypes.c_int8, "i16": ctypes.c_int16, "i32": ctypes.c_int32, "i64": ctypes.c_int64,
    "u1": ctypes.c_uint8, "u8": ctypes.c_uint8, "u16": ctypes.c_uint16, "u32": ctypes.c_uint32, "u64": ctypes.c_uint64,
    "fp32": ctypes.c_float, "f32": ctypes.c_float, "fp64": ctypes.c_double,
    "fp16": lambda value: ctypes.c_uint16(struct.unpack("<H", struct.pack("<e", value))[0]),
    "bf16": lambda value: ctypes.c_uint16(struct.unpack("<I", struct.pack("<f", value))[0] >> 16),
}  # fmt: skip


@cache
def driver() -> Any:
    return ctypes.CDLL("libcuda.so.1")


def call(name: str, *arguments: Any) -> None:
    """Call a function of the driver.

    Raises:
        RuntimeError: it does not return success.
    """
    status = getattr(driver(), name)(*arguments)
    if status:
        text = ctypes.c_char_p()
        driver().cuGetErrorString(status, ctypes.byref(text))
        raise RuntimeError(f"{name}: {text.value.decode() if text.value else status}")


def scalar(kind: str, value: Any) -> Any:
    """A value as the kernel's parameter takes it, by Triton's name of the type."""
    if kind.startswith("*"):
        return ctypes.c_uint64(value)
    return SCALARS[kind](value)


class Loaded:
    """A kernel in the current context. `occupancy`: blocks that a multiprocessor holds at once."""

    def __init__(self, metadata: dict[str, Any], code: bytes) -> None:
        if (metadata["num_ctas"] or 1) != 1 or metadata["launch_cooperative_grid"] or metadata["launch_pdl"]:
            raise RuntimeError("a launch with clusters, a cooperative grid or a programmatic dependence")
        self.metadata = metadata
        self.threads, self.shared = 32 * metadata["num_warps"], metadata["shared"]
        self._module, self._function = ctypes.c_void_p(), ctypes.c_void_p()
        call("cuModuleLoadData", ctypes.byref(self._module), code)
        call("cuModuleGetFunction", ctypes.byref(self._function), self._module, metadata["name"].encode())
        self.registers, self.local_bytes = self._attribute(REGISTERS), self._attribute(LOCAL_BYTES)
        if self.shared > DEFAULT_SHARED:
            optin = ctypes.c_int()
            call("cuDeviceGetAttribute", ctypes.byref(optin), SHARED_OPTIN, 0)
            if self.shared > optin.value:
                raise RuntimeError(f"{self.shared} bytes of shared memory, there are {optin.value}")
            call("cuFuncSetCacheConfig", self._function, PREFER_SHARED)
            call("cuFuncSetAttribute", self._function, DYNAMIC_SHARED, optin.value - self._attribute(STATIC_SHARED))
        blocks = ctypes.c_int()
        call(
            "cuOccupancyMaxActiveBlocksPerMultiprocessor", ctypes.byref(blocks), self._function,
            self.threads, ctypes.c_size_t(self.shared),
        )  # fmt: skip
        self.occupancy = blocks.value

    def _attribute(self, which: int) -> int:
        found = ctypes.c_int()
        call("cuFuncGetAttribute", ctypes.byref(found), which, self._function)
        return found.value

    def launcher(self, grid: Sequence[int], values: Sequence[Any], scratch: int, stream: int) -> Callable[[], None]:
        """Launches with these values, made by `scalar`. Two pointers follow them: to scratch memory, and to a profile's, of which there
        is none.
        """
        passed = [*values, ctypes.c_uint64(scratch), ctypes.c_uint64(0)]
        pointers = (ctypes.c_void_p * len(passed))(*(ctypes.addressof(value) for value in passed))
        x, y, z = grid
        launch, handle = driver().cuLaunchKernel, ctypes.c_void_p(stream)

        def run() -> None:
            status = launch(self._function, x, y, z, self.threads, 1, 1, self.shared, handle, pointers, None)
            if status:
                raise RuntimeError(f"cuLaunchKernel: error {status}")

        run.keep = passed  # type: ignore[attr-defined]  # what the pointers point to lives as long
        return run

    def unload(self) -> None:
        call("cuModuleUnload", self._module)
