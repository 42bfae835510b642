"""Linear layers with what comes after them, for each element."""

from __future__ import annotations

import numpy as np

from benchmarks.verify.kernelbench.task import TILES, Launch, Task, wrong
from benchmarks.verify.kernelbench.tasks.activations import sigmoid
from benchmarks.verify.kernelbench.tasks.layers import NO_BIAS, SIZES, TAIL, gelu, linear, mish

TASKS = (
    linear(
        "2/12 linear, factor, leaky ReLU",
        "gemm",
        lambda v: np.where(v * 2 > 0, v * 2, 0.1 * (v * 2)),
        "fusions:scale_leaky",
        wrong("condition: the slope for positive numbers", ("tl.where(v > 0, v, v * slope)", "tl.where(v > 0, v * slope, v)")),
        TAIL,
        args="multiplier=2.0 slope=0.1",
        init=("K", "N", 2.0, 0.1),
    ),
    linear(
        "2/29 linear, mish, mish",
        "linear",
        lambda v: mish(mish(v)),
        "fusions:mish_mish",
        wrong(
            "formula: once",
            (
                "    v = v * libdevice.tanh(tl.log(1.0 + tl.exp(v)))\n" * 2,
                "    v = v * libdevice.tanh(tl.log(1.0 + tl.exp(v)))\n",
            ),
        ),
        init=("K", "N"),
    ),
    linear(
        "2/40 linear, factor, residual",
        "matmul",
        lambda v: v * 0.5 + v,
        "fusions:residual",
        wrong("formula: the residual is lost", ("v * (1.0 + scale)", "v * scale")),
        NO_BIAS,
        args="scale=0.5",
        init=("K", "N", 0.5),
    ),
    linear(
        "2/53 linear, factor, hard tanh, GELU",
        "gemm",
        lambda v: gelu(np.clip(v * 0.5, -2, 2)),
        "fusions:hardtanh_gelu",
        wrong("constant: bounds of one", ("-2.0, 2.0", "-1.0, 1.0")),
        wrong(
            "order: GELU before the bounds",
            ("v = tl.clamp(v, -2.0, 2.0)\n", "\n"),
            (
                "store(y, 0.5 * v * (1.0 + tl.erf(v * 0.7071067811865476))",
                "store(y, tl.clamp(0.5 * v * (1.0 + tl.erf(v * 0.7071067811865476)), -2.0, 2.0)",
            ),
        ),
        args="scale=0.5",
        init=("K", "N", 0.5, -2, 2),
    ),
    linear(
        "2/59 linear, swish, factor",
        "matmul",
        lambda v: v * sigmoid(v) * 2,
        "fusions:swish_scale",
        wrong("sign: exp(v)", ("tl.exp(-v)", "tl.exp(v)")),
        wrong(
            "mask: rows of x are not masked",
            ("mask=(rows[:, None] < m) & (inner[None, :] < k)", "mask=inner[None, :] < k"),
            function="linear",
        ),
        args="scale=2.0",
        init=("K", "N", 2.0),
    ),
    linear(
        "2/63 linear, ReLU, division",
        "linear",
        lambda v: np.maximum(v, 0) / 2,
        "fusions:relu_divide",
        wrong("formula: product", ("* (1.0 / divisor)", "* divisor")),
        TAIL,
        args="divisor=2.0",
        init=("K", "N", 2.0),
    ),
    linear(
        "2/68 linear, minimum, subtraction",
        "linear",
        lambda v, c: np.minimum(v, c) - c,
        "fusions:min_subtract",
        wrong(
            "order: the minimum with zero comes first",
            (
                "linear(x, w, b, rows, columns, m, n, k, BM, BN, BK) - constant\n",
                "linear(x, w, b, rows, columns, m, n, k, BM, BN, BK)\n",
            ),
            ("tl.minimum(v, 0.0)", "tl.minimum(v, 0.0) - constant"),
        ),
        wrong("constant output: zeros", ("tl.minimum(v, 0.0)", "tl.minimum(v, 0.0) * 0.0")),
        order="x w=%s_weight b=%s_bias c=constant y m=M n=N k=K",
        more={"constant": "f32[]"},
        init=("K", "N", 2.0),
    ),
    linear(
        "2/70 linear, sigmoid, factor, residual",
        "gemm",
        lambda v: sigmoid(v) * 2 + v,
        "fusions:sigmoid_residual",
        wrong("order: the residual is scaled", ("v + scale * tl.sigmoid(v)", "scale * (v + tl.sigmoid(v))")),
        args="scale=2.0",
        init=("K", "N", 2.0),
    ),
    Task(
        "2/76 linear, bias, ReLU",
        lambda x, gemm_weight, bias: np.maximum(x @ gemm_weight.T + bias, 0),
        (Launch("fusions:bias_relu", "cdiv(M, 16), cdiv(N, 16)", "x w=gemm_weight b=bias y m=M n=N k=K", TILES),),
        {"x": "f32[M, K]", "gemm_weight": "f32[N, K]", "bias": "f32[N]", "y": "f32[M, N]"},
        SIZES,
        (
            NO_BIAS,
            wrong(
                "formula: absolute value",
                ("tl.maximum(linear", "tl.abs(linear"),
                (", BK), 0.0)", ", BK))"),
            ),
        ),
        ("K", "N", "(N,)"),
    ),
    linear(
        "2/81 linear, swish, division, bounds, tanh, bounds",
        "gemm",
        lambda v: np.clip(np.tanh(np.clip(v * sigmoid(v) / 2, -1, 1)), -1, 1),
        "fusions:swish_clamps",
        wrong(
            "order: tanh before the bounds",
            ("libdevice.tanh(tl.minimum(tl.maximum(v, -1.0), 1.0))", "tl.minimum(tl.maximum(libdevice.tanh(v), -1.0), 1.0)"),
        ),
        init=("K", "N"),
    ),
    linear(
        "2/86 linear, division, GELU",
        "linear",
        lambda v: gelu(v / 10),
        "fusions:divide_gelu",
        wrong("constant: erf without the root of 2", ("v * 0.7071067811865476", "v")),
        args="divisor=10.0",
        init=("K", "N", 10.0),
    ),
    linear(
        "2/9 linear, subtraction, factor, ReLU",
        "linear",
        lambda v: np.maximum((v - 2) * 1.5, 0),
        "fusions:subtract_multiply_relu",
        wrong("order: factor before the subtraction", (" - minus) * times", ") * times - minus")),
        args="minus=2.0 times=1.5",
        init=("K", "N", 2.0, 1.5),
    ),
    linear(
        "2/95 linear, addition, swish, tanh, GELU, bounds",
        "matmul",
        lambda v, add: np.clip(gelu(np.tanh(sigmoid(v + add) * (v + add))), -1, 1),
        "fusions:swish_tanh_gelu",
        wrong(
            "ignored input: what is added", ("v += tl.load(extra + columns, mask=columns < n, other=0.0)[None, :]", "v += 0.0")
        ),
        order="x w=%s_weight b=%s_bias extra=add_value y m=M n=N k=K",
        more={"add_value": "f32[N]"},
        init=("K", "N", "(N,)"),
    ),
)
