"""Blocks of models of pictures: convolutions, windows, patches."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F


class Swin(nn.Module):
    """A shifted window block: roll, partition into windows, attention, back, MLP."""

    shapes = ((1, 16, 16, 64),)

    def __init__(self) -> None:
        super().__init__()
        self.n = nn.LayerNorm(64)
        self.n2 = nn.LayerNorm(64)
        self.qkv = nn.Linear(64, 192)
        self.o = nn.Linear(64, 64)
        self.a = nn.Linear(64, 256)
        self.b = nn.Linear(256, 64)

    def forward(self, x: Tensor) -> Tensor:
        y = torch.roll(self.n(x), (-2, -2), (1, 2))
        y = y.view(1, 4, 4, 4, 4, 64).permute(0, 1, 3, 2, 4, 5).reshape(16, 16, 64)
        q, k, v = self.qkv(y).reshape(16, 16, 3, 4, 16).permute(2, 0, 3, 1, 4)
        y = (torch.softmax(q @ k.transpose(-1, -2) * 0.25, -1) @ v).transpose(1, 2).reshape(16, 16, 64)
        y = self.o(y).view(1, 4, 4, 4, 4, 64).permute(0, 1, 3, 2, 4, 5).reshape(1, 16, 16, 64)
        x = x + torch.roll(y, (2, 2), (1, 2))
        return x + self.b(F.gelu(self.a(self.n2(x))))


class Dense(nn.Module):
    """Three layers of a dense block, batch of two."""

    shapes = ((2, 32, 16, 16),)

    def __init__(self) -> None:
        super().__init__()
        self.bn = nn.ModuleList(nn.BatchNorm2d(32 + 16 * i) for i in range(3))
        self.c = nn.ModuleList(nn.Conv2d(32 + 16 * i, 16, 3, padding=1, bias=False) for i in range(3))

    def forward(self, x: Tensor) -> Tensor:
        for b, c in zip(self.bn, self.c, strict=True):
            x = torch.cat((x, c(F.relu(b(x)))), 1)
        return x


class Shuffle(nn.Module):
    """A ShuffleNet v2 unit: channels split, one half through convolutions, put together and shuffled."""

    shapes = ((1, 64, 28, 28),)

    def __init__(self) -> None:
        super().__init__()
        self.a = nn.Conv2d(32, 32, 1)
        self.d = nn.Conv2d(32, 32, 3, padding=1, groups=32)
        self.b = nn.Conv2d(32, 32, 1)

    def forward(self, x: Tensor) -> Tensor:
        a, b = x.chunk(2, 1)
        b = F.relu(self.b(self.d(F.relu(self.a(b)))))
        y = torch.cat((a, b), 1)
        return y.view(1, 2, 32, 28, 28).transpose(1, 2).reshape(1, 64, 28, 28)


class UNet(nn.Module):
    """The last level of a U-Net: upsample, crop the skip, concatenate, convolve."""

    shapes = ((1, 64, 16, 16), (1, 32, 36, 36))

    def __init__(self) -> None:
        super().__init__()
        self.up = nn.ConvTranspose2d(64, 32, 2, stride=2)
        self.a = nn.Conv2d(64, 32, 3, padding=1)
        self.b = nn.Conv2d(32, 8, 1)

    def forward(self, x: Tensor, skip: Tensor) -> Tensor:
        y = torch.cat((skip[:, :, 2:34, 2:34], self.up(x)), 1)
        return self.b(F.relu(self.a(y)))


class ConvNeXt(nn.Module):
    """Depthwise 7x7, layer normalisation in channels-last, MLP, residual."""

    shapes = ((1, 64, 16, 16),)

    def __init__(self) -> None:
        super().__init__()
        self.d = nn.Conv2d(64, 64, 7, padding=3, groups=64)
        self.n = nn.LayerNorm(64)
        self.a = nn.Linear(64, 256)
        self.b = nn.Linear(256, 64)

    def forward(self, x: Tensor) -> Tensor:
        y = self.d(x).permute(0, 2, 3, 1)
        y = self.b(F.gelu(self.a(self.n(y))))
        return x + y.permute(0, 3, 1, 2)


class MobileNet(nn.Module):
    """An inverted residual with squeeze and excitation."""

    shapes = ((1, 32, 28, 28),)

    def __init__(self) -> None:
        super().__init__()
        self.a = nn.Conv2d(32, 128, 1)
        self.d = nn.Conv2d(128, 128, 3, padding=1, groups=128)
        self.b = nn.Conv2d(128, 32, 1)
        self.p = nn.Conv2d(128, 16, 1)
        self.q = nn.Conv2d(16, 128, 1)

    def forward(self, x: Tensor) -> Tensor:
        y = F.relu6(self.d(F.relu6(self.a(x))))
        y = y * torch.sigmoid(self.q(F.relu(self.p(y.mean((2, 3), keepdim=True)))))
        return x + self.b(y)


class ViTEmbed(nn.Module):
    """Patches, a class token in front, positions, normalisation
    the first row goes to the head."""

    shapes = ((1, 3, 64, 64),)

    def __init__(self) -> None:
        super().__init__()
        self.p = nn.Conv2d(3, 128, 8, stride=8)
        self.c = nn.Parameter(torch.randn(1, 1, 128))
        self.e = nn.Parameter(torch.randn(1, 65, 128))
        self.n = nn.LayerNorm(128)
        self.f = nn.Linear(128, 384)

    def forward(self, x: Tensor) -> Tensor:
        y = self.p(x).flatten(2).transpose(1, 2)
        y = torch.cat((self.c, y), 1) + self.e
        return self.f(self.n(y))


class Inception(nn.Module):
    """Four branches, concatenated along channels, batch of two."""

    shapes = ((2, 64, 14, 14),)

    def __init__(self) -> None:
        super().__init__()
        self.a = nn.Conv2d(64, 32, 1)
        self.b = nn.Conv2d(64, 24, 1)
        self.c = nn.Conv2d(24, 48, 3, padding=1)
        self.d = nn.Conv2d(64, 8, 1)
        self.e = nn.Conv2d(8, 16, 5, padding=2)
        self.f = nn.Conv2d(64, 16, 1)

    def forward(self, x: Tensor) -> Tensor:
        r = F.relu
        return torch.cat((r(self.a(x)), r(self.c(r(self.b(x)))), r(self.e(r(self.d(x)))), r(self.f(F.max_pool2d(x, 3, 1, 1)))), 1)


class Fire(nn.Module):
    """SqueezeNet's fire module in channels-last: expand by 1x1 and 3x3, side by side."""

    shapes = ((1, 28, 28, 64),)

    def __init__(self) -> None:
        super().__init__()
        self.s = nn.Linear(64, 16)
        self.a = nn.Linear(16, 64)
        self.b = nn.Linear(16, 64)

    def forward(self, x: Tensor) -> Tensor:
        y = F.relu(self.s(x))
        return torch.cat((F.relu(self.a(y)), F.relu(self.b(y))), -1)


