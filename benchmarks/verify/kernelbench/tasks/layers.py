"""References and mistakes that layers share."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.verify.kernelbench.task import TILES, Launch, Task, Wrong, wrong
from egraph_opt.verifier import erf

SIZES = {"M": 6, "N": 10, "K": 20}


def gelu(x: Any) -> Any:
    """Return the Gaussian error linear unit."""
    return 0.5 * x * (1 + erf(x / np.sqrt(2)))


def mish(x: Any) -> Any:
    """Return x tanh(log(1 + exp x))."""
    return x * np.tanh(np.log1p(np.exp(x)))


def log_sum_exp(x: Any) -> Any:
    """Return the logarithm of the sum of exponentials along the last axis, which stays."""
    largest = x.max(axis=-1, keepdims=True)
    return largest + np.log(np.exp(x - largest).sum(axis=-1, keepdims=True))


def leaky(x: Any) -> Any:
    """Return a leaky ReLU of slope 0.01."""
    return np.where(x > 0, x, 0.01 * x)


def after_linear(layer: str, action: Callable[..., Any], *more: str) -> Callable[..., Any]:
    """Return the reference of a linear layer of a name, with what comes after it, which may take further arrays."""

    def reference(**arrays: Any) -> Any:
        linear = arrays["x"] @ arrays[f"{layer}_weight"].T + arrays[f"{layer}_bias"]
        return action(linear, *(arrays[name] for name in more))

    names = ("x", f"{layer}_weight", f"{layer}_bias", *more)
    parameters = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in names]
    reference.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return reference


def linear(
    name: str,
    layer: str,
    action: Callable[..., Any],
    kernel: str,
    *mistakes: Wrong,
    args: str = "",
    grid: str = "cdiv(M, 16), cdiv(N, 16)",
    y: str = "f32[M, N]",
    more: dict[str, str] | None = None,
    init: tuple[Any, ...] = (),
    sizes: dict[str, int] | None = None,
    constants: dict[str, Any] | None = None,
    order: str = "x w=%s_weight b=%s_bias y m=M n=N k=K",
) -> Task:
    """Return a task whose first layer is linear."""
    arrays = {"x": "f32[M, K]", f"{layer}_weight": "f32[N, K]", f"{layer}_bias": "f32[N]", **(more or {}), "y": y}
    launch = Launch(kernel, grid, f"{order.replace('%s', layer)} {args}", constants or TILES)
    return Task(name, after_linear(layer, action, *(more or {})), (launch,), arrays, sizes or SIZES, mistakes, init)


TAIL = wrong("loop: the tail of K is lost", ("range(0, k, BK)", "range(0, k // BK * BK, BK)"), function="linear")
NO_BIAS = wrong(
    "ignored input: the bias",
    ("return acc + tl.load(bias + columns, mask=columns < n, other=0.0)[None, :]", "return acc"),
    function="linear",
)
