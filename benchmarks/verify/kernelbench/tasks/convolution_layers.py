"""Convolutions with what comes after them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.verify.kernelbench.task import Launch, Task, Wrong, wrong
from benchmarks.verify.kernelbench.tasks.layers import leaky
from benchmarks.verify.kernelbench.tasks.windows import conv_2d


def conv(name: str, action: Callable[..., Any], kernel: str, *mistakes: Wrong, init: tuple[Any, ...] = ()) -> Task:
    """Return a task whose first layer is a convolution with 3 x 3 filters."""
    extra = {"bias": "f32[O, 1, 1]"} if kernel in ("relu_bias", "min_bias_scale") else {}
    arrays = {
        "x": "f32[B, C, H, W]",
        "conv_weight": "f32[O, C, 3, 3]",
        "conv_bias": "f32[O]",
        **extra,
        "y": "f32[B, O, H - 2, W - 2]",
    }
    args = (
        f"x w=conv_weight bias=conv_bias extra={'bias' if extra else 'conv_bias'} y cin=C height=H width=W cout=O oh=H-2 ow=W-2"
    )
    launch = Launch("convolutions:conv_epilogue", "B, O, 1", args, {"K": 3, "BLOCK": 16, "ACTION": kernel})

    def plain(x: Any, conv_weight: Any, conv_bias: Any) -> Any:
        return action(conv_2d(x, conv_weight) + conv_bias[:, None, None])

    def add_bias(x: Any, conv_weight: Any, conv_bias: Any, bias: Any) -> Any:
        return action(conv_2d(x, conv_weight) + conv_bias[:, None, None], bias)

    return Task(name, add_bias if extra else plain, (launch,), arrays, {"B": 1, "C": 2, "H": 5, "W": 6, "O": 2}, mistakes, init)


TASKS = (
    conv(
        "2/1 convolution, ReLU, bias",
        lambda v, bias: np.maximum(v, 0) + bias,
        "relu_bias",
        wrong(
            "order: the bias before ReLU",
            ("tl.maximum(acc, 0.0) + tl.load(extra + channel)", "tl.maximum(acc + tl.load(extra + channel), 0.0)"),
        ),
        wrong("mask: the last places are not stored", ("acc, mask=inside)", "acc, mask=o < oh * ow - 1)")),
        init=("C", "O", 3, "(O, 1, 1)"),
    ),
    conv(
        "2/31 convolution, minimum, bias, factor",
        lambda v, bias: (np.minimum(v, 0.5) + bias) * 2,
        "min_bias_scale",
        wrong("formula: maximum", ("tl.minimum(acc, 0.5)", "tl.maximum(acc, 0.5)")),
        init=("C", "O", 3, 0.5, "(O, 1, 1)", 2.0),
    ),
    conv(
        "2/57 convolution, ReLU, hard swish",
        lambda v: np.maximum(v, 0) * np.clip((np.maximum(v, 0) + 3) / 6, 0, 1),
        "relu_hardswish",
        wrong("order: ReLU after the gate", ("acc = tl.maximum(acc, 0.0)\n        acc = acc *", "acc = (acc + 1.0) *")),
        init=("C", "O", 3),
    ),
    conv(
        "2/71 convolution, division, leaky ReLU",
        lambda v: leaky(v / 2),
        "divide_leaky",
        wrong(
            "ignored input: one channel of the image",
            (
                "for c in range(cin):\n        for i in range(K):\n            for j in range(K):\n                at =",
                "for c in range(1):\n        for i in range(K):\n            for j in range(K):\n                at =",
            ),
        ),
        wrong("index: rows are as wide as results", ("height + o // ow + i) * width", "height + o // ow + i) * ow")),
        init=("C", "O", 3, 2),
    ),
    Task(
        "2/32 convolution, factor, minimum over channels",
        lambda x, conv_weight, conv_bias: ((conv_2d(x, conv_weight) + conv_bias[:, None, None]) * 2).min(axis=1, keepdims=True),
        (
            Launch(
                "convolutions:conv_scale_min",
                "B, 1",
                "x w=conv_weight bias=conv_bias y cin=C height=H width=W cout=O oh=H-2 ow=W-2 scale=2.0",
                {"K": 3, "BLOCK": 16},
            ),
        ),
        {"x": "f32[B, C, H, W]", "conv_weight": "f32[O, C, 3, 3]", "conv_bias": "f32[O]", "y": "f32[B, 1, H - 2, W - 2]"},
        {"B": 1, "C": 2, "H": 5, "W": 5, "O": 3},
        (
            wrong("start: zero", ('float("inf"), dtype', "0.0, dtype")),
            wrong("formula: the factor is lost", ("acc * scale", "acc")),
        ),
        ("C", "O", 3, 2.0),
    ),
)
