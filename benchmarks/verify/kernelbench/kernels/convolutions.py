"""Convolutions."""

import triton
import triton.language as tl


@triton.jit
def direct_1d(x, w, y, cin, length, cout, out, stride, dilation, K: tl.constexpr, BLOCK: tl.constexpr):
    """One program for a channel and a block of places."""
    batch = tl.program_id(0)
    channel = tl.program_id(1)
    o = tl.program_id(2) * BLOCK + tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for c in range(cin):
        for k in range(K):
            v = tl.load(x + (batch * cin + c) * length + o * stride + k * dilation, mask=o < out, other=0.0)
            acc += v * tl.load(w + (channel * cin + c) * K + k)
    tl.store(y + (batch * cout + channel) * out + o, acc, mask=o < out)


@triton.jit
def transposed_1d(x, w, y, cin, length, cout, out, K: tl.constexpr, BLOCK: tl.constexpr):
    """Gather what each result gets: the kernel is read backwards."""
    batch = tl.program_id(0)
    channel = tl.program_id(1)
    o = tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for c in range(cin):
        for k in range(K):
            i = o - k
            inside = (i >= 0) & (i < length) & (o < out)
            v = tl.load(x + (batch * cin + c) * length + i, mask=inside, other=0.0)
            acc += v * tl.load(w + (c * cout + channel) * K + k)
    tl.store(y + (batch * cout + channel) * out + o, acc, mask=o < out)


@triton.jit
def direct_2d(x, w, b, y, cin, height, width, cout, oh, ow, stride, padding, K: tl.constexpr, BLOCK: tl.constexpr):
    """One program for a channel and a block of places, with a bias."""
    batch = tl.program_id(0)
    channel = tl.program_id(1)
    o = tl.program_id(2) * BLOCK + tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for c in range(cin):
        for i in range(K):
            for j in range(K):
                r = o // ow * stride - padding + i
                q = o % ow * stride - padding + j
                inside = (r >= 0) & (r < height) & (q >= 0) & (q < width) & (o < oh * ow)
                v = tl.load(x + ((batch * cin + c) * height + r) * width + q, mask=inside, other=0.0)
                acc += v * tl.load(w + ((channel * cin + c) * K + i) * K + j)
    acc += tl.load(b + channel)
    tl.store(y + (batch * cout + channel) * oh * ow + o, acc, mask=o < oh * ow)


@triton.jit
def implicit_product(x, w, y, batch, cin, height, width, cout, oh, ow, K: tl.constexpr,
                     BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):  # fmt: skip
    """Multiply windows, as rows of a matrix, with the weights."""
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    image = m // (oh * ow)
    row = m // ow % oh
    column = m % ow
    total = batch * oh * ow
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, cin * K * K, BK):
        k = start + tl.arange(0, BK)
        c = k // (K * K)
        i = k // K % K
        j = k % K
        at = ((image[:, None] * cin + c[None, :]) * height + row[:, None] + i[None, :]) * width + column[:, None] + j[None, :]
        v = tl.load(x + at, mask=(m[:, None] < total) & (k[None, :] < cin * K * K), other=0.0)
        f = tl.load(w + n[None, :] * cin * K * K + k[:, None], mask=(n[None, :] < cout) & (k[:, None] < cin * K * K), other=0.0)
        acc += tl.dot(v, f)
    at = ((image[:, None] * cout + n[None, :]) * oh + row[:, None]) * ow + column[:, None]
    tl.store(y + at, acc, mask=(m[:, None] < total) & (n[None, :] < cout))


@triton.jit
def depthwise(x, w, y, channels, height, width, oh, ow, padding, K: tl.constexpr, BLOCK: tl.constexpr):
    """One plane of each program."""
    plane = tl.program_id(0)
    channel = plane % channels
    o = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for i in tl.static_range(K):
        for j in tl.static_range(K):
            r = o // ow - padding + i
            q = o % ow - padding + j
            inside = (r >= 0) & (r < height) & (q >= 0) & (q < width) & (o < oh * ow)
            acc += tl.load(x + (plane * height + r) * width + q, mask=inside, other=0.0) * tl.load(
                w + channel * K * K + i * K + j
            )
    tl.store(y + plane * oh * ow + o, acc, mask=o < oh * ow)


@triton.jit
def pointwise(x, w, y, cin, places, cout, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Product of the weights with the planes of an image."""
    batch = tl.program_id(2)
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, cin, BK):
        k = start + tl.arange(0, BK)
        f = tl.load(w + m[:, None] * cin + k[None, :], mask=(m[:, None] < cout) & (k[None, :] < cin), other=0.0)
        at = x + (batch * cin + k[:, None]) * places + n[None, :]
        acc += tl.dot(f, tl.load(at, mask=(k[:, None] < cin) & (n[None, :] < places), other=0.0))
    tl.store(y + (batch * cout + m[:, None]) * places + n[None, :], acc, mask=(m[:, None] < cout) & (n[None, :] < places))


@triton.jit
def conv_epilogue(x, w, bias, extra, y, cin, height, width, cout, oh, ow, ACTION: tl.constexpr, K: tl.constexpr,
                  BLOCK: tl.constexpr):  # fmt: skip
    """Convolution with a bias and what comes after it, for each element."""
    batch = tl.program_id(0)
    channel = tl.program_id(1)
    o = tl.program_id(2) * BLOCK + tl.arange(0, BLOCK)
    inside = o < oh * ow
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for c in range(cin):
        for i in range(K):
            for j in range(K):
                at = ((batch * cin + c) * height + o // ow + i) * width + o % ow + j
                acc += tl.load(x + at, mask=inside, other=0.0) * tl.load(w + ((channel * cin + c) * K + i) * K + j)
    acc += tl.load(bias + channel)
    if ACTION == "relu_bias":
        acc = tl.maximum(acc, 0.0) + tl.load(extra + channel)
    elif ACTION == "min_bias_scale":
        acc = (tl.minimum(acc, 0.5) + tl.load(extra + channel)) * 2.0
    elif ACTION == "relu_hardswish":
        acc = tl.maximum(acc, 0.0)
        acc = acc * tl.minimum(tl.maximum((acc + 3.0) / 6.0, 0.0), 1.0)
    elif ACTION == "divide_leaky":
        acc = acc / 2.0
        acc = tl.where(acc >= 0, acc, 0.01 * acc)
    tl.store(y + (batch * cout + channel) * oh * ow + o, acc, mask=inside)


@triton.jit
def conv_scale_min(x, w, bias, y, cin, height, width, cout, oh, ow, scale, K: tl.constexpr, BLOCK: tl.constexpr):
    """Convolution, a factor, and the minimum over channels."""
    batch = tl.program_id(0)
    o = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    inside = o < oh * ow
    least = tl.full((BLOCK,), float("inf"), dtype=tl.float32)
    for channel in range(cout):
        acc = tl.zeros((BLOCK,), dtype=tl.float32) + tl.load(bias + channel)
        for c in range(cin):
            for i in range(K):
                for j in range(K):
                    at = ((batch * cin + c) * height + o // ow + i) * width + o % ow + j
                    acc += tl.load(x + at, mask=inside, other=0.0) * tl.load(w + ((channel * cin + c) * K + i) * K + j)
        least = tl.minimum(least, acc * scale)
    tl.store(y + batch * oh * ow + o, least, mask=inside)
