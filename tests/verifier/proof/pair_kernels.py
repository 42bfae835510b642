"""Kernels in pairs that compute the same in other ways, and wrong variants of them."""

import triton
import triton.language as tl


@triton.jit
def add1(x, y, o, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    tl.store(o + i, tl.load(x + i, mask=m) + tl.load(y + i, mask=m), mask=m)


@triton.jit
def add2(x, y, o, n, B: tl.constexpr):
    for k in range(0, tl.cdiv(n, B)):
        i = k * B + tl.arange(0, B)
        m = i < n
        a = tl.load(x + i, mask=m, other=0.0)
        b = tl.load(y + i, mask=m, other=0.0)
        tl.store(o + i, b + a, mask=m)


@triton.jit
def softmax1(x, o, n, s, B: tl.constexpr):
    r = tl.program_id(0)
    i = tl.arange(0, B)
    m = i < n
    a = tl.load(x + r * s + i, mask=m, other=-float("inf"))
    a = a - tl.max(a, 0)
    e = tl.exp(a)
    tl.store(o + r * s + i, e / tl.sum(e, 0), mask=m)


@triton.jit
def softmax2(x, o, n, s, B: tl.constexpr):
    r = tl.program_id(0)
    mx = -float("inf")
    d = 0.0
    for k in range(0, tl.cdiv(n, B)):
        i = k * B + tl.arange(0, B)
        m = i < n
        a = tl.load(x + r * s + i, mask=m, other=-float("inf"))
        nm = tl.maximum(mx, tl.max(a, 0))
        d = d * tl.exp(mx - nm) + tl.sum(tl.exp(a - nm), 0)
        mx = nm
    for k in range(0, tl.cdiv(n, B)):
        i = k * B + tl.arange(0, B)
        m = i < n
        a = tl.load(x + r * s + i, mask=m, other=-float("inf"))
        tl.store(o + r * s + i, tl.exp(a - mx) / d, mask=m)


@triton.jit
def softmax3(x, o, n, s, B: tl.constexpr):
    r = tl.program_id(0)
    i = tl.arange(0, B)
    m = i < n
    a = tl.load(x + r * s + i, mask=m, other=-float("inf")) * 1.4426950408889634
    e = tl.exp2(a - tl.max(a, 0))
    tl.store(o + r * s + i, e * (1 / tl.sum(e, 0)), mask=m)


@triton.jit
def softmax_bad(x, o, n, s, B: tl.constexpr):
    r = tl.program_id(0)
    i = tl.arange(0, B)
    m = i < n
    a = tl.load(x + r * s + i, mask=m, other=0.0)
    a = a - tl.max(a, 0)
    e = tl.exp(a)
    tl.store(o + r * s + i, e / tl.sum(e, 0), mask=m)


@triton.jit
def ln1(x, w, b, o, n, s, eps, B: tl.constexpr):
    r = tl.program_id(0)
    i = tl.arange(0, B)
    m = i < n
    a = tl.load(x + r * s + i, mask=m, other=0.0)
    mu = tl.sum(a, 0) / n
    c = tl.where(m, a - mu, 0.0)
    v = tl.sum(c * c, 0) / n
    rs = 1 / tl.sqrt(v + eps)
    tl.store(o + r * s + i, c * rs * tl.load(w + i, mask=m) + tl.load(b + i, mask=m), mask=m)


@triton.jit
def ln2(x, w, b, o, n, s, eps, B: tl.constexpr):
    r = tl.program_id(0)
    s1 = tl.zeros([B], tl.float32)
    s2 = tl.zeros([B], tl.float32)
    for k in range(0, n, B):
        i = k + tl.arange(0, B)
        m = i < n
        a = tl.load(x + r * s + i, mask=m, other=0.0)
        s1 += a
        s2 += a * a
    mu = tl.sum(s1, 0) / n
    v = tl.sum(s2, 0) / n - mu * mu
    rs = tl.rsqrt(v + eps)
    for k in range(0, n, B):
        i = k + tl.arange(0, B)
        m = i < n
        a = tl.load(x + r * s + i, mask=m, other=0.0)
        tl.store(o + r * s + i, (a - mu) * rs * tl.load(w + i, mask=m) + tl.load(b + i, mask=m), mask=m)


@triton.jit
def ln3(x, w, b, o, n, s, eps, B: tl.constexpr):
    r = tl.program_id(0)
    mean = 0.0
    m2 = 0.0
    cnt = 0.0
    for k in range(0, n, B):
        i = k + tl.arange(0, B)
        m = i < n
        a = tl.load(x + r * s + i, mask=m, other=0.0)
        c = tl.sum(m.to(tl.float32), 0)
        bm = tl.sum(a, 0) / c
        d = tl.where(m, a - bm, 0.0)
        bm2 = tl.sum(d * d, 0)
        delta = bm - mean
        tot = cnt + c
        mean += delta * c / tot
        m2 += bm2 + delta * delta * cnt * c / tot
        cnt = tot
    rs = tl.rsqrt(m2 / n + eps)
    for k in range(0, n, B):
        i = k + tl.arange(0, B)
        m = i < n
        a = tl.load(x + r * s + i, mask=m, other=0.0)
        tl.store(o + r * s + i, (a - mean) * rs * tl.load(w + i, mask=m) + tl.load(b + i, mask=m), mask=m)


@triton.jit
def rms1(x, w, o, n, s, eps, B: tl.constexpr):
    r = tl.program_id(0)
    i = tl.arange(0, B)
    m = i < n
    a = tl.load(x + r * s + i, mask=m, other=0.0)
    rs = tl.rsqrt(tl.sum(a * a, 0) / n + eps)
    tl.store(o + r * s + i, a * rs * tl.load(w + i, mask=m), mask=m)


@triton.jit
def rms2(x, w, o, n, s, eps, B: tl.constexpr):
    r = tl.program_id(0)
    acc = 0.0
    for k in range(0, n, B):
        i = k + tl.arange(0, B)
        m = i < n
        a = tl.load(x + r * s + i, mask=m, other=0.0)
        acc += tl.sum(a * a, 0)
    d = tl.sqrt(acc / n + eps)
    for k in range(0, n, B):
        i = k + tl.arange(0, B)
        m = i < n
        a = tl.load(x + r * s + i, mask=m, other=0.0)
        tl.store(o + r * s + i, a / d * tl.load(w + i, mask=m), mask=m)


@triton.jit
def rms_bad(x, w, o, n, s, eps, B: tl.constexpr):
    r = tl.program_id(0)
    i = tl.arange(0, B)
    m = i < n
    a = tl.load(x + r * s + i, mask=m, other=0.0)
    rs = 1 / (tl.sqrt(tl.sum(a * a, 0) / n) + eps)
    tl.store(o + r * s + i, a * rs * tl.load(w + i, mask=m), mask=m)


@triton.jit
def mm1(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        rk = k + tl.arange(0, BK)
        x = tl.load(a + rm[:, None] * K + rk[None, :], mask=(rm[:, None] < M) & (rk[None, :] < K), other=0.0)
        y = tl.load(b + rk[:, None] * N + rn[None, :], mask=(rk[:, None] < K) & (rn[None, :] < N), other=0.0)
        acc += tl.dot(x, y)
    tl.store(c + rm[:, None] * N + rn[None, :], acc, mask=(rm[:, None] < M) & (rn[None, :] < N))


@triton.jit
def mm2(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, G: tl.constexpr):
    pid = tl.program_id(0)
    nm = tl.cdiv(M, BM)
    nn = tl.cdiv(N, BN)
    ng = G * nn
    g = pid // ng
    f = g * G
    gs = min(nm - f, G)
    pm = f + pid % ng % gs
    pn = pid % ng // gs
    rm = (pm * BM + tl.arange(0, BM)) % M
    rn = (pn * BN + tl.arange(0, BN)) % N
    rk = tl.arange(0, BK)
    pa = a + rm[:, None] * K + rk[None, :]
    pb = b + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        x = tl.load(pa, mask=rk[None, :] < K - k * BK, other=0.0)
        y = tl.load(pb, mask=rk[:, None] < K - k * BK, other=0.0)
        acc = tl.dot(x, y, acc)
        pa += BK
        pb += BK * N
    om = pm * BM + tl.arange(0, BM)
    on = pn * BN + tl.arange(0, BN)
    tl.store(c + om[:, None] * N + on[None, :], acc, mask=(om[:, None] < M) & (on[None, :] < N))


@triton.jit
def mm3(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, SK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(tl.program_id(2) * BK, K, BK * SK):
        rk = k + tl.arange(0, BK)
        x = tl.load(a + rm[:, None] * K + rk[None, :], mask=(rm[:, None] < M) & (rk[None, :] < K), other=0.0)
        y = tl.load(b + rk[:, None] * N + rn[None, :], mask=(rk[:, None] < K) & (rn[None, :] < N), other=0.0)
        acc += tl.dot(x, y)
    tl.atomic_add(c + rm[:, None] * N + rn[None, :], acc, mask=(rm[:, None] < M) & (rn[None, :] < N))


@triton.jit
def attn1(q, k, v, o, T, scale, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr, CAUSAL: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rd = tl.arange(0, D)
    qq = tl.load(q + rm[:, None] * D + rd[None, :], mask=rm[:, None] < T, other=0.0)
    m = tl.full([BM], -float("inf"), tl.float32)
    den = tl.zeros([BM], tl.float32)
    acc = tl.zeros([BM, D], tl.float32)
    hi = min(T, (tl.program_id(0) + 1) * BM) if CAUSAL else T
    for j in range(0, hi, BN):
        rn = j + tl.arange(0, BN)
        kk = tl.load(k + rn[:, None] * D + rd[None, :], mask=rn[:, None] < T, other=0.0)
        vv = tl.load(v + rn[:, None] * D + rd[None, :], mask=rn[:, None] < T, other=0.0)
        s = tl.dot(qq, tl.trans(kk)) * scale
        ok = rn[None, :] < T
        if CAUSAL:
            ok = ok & (rm[:, None] >= rn[None, :])
        s = tl.where(ok, s, -float("inf"))
        mn = tl.maximum(m, tl.max(s, 1))
        al = tl.exp(m - mn)
        p = tl.exp(s - mn[:, None])
        den = den * al + tl.sum(p, 1)
        acc = acc * al[:, None] + tl.dot(p, vv)
        m = mn
    tl.store(o + rm[:, None] * D + rd[None, :], acc / den[:, None], mask=rm[:, None] < T)


@triton.jit
def attn2(q, k, v, o, T, scale, B: tl.constexpr, D: tl.constexpr, CAUSAL: tl.constexpr):
    r = tl.program_id(0)
    rd = tl.arange(0, D)
    rn = tl.arange(0, B)
    qq = tl.load(q + r * D + rd)
    kk = tl.load(k + rn[:, None] * D + rd[None, :], mask=rn[:, None] < T, other=0.0)
    vv = tl.load(v + rn[:, None] * D + rd[None, :], mask=rn[:, None] < T, other=0.0)
    s = tl.sum(kk * qq[None, :] * (scale * 1.4426950408889634), 1)
    ok = rn < T
    if CAUSAL:
        ok = ok & (rn <= r)
    s = tl.where(ok, s, -1e30)
    p = tl.where(ok, tl.exp2(s - tl.max(s, 0)), 0.0)
    p = p / tl.sum(p, 0)
    tl.store(o + r * D + rd, tl.sum(p[:, None] * vv, 0))
