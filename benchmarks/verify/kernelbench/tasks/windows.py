"""Pooling and convolutions."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from benchmarks.verify.kernelbench.task import TILES, Launch, Task, wrong


def pad(x: Any, axes: int, by: int, value: float = 0.0) -> Any:
    """Return an array with a border around its last axes."""
    return np.pad(x, [(0, 0)] * (x.ndim - axes) + [(by, by)] * axes, constant_values=value)


def windows(x: Any, *extents: int, stride: int = 1) -> Any:
    """Return windows of the last axes, as further axes."""
    axes = tuple(range(-len(extents), 0))
    found = sliding_window_view(x, extents, axes)
    return found[(Ellipsis, *([slice(None, None, stride)] * len(extents)), *([slice(None)] * len(extents)))]


def conv_2d(x: Any, w: Any, stride: int = 1) -> Any:
    """Return the convolution of planes with filters."""
    return np.einsum("bchwij,ocij->bohw", windows(x, *w.shape[2:], stride=stride), w)


CONV = {"x": "f32[B, C, H, W]", "conv2d_weight": "f32[O, C, 3, 3]", "y": "f32[B, O, H - 2, W - 2]"}
TASKS = (
    Task(
        "1/41 maximum pooling 1D",
        lambda x: windows(pad(x, 1, 1, -np.inf), 7)[..., ::3].max(axis=-1),
        (
            Launch(
                "pooling:max_1d",
                "B * C, cdiv(L - 4, 16)",
                "x y length=L out=L-4 stride=1 padding=1 dilation=3",
                {"KERNEL": 3, "BLOCK": 16},
            ),
        ),
        {"x": "f32[B, C, L]", "y": "f32[B, C, L - 4]"},
        {"B": 2, "C": 2, "L": 20},
        (
            wrong("dilation: ignored", ("+ k * dilation", "+ k")),
            wrong("neutral element: zero", ('other=-float("inf")', "other=0.0")),
            wrong("mask: `<=`", ("(i < length)", "(i <= length)")),
        ),
        (3, 1, 1, 3),
    ),
    Task(
        "1/42 maximum pooling 2D",
        lambda x: windows(pad(x, 2, 1, -np.inf), 4, 4).max(axis=(-2, -1)),
        (
            Launch(
                "pooling:max_2d",
                "B * C, cdiv((H - 1) * (W - 1), 16)",
                "x y height=H width=W oh=H-1 ow=W-1 stride=1 padding=1",
                {"K": 4, "BLOCK": 16},
            ),
        ),
        {"x": "f32[B, C, H, W]", "y": "f32[B, C, H - 1, W - 1]"},
        {"B": 1, "C": 2, "H": 7, "W": 6},
        (
            wrong("mask: columns wrap into the next row", (" & (c >= 0) & (c < width)", "")),
            wrong("stride: height in place of width", ("(plane * height + r) * width", "(plane * height + r) * height")),
            wrong("loop: the last row of the window", ("for a in range(K)", "for a in range(K - 1)")),
        ),
        (4, 1, 1, 1),
    ),
    Task(
        "1/44 average pooling 1D",
        lambda x: windows(pad(x, 1, 2), 4).mean(axis=-1),
        (
            Launch(
                "pooling:mean_1d", "B * C, cdiv(L + 1, 16)", "x y length=L out=L+1 stride=1 padding=2", {"KERNEL": 4, "BLOCK": 16}
            ),
        ),
        {"x": "f32[B, C, L]", "y": "f32[B, C, L + 1]"},
        {"B": 2, "C": 2, "L": 20},
        (
            wrong(
                "count: only elements inside",
                (
                    "total = tl.zeros((BLOCK,), dtype=tl.float32)",
                    "total = tl.zeros((BLOCK,), dtype=tl.float32)\n    count = tl.zeros((BLOCK,), dtype=tl.float32)",
                ),
                (
                    "i = o * stride + k - padding\n",
                    "i = o * stride + k - padding\n        count += tl.where((i >= 0) & (i < length), 1.0, 0.0)\n",
                ),
                ("total / KERNEL", "total / count"),
            ),
            wrong("padding: ignored", ("+ k - padding", "+ k")),
            wrong("count: one less", ("total / KERNEL", "total / (KERNEL - 1)")),
        ),
        (4, 1, 2),
    ),
    Task(
        "1/45 average pooling 2D",
        lambda x: windows(x, 3, 3, stride=3).mean(axis=(-2, -1)),
        (Launch("pooling:mean_2d", "B * C, H // 3", "x y height=H width=W oh=H//3 ow=W//3", {"K": 3, "BW": 4}),),
        {"x": "f32[B, C, H, W]", "y": "f32[B, C, H // 3, W // 3]"},
        {"B": 1, "C": 2, "H": 8, "W": 10},
        (
            wrong("count: one axis", ("1.0 / (K * K)", "1.0 / K")),
            wrong("stride: windows overlap", ("columns * K + b", "columns + b")),
        ),
        (3,),
    ),
    Task(
        "1/46 average pooling 3D",
        lambda x: windows(pad(x, 3, 1), 3, 3, 3, stride=2).mean(axis=(-3, -2, -1)),
        (
            Launch(
                "pooling:mean_3d",
                "B * C, 1",
                "x y depth=D height=D width=D od=(D+1)//2 oh=(D+1)//2 ow=(D+1)//2 stride=2 padding=1",
                {"K": 3, "BLOCK": 32},
            ),
        ),
        {"x": "f32[B, C, D, D, D]", "y": "f32[B, C, (D + 1) // 2, (D + 1) // 2, (D + 1) // 2]"},
        {"B": 1, "C": 2, "D": 5},
        (
            wrong("mask: depth is not bounded", ("(d + a >= 0) & (d + a < depth) & ", "(d + a >= 0) & ")),
            wrong("index: axes exchanged", ("o // ow % oh", "o % oh"), ("w = o % ow", "w = o // oh % ow")),
        ),
        (3, 2, 1),
    ),
    Task(
        "1/50 convolution 2D, strided",
        lambda x, conv1_weight, conv1_bias: conv_2d(pad(x, 2, 2), conv1_weight, 4) + conv1_bias[:, None, None],
        (
            Launch(
                "convolutions:direct_2d",
                "B, O, 1",
                "x w=conv1_weight b=conv1_bias y cin=C height=H width=W cout=O oh=3 ow=2 stride=4 padding=2",
                {"K": 5, "BLOCK": 8},
            ),
        ),
        {"x": "f32[B, C, H, W]", "conv1_weight": "f32[O, C, 5, 5]", "conv1_bias": "f32[O]", "y": "f32[B, O, 3, 2]"},
        {"B": 1, "C": 3, "H": 10, "W": 8, "O": 2},
        (
            wrong("ignored input: the bias", ("acc += tl.load(b + channel)", "acc += 0.0")),
            wrong("padding: of rows only", ("o % ow * stride - padding", "o % ow * stride")),
            wrong("index: the filter is flipped", ("* K + i) * K + j", "* K + K - 1 - i) * K + K - 1 - j")),
        ),
        None,
    ),
    Task(
        "1/63 convolution 2D",
        lambda x, conv2d_weight: conv_2d(x, conv2d_weight),
        (
            Launch(
                "convolutions:implicit_product",
                "cdiv(B * (H - 2) * (W - 2), 16), 1",
                "x w=conv2d_weight y batch=B cin=C height=H width=W cout=O oh=H-2 ow=W-2",
                {**TILES, "K": 3},
            ),
        ),
        CONV,
        {"B": 2, "C": 2, "H": 6, "W": 5, "O": 3},
        (
            wrong(
                "index: rows and columns of the filter exchanged",
                ("i = k // K % K", "i = k % K"),
                ("j = k % K\n", "j = k // K % K\n"),
            ),
            wrong("loop: the tail is lost", ("range(0, cin * K * K, BK)", "range(0, cin * K * K // BK * BK, BK)")),
            wrong("mask: none in K", ("& (k[None, :] < cin * K * K)", ""), ("& (k[:, None] < cin * K * K)", "")),
        ),
        ("C", "O", 3),
    ),
    Task(
        "1/67 convolution 1D",
        lambda x, conv1d_weight: np.einsum("bclk,ock->bol", windows(x, 3), conv1d_weight),
        (
            Launch(
                "convolutions:direct_1d",
                "B, O, cdiv(L - 2, 16)",
                "x w=conv1d_weight y cin=C length=L cout=O out=L-2 stride=1 dilation=1",
                {"K": 3, "BLOCK": 16},
            ),
        ),
        {"x": "f32[B, C, L]", "conv1d_weight": "f32[O, C, 3]", "y": "f32[B, O, L - 2]"},
        {"B": 2, "C": 3, "L": 20, "O": 2},
        (
            wrong("loop: one channel only", ("range(cin)", "range(1)")),
            wrong("stride: of the filter", ("(channel * cin + c) * K", "(channel * cout + c) * K")),
        ),
        ("C", "O", 3),
    ),
    Task(
        "1/76 convolution 1D, dilated and strided",
        lambda x, conv1d_weight: np.einsum("bclk,ock->bol", windows(x, 9, stride=3)[..., ::4], conv1d_weight),
        (
            Launch(
                "convolutions:direct_1d",
                "B, O, 1",
                "x w=conv1d_weight y cin=C length=L cout=O out=(L-9)//3+1 stride=3 dilation=4",
                {"K": 3, "BLOCK": 8},
            ),
        ),
        {"x": "f32[B, C, L]", "conv1d_weight": "f32[O, C, 3]", "y": "f32[B, O, (L - 9) // 3 + 1]"},
        {"B": 2, "C": 3, "L": 25, "O": 2},
        (
            wrong(
                "dilation: exchanged with the stride",
                args="x w=conv1d_weight y cin=C length=L cout=O out=(L-9)//3+1 stride=4 dilation=3",
            ),
            wrong("mask: none", ("dilation, mask=o < out, other=0.0)", "dilation)")),
        ),
        ("C", "O", 3, 3, 4),
    ),
    Task(
        "1/64 transposed convolution 1D",
        lambda x, conv1d_transpose_weight: np.einsum(
            "bclk,cok->bol", windows(pad(x, 1, 2), 3), np.flip(conv1d_transpose_weight, 2)
        ),
        (
            Launch(
                "convolutions:transposed_1d",
                "B, O",
                "x w=conv1d_transpose_weight y cin=C length=L cout=O out=L+2",
                {"K": 3, "BLOCK": 32},
            ),
        ),
        {"x": "f32[B, C, L]", "conv1d_transpose_weight": "f32[C, O, 3]", "y": "f32[B, O, L + 2]"},
        {"B": 2, "C": 3, "L": 18, "O": 2},
        (
            wrong("direction: the filter is not turned", ("i = o - k", "i = o - (K - 1 - k)")),
            wrong("stride: channels of the filter exchanged", ("(c * cout + channel)", "(channel * cin + c)")),
        ),
        ("C", "O", 3),
    ),
    Task(
        "1/82 depthwise convolution 2D",
        lambda x, conv2d_weight: np.einsum("bchwij,cij->bchw", windows(x, 3, 3), conv2d_weight[:, 0]),
        (
            Launch(
                "convolutions:depthwise",
                "B * C, cdiv((H - 2) * (W - 2), 16)",
                "x w=conv2d_weight y channels=C height=H width=W oh=H-2 ow=W-2 padding=0",
                {"K": 3, "BLOCK": 16},
            ),
        ),
        {"x": "f32[B, C, H, W]", "conv2d_weight": "f32[C, 1, 3, 3]", "y": "f32[B, C, H - 2, W - 2]"},
        {"B": 2, "C": 3, "H": 6, "W": 7},
        (
            wrong("index: the filter of the first channel", ("w + channel * K * K", "w + 0 * channel * K * K")),
            wrong("index: the filter by plane", ("channel = plane % channels", "channel = plane // 2")),
            wrong("loop: the centre only", ("w + channel * K * K + i * K + j", "w + channel * K * K + K + 1")),
        ),
        ("C", 3),
    ),
    Task(
        "1/86 depthwise separable convolution",
        lambda x, depthwise_weight, pointwise_weight: np.einsum(
            "bchw,oc->bohw",
            np.einsum("bchwij,cij->bchw", windows(pad(x, 2, 1), 3, 3), depthwise_weight[:, 0]),
            pointwise_weight[:, :, 0, 0],
        ),
        (
            Launch(
                "convolutions:depthwise",
                "B * C, cdiv(H * W, 16)",
                "x w=depthwise_weight y=t channels=C height=H width=W oh=H ow=W padding=1",
                {"K": 3, "BLOCK": 16},
            ),
            Launch("convolutions:pointwise", "1, cdiv(H * W, 16), B", "x=t w=pointwise_weight y cin=C places=H*W cout=O", TILES),
        ),
        {
            "x": "f32[B, C, H, W]",
            "depthwise_weight": "f32[C, 1, 3, 3]",
            "pointwise_weight": "f32[O, C, 1, 1]",
            "t": "f32[B, C, H, W]",
            "y": "f32[B, O, H, W]",
        },
        {"B": 1, "C": 3, "H": 5, "W": 6, "O": 4},
        (
            wrong(
                "cached result: the first launch writes nothing",
                ("mask=o < oh * ow)\n", "mask=o < 0)\n"),
                ("other=0.0) * tl", "other=0.0) * tl"),
            ),
            wrong("padding: zeros count as the border", ("(r >= 0) & (r < height) & (q >= 0)", "(r >= 0) & (r < height)")),
            wrong(
                "ignored input: the filter of the second convolution",
                ("acc += tl.dot(f, tl.load(at", "acc += tl.dot(tl.where(f == f, 1.0, f), tl.load(at"),
                launch=1,
            ),
        ),
        ("C", "O", 3, 1, 1),
    ),
    Task(
        "1/87 pointwise convolution",
        lambda x, conv1d_weight: np.einsum("bchw,oc->bohw", x, conv1d_weight[:, :, 0, 0]),
        (
            Launch(
                "convolutions:pointwise", "cdiv(O, 16), cdiv(H * W, 16), B", "x w=conv1d_weight y cin=C places=H*W cout=O", TILES
            ),
        ),
        {"x": "f32[B, C, H, W]", "conv1d_weight": "f32[O, C, 1, 1]", "y": "f32[B, O, H, W]"},
        {"B": 2, "C": 18, "H": 4, "W": 5, "O": 3},
        (
            wrong("stride: of the image", ("(batch * cin + k[:, None]) * places", "(batch * cout + k[:, None]) * places")),
            wrong("precision: eight bits", ("acc += tl.dot(f, ", "acc += tl.dot(f.to(tl.float8e5).to(tl.float32), ")),
        ),
        ("C", "O"),
    ),
)
