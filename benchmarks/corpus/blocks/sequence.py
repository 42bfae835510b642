"""Blocks of models of sequences: attention, recurrences, gates."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn
from torch.nn import functional as F


def rot_half(x: Tensor) -> Tensor:
    """The second half, negated, before the first one."""
    a, b = x.chunk(2, dim=-1)
    return torch.cat((-b, a), dim=-1)


def rope(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Rotary positions by rotated halves."""
    return x * cos + rot_half(x) * sin


class LlamaDecode(nn.Module):
    """One step of decoding: RoPE, grouped heads, a cache of 255 positions that grows by one."""

    shapes = ((1, 1, 256), (1, 4, 255, 32), (1, 4, 255, 32), (1, 32), (1, 32))

    def __init__(self) -> None:
        super().__init__()
        self.q = nn.Linear(256, 256, bias=False)
        self.k = nn.Linear(256, 128, bias=False)
        self.v = nn.Linear(256, 128, bias=False)
        self.o = nn.Linear(256, 256, bias=False)

    def forward(self, x: Tensor, K: Tensor, V: Tensor, cos: Tensor, sin: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        B, T, _ = x.shape
        q = self.q(x).view(B, T, 8, 32).transpose(1, 2)
        k = self.k(x).view(B, T, 4, 32).transpose(1, 2)
        v = self.v(x).view(B, T, 4, 32).transpose(1, 2)
        q, k = rope(q, cos, sin), rope(k, cos, sin)
        K = torch.cat((K, k), 2)
        V = torch.cat((V, v), 2)
        k = K.repeat_interleave(2, 1)
        v = V.repeat_interleave(2, 1)
        a = torch.softmax(q @ k.transpose(-1, -2) / math.sqrt(32), -1) @ v
        return self.o(a.transpose(1, 2).reshape(B, T, 256)), K, V


class LlamaPrefill(nn.Module):
    """RoPE by rotated halves on 128 positions, causal attention."""

    shapes = ((1, 128, 256), (128, 32), (128, 32))

    def __init__(self) -> None:
        super().__init__()
        self.qkv = nn.Linear(256, 768, bias=False)
        self.o = nn.Linear(256, 256, bias=False)

    def forward(self, x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
        q, k, v = (p.reshape(1, 128, 8, 32).transpose(1, 2) for p in self.qkv(x).chunk(3, -1))
        q, k = rope(q, cos, sin), rope(k, cos, sin)
        w = q @ k.transpose(-1, -2) / math.sqrt(32)
        w = w + torch.full((128, 128), -1e9).triu(1)
        return self.o((torch.softmax(w, -1) @ v).transpose(1, 2).reshape(1, 128, 256))


class RopeOnly(nn.Module):
    """The rotation of queries and keys alone."""

    shapes = ((1, 8, 128, 64), (1, 8, 128, 64), (128, 64), (128, 64))

    def forward(self, q: Tensor, k: Tensor, cos: Tensor, sin: Tensor) -> tuple[Tensor, Tensor]:
        return rope(q, cos, sin), rope(k, cos, sin)


class Mamba(nn.Module):
    """Projection split in two, causal convolution over time, gate, projection
    eight steps of the selective scan."""

    shapes = ((1, 8, 64),)

    def __init__(self) -> None:
        super().__init__()
        self.i = nn.Linear(64, 256, bias=False)
        self.c = nn.Conv1d(128, 128, 4, groups=128, padding=3)
        self.x = nn.Linear(128, 36, bias=False)
        self.dt = nn.Linear(4, 128)
        self.A = nn.Parameter(torch.randn(128, 16))
        self.D = nn.Parameter(torch.randn(128))
        self.o = nn.Linear(128, 64, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        u, z = self.i(x).chunk(2, -1)
        u = F.silu(self.c(u.transpose(1, 2))[:, :, :8].transpose(1, 2))
        d, B, C = self.x(u).split((4, 16, 16), -1)
        d = F.softplus(self.dt(d))
        h = torch.zeros(1, 128, 16)
        ys = []
        for t in range(8):
            h = torch.exp(d[:, t, :, None] * -torch.exp(self.A)) * h + d[:, t, :, None] * B[:, t, None, :] * u[:, t, :, None]
            ys.append((h * C[:, t, None, :]).sum(-1))
        return self.o((torch.stack(ys, 1) + u * self.D) * F.silu(z))


class LSTM(nn.Module):
    """Four steps of an LSTM cell whose states are stacked."""

    shapes = ((4, 8, 64), (8, 64), (8, 64))

    def __init__(self) -> None:
        super().__init__()
        self.x = nn.Linear(64, 256)
        self.h = nn.Linear(64, 256)

    def forward(self, xs: Tensor, h: Tensor, c: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        out = []
        for t in range(4):
            i, f, g, o = (self.x(xs[t]) + self.h(h)).chunk(4, -1)
            c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
            h = torch.sigmoid(o) * torch.tanh(c)
            out.append(h)
        return torch.stack(out), h, c


class GLU(nn.Module):
    """SwiGLU: gate and value from one product, cut in halves."""

    shapes = ((1, 64, 256),)

    def __init__(self) -> None:
        super().__init__()
        self.i = nn.Linear(256, 1024, bias=False)
        self.o = nn.Linear(512, 256, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        a, b = self.i(x).chunk(2, -1)
        return self.o(F.silu(a) * b)


class TokenShift(nn.Module):
    """RWKV's channel mixing: every token beside the one before it."""

    shapes = ((2, 64, 128),)

    def __init__(self) -> None:
        super().__init__()
        self.k = nn.Parameter(torch.rand(128))
        self.r = nn.Parameter(torch.rand(128))
        self.K = nn.Linear(128, 256, bias=False)
        self.V = nn.Linear(256, 128, bias=False)
        self.R = nn.Linear(128, 128, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        p = F.pad(x, (0, 0, 1, -1))
        k = x * self.k + p * (1 - self.k)
        r = x * self.r + p * (1 - self.r)
        return torch.sigmoid(self.R(r)) * self.V(F.relu(self.K(k)).square())


class HeadsConcat(nn.Module):
    """DLRM-like: embeddings of several towers side by side, then a product."""

    shapes = ((64, 64), (64, 128), (64, 32))

    def __init__(self) -> None:
        super().__init__()
        self.a = nn.Linear(64, 128)
        self.b = nn.Linear(128, 128)
        self.c = nn.Linear(32, 128)
        self.o = nn.Linear(384, 64)

    def forward(self, x: Tensor, y: Tensor, z: Tensor) -> Tensor:
        v = torch.cat((F.relu(self.a(x)), F.relu(self.b(y)), F.relu(self.c(z))), 1)
        return self.o(v)