class Focus(nn.Module):
    """YOLOv5's focus: four strided slices, concatenated, convolved
    SPPF: poolings concatenated."""

    shapes = ((1, 3, 64, 64),)

    def __init__(self) -> None:
        super().__init__()
        self.a = nn.Conv2d(12, 32, 3, padding=1)
        self.b = nn.Conv2d(32, 16, 1)
        self.c = nn.Conv2d(64, 32, 1)

    def forward(self, x: Tensor) -> Tensor:
        x = torch.cat((x[..., ::2, ::2], x[..., 1::2, ::2], x[..., ::2, 1::2], x[..., 1::2, 1::2]), 1)
        x = F.silu(self.b(F.silu(self.a(x))))
        p = F.max_pool2d(x, 5, 1, 2)
        q = F.max_pool2d(p, 5, 1, 2)
        r = F.max_pool2d(q, 5, 1, 2)
        return F.silu(self.c(torch.cat((x, p, q, r), 1)))


class TSM(nn.Module):
    """Temporal shift: parts of the channels from the frame before and after, then a 1x1 convolution."""

    shapes = ((8, 64, 14, 14),)

    def __init__(self) -> None:
        super().__init__()
        self.c = nn.Conv2d(64, 64, 1)

    def forward(self, x: Tensor) -> Tensor:
        a = F.pad(x[1:, :8], (0, 0, 0, 0, 0, 0, 0, 1))
        b = F.pad(x[:-1, 8:16], (0, 0, 0, 0, 0, 0, 1, 0))
        return x + F.relu(self.c(torch.cat((a, b, x[:, 16:]), 1)))


class Residual(nn.Module):
    """ResNet's downsampling block."""

    shapes = ((1, 32, 28, 28),)

    def __init__(self) -> None:
        super().__init__()
        self.a = nn.Conv2d(32, 64, 3, stride=2, padding=1, bias=False)
        self.b = nn.Conv2d(64, 64, 3, padding=1, bias=False)
        self.c = nn.Conv2d(32, 64, 1, stride=2, bias=False)
        self.m, self.n, self.o = (nn.BatchNorm2d(64) for _ in range(3))

    def forward(self, x: Tensor) -> Tensor:
        return F.relu(self.n(self.b(F.relu(self.m(self.a(x))))) + self.o(self.c(x)))
