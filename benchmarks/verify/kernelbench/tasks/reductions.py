"""Softmax, reductions, scans and attention."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.verify.kernelbench.task import Launch, Task, Wrong, wrong

ROWS = {"x": "f32[M, N]", "y": "f32[M, N]"}
SIZES = {"B": 2, "M": 21, "N": 6}


def softmax(x: Any) -> Any:
    """Return the softmax of the last axis."""
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def log_softmax(x: Any) -> Any:
    """Return the logarithm of the softmax of the last axis."""
    x = x - x.max(axis=-1, keepdims=True)
    return x - np.log(np.exp(x).sum(axis=-1, keepdims=True))


def row_task(
    name: str, reference: Callable[..., Any], kernel: str, block: int, *mistakes: Wrong, init: tuple[Any, ...] = ()
) -> Task:
    """Return a task on rows of a matrix."""
    return Task(
        name,
        reference,
        (Launch(f"reductions:{kernel}", "M", "x y n=N", {"BLOCK": block}),),
        ROWS,
        {"M": 3, "N": 41},
        mistakes,
        init,
    )


def middle(
    name: str,
    reference: Callable[..., Any],
    kernel: str,
    grid: str,
    constants: dict[str, int],
    *mistakes: Wrong,
    y: str = "f32[B, N]",
) -> Task:
    """Return a reduction of the middle axis of three."""
    launch = Launch(f"reductions:{kernel}", grid, "x y m=M n=N", constants)
    return Task(name, reference, (launch,), {"x": "f32[B, M, N]", "y": y}, SIZES, mistakes, (1,))


COLUMNS = "B, cdiv(N, 16)"
TASKS = (
    row_task(
        "1/23 softmax",
        softmax,
        "softmax",
        16,
        wrong("online: the sum is not scaled when the maximum grows", ("total * tl.exp(largest - higher) +", "total +")),
        wrong("neutral element: zero", ('other=-float("inf")', "other=0.0")),
        wrong("loop: the tail is lost", ("range(0, n, BLOCK)", "range(0, n // BLOCK * BLOCK, BLOCK)")),
        wrong(
            "precision: exponentials in half precision",
            ("tl.exp(v - largest) / total", "(tl.exp(v - largest).to(tl.float16) / total.to(tl.float16)).to(tl.float32)"),
        ),
    ),
    row_task(
        "1/24 log-softmax",
        log_softmax,
        "log_softmax",
        64,
        wrong("formula: log2", ("tl.log(", "tl.log2(")),
        wrong(
            "formula: the maximum is subtracted twice",
            ("v - tl.log(", "v - tl.max(v, axis=0) * 2.0 - tl.log("),
            ("v = v - tl.max(v, axis=0)", "v = v - tl.max(v, axis=0) - 1.0"),
            ("tl.sum(tl.exp(v)", "tl.sum(tl.exp(v + 1.0)"),
        ),
        wrong("store: columns are shifted", ("tl.store(y + row * n + i,", "tl.store(y + row * n + (i + 1) % n,")),
    ),
    middle(
        "1/47 sum",
        lambda x: x.sum(axis=1, keepdims=True),
        "sum_middle",
        COLUMNS,
        {"BM": 8, "BN": 16},
        wrong("loop: the last block of rows", ("range(0, m, BM)", "range(0, m - BM, BM)")),
        wrong("stride: of the batch", ("batch * m * n", "batch * m * m")),
        wrong("accumulator: overwritten", ("acc += tl.sum", "acc = tl.sum")),
        y="f32[B, 1, N]",
    ),
    middle(
        "1/48 mean",
        lambda x: x.mean(axis=1),
        "mean_middle",
        COLUMNS,
        {"BN": 16},
        wrong("count: the other axis", ("acc / m", "acc / n")),
        wrong("loop: one row less", ("range(m)", "range(m - 1)")),
    ),
    middle(
        "1/49 maximum",
        lambda x: x.max(axis=1),
        "max_middle",
        COLUMNS,
        {"BM": 8, "BN": 16},
        wrong("neutral element: zero", ('other=-float("inf")', "other=0.0")),
        wrong("start: zero", ('tl.full((BM, BN), -float("inf"), dtype=tl.float32)', "tl.zeros((BM, BN), dtype=tl.float32)")),
    ),
    middle(
        "1/53 minimum",
        lambda x: x.min(axis=1),
        "min_middle",
        COLUMNS,
        {"BN": 16},
        wrong(
            "start: zero",
            (
                "best = tl.load(x + batch * m * n + columns, mask=columns < n, other=0.0)",
                "best = tl.zeros((BN,), dtype=tl.float32)",
            ),
        ),
        wrong("loop: one row less", ("range(1, m)", "range(1, m - 1)")),
    ),
    middle(
        "1/51 argmax",
        lambda x: np.argmax(x, axis=1),
        "argmax_middle",
        "B, N",
        {"BM": 32},
        wrong("neutral element: zero", ('other=-float("inf")', "other=0.0")),
        wrong("tie: the last one", ("tl.argmax(v, axis=0)", "tl.argmax(v, axis=0, tie_break_left=False)")),
        wrong("constant output: the first index", ("tl.argmax(v, axis=0)", "tl.argmax(v * 0.0, axis=0)")),
        y="i64[B, N]",
    ),
    middle(
        "1/52 argmin",
        lambda x: np.argmin(x, axis=1),
        "argmin_middle",
        "B, N",
        {"BM": 32},
        wrong("formula: argmax", ("tl.argmin", "tl.argmax")),
        wrong("mask: none in the value", ('other=float("inf")', "other=0.0")),
        y="i64[B, N]",
    ),
    row_task(
        "1/89 cumulative sum",
        lambda x: np.cumsum(x, axis=1),
        "cumsum",
        16,
        wrong("carry: lost", ("carry += tl.sum(v, axis=0)", "carry = tl.sum(v, axis=0)")),
        wrong(
            "carry: the last block is counted twice",
            ("carry + tl.cumsum(v, axis=0)", "carry + tl.cumsum(v, axis=0) + tl.sum(v, axis=0)"),
        ),
        init=(1,),
    ),
    row_task(
        "1/90 cumulative product",
        lambda x: np.cumprod(x, axis=1),
        "cumprod",
        64,
        wrong("formula: sum", ("tl.cumprod", "tl.cumsum")),
        wrong("mask: the first element is left out", ("mask=i < n, other=1.0", "mask=(i > 0) & (i < n), other=1.0")),
        init=(1,),
    ),
    row_task(
        "1/91 reverse cumulative sum",
        lambda x: np.flip(np.cumsum(np.flip(x, 1), axis=1), 1),
        "cumsum_reverse",
        64,
        wrong("off by one: without the element", (" - tl.cumsum(v, axis=0) + v", " - tl.cumsum(v, axis=0)")),
        wrong("direction: forwards", ("tl.sum(v, axis=0) - tl.cumsum(v, axis=0) + v", "tl.cumsum(v, axis=0)")),
        init=(1,),
    ),
    row_task(
        "1/92 exclusive cumulative sum",
        lambda x: np.concatenate([np.zeros_like(x[:, :1]), np.cumsum(x[:, :-1], axis=1)], axis=1),
        "cumsum_exclusive",
        64,
        wrong("off by one: inclusive", ("x + row * n + i - 1, mask=(i > 0) & (i < n)", "x + row * n + i, mask=i < n")),
        wrong("mask: the element before the row is read", ("mask=(i > 0) & (i < n)", "mask=i < n")),
        init=(1,),
    ),
    Task(
        "1/93 masked cumulative sum",
        lambda x, mask: np.cumsum(x * mask, axis=1),
        (Launch("reductions:cumsum_masked", "M", "x mask y n=N", {"BLOCK": 64}),),
        {**ROWS, "mask": "i1[M, N]"},
        {"M": 3, "N": 41},
        (
            wrong("ignored input: the mask", ("tl.where(keep != 0, v, 0.0)", "v")),
            wrong("mask: inverted", ("keep != 0", "keep == 0")),
            wrong(
                "mask: after the sum",
                ("tl.cumsum(tl.where(keep != 0, v, 0.0), axis=0)", "tl.where(keep != 0, tl.cumsum(v, axis=0), 0.0)"),
            ),
        ),
        (1,),
    ),
    Task(
        "1/97 attention",
        lambda Q, K, V: softmax(Q @ np.swapaxes(K, -1, -2) / 4) @ V,
        (Launch("attention:flash", "cdiv(S, 16), B * H", "q=Q k=K v=V o=y s=S scale=0.25", {"BM": 16, "BS": 16, "D": 16}),),
        {**{name: "f32[B, H, S, 16]" for name in "QKVy"}},
        {"B": 1, "H": 2, "S": 20},
        (
            wrong("online: the accumulator is not scaled", ("acc * shrink[:, None] +", "acc +")),
            wrong("scale: missing", args="q=Q k=K v=V o=y s=S scale=1.0"),
            wrong("mask: padded keys count", ('tl.where(keys[None, :] < s, scores, -float("inf"))', "scores")),
            wrong("ignored input: all heads read the first one", ("v + head + keys", "v + keys")),
        ),
    ),
)
