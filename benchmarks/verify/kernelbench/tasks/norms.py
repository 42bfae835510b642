"""Normalisations."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.verify.kernelbench.task import Launch, Task, wrong

ROWS = {"x": "f32[M, N]", "y": "f32[M, N]"}


def normalise(x: Any, axes: tuple[int, ...]) -> Any:
    """Return an array less its mean, over the root of its variance, along axes."""
    return (x - x.mean(axis=axes, keepdims=True)) / np.sqrt(x.var(axis=axes, keepdims=True) + 1e-5)


def group_norm(x: Any, gn_weight: Any, gn_bias: Any, G: int) -> Any:
    """Return groups of channels normalised, times a weight and with a bias for each channel."""
    groups = normalise(x.reshape(x.shape[0], G, -1), (2,)).reshape(x.shape)
    return groups * gn_weight[:, None, None] + gn_bias[:, None, None]


TASKS = (
    Task(
        "1/33 batch norm",
        lambda x, bn_weight, bn_bias: normalise(x, (0, 2, 3)) * bn_weight[:, None, None] + bn_bias[:, None, None],
        (Launch("norms:batch_norm", "C", "x w=bn_weight b=bn_bias y batch=B channels=C inner=H*W eps=1e-5", {"BLOCK": 16}),),
        {"x": "f32[B, C, H, W]", "bn_weight": "f32[C]", "bn_bias": "f32[C]", "y": "f32[B, C, H, W]"},
        {"B": 2, "C": 3, "H": 3, "W": 4},
        (
            wrong("statistics: of one image only", ("count = batch * inner", "count = inner")),
            wrong("epsilon: outside the root", ("tl.sqrt(variance + eps)", "(tl.sqrt(variance) + eps)")),
            wrong(
                "statistics: unbiased variance",
                ("squares / count - mean * mean", "(squares / count - mean * mean) * count / (count - 1)"),
            ),
            wrong(
                "stale statistics: mean zero and variance one",
                ("mean = total / count", "mean = total * 0.0"),
                ("variance = squares / count - mean * mean", "variance = squares * 0.0 + 1.0"),
            ),
        ),
        ("C",),
    ),
    Task(
        "1/34 instance norm",
        lambda x: normalise(x, (2, 3)),
        (Launch("norms:instance_norm", "B * C", "x y inner=H*W eps=1e-5", {"BLOCK": 32}),),
        {"x": "f32[B, C, H, W]", "y": "f32[B, C, H, W]"},
        {"B": 2, "C": 3, "H": 4, "W": 5},
        (
            wrong("mean: over the padded count", ("mean = tl.sum(v, axis=0) / inner", "mean = tl.sum(v, axis=0) / BLOCK")),
            wrong("mask: the mean is taken from masked elements", ("tl.where(i < inner, v - mean, 0.0)", "v - mean")),
            wrong("epsilon: another one", args="x y inner=H*W eps=1e-3"),
        ),
        ("C",),
    ),
    Task(
        "1/35 group norm",
        group_norm,
        (Launch("norms:group_norm", "B, G", "x w=gn_weight b=gn_bias y channels=C groups=G inner=H*W eps=1e-5", {"BLOCK": 32}),),
        {"x": "f32[B, C, H, W]", "gn_weight": "f32[C]", "gn_bias": "f32[C]", "y": "f32[B, C, H, W]"},
        {"B": 2, "C": 4, "G": 2, "H": 3, "W": 4},
        (
            wrong("index: the weight of the group", ("channel = group * per_group + i // inner", "channel = group + 0 * i")),
            wrong("index: inner modulo", ("i // inner", "i % per_group")),
            wrong(
                "statistics: of one channel only",
                (
                    "v = tl.load(x + base + i, mask=i < size, other=0.0)\n    mean = tl.sum(v, axis=0) / size",
                    "v = tl.load(x + base + i, mask=i < size, other=0.0)\n    mean = tl.sum(tl.where(i < inner, v, 0.0), axis=0) / inner",
                ),
            ),
        ),
        ("C", "G"),
    ),
    Task(
        "1/36 RMS norm",
        lambda x: x / np.sqrt(np.mean(x**2, axis=1, keepdims=True) + 1e-5),
        (Launch("norms:rms_norm", "B, cdiv(H * W, 16)", "x y channels=C inner=H*W eps=1e-5", {"BLOCK": 16}),),
        {"x": "f32[B, C, H, W]", "y": "f32[B, C, H, W]"},
        {"B": 2, "C": 6, "H": 4, "W": 5},
        (
            wrong(
                "loop: the first channel is left out",
                (
                    "for c in range(channels):\n        v = tl.load(x + base + c * inner + i, mask=i < inner, other=0.0)",
                    "for c in range(1, channels):\n        v = tl.load(x + base + c * inner + i, mask=i < inner, other=0.0)",
                ),
            ),
            wrong("formula: the sum in place of the mean", ("squares / channels + eps", "squares + eps")),
            wrong(
                "precision: squares in half precision",
                ("squares += v * v", "squares += (v.to(tl.float16) * v.to(tl.float16)).to(tl.float32)"),
            ),
        ),
        ("C",),
    ),
    Task(
        "1/37 Frobenius norm",
        lambda x: x / np.linalg.norm(x),
        (
            Launch("norms:square_sum", "cdiv(M * N, 32)", "x partial n=M*N", {"BLOCK": 32}),
            Launch("norms:divide_by_root", "cdiv(M * N, 32)", "x partial y n=M*N", {"BLOCK": 32}),
        ),
        {**ROWS, "partial": "f32[1] start=zeros", "again": "f32[1] start=zeros"},
        {"M": 6, "N": 15},
        (
            wrong(
                "race: no atomic addition",
                ("tl.atomic_add(partial, tl.sum(v * v, axis=0))", "tl.store(partial, tl.load(partial) + tl.sum(v * v, axis=0))"),
            ),
            wrong(
                "synchronisation: none before the sum is read",
                launch=1,
                kernel="norms:norm_at_once",
                args="x partial=again y n=M*N",
            ),
            wrong("formula: no root", ("tl.sqrt(tl.load(partial))", "tl.load(partial)"), launch=1),
            wrong(
                "statistics: each block its own",
                ("tl.sqrt(tl.load(partial))", "tl.sqrt(tl.sum(tl.where(i < n, v * v, 0.0), axis=0))"),
                launch=1,
            ),
        ),
    ),
    Task(
        "1/38 L1 norm",
        lambda x: x / np.mean(np.abs(x), axis=1, keepdims=True),
        (Launch("norms:l1_norm", "M", "x y n=N", {"BLOCK": 16}),),
        ROWS,
        {"M": 3, "N": 40},
        (
            wrong("formula: the sum in place of the mean", ("v / (total / n)", "v / total")),
            wrong(
                "formula: no absolute value",
                ("tl.abs(tl.load(x + row * n + i, mask=i < n, other=0.0))", "tl.load(x + row * n + i, mask=i < n, other=0.0)"),
            ),
            wrong("mean: over the padded count", ("total / n", "total / (tl.cdiv(n, BLOCK) * BLOCK)")),
        ),
    ),
    Task(
        "1/39 L2 norm",
        lambda x: x / np.linalg.norm(x, axis=1, keepdims=True),
        (Launch("norms:l2_norm", "M", "x y n=N", {"BLOCK": 64}),),
        ROWS,
        {"M": 3, "N": 40},
        (
            wrong("block: shorter than a row", constants={"BLOCK": 32}),
            wrong(
                "formula: an epsilon that the task has not",
                ("tl.rsqrt(tl.sum(v * v, axis=0))", "tl.rsqrt(tl.sum(v * v, axis=0) + 1e-3)"),
            ),
            wrong("neutral element: one", ("other=0.0", "other=1.0")),
        ),
    ),
    Task(
        "1/40 layer norm",
        lambda x, ln_weight, ln_bias: normalise(x, (1, 2)) * ln_weight + ln_bias,
        (Launch("norms:layer_norm", "M", "x w=ln_weight b=ln_bias y n=H*W eps=1e-5", {"BLOCK": 16}),),
        {"x": "f32[M, H, W]", "ln_weight": "f32[H, W]", "ln_bias": "f32[H, W]", "y": "f32[M, H, W]"},
        {"M": 2, "H": 6, "W": 7},
        (
            wrong(
                "mask: masked elements count in the variance",
                (
                    "tl.where(i < n, tl.load(x + row * n + i, mask=i < n, other=0.0) - mean, 0.0)",
                    "tl.load(x + row * n + i, mask=i < n, other=0.0) - mean",
                ),
            ),
            wrong("ignored input: the bias", (" + tl.load(b + i, mask=i < n)", "")),
            wrong("loop: `squares` is overwritten", ("squares += d * d", "squares = d * d")),
            wrong(
                "epsilon: after the root",
                ("tl.rsqrt(tl.sum(squares, axis=0) / n + eps)", "1.0 / (tl.sqrt(tl.sum(squares, axis=0) / n) + eps)"),
            ),
        ),
        ("(H, W)",),
    ),
)
