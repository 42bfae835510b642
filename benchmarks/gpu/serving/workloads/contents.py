"""Contents of arguments: tensors on the GPU, the same on each side by seed."""

from __future__ import annotations

from typing import Any

import torch

from benchmarks.gpu.serving.workload import Step

BF16, FP16, FP8, FP32, I32, I64 = torch.bfloat16, torch.float16, torch.float8_e4m3fn, torch.float32, torch.int32, torch.int64
DRAWN = [True]
"""Flag: draw random numbers. A check without a GPU, which runs no kernel, clears the flag."""


def normal(*shape: int, dtype: torch.dtype = BF16, scale: float = 1.0) -> torch.Tensor:
    """Return normally distributed numbers."""
    if not DRAWN[0]:
        return torch.empty(shape, dtype=dtype, device="cuda")
    found = torch.empty(shape, dtype=BF16 if dtype.itemsize == 1 else dtype, device="cuda").normal_(std=scale)
    return found.to(dtype)


def positive(*shape: int, dtype: torch.dtype = FP32, scale: float = 1.0) -> torch.Tensor:
    """Return numbers between `scale / 2` and `scale`, such as scales of quantised numbers."""
    return ((torch.rand(shape, dtype=FP32, device="cuda") + 1) * (scale / 2)).to(dtype)


def integers(high: int, *shape: int, dtype: torch.dtype = I32, low: int = 0) -> torch.Tensor:
    """Return integers from `low` up to, not including, `high`."""
    return torch.randint(low, high, shape, dtype=dtype, device="cuda")


def random_bits(*shape: int, dtype: torch.dtype = I32) -> torch.Tensor:
    """Return integers with random bits, such as quantised numbers."""
    limits = torch.iinfo(dtype)
    return torch.randint(limits.min, limits.max, shape, dtype=dtype, device="cuda")


def empty(*shape: int, dtype: torch.dtype = BF16) -> torch.Tensor:
    """Return a tensor to write to, of zeros: what is not written is the same on each side."""
    return torch.zeros(shape, dtype=dtype, device="cuda")


def starts(count: int, length: int) -> torch.Tensor:
    """Return the places of `count` sequences of a length that lie one after the other, and of their end."""
    return torch.arange(count + 1, dtype=I32, device="cuda") * length


def lengths(count: int, length: int) -> torch.Tensor:
    """Return the lengths of `count` sequences."""
    return torch.full((count,), length, dtype=I32, device="cuda")


def permutation(count: int, dtype: torch.dtype = I32) -> torch.Tensor:
    """Return the integers below `count` in random order, such as places in a cache."""
    return torch.randperm(count, dtype=dtype, device="cuda")


def outputs(step: Step, *tensors: Any) -> Step:
    """Return a step that returns what `step` returns, and tensors that it writes."""
    return lambda: (step(), tensors)
