"""Attention of one head: `softmax(q @ k.T * scale) @ v`."""

import triton
import triton.language as tl


@triton.jit
def whole(q, k, v, o, s, scale, BM: tl.constexpr, BS: tl.constexpr, D: tl.constexpr, CAUSAL: tl.constexpr):
    """All keys at once."""
    i = tl.program_id(0) * BM + tl.arange(0, BM)
    j = tl.arange(0, BS)
    d = tl.arange(0, D)
    rows = tl.load(q + i[:, None] * D + d[None, :], mask=i[:, None] < s, other=0.0)
    keys = tl.load(k + j[:, None] * D + d[None, :], mask=j[:, None] < s, other=0.0)
    values = tl.load(v + j[:, None] * D + d[None, :], mask=j[:, None] < s, other=0.0)
    scores = tl.dot(rows, tl.trans(keys), input_precision="ieee") * scale
    seen = j[None, :] < s
    if CAUSAL:
        seen = seen & (j[None, :] <= i[:, None])
    scores = tl.where(seen, scores, -float("inf"))
    scores = tl.exp(scores - tl.max(scores, axis=1)[:, None])
    weights = scores / tl.sum(scores, axis=1)[:, None]
    result = tl.dot(weights, values, input_precision="ieee")
    tl.store(o + i[:, None] * D + d[None, :], result, mask=i[:, None] < s)


@triton.jit
def flash(q, k, v, o, s, scale, BM: tl.constexpr, BS: tl.constexpr, D: tl.constexpr, CAUSAL: tl.constexpr):
    """Blocks of keys, with sums that are scaled when the maximum grows."""
    i = tl.program_id(0) * BM + tl.arange(0, BM)
    d = tl.arange(0, D)
    rows = tl.load(q + i[:, None] * D + d[None, :], mask=i[:, None] < s, other=0.0)
    largest = tl.full((BM,), -float("inf"), tl.float32)
    total = tl.zeros((BM,), tl.float32)
    result = tl.zeros((BM, D), tl.float32)
    for start in range(0, s, BS):
        j = start + tl.arange(0, BS)
        keys = tl.load(k + j[:, None] * D + d[None, :], mask=j[:, None] < s, other=0.0)
        values = tl.load(v + j[:, None] * D + d[None, :], mask=j[:, None] < s, other=0.0)
        seen = j[None, :] < s
        if CAUSAL:
            seen = seen & (j[None, :] <= i[:, None])
        scores = tl.where(seen, tl.dot(rows, tl.trans(keys), input_precision="ieee") * scale, -float("inf"))
        higher = tl.maximum(largest, tl.max(scores, axis=1))
        weights = tl.exp(scores - higher[:, None])
        shift = tl.exp(largest - higher)
        total = total * shift + tl.sum(weights, axis=1)
        result = result * shift[:, None] + tl.dot(weights, values, input_precision="ieee")
        largest = higher
    tl.store(o + i[:, None] * D + d[None, :], result / total[:, None], mask=i[:, None] < s)


@triton.jit
def flash_exp2(q, k, v, o, s, scale, BM: tl.constexpr, BS: tl.constexpr, D: tl.constexpr, CAUSAL: tl.constexpr):
    """The same with `exp2`, blocks beyond the diagonal left out."""
    i = tl.program_id(0) * BM + tl.arange(0, BM)
    d = tl.arange(0, D)
    rows = tl.load(q + i[:, None] * D + d[None, :], mask=i[:, None] < s, other=0.0) * (scale * 1.4426950408889634)
    largest = tl.full((BM,), -float("inf"), tl.float32)
    total = tl.zeros((BM,), tl.float32)
    result = tl.zeros((BM, D), tl.float32)
    end = s
    if CAUSAL:
        end = min(s, (tl.program_id(0) + 1) * BM)
    for start in range(0, end, BS):
        j = start + tl.arange(0, BS)
        keys = tl.load(k + j[None, :] * D + d[:, None], mask=j[None, :] < s, other=0.0)
        scores = tl.dot(rows, keys, input_precision="ieee")
        seen = j[None, :] < s
        if CAUSAL:
            seen = seen & (j[None, :] <= i[:, None])
        scores = tl.where(seen, scores, -float("inf"))
        higher = tl.maximum(largest, tl.max(scores, axis=1))
        weights = tl.exp2(scores - higher[:, None])
        shift = tl.exp2(largest - higher)
        total = total * shift + tl.sum(weights, axis=1)
        values = tl.load(v + j[:, None] * D + d[None, :], mask=j[:, None] < s, other=0.0)
        result = tl.dot(weights, values, result * shift[:, None], input_precision="ieee")
        largest = higher
    tl.store(o + i[:, None] * D + d[None, :], result / total[:, None], mask=i[:, None] < s)


@triton.jit
def flash_unscaled(q, k, v, o, s, scale, BM: tl.constexpr, BS: tl.constexpr, D: tl.constexpr, CAUSAL: tl.constexpr):
    """Wrong: the result of earlier blocks is not scaled when the maximum grows."""
    i = tl.program_id(0) * BM + tl.arange(0, BM)
    d = tl.arange(0, D)
    rows = tl.load(q + i[:, None] * D + d[None, :], mask=i[:, None] < s, other=0.0)
    largest = tl.full((BM,), -float("inf"), tl.float32)
    total = tl.zeros((BM,), tl.float32)
    result = tl.zeros((BM, D), tl.float32)
    for start in range(0, s, BS):
        j = start + tl.arange(0, BS)
        keys = tl.load(k + j[:, None] * D + d[None, :], mask=j[:, None] < s, other=0.0)
        values = tl.load(v + j[:, None] * D + d[None, :], mask=j[:, None] < s, other=0.0)
        scores = tl.where(j[None, :] < s, tl.dot(rows, tl.trans(keys), input_precision="ieee") * scale, -float("inf"))
        higher = tl.maximum(largest, tl.max(scores, axis=1))
        weights = tl.exp(scores - higher[:, None])
        total = total * tl.exp(largest - higher) + tl.sum(weights, axis=1)
        result += tl.dot(weights, values, input_precision="ieee")
        largest = higher
    tl.store(o + i[:, None] * D + d[None, :], result / total[:, None], mask=i[:, None] < s)
