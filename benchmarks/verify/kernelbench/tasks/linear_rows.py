"""Linear layers with reductions of their rows."""

from __future__ import annotations

import numpy as np

from benchmarks.verify.kernelbench.task import TILES, Launch, Task, wrong
from benchmarks.verify.kernelbench.tasks.activations import sigmoid
from benchmarks.verify.kernelbench.tasks.layers import SIZES, gelu, leaky, linear, log_sum_exp, mish
from benchmarks.verify.kernelbench.tasks.norms import normalise
from benchmarks.verify.kernelbench.tasks.reductions import softmax

ROW = {"grid": "cdiv(M, 16)", "constants": TILES}
TASKS = (
    Task(
        "2/14 product, division, sum, factor",
        lambda x, weight: (x @ weight.T / 2).sum(axis=1, keepdims=True) * 1.5,
        (Launch("row_fusions:divide_sum_scale", "M", "x w=weight y n=N k=K scale=1.5", {"BK": 16}),),
        {"x": "f32[M, K]", "weight": "f32[N, K]", "y": "f32[M, 1]"},
        SIZES,
        (
            wrong("loop: one column less", ("range(n)", "range(n - 1)")),
            wrong("formula: no division", ("total * scale / 2.0", "total * scale")),
            wrong("accumulator: overwritten", ("weights += tl.load", "weights = tl.load")),
        ),
        ("K", "N", 1.5),
    ),
    linear(
        "2/18 linear, sum, and four that do nothing",
        "linear",
        lambda v: log_sum_exp(log_sum_exp(v.sum(axis=1, keepdims=True).max(axis=1, keepdims=True).mean(axis=1, keepdims=True))),
        "row_fusions:sum_of_row",
        wrong(
            "formula: the maximum of the row",
            (
                "tl.sum(tl.where(columns[None, :] < n, v, 0.0), axis=1)",
                'tl.max(tl.where(columns[None, :] < n, v, -float("inf")), axis=1)',
            ),
        ),
        y="f32[M, 1]",
        init=("K", "N"),
        **ROW,
    ),
    linear(
        "2/22 linear, factor, residual, bounds, log-sum-exp, mish",
        "matmul",
        lambda v: (s := log_sum_exp(np.clip(v * 2 + v * 2, -10, 10))) * mish(s),
        "row_fusions:clamp_logsumexp_mish",
        wrong("formula: the residual is lost", ("tl.clamp(v + v,", "tl.clamp(v,")),
        wrong("formula: mish alone", ("s * s * (t - 1.0)", "s * (t - 1.0)")),
        wrong(
            "mask: padded columns count",
            ('v = tl.where(columns[None, :] < n, v, -float("inf"))', "v = tl.where(columns[None, :] < n, v, 0.0)"),
        ),
        args="scale=2.0",
        y="f32[M, 1]",
        init=("K", "N", 2.0, -10.0, 10.0),
        **ROW,
    ),
    linear(
        "2/30 linear, group norm, hard tanh",
        "gemm",
        lambda v, w, b: np.clip(normalise(v.reshape(len(v), 2, -1), (2,)).reshape(v.shape) * w + b, -2, 2),
        "row_fusions:group_norm_hardtanh",
        wrong("index: the weight of the first group", ("tl.load(gw + first + columns", "tl.load(gw + columns")),
        wrong("statistics: over the padded count", ("axis=1) / size\n", "axis=1) / BN\n")),
        order="x w=%s_weight b=%s_bias gw=group_norm_weight gb=group_norm_bias y m=M n=N k=K",
        args="groups=2 eps=1e-5",
        grid="cdiv(M, 16), 2",
        more={"group_norm_weight": "f32[N]", "group_norm_bias": "f32[N]"},
        init=("K", "N", 2, -2.0, 2.0),
        sizes={"M": 3, "N": 8, "K": 5},
    ),
    *(
        linear(
            f"2/{number} linear, factor, batch norm",
            "gemm",
            lambda v, scale, w, b: normalise(v * scale, (0,)) * w + b,
            "row_fusions:batch_norm_scale",
            *mistakes,
            order="x w=%s_weight b=%s_bias s=scale bw=bn_weight bb=bn_bias y m=M n=N k=K",
            args="eps=1e-5",
            grid="cdiv(N, 16)",
            more={"scale": "f32[N]", "bn_weight": "f32[N]", "bn_bias": "f32[N]"},
            init=("K", "N", "(N,)"),
            sizes=sizes,
        )
        for number, sizes, mistakes in (
            (
                33,
                {"M": 4, "N": 6, "K": 5},
                (
                    wrong(
                        "mask: padded rows count in the variance",
                        ("d = tl.where(rows[:, None] < m, v - mean[None, :], 0.0)", "d = v - mean[None, :]"),
                    ),
                ),
            ),
            (
                39,
                {"M": 5, "N": 18, "K": 4},
                (
                    wrong("ignored input: the factor", ("* scale[None, :]", "* 1.0")),
                    wrong("statistics: unbiased variance", ("axis=0) / m + eps", "axis=0) / (m - 1) + eps")),
                ),
            ),
        )
    ),
    linear(
        "2/45 linear, sigmoid, linear, log-sum-exp",
        "linear1",
        lambda v, w, b: log_sum_exp(sigmoid(v) @ w.T + b)[:, 0],
        "row_fusions:sigmoid_linear_logsumexp",
        wrong("activation: missing", ("tl.sigmoid(hidden)", "hidden")),
        wrong(
            "mask: padded columns count",
            ('v = tl.where(outputs[None, :] < o, v, -float("inf"))', "v = tl.where(outputs[None, :] < o, v, 0.0)"),
        ),
        order="x w=%s_weight b=%s_bias v2=linear2_weight b2=linear2_bias y m=M n=N k=K o=O",
        more={"linear2_weight": "f32[O, N]", "linear2_bias": "f32[O]"},
        y="f32[M]",
        init=("K", "N", "O"),
        sizes={"M": 3, "N": 6, "K": 5, "O": 4},
        grid="cdiv(M, 16)",
        constants={**TILES, "BO": 16},
    ),
    linear(
        "2/55 linear, maximum pooling, sum, factor",
        "matmul",
        lambda v: np.maximum(v[:, ::2], v[:, 1::2]).sum(axis=1) * 0.5,
        "row_fusions:pool_sum_scale",
        wrong("index: pairs overlap", ("w + (2 * pairs + 1) * k", "w + (pairs + 1) * k")),
        wrong("formula: the sum of both", ("tl.maximum(even, odd)", "even + odd")),
        order="x w=%s_weight b=%s_bias y n=N k=K",
        args="scale=0.5",
        y="f32[M]",
        grid="M",
        constants={"PAIRS": 8, "BK": 16},
        init=("K", "N", 2, 0.5),
        sizes={"M": 4, "N": 10, "K": 7},
    ),
    linear(
        "2/56 linear, sigmoid, sum",
        "linear",
        lambda v: sigmoid(v).sum(axis=1, keepdims=True),
        "row_fusions:sigmoid_sum",
        wrong("mask: padded columns count a half", ("tl.where(columns[None, :] < n, tl.sigmoid(v), 0.0)", "tl.sigmoid(v)")),
        wrong(
            "order: the sum comes first",
            (
                "tl.sum(tl.where(columns[None, :] < n, tl.sigmoid(v), 0.0), axis=1)",
                "tl.sigmoid(tl.sum(tl.where(columns[None, :] < n, v, 0.0), axis=1))",
            ),
        ),
        y="f32[M, 1]",
        init=("K", "N"),
        **ROW,
    ),
    linear(
        "2/64 linear, log-sum-exp, leaky ReLU twice, GELU twice",
        "linear",
        lambda v: gelu(gelu(leaky(leaky(log_sum_exp(v))))),
        "row_fusions:logsumexp_leaky_gelu",
        wrong(
            "formula: one slope of 0.01",
            (
                "    s = tl.where(s > 0, s, 0.01 * s)\n    s = tl.where(s > 0, s, 0.01 * s)\n",
                "    s = tl.where(s > 0, s, 0.01 * s)\n",
            ),
        ),
        y="f32[M, 1]",
        init=("K", "N"),
        sizes={"M": 3, "N": 5, "K": 4},
        **ROW,
    ),
    linear(
        "2/80 linear, maximum, its own mean, GELU",
        "gemm",
        lambda v: gelu((s := v.max(axis=1, keepdims=True)) - s.mean(axis=1, keepdims=True)),
        "row_fusions:zeros",
        wrong("constant output: ones", ("tl.zeros((BM,), dtype=tl.float32)", "tl.full((BM,), 1.0, dtype=tl.float32)")),
        wrong("stale output: nothing is stored", ("mask=rows < m", "mask=rows < 0")),
        order="y m=M",
        y="f32[M, 1]",
        constants={"BM": 16},
        grid="cdiv(M, 16)",
        init=("K", "N", 1),
    ),
    linear(
        "2/98 linear, average pooling, GELU, factor, maximum",
        "matmul",
        lambda v: (gelu(v.reshape(len(v), 3, 4).mean(axis=2)) * 2).max(axis=1),
        "row_fusions:pool_gelu_max",
        wrong("loop: one group less", ("range(groups)", "range(groups - 1)")),
        wrong("start: zero", ('tl.full((BM,), -float("inf"), dtype=tl.float32)', "tl.zeros((BM,), dtype=tl.float32)")),
        order="x w=%s_weight b=%s_bias y m=M k=K groups=3",
        args="scale=2.0",
        y="f32[M]",
        grid="cdiv(M, 16)",
        constants={"SIZE": 4, "BM": 16, "BK": 16},
        init=("K", "N", 4, 2.0),
        sizes={"M": 4, "N": 12, "K": 5},
    ),
    linear(
        "2/99 linear, GELU, softmax",
        "linear",
        lambda v: softmax(gelu(v)),
        "row_fusions:gelu_softmax",
        wrong(
            "mask: padded columns count",
            ('v = tl.where(columns[None, :] < n, v, -float("inf"))', "v = tl.where(columns[None, :] < n, v, 0.0)"),
        ),
        wrong("axis: of the columns", ("e / tl.sum(e, axis=1)[:, None]", "e / tl.sum(e, axis=0)[None, :]")),
        init=("K", "N"),
        sizes={"M": 3, "N": 6, "K": 5},
        **ROW,
    ),
)
