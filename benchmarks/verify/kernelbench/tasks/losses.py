"""Losses."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.verify.kernelbench.task import Launch, Task, wrong

PAIR = {"predictions": "f32[M, N]", "targets": "f32[M, N]", "y": "f32[]"}
SIZES = {"M": 4, "N": 19}


def huber(predictions: Any, targets: Any) -> Any:
    """Return the mean of squares of small deviations, and of the sizes of others."""
    d = np.abs(predictions - targets)
    return np.where(d < 1, 0.5 * d * d, d - 0.5).mean()


def cross_entropy(predictions: Any, targets: Any) -> Any:
    """Return the mean of the negative logarithms of the softmax at the targets."""
    logs = np.log(np.exp(predictions - predictions.max(axis=1, keepdims=True)).sum(axis=1)) + predictions.max(axis=1)
    return np.mean(logs - np.take_along_axis(predictions, targets[:, None], 1)[:, 0])


def kl_div(predictions: Any, targets: Any) -> Any:
    """Return the Kullback-Leibler divergence for each row of the batch."""
    logs = np.where(targets > 0, targets * np.log(np.where(targets > 0, targets, 1)), 0)
    return np.sum(logs - targets * np.log(predictions)) / len(predictions)


def triplet(anchor: Any, positive: Any, negative: Any) -> Any:
    """Return the mean of what the distances of a pair exceed those of another one, and a margin."""
    near, far = (np.sqrt(np.sum((anchor - other + 1e-6) ** 2, axis=1)) for other in (positive, negative))
    return np.mean(np.maximum(near - far + 1.0, 0))


TASKS = (
    Task(
        "1/94 mean squared error",
        lambda predictions, targets: np.mean((predictions - targets) ** 2),
        (Launch("losses:mse", "cdiv(M * N, 32)", "p=predictions t=targets y n=M*N", {"BLOCK": 32}),),
        {**PAIR, "y": "f32[] start=zeros"},
        SIZES,
        (
            wrong(
                "race: no atomic addition",
                ("tl.atomic_add(y, tl.sum(d * d, axis=0) / n)", "tl.store(y, tl.load(y) + tl.sum(d * d, axis=0) / n)"),
            ),
            wrong("count: of a block", ("/ n)", "/ BLOCK)")),
            wrong("formula: absolute deviations", ("d * d", "tl.abs(d)")),
        ),
    ),
    Task(
        "1/95 cross entropy",
        cross_entropy,
        (Launch("losses:cross_entropy", "M", "x=predictions target=targets y m=M n=N", {"BLOCK": 32}),),
        {"predictions": "f32[M, N]", "targets": "i64[M] low=0 high=N", "y": "f32[] start=zeros"},
        SIZES,
        (
            wrong("neutral element: zero", ('other=-float("inf")', "other=0.0")),
            wrong(
                "index: the row is left out",
                ("tl.load(x + row * n + tl.load(target + row))", "tl.load(x + tl.load(target + row))"),
            ),
            wrong("formula: the maximum is not added", ("largest + tl.log(", "tl.log(")),
            wrong("count: columns", ("/ m)", "/ n)")),
        ),
    ),
    Task(
        "1/96 Huber loss",
        huber,
        (
            Launch("losses:huber", "cdiv(M * N, 32)", "p=predictions t=targets partial n=M*N", {"BLOCK": 32}),
            Launch("losses:mean", "1", "partial y parts=cdiv(M*N,32) n=M*N", {"BLOCK": 8}),
        ),
        {**PAIR, "partial": "f32[cdiv(M * N, 32)]"},
        SIZES,
        (
            wrong("formula: half is lost", ("size - 0.5", "size")),
            wrong("formula: another threshold", ("size < 1.0", "size < 2.0")),
            wrong("address: all blocks write one part", ("partial + tl.program_id(0)", "partial")),
            wrong("count: of the parts", args="partial y parts=cdiv(M*N,32) n=cdiv(M*N,32)", launch=1),
        ),
    ),
    Task(
        "1/98 KL divergence",
        kl_div,
        (Launch("losses:kl_div", "M", "p=predictions t=targets y m=M n=N", {"BLOCK": 32}),),
        {**PAIR, "y": "f32[] start=zeros"},
        SIZES,
        (
            wrong("formula: the mean over all elements", args="p=predictions t=targets y m=M*N n=N"),
            wrong("formula: sign", ("- target * log_p", "+ target * log_p")),
        ),
    ),
    Task(
        "1/99 triplet margin loss",
        triplet,
        (Launch("losses:triplet", "1", "anchor positive negative y m=M n=N margin=1.0", {"BLOCK": 32}),),
        {"anchor": "f32[M, N]", "positive": "f32[M, N]", "negative": "f32[M, N]", "y": "f32[]"},
        {"M": 3, "N": 17},
        (
            wrong(
                "formula: positive and negative exchanged", args="anchor positive=negative negative=positive y m=M n=N margin=1.0"
            ),
            wrong(
                "formula: squared distances",
                (
                    "tl.sqrt(tl.sum(p * p, axis=0)) - tl.sqrt(tl.sum(q * q, axis=0))",
                    "tl.sum(p * p, axis=0) - tl.sum(q * q, axis=0)",
                ),
            ),
            wrong(
                "mask: masked elements count",
                (
                    "tl.where(i < n, a - tl.load(positive + row * n + i, mask=i < n, other=0.0) + 1e-6, 0.0)",
                    "a - tl.load(positive + row * n + i, mask=i < n, other=1.0) + 1e-6",
                ),
            ),
        ),
        (1.0,),
    ),
    Task(
        "1/100 hinge loss",
        lambda predictions, targets: np.mean(np.maximum(1 - predictions * targets, 0)),
        (Launch("losses:hinge", "1", "p=predictions t=targets y m=M n=N", {"BLOCK": 8}),),
        {"predictions": "f32[M, N]", "targets": "f32[N]", "y": "f32[]"},
        {"M": 9, "N": 9},
        (
            wrong("broadcast: targets belong to rows", ("tl.load(t + i, mask=i < n, other=0.0)", "tl.load(t + row)")),
            wrong(
                "mask: masked elements count one",
                ("tl.where(i < n, tl.maximum(1.0 - product, 0.0), 0.0)", "tl.maximum(1.0 - product, 0.0)"),
            ),
        ),
    ),
)
