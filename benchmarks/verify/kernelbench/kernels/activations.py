"""Activations: one program for each block of a flat array."""

import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def scale(A, C, s, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a = tl.load(A + i, mask=i < n)
    tl.store(C + i, a * s, mask=i < n)


@triton.jit
def relu(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    tl.store(y + i, tl.maximum(v, 0.0), mask=i < n)


@triton.jit
def leaky_relu(x, y, slope, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    tl.store(y + i, tl.maximum(v, v * slope), mask=i < n)


@triton.jit
def sigmoid(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    tl.store(y + i, 1.0 / (1.0 + tl.exp(-v)), mask=i < n)


@triton.jit
def tanh(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    e = tl.exp(-2.0 * tl.abs(v))
    t = (1.0 - e) / (1.0 + e)
    tl.store(y + i, tl.where(v < 0.0, -t, t), mask=i < n)


@triton.jit
def tanh_sigmoid(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    tl.store(y + i, 2.0 * tl.sigmoid(2.0 * v) - 1.0, mask=i < n)


@triton.jit
def swish(x, y, n, BLOCK: tl.constexpr):
    for start in range(tl.program_id(0) * BLOCK, n, tl.num_programs(0) * BLOCK):
        i = start + tl.arange(0, BLOCK)
        v = tl.load(x + i, mask=i < n)
        tl.store(y + i, v * tl.sigmoid(v), mask=i < n)


@triton.jit
def gelu(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    tl.store(y + i, 0.5 * v * (1.0 + tl.erf(v * 0.7071067811865476)), mask=i < n)


@triton.jit
def gelu_tanh(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    inner = 0.7978845608028654 * (v + 0.044715 * v * v * v)
    tl.store(y + i, 0.5 * v * (1.0 + libdevice.tanh(inner)), mask=i < n)


@triton.jit
def selu(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    alpha = 1.6732632423543772
    lam = 1.0507009873554805
    tl.store(y + i, lam * tl.where(v > 0, v, alpha * (tl.exp(v) - 1.0)), mask=i < n)


@triton.jit
def hard_sigmoid(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    tl.store(y + i, tl.minimum(tl.maximum((v + 3.0) / 6.0, 0.0), 1.0), mask=i < n)


@triton.jit
def softplus(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    tl.store(y + i, tl.where(v > 20.0, v, tl.log(1.0 + tl.exp(v))), mask=i < n)


@triton.jit
def softsign(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n, other=0.0)
    tl.store(y + i, v / (1.0 + tl.abs(v)), mask=i < n)


@triton.jit
def elu(x, y, alpha, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    tl.store(y + i, tl.where(v > 0, v, alpha * (tl.exp(v) - 1.0)), mask=i < n)


@triton.jit
def hard_tanh(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    tl.store(y + i, tl.where(v > 1.0, 1.0, tl.where(v < -1.0, -1.0, v)), mask=i < n)
