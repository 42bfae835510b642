"""Kernels on losses, embeddings, gates, scans and quantisation in pairs that compute the same in other ways."""

import triton
import triton.language as tl


@triton.jit
def ce1(x, y, o, n, s, ignore, B: tl.constexpr):
    r = tl.program_id(0)
    i = tl.arange(0, B)
    m = i < n
    a = tl.load(x + r * s + i, mask=m, other=-float("inf"))
    t = tl.load(y + r)
    mx = tl.max(a, 0)
    lse = mx + tl.log(tl.sum(tl.exp(a - mx), 0))
    loss = 0.0
    if t != ignore:
        loss = lse - tl.load(x + r * s + t)
    tl.store(o + r, loss)


@triton.jit
def ce2(x, y, o, n, s, ignore, B: tl.constexpr):
    r = tl.program_id(0)
    t = tl.load(y + r).to(tl.int64)
    mx = -float("inf")
    d = 0.0
    for k in range(0, n, B):
        i = k + tl.arange(0, B)
        m = i < n
        a = tl.load(x + r * s + i, mask=m, other=-float("inf"))
        nm = tl.maximum(mx, tl.max(a, 0))
        d = d * tl.exp(mx - nm) + tl.sum(tl.exp(a - nm), 0)
        mx = nm
    ok = t != ignore
    xt = tl.load(x + r * s + t, mask=ok, other=0.0)
    tl.store(o + r, tl.where(ok, tl.log(d) + mx - xt, 0.0))


@triton.jit
def emb1(x, y, o, n, B: tl.constexpr):
    r = tl.program_id(0)
    i = tl.arange(0, B)
    m = i < n
    t = tl.load(y + r)
    tl.store(o + r * n + i, tl.load(x + t * n + i, mask=m), mask=m)


@triton.jit
def emb2(x, y, o, n, R, B: tl.constexpr):
    r = tl.arange(0, 4)
    mr = r < R
    t = tl.load(y + r, mask=mr, other=0)
    for k in range(0, n, B):
        i = k + tl.arange(0, B)
        m = mr[:, None] & (i < n)[None, :]
        tl.store(o + r[:, None] * n + i[None, :], tl.load(x + t[:, None] * n + i[None, :], mask=m, other=0.0), mask=m)


@triton.jit
def swiglu1(a, b, o, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    x = tl.load(a + i, mask=m, other=0.0).to(tl.float32)
    y = tl.load(b + i, mask=m, other=0.0)
    s = x * tl.sigmoid(x)
    tl.store(o + i, s.to(tl.bfloat16) * y, mask=m)


@triton.jit
def swiglu2(a, b, o, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    x = tl.load(a + i, mask=m).to(tl.float32)
    y = tl.load(b + i, mask=m).to(tl.float32)
    tl.store(o + i, (x / (1 + tl.exp(-x)) * y).to(tl.bfloat16), mask=m)


@triton.jit
def gelu1(a, o, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    x = tl.load(a + i, mask=m)
    u = 0.7978845608028654 * (x + 0.044715 * x * x * x)
    tl.store(o + i, x * tl.sigmoid(2 * u), mask=m)


@triton.jit
def gelu2(a, o, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    x = tl.load(a + i, mask=m)
    u = 0.7978845608028654 * x * (1 + 0.044715 * x * x)
    e = tl.exp(2 * u)
    tl.store(o + i, 0.5 * x * (1 + (e - 1) / (e + 1)), mask=m)


@triton.jit
def amax1(x, o, n, s, B: tl.constexpr):
    r = tl.program_id(0)
    i = tl.arange(0, B)
    m = i < n
    a = tl.load(x + r * s + i, mask=m, other=-float("inf"))
    tl.store(o + r, tl.argmax(a, 0))


@triton.jit
def cum1(x, o, n, s, B: tl.constexpr):
    r = tl.program_id(0)
    i = tl.arange(0, B)
    m = i < n
    a = tl.load(x + r * s + i, mask=m, other=0.0)
    tl.store(o + r * s + i, tl.cumsum(a, 0), mask=m)


@triton.jit
def cum2(x, o, n, s, B: tl.constexpr):
    r = tl.program_id(0)
    c = 0.0
    for k in range(0, n, B):
        i = k + tl.arange(0, B)
        m = i < n
        a = tl.load(x + r * s + i, mask=m, other=0.0)
        tl.store(o + r * s + i, tl.cumsum(a, 0) + c, mask=m)
        c += tl.sum(a, 0)


@triton.jit
def q1(x, o, sc, n, s, B: tl.constexpr):
    r = tl.program_id(0)
    i = tl.arange(0, B)
    m = i < n
    a = tl.load(x + r * s + i, mask=m, other=0.0)
    d = tl.maximum(tl.max(tl.abs(a), 0), 1e-10) / 127.0
    tl.store(sc + r, d)
    tl.store(o + r * s + i, (a / d + 0.5).to(tl.int8), mask=m)


@triton.jit
def q2(x, o, sc, n, s, B: tl.constexpr):
    r = tl.program_id(0)
    mx = 1e-10
    for k in range(0, n, B):
        i = k + tl.arange(0, B)
        m = i < n
        mx = tl.maximum(mx, tl.max(tl.abs(tl.load(x + r * s + i, mask=m, other=0.0)), 0))
    d = mx * (1 / 127.0)
    tl.store(sc + r, d)
    for k in range(0, n, B):
        i = k + tl.arange(0, B)
        m = i < n
        a = tl.load(x + r * s + i, mask=m, other=0.0)
        tl.store(o + r * s + i, (a / d + 0.5).to(tl.int8), mask=m)


@triton.jit
def masksm1(x, k, o, n, s, B: tl.constexpr):
    r = tl.program_id(0)
    i = tl.arange(0, B)
    m = i < n
    a = tl.load(x + r * s + i, mask=m, other=-float("inf"))
    mk = tl.load(k + r * s + i, mask=m, other=0)
    a = tl.where(mk != 0, a, -float("inf"))
    e = tl.exp(a - tl.max(a, 0))
    tl.store(o + r * s + i, e / tl.sum(e, 0), mask=m)


@triton.jit
def masksm2(x, k, o, n, s, B: tl.constexpr):
    r = tl.program_id(0)
    mx = -float("inf")
    d = 0.0
    for j in range(0, n, B):
        i = j + tl.arange(0, B)
        m = i < n
        a = tl.load(x + r * s + i, mask=m, other=-float("inf"))
        mk = tl.load(k + r * s + i, mask=m, other=0)
        a = tl.where(mk != 0, a, -float("inf"))
        nm = tl.maximum(mx, tl.max(a, 0))
        d = d * tl.exp(mx - nm) + tl.sum(tl.exp(a - nm), 0)
        mx = nm
    for j in range(0, n, B):
        i = j + tl.arange(0, B)
        m = i < n
        a = tl.load(x + r * s + i, mask=m, other=-float("inf"))
        mk = tl.load(k + r * s + i, mask=m, other=0)
        a = tl.where(mk != 0, a, -float("inf"))
        tl.store(o + r * s + i, tl.exp(a - mx) / d, mask=m)
