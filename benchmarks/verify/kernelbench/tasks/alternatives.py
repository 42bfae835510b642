"""Tasks with kernels of another method."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.verify.kernelbench.task import Launch, Task, Wrong, wrong
from benchmarks.verify.kernelbench.tasks import activations, losses, norms, reductions, windows

KNOWN = {task.name: task for each in (activations, losses, norms, reductions, windows) for task in each.TASKS}


def other(
    name: str, method: str, kernel: str, args: str, *mistakes: Wrong, grid: str = "", reference: Callable[..., Any] | None = None,
    y: str = "", **constants: Any,
) -> Task:  # fmt: skip
    """Return a task with another kernel, and another grid where it needs one."""
    known = KNOWN[name]
    launch = Launch(f"alternatives:{kernel}", grid or known.launches[0].grid, args, constants or known.launches[0].constants)
    arrays = {**known.arrays, "y": y or known.arrays["y"]}
    init = known.init if reference is None else None
    return Task(f"{name}, {method}", reference or known.reference, (launch,), arrays, known.sizes, mistakes, init)


FLAT = "x y n=M*N"
TASKS = (
    other(
        "1/29 softplus",
        "without overflow",
        "softplus_stable",
        FLAT,
        wrong("formula: no absolute value", ("-tl.abs(v)", "-v")),
        reference=lambda x: np.log1p(np.exp(x)),
    ),
    other(
        "1/31 ELU",
        "by extrema",
        "elu_extrema",
        FLAT,
        wrong("order: the bound comes first", ("tl.minimum(tl.exp(v) - 1.0, 0.0)", "tl.exp(tl.minimum(v, 0.0))")),
    ),
    other("1/21 sigmoid", "by cases", "sigmoid_stable", FLAT, wrong("condition: turned", ("v >= 0", "v < 0"))),
    other(
        "1/28 hard sigmoid",
        "by cases",
        "hard_sigmoid_cases",
        FLAT,
        wrong("condition: bounds of 2.5", ("-3.0", "-2.5"), ("3.0, 1.0", "2.5, 1.0")),
    ),
    other(
        "1/96 Huber loss",
        "by a bound",
        "huber_clamped",
        "p=predictions t=targets y n=M*N",
        wrong("formula: the linear part is lost", (" + (d - q)", "")),
        grid="1",
    ),
    other(
        "1/95 cross entropy",
        "by comparison",
        "cross_entropy_one_hot",
        "x=predictions target=targets y m=M n=N",
        wrong("index: one more", ("i == tl.load(target + row)", "i == tl.load(target + row) + 1")),
        grid="1",
        y="f32[]",
        BLOCK=32,
    ),
    other(
        "1/24 log-softmax",
        "online",
        "log_softmax_online",
        "x y n=N",
        wrong("online: the sum is not scaled", ("total * tl.exp(largest - higher) +", "total +")),
        BLOCK=16,
    ),
    other(
        "1/33 batch norm",
        "by Welford's method",
        "batch_norm_welford",
        "x w=bn_weight b=bn_bias y batch=B channels=C inner=H*W eps=1e-5",
        wrong("merge: the weight of the first images", ("* inner * image * weight", "* inner * weight")),
        BLOCK=16,
    ),
    other(
        "1/40 layer norm",
        "by moments",
        "layer_norm_moments",
        "x w=ln_weight b=ln_bias y n=H*W eps=1e-5",
        wrong("formula: the mean is not squared", ("- mean * mean", "- mean")),
        BLOCK=64,
    ),
    other(
        "1/89 cumulative sum",
        "by a triangle",
        "cumsum_product",
        "x y n=N",
        wrong("mask: exclusive", ("<= i[:, None]", "< i[:, None]")),
        BLOCK=64,
    ),
    other(
        "1/90 cumulative product",
        "by blocks",
        "cumprod_scan",
        "x y n=N",
        wrong("carry: lost", ("carry *= tl.reduce(v, 0, multiply)", "carry = tl.reduce(v, 0, multiply)")),
        BLOCK=16,
    ),
    other(
        "1/97 attention",
        "by rows",
        "attention_rows",
        "q=Q k=K v=V o=y s=S scale=0.25",
        wrong("constant: exp2 without log2(e)", (" * 1.4426950408889634", "")),
        grid="S, B * H",
        BS=32,
        D=16,
    ),
    other(
        "1/41 maximum pooling 1D",
        "by comparisons",
        "max_pool_where",
        "x y length=L out=L-4",
        wrong("comparison: turned", ("v > best", "v < best")),
        grid="B * C",
        KERNEL=3,
        BLOCK=16,
    ),
    other(
        "1/51 argmax",
        "by blocks",
        "argmax_blocks",
        "x y m=M n=N",
        wrong("index: of the block", ("start + at", "at")),
        wrong("tie: the last block", ("largest > best", "largest >= best")),
        BM=8,
    ),
)
