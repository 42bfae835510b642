"""Scaled dot-product attention."""

import triton
import triton.language as tl


@triton.jit
def flash(q, k, v, o, s, scale, BM: tl.constexpr, BS: tl.constexpr, D: tl.constexpr):
    """Blocks of keys with an online softmax."""
    head = tl.program_id(1) * s * D
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    d = tl.arange(0, D)
    query = tl.load(q + head + rows[:, None] * D + d[None, :], mask=rows[:, None] < s, other=0.0)
    largest = tl.full((BM,), -float("inf"), dtype=tl.float32)
    total = tl.zeros((BM,), dtype=tl.float32)
    acc = tl.zeros((BM, D), dtype=tl.float32)
    for start in range(0, s, BS):
        keys = start + tl.arange(0, BS)
        key = tl.load(k + head + keys[:, None] * D + d[None, :], mask=keys[:, None] < s, other=0.0)
        value = tl.load(v + head + keys[:, None] * D + d[None, :], mask=keys[:, None] < s, other=0.0)
        scores = tl.dot(query, tl.trans(key)) * scale
        scores = tl.where(keys[None, :] < s, scores, -float("inf"))
        higher = tl.maximum(largest, tl.max(scores, axis=1))
        weights = tl.exp(scores - higher[:, None])
        shrink = tl.exp(largest - higher)
        total = total * shrink + tl.sum(weights, axis=1)
        acc = acc * shrink[:, None] + tl.dot(weights, value)
        largest = higher
    tl.store(o + head + rows[:, None] * D + d[None, :], acc / total[:, None], mask=rows[:, None] < s)
