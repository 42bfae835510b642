"""Short forms for pairs of packages' kernels."""

from __future__ import annotations

from typing import Any

from benchmarks.verify.pair import Pair, Side

SGLANG = "sglang/kernels/ops"
LMDEPLOY = "lmdeploy/pytorch/kernels/cuda"
LAYERS = "vllm/model_executor/layers"
INVARIANT = "vllm/model_executor/determinism/batch_invariant.py"
Sizes = dict[str, int | None]


def launch(kernel: str, grid: Any, constants: dict[str, Any] | None = None, **args: Any) -> Side:
    """Return a launch of a kernel, `path of a wheel:kernel` or `file:kernel`, with the argument of each parameter."""
    return Side(kernel, grid, constants or {}, args)


def fill(array: str, count: int, first: int, step: int = 0) -> Side:
    """Return a launch that writes a progression of whole numbers."""
    return launch("serving:fill_range", 1, {"BLOCK": 64}, x=array, n=count, first=first, step=step)


def compare(operation: str, old: Side | tuple[Side, ...], new: Side | tuple[Side, ...], arrays: dict[str, str], sizes: Sizes,
            same: bool = True, results: tuple[str, ...] = ()) -> Pair:  # fmt: skip
    """Return a pair of launches."""
    sides = (each if isinstance(each, tuple) else (each,) for each in (old, new))
    return Pair(f"wheels: {operation}", *sides, {}, sizes, same, arrays=arrays, results=results)
