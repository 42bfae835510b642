"""Fake `torch.cuda` for a machine without a GPU: calls for the device `cuda` run on the CPU.

The fake answers queries for properties and devices, and for the device of a tensor. Kernels write nothing, so values computed
from their results are meaningless.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from importlib import import_module
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any


@contextmanager
def pretend(target: Any) -> Iterator[None]:
    """Make `torch.cuda` report one device inside this context, and allocate its tensors on the CPU.

    Does nothing if PyTorch is not installed.
    """
    if find_spec("torch") is None:
        yield
        return
    torch = import_module("torch")
    hip = target.backend == "hip"
    major, minor = (9, 4) if hip else divmod(target.arch, 10)
    properties = SimpleNamespace(
        name="AMD Instinct MI300X" if hip else "NVIDIA H200", major=major, minor=minor, multi_processor_count=304 if hip else 132,
        total_memory=140 << 30, shared_memory_per_block=65536 if hip else 49152, warp_size=target.warp_size, gcnArchName=str(target.arch),
        shared_memory_per_block_optin=65536 if hip else 232448, shared_memory_per_multiprocessor=65536 if hip else 233472,
        regs_per_multiprocessor=65536, max_threads_per_multi_processor=2048, L2_cache_size=50 << 20,
    )  # fmt: skip
    answers: dict[str, Any] = {
        "get_device_properties": properties, "get_device_capability": (major, minor), "get_device_name": properties.name,
        "current_device": 0, "device_count": 1, "device": nullcontext(), "synchronize": None, "_lazy_init": None,
        "is_bf16_supported": True, "current_stream": SimpleNamespace(cuda_stream=0), "set_device": None, "empty_cache": None,
        "manual_seed": None, "manual_seed_all": None, "memory_allocated": 0, "max_memory_allocated": properties.total_memory,
    }  # fmt: skip
    with ExitStack() as undo:
        for name, answer in (
            *((name, _constant_function(answer)) for name, answer in answers.items()),
            ("is_available", _available),
        ):
            undo.callback(setattr, torch.cuda, name, getattr(torch.cuda, name))
            setattr(torch.cuda, name, answer)
        for name, version in (("cuda", None if hip else "12.8"), ("hip", "6.4" if hip else None)):
            undo.callback(setattr, torch.version, name, getattr(torch.version, name, None))
            setattr(torch.version, name, version)
        asked: Any = import_module("torch.utils._triton")
        undo.callback(setattr, asked, "has_triton", asked.has_triton)
        asked.has_triton = _has_triton(asked.has_triton)
        for name, seen in (("is_cuda", lambda tensor: True), ("device", _device(torch))):
            setattr(torch.Tensor, name, property(seen))  # overrides the inherited property
            undo.callback(delattr, torch.Tensor, name)
        on_cpu = _on_cpu(torch)
        undo.callback(setattr, torch.autograd, "_engine_run_backward", torch.autograd._engine_run_backward)
        torch.autograd._engine_run_backward = _run_in_mode(on_cpu, torch.autograd._engine_run_backward)
        undo.enter_context(on_cpu())
        yield


def _constant_function(answer: Any) -> Any:
    return lambda *arguments, **named: answer


def _available() -> bool:
    """Return whether a GPU is available: True, except for Dynamo, which would query the driver for streams and random states."""
    return not _asks().startswith(("torch._dynamo", "torch.accelerator"))


def _has_triton(told: Callable[[], bool]) -> Callable[[], bool]:
    """Return a replacement of PyTorch's `has_triton`, which returns True for callers outside PyTorch.

    Callers inside PyTorch, such as Inductor, get the answer of the original function `told`, which is False without a GPU.
    Otherwise Inductor would compile copies of the kernels, whose launches could not be recorded.
    """
    return lambda: told() if _asks().startswith("torch._") else True


def _device(torch: Any) -> Callable[[Any], Any]:
    """Return a getter for `Tensor.device`, which returns the true device to callers inside PyTorch, and the first GPU to others."""
    real, pretended = torch._C.TensorBase.device.__get__, torch.device("cuda", 0)
    return lambda tensor: real(tensor) if _asks().startswith("torch.") else pretended


def _run_in_mode(mode: Any, function: Any) -> Any:
    """Return the function, wrapped so that each call activates a new instance of the `TorchFunctionMode` class `mode`.

    While a mode handles a call, such as a whole backward pass, PyTorch disables it. Calls inside then need a new instance.
    """

    def inside(*arguments: Any, **named: Any) -> Any:
        with mode():
            return function(*arguments, **named)

    return inside


def _asks() -> str:
    return str(sys._getframe(2).f_globals.get("__name__"))


def _on_cpu(torch: Any) -> Any:
    """Return the `TorchFunctionMode` class that redirects every call for a GPU to the CPU."""

    def cpu(value: Any) -> Any:
        return "cpu" if isinstance(value, str | torch.device) and str(value).startswith(("cuda", "hip")) else value

    class OnCpu(torch.overrides.TorchFunctionMode):  # type: ignore[misc]  # its base is known at run time only
        def __torch_function__(self, function: Any, types: Any, arguments: Any = (), named: Any = None) -> Any:
            if getattr(function, "__name__", "") == "cuda" and arguments:
                return arguments[0]
            result = function(*map(cpu, arguments), **{name: cpu(value) for name, value in (named or {}).items()})
            if getattr(function, "__name__", "").removeprefix("new_").startswith("empty") and not result.dtype.is_floating_point:
                result.zero_()  # what a kernel would have written here may be an index
            return result

    return OnCpu
