"""Logarithms of softmax, and cross entropy."""

import triton
import triton.language as tl


@triton.jit
def log_softmax(x, y, stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    values = tl.load(x + row * stride + columns, mask=columns < n, other=-float("inf"))
    values -= tl.max(values, axis=0)
    tl.store(y + row * stride + columns, values - tl.log(tl.sum(tl.exp(values), axis=0)), mask=columns < n)


@triton.jit
def log_softmax_quotient(x, y, stride, n, BLOCK: tl.constexpr):
    """The logarithm of the quotient."""
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    values = tl.load(x + row * stride + columns, mask=columns < n, other=-float("inf"))
    numerator = tl.exp(values - tl.max(values, axis=0))
    tl.store(y + row * stride + columns, tl.log(numerator / tl.sum(numerator, axis=0)), mask=columns < n)


@triton.jit
def log_softmax_online(x, y, stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    largest = -float("inf")
    total = 0.0
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        values = tl.load(x + row * stride + columns, mask=columns < n, other=-float("inf"))
        higher = tl.maximum(largest, tl.max(values, axis=0))
        total = total * tl.exp(largest - higher) + tl.sum(tl.exp(values - higher), axis=0)
        largest = higher
    shift = largest + tl.log(total)
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        values = tl.load(x + row * stride + columns, mask=columns < n, other=-float("inf"))
        tl.store(y + row * stride + columns, values - shift, mask=columns < n)


@triton.jit
def cross_entropy(x, target, loss, stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    values = tl.load(x + row * stride + columns, mask=columns < n, other=-float("inf"))
    largest = tl.max(values, axis=0)
    chosen = tl.load(x + row * stride + tl.load(target + row))
    tl.store(loss + row, largest + tl.log(tl.sum(tl.exp(values - largest), axis=0)) - chosen)


@triton.jit
def cross_entropy_online(x, target, loss, stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    wanted = tl.load(target + row)
    largest = -float("inf")
    total = 0.0
    chosen = 0.0
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        values = tl.load(x + row * stride + columns, mask=columns < n, other=-float("inf"))
        chosen += tl.sum(tl.where(columns == wanted, values, 0.0), axis=0)
        higher = tl.maximum(largest, tl.max(values, axis=0))
        total = total * tl.exp(largest - higher) + tl.sum(tl.exp(values - higher), axis=0)
        largest = higher
    tl.store(loss + row, tl.log(total) + largest - chosen)


@triton.jit
def cross_entropy_unshifted(x, target, loss, stride, n, BLOCK: tl.constexpr):
    """The same over the reals: exponentials that are not shifted overflow."""
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    values = tl.load(x + row * stride + columns, mask=columns < n, other=-float("inf"))
    chosen = tl.load(x + row * stride + tl.load(target + row))
    tl.store(loss + row, tl.log(tl.sum(tl.exp(values), axis=0)) - chosen)
