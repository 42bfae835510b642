"""Pooling."""

import triton
import triton.language as tl


@triton.jit
def max_1d(x, y, length, out, stride, padding, dilation, KERNEL: tl.constexpr, BLOCK: tl.constexpr):
    """Maximum of windows; what is outside counts as minus infinity."""
    row = tl.program_id(0)
    o = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    best = tl.full((BLOCK,), -float("inf"), dtype=tl.float32)
    for k in tl.static_range(KERNEL):
        i = o * stride - padding + k * dilation
        inside = (i >= 0) & (i < length) & (o < out)
        best = tl.maximum(best, tl.load(x + row * length + i, mask=inside, other=-float("inf")))
    tl.store(y + row * out + o, best, mask=o < out)


@triton.jit
def max_2d(x, y, height, width, oh, ow, stride, padding, K: tl.constexpr, BLOCK: tl.constexpr):
    """Maximum of windows of two axes."""
    plane = tl.program_id(0)
    o = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    row = o // ow
    column = o % ow
    best = tl.full((BLOCK,), -float("inf"), dtype=tl.float32)
    for a in range(K):
        for b in range(K):
            r = row * stride - padding + a
            c = column * stride - padding + b
            inside = (r >= 0) & (r < height) & (c >= 0) & (c < width) & (o < oh * ow)
            best = tl.maximum(best, tl.load(x + (plane * height + r) * width + c, mask=inside, other=-float("inf")))
    tl.store(y + plane * oh * ow + o, best, mask=o < oh * ow)


@triton.jit
def mean_1d(x, y, length, out, stride, padding, KERNEL: tl.constexpr, BLOCK: tl.constexpr):
    """Mean of windows; what is outside counts as zero."""
    row = tl.program_id(0)
    o = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for k in range(KERNEL):
        i = o * stride + k - padding
        total += tl.load(x + row * length + i, mask=(i >= 0) & (i < length) & (o < out), other=0.0)
    tl.store(y + row * out + o, total / KERNEL, mask=o < out)


@triton.jit
def mean_2d(x, y, height, width, oh, ow, K: tl.constexpr, BW: tl.constexpr):
    """Mean of windows that do not overlap: a tile for each row of results."""
    plane = tl.program_id(0)
    row = tl.program_id(1)
    columns = tl.arange(0, BW)
    total = tl.zeros((BW,), dtype=tl.float32)
    for a in tl.static_range(K):
        for b in tl.static_range(K):
            at = x + (plane * height + row * K + a) * width + columns * K + b
            total += tl.load(at, mask=columns < ow, other=0.0)
    tl.store(y + (plane * oh + row) * ow + columns, total * (1.0 / (K * K)), mask=columns < ow)


@triton.jit
def mean_3d(x, y, depth, height, width, od, oh, ow, stride, padding, K: tl.constexpr, BLOCK: tl.constexpr):
    """Mean of windows of three axes."""
    volume = tl.program_id(0)
    o = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    d = o // (oh * ow) * stride - padding
    h = o // ow % oh * stride - padding
    w = o % ow * stride - padding
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for a in range(K):
        for b in range(K):
            for c in range(K):
                inside = (d + a >= 0) & (d + a < depth) & (h + b >= 0) & (h + b < height) & (w + c >= 0) & (w + c < width)
                at = ((volume * depth + d + a) * height + h + b) * width + w + c
                total += tl.load(x + at, mask=inside & (o < od * oh * ow), other=0.0)
    tl.store(y + volume * od * oh * ow + o, total / (K * K * K), mask=o < od * oh * ow)
