"""Runs steps of a library one after the other: one that fails does not keep the kernels of the others from being captured."""

from collections.abc import Callable, Mapping
from typing import Any

import torch


def normal(*shape: int, dtype: Any = None) -> Any:
    """A random tensor on the device that a capture pretends there is, bfloat16 where nothing else is asked for."""
    return torch.randn(*shape, device="cuda").to(dtype or torch.bfloat16).requires_grad_()


def make_on_cpu() -> None:
    """Have tensors that custom operators make on the device made on the CPU: PyTorch does not ask the mode of a capture there."""
    for name in ("empty", "empty_strided", "full", "ones", "zeros"):
        setattr(torch, name, _on_cpu(getattr(torch, name)))


def _on_cpu(make: Callable[..., Any]) -> Callable[..., Any]:
    def made(*arguments: Any, **named: Any) -> Any:
        return make(*arguments, **(named | {"device": "cpu"} if "device" in named else named))

    return made


def run(steps: Mapping[str, Callable[[], Any]]) -> None:
    """Do every step, backwards too where its (first) result has a gradient, and say what failed."""
    for name, step in steps.items():
        try:
            output = step()
            output = output[0] if isinstance(output, tuple) else output
            if isinstance(output, torch.Tensor) and output.requires_grad:
                output.backward(torch.ones_like(output))
        except Exception as error:
            print(f"{name}: {type(error).__name__}: {str(error)[:200]}")
