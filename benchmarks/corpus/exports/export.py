"""Write the programs of this folder: models as PyTorch users write them, as IREE's compiler takes them in, weights as parameters.

    python export.py FOLDER [NAME ...]    (PyTorch 2.13, iree-turbine 3.9 and IREE 3.13; none of them is needed to use what is written)

Shapes are small and otherwise those of the models. Weights are random; none of a published model is used.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import torch
from iree.turbine import aot
from torch import nn
from torch.nn import functional as F


class Cell(nn.Module):
    """A GRU's cell from two products."""

    def __init__(self, i, o):
        super().__init__()
        self.x, self.h = nn.Linear(i, 3 * o), nn.Linear(o, 3 * o)

    def forward(self, x, h):
        a, b = self.x(x).chunk(3, -1), self.h(h).chunk(3, -1)
        r, z = torch.sigmoid(a[0] + b[0]), torch.sigmoid(a[1] + b[1])
        return (1 - z) * torch.tanh(a[2] + r * b[2]) + z * h


class BiGru(nn.Module):
    """A bidirectional GRU over six steps, whose states are concatenated and pooled by attention."""

    shapes = ((2, 6, 32),)

    def __init__(self):
        super().__init__()
        self.ahead, self.behind = Cell(32, 48), Cell(32, 48)
        self.score, self.out = nn.Linear(96, 1), nn.Linear(96, 10)

    def forward(self, x):
        h = g = x.new_zeros(x.shape[0], 48)
        left, right = [], []
        for t in range(x.shape[1]):
            h = self.ahead(x[:, t], h)
            g = self.behind(x[:, x.shape[1] - 1 - t], g)
            left.append(h)
            right.insert(0, g)
        states = torch.cat([torch.stack(left, 1), torch.stack(right, 1)], -1)
        weight = torch.softmax(self.score(states), 1)
        return self.out((weight * states).sum(1))


def conv(i, o, k, p=None, d=1, g=1, s=1):
    pad = p if p is not None else (d * (k - 1) // 2 if isinstance(k, int) else tuple(n // 2 for n in k))
    return nn.Sequential(
        nn.Conv2d(i, o, k, padding=pad, dilation=d, groups=g, stride=s, bias=False), nn.BatchNorm2d(o), nn.ReLU()
    )


class InceptionReduction(nn.Module):
    """Inception-v3's reduction with asymmetric convolutions: four branches, concatenated, then a projection and a residual."""

    shapes = ((1, 48, 17, 17),)

    def __init__(self):
        super().__init__()
        self.one = conv(48, 32, 1)
        self.seven = nn.Sequential(conv(48, 24, 1), conv(24, 24, (1, 7)), conv(24, 32, (7, 1)))
        self.twice = nn.Sequential(
            conv(48, 24, 1), conv(24, 24, (7, 1)), conv(24, 24, (1, 7)), conv(24, 32, (7, 1)), conv(32, 32, (1, 7))
        )
        self.pool = conv(48, 32, 1)
        self.back = nn.Conv2d(128, 48, 1)

    def forward(self, x):
        parts = [self.one(x), self.seven(x), self.twice(x), self.pool(F.avg_pool2d(x, 3, 1, 1))]
        return F.relu(x + 0.2 * self.back(torch.cat(parts, 1)))


class PaddedWindows(nn.Module):
    """Attention in windows of 7x7 of a map of 24x24, padded to 28x28, with a relative bias; the padding is cut off again."""

    shapes = ((1, 24, 24, 48),)

    def __init__(self):
        super().__init__()
        self.norm, self.qkv, self.proj = nn.LayerNorm(48), nn.Linear(48, 144), nn.Linear(48, 48)
        self.bias = nn.Parameter(torch.randn(3, 49, 49))

    def forward(self, x):
        y = F.pad(self.norm(x), (0, 0, 0, 4, 0, 4))
        w = y.view(1, 4, 7, 4, 7, 48).permute(0, 1, 3, 2, 4, 5).reshape(16, 49, 48)
        q, k, v = self.qkv(w).view(16, 49, 3, 3, 16).permute(2, 0, 3, 1, 4).unbind(0)
        a = torch.softmax(q @ k.transpose(-2, -1) * 0.25 + self.bias, -1) @ v
        a = self.proj(a.transpose(1, 2).reshape(16, 49, 48))
        a = a.view(1, 4, 4, 7, 7, 48).permute(0, 1, 3, 2, 4, 5).reshape(1, 28, 28, 48)
        return x + a[:, :24, :24]


class Ghost(nn.Module):
    """GhostNet's bottleneck: half of the channels are made of the other half by depthwise convolutions, and concatenated."""

    shapes = ((1, 24, 28, 28),)

    def __init__(self):
        super().__init__()
        self.primary, self.cheap = conv(24, 36, 1), conv(36, 36, 3, g=36)
        self.second, self.cheap2 = conv(72, 12, 1), conv(12, 12, 3, g=12)

    def forward(self, x):
        a = self.primary(x)
        b = torch.cat([a, self.cheap(a)], 1)
        c = self.second(b)
        return x + torch.cat([c, self.cheap2(c)], 1)


class AttentionUNet(nn.Module):
    """A decoder stage of Attention U-Net: the skip connection is gated, concatenated with what is upsampled, and convolved."""

    shapes = ((1, 32, 14, 14), (1, 24, 28, 28))

    def __init__(self):
        super().__init__()
        self.up = nn.ConvTranspose2d(32, 24, 2, 2)
        self.g, self.x, self.psi = nn.Conv2d(24, 12, 1), nn.Conv2d(24, 12, 1), nn.Conv2d(12, 1, 1)
        self.body = nn.Sequential(conv(48, 24, 3), conv(24, 24, 3))

    def forward(self, low, skip):
        up = self.up(low)
        gate = torch.sigmoid(self.psi(F.relu(self.g(up) + self.x(skip))))
        return self.body(torch.cat([skip * gate, up], 1))


class SqueezeResNeXt(nn.Module):
    """SE-ResNeXt's block: grouped convolution, squeeze and excitation, a strided shortcut."""

    shapes = ((1, 32, 28, 28),)

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(conv(32, 64, 1), conv(64, 64, 3, g=8, s=2), nn.Conv2d(64, 96, 1), nn.BatchNorm2d(96))
        self.down, self.up = nn.Linear(96, 12), nn.Linear(12, 96)
        self.short = nn.Sequential(nn.Conv2d(32, 96, 1, 2), nn.BatchNorm2d(96))

    def forward(self, x):
        y = self.body(x)
        s = torch.sigmoid(self.up(F.relu(self.down(y.mean((2, 3))))))
        return F.relu(self.short(x) + y * s[:, :, None, None])


class Mixture(nn.Module):
    """A soft mixture of four experts of a gated MLP, with a shared expert, as dense products."""

    shapes = ((16, 64),)

    def __init__(self):
        super().__init__()
        self.gate = nn.Linear(64, 4, bias=False)
        self.up, self.down = nn.Parameter(torch.randn(4, 64, 192) * 0.1), nn.Parameter(torch.randn(4, 96, 64) * 0.1)
        self.shared = nn.Linear(64, 64)

    def forward(self, x):
        p = torch.softmax(self.gate(x), -1)
        h = torch.einsum("td,edf->etf", x, self.up)
        a, b = h.chunk(2, -1)
        y = torch.einsum("etf,efd->etd", F.silu(a) * b, self.down)
        return (y * p.t()[:, :, None]).sum(0) + self.shared(x)


class Conformer(nn.Module):
    """Conformer's convolution module: gated pointwise product, depthwise convolution in time, normalisation."""

    shapes = ((1, 64, 48),)

    def __init__(self):
        super().__init__()
        self.norm, self.first, self.last = nn.LayerNorm(48), nn.Conv1d(48, 96, 1), nn.Conv1d(48, 48, 1)
        self.depth, self.bn = nn.Conv1d(48, 48, 15, padding=7, groups=48), nn.BatchNorm1d(48)

    def forward(self, x):
        y = F.glu(self.first(self.norm(x).transpose(1, 2)), 1)
        return x + self.last(F.silu(self.bn(self.depth(y)))).transpose(1, 2)


class Detection(nn.Module):
    """RetinaNet's head on three levels: classes and boxes of each, permuted, flattened and concatenated."""

    shapes = ((1, 32, 16, 16), (1, 32, 8, 8), (1, 32, 4, 4))

    def __init__(self):
        super().__init__()
        self.tower, self.cls, self.box = conv(32, 32, 3), nn.Conv2d(32, 3 * 10, 3, padding=1), nn.Conv2d(32, 12, 3, padding=1)

    def forward(self, *levels):
        classes, boxes = [], []
        for level in levels:
            t = self.tower(level)
            classes.append(self.cls(t).permute(0, 2, 3, 1).reshape(1, -1, 10))
            boxes.append(self.box(t).permute(0, 2, 3, 1).reshape(1, -1, 4))
        return torch.cat([torch.cat(boxes, 1), torch.sigmoid(torch.cat(classes, 1))], 2)


class WaveNet(nn.Module):
    """Three gated, dilated causal convolutions of WaveNet with residuals and summed skip connections."""

    shapes = ((1, 32, 200),)

    def __init__(self):
        super().__init__()
        self.dilated = nn.ModuleList(nn.Conv1d(32, 64, 2, dilation=2**n) for n in range(3))
        self.point = nn.ModuleList(nn.Conv1d(32, 64, 1) for _ in range(3))

    def forward(self, x):
        total = 0
        for n in range(3):
            a, b = self.dilated[n](F.pad(x, (2**n, 0))).chunk(2, 1)
            r, s = self.point[n](torch.tanh(a) * torch.sigmoid(b)).chunk(2, 1)
            x, total = x + r, total + s
        return F.relu(total)


class Aspp(nn.Module):
    """DeepLab's pyramid: dilated convolutions and the pooled map, concatenated and projected."""

    shapes = ((1, 32, 16, 16),)

    def __init__(self):
        super().__init__()
        self.branches = nn.ModuleList([conv(32, 16, 1), conv(32, 16, 3, d=2), conv(32, 16, 3, d=4)])
        self.pooled, self.project = nn.Conv2d(32, 16, 1), conv(64, 32, 1)

    def forward(self, x):
        p = F.relu(self.pooled(x.mean((2, 3), keepdim=True))).expand(-1, -1, 16, 16)
        return self.project(torch.cat([*(b(x) for b in self.branches), p], 1))


class DiffusionTransformer(nn.Module):
    """DiT's block: shift, scale and gate from one product of the condition, around attention and an MLP."""

    shapes = ((1, 64, 48), (1, 48))

    def __init__(self):
        super().__init__()
        self.mod, self.qkv, self.proj = nn.Linear(48, 288), nn.Linear(48, 144), nn.Linear(48, 48)
        self.n1, self.n2 = nn.LayerNorm(48, elementwise_affine=False), nn.LayerNorm(48, elementwise_affine=False)
        self.mlp = nn.Sequential(nn.Linear(48, 96), nn.GELU(approximate="tanh"), nn.Linear(96, 48))

    def forward(self, x, c):
        s1, k1, g1, s2, k2, g2 = self.mod(F.silu(c)).chunk(6, 1)
        y = self.n1(x) * (1 + k1[:, None]) + s1[:, None]
        q, k, v = self.qkv(y).view(1, 64, 3, 3, 16).permute(2, 0, 3, 1, 4).unbind(0)
        a = torch.softmax(q @ k.transpose(-2, -1) * 0.25, -1) @ v
        x = x + g1[:, None] * self.proj(a.transpose(1, 2).reshape(1, 64, 48))
        return x + g2[:, None] * self.mlp(self.n2(x) * (1 + k2[:, None]) + s2[:, None])


class ResidualDense(nn.Module):
    """A residual dense block of super-resolution and the shuffle of channels into pixels."""

    shapes = ((1, 16, 24, 24),)

    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Conv2d(16 + 8 * n, 8, 3, padding=1) for n in range(3))
        self.fuse, self.up = nn.Conv2d(40, 16, 1), nn.Conv2d(16, 12, 3, padding=1)

    def forward(self, x):
        y = x
        for layer in self.layers:
            y = torch.cat([y, F.relu(layer(y))], 1)
        return F.pixel_shuffle(self.up(x + self.fuse(y)), 2)


class Streaming(nn.Module):
    """A streaming convolution: the last frames are kept beside the new ones, and the next state is cut from both."""

    shapes = ((1, 32, 6), (1, 32, 16), (1, 32, 2))

    def __init__(self):
        super().__init__()
        self.depth, self.point, self.next = nn.Conv1d(32, 32, 7, groups=32), nn.Conv1d(32, 32, 1), nn.Conv1d(32, 32, 3)

    def forward(self, state, x, state2):
        joined = torch.cat([state, x], 2)
        y = F.relu(self.point(self.depth(joined)))
        joined2 = torch.cat([state2, y], 2)
        return self.next(joined2) + x, joined[:, :, -6:], joined2[:, :, -2:]


class Interaction(nn.Module):
    """DLRM's interaction: dense and sparse features, all products of pairs, the lower triangle beside the dense ones."""

    shapes = ((8, 13), (8, 5, 16))

    def __init__(self):
        super().__init__()
        self.bottom = nn.Sequential(nn.Linear(13, 32), nn.ReLU(), nn.Linear(32, 16), nn.ReLU())
        self.top = nn.Sequential(nn.Linear(16 + 36, 32), nn.ReLU(), nn.Linear(32, 1))

    def forward(self, dense, sparse):
        d = self.bottom(dense)
        t = torch.cat([d[:, None], sparse], 1)
        z = (t @ t.transpose(1, 2)).reshape(8, 36)
        return torch.sigmoid(self.top(torch.cat([d, z], 1)))


class HifiGan(nn.Module):
    """A stage of HiFi-GAN: upsampling, and two residual blocks of dilated convolutions, averaged."""

    shapes = ((1, 32, 40),)

    def __init__(self):
        super().__init__()
        self.up = nn.ConvTranspose1d(32, 16, 4, 2, 1)
        self.blocks = nn.ModuleList(
            nn.ModuleList(nn.Conv1d(16, 16, k, padding=d * (k - 1) // 2, dilation=d) for d in (1, 3)) for k in (3, 7)
        )

    def forward(self, x):
        x = self.up(F.leaky_relu(x, 0.1))
        total = 0
        for block in self.blocks:
            y = x
            for layer in block:
                y = y + layer(F.leaky_relu(y, 0.1))
            total = total + y
        return torch.tanh(total / 2)


class Pyramid(nn.Module):
    """A feature pyramid: lateral convolutions, what is above upsampled and added, all levels pooled to one size and concatenated."""

    shapes = ((1, 16, 32, 32), (1, 32, 16, 16), (1, 48, 8, 8))

    def __init__(self):
        super().__init__()
        self.lateral = nn.ModuleList(nn.Conv2d(c, 24, 1) for c in (16, 32, 48))
        self.smooth = nn.ModuleList(nn.Conv2d(24, 24, 3, padding=1) for _ in range(3))

    def forward(self, *maps):
        levels = [lateral(m) for lateral, m in zip(self.lateral, maps, strict=True)]
        for n in (1, 0):
            up = levels[n + 1][:, :, :, None, :, None].expand(-1, -1, -1, 2, -1, 2).reshape(levels[n].shape)
            levels[n] = levels[n] + up
        levels = [smooth(level) for smooth, level in zip(self.smooth, levels, strict=True)]
        return torch.cat([F.avg_pool2d(levels[0], 4), F.avg_pool2d(levels[1], 2), levels[2]], 1)


class PointNet(nn.Module):
    """PointNet's segmentation: the global feature is repeated beside each point's own, and convolved pointwise."""

    shapes = ((2, 3, 128),)

    def __init__(self):
        super().__init__()
        self.one, self.two, self.three = nn.Conv1d(3, 32, 1), nn.Conv1d(32, 64, 1), nn.Conv1d(96, 48, 1)
        self.out = nn.Conv1d(48, 8, 1)

    def forward(self, x):
        a = F.relu(self.one(x))
        g = F.relu(self.two(a)).amax(2, keepdim=True).expand(-1, -1, 128)
        return torch.log_softmax(self.out(F.relu(self.three(torch.cat([a, g], 1)))), 1)


class Latents(nn.Module):
    """Perceiver's resampler: latents attend to themselves beside the inputs, after normalisation of both."""

    shapes = ((1, 50, 48),)

    def __init__(self):
        super().__init__()
        self.latents = nn.Parameter(torch.randn(1, 8, 48))
        self.n1, self.n2, self.q, self.kv = (
            nn.LayerNorm(48),
            nn.LayerNorm(48),
            nn.Linear(48, 48, bias=False),
            nn.Linear(48, 96, bias=False),
        )
        self.out = nn.Linear(48, 48, bias=False)

    def forward(self, x):
        x, latents = self.n1(x), self.n2(self.latents)
        k, v = self.kv(torch.cat([x, latents], 1)).chunk(2, -1)
        q, k, v = (t.view(1, -1, 3, 16).transpose(1, 2) for t in (self.q(latents), k, v))
        a = torch.softmax(q @ k.transpose(-1, -2) * 0.25, -1) @ v
        return self.latents + self.out(a.transpose(1, 2).reshape(1, 8, 48))


class CrossStage(nn.Module):
    """YOLOv8's C2f: channels are split, one half goes through bottlenecks, and all that is made is concatenated."""

    shapes = ((1, 32, 20, 20),)

    def __init__(self):
        super().__init__()
        self.first, self.last = conv(32, 32, 1), conv(64, 32, 1)
        self.parts = nn.ModuleList(nn.Sequential(conv(16, 16, 3), conv(16, 16, 3)) for _ in range(2))

    def forward(self, x):
        y = list(self.first(x).chunk(2, 1))
        for part in self.parts:
            y.append(part(y[-1]) + y[-1])
        return self.last(torch.cat(y, 1))


class Subsampling(nn.Module):
    """Whisper's start: two convolutions in time with padding, positions added, a class token in front."""

    shapes = ((1, 40, 64),)

    def __init__(self):
        super().__init__()
        self.one, self.two = nn.Conv1d(40, 48, 3, padding=1), nn.Conv1d(48, 48, 3, 2, 1)
        self.position, self.token, self.norm = (
            nn.Parameter(torch.randn(33, 48)),
            nn.Parameter(torch.randn(1, 1, 48)),
            nn.LayerNorm(48),
        )

    def forward(self, x):
        x = F.gelu(self.two(F.gelu(self.one(x)))).transpose(1, 2)
        return self.norm(torch.cat([self.token, x], 1) + self.position)


MODELS = dict(
    hifigan=HifiGan, pyramid=Pyramid, pointnet=PointNet, latents=Latents, cross_stage=CrossStage, subsampling=Subsampling,
    bigru=BiGru, inception_reduction=InceptionReduction, padded_windows=PaddedWindows, ghost=Ghost, attention_unet=AttentionUNet,
    squeeze_resnext=SqueezeResNeXt, mixture=Mixture, conformer=Conformer, detection=Detection, wavenet=WaveNet, aspp=Aspp,
    diffusion_transformer=DiffusionTransformer, residual_dense=ResidualDense, streaming=Streaming, interaction=Interaction,
)  # fmt: skip


def export(name: str, folder: Path) -> None:
    """Write one model, and beside it its weights, inputs and outputs."""
    torch.manual_seed(11)
    model = MODELS[name]().eval()
    inputs = tuple(torch.randn(shape) for shape in MODELS[name].shapes)
    with torch.no_grad():
        for buffer in model.buffers():
            if buffer.dtype.is_floating_point:
                buffer.copy_(torch.rand_like(buffer) * 0.4 + 0.8)
        outputs = model(*inputs)
    outputs = outputs if isinstance(outputs, tuple) else (outputs,)
    aot.externalize_module_parameters(model)
    text = str(aot.export(model, args=inputs).mlir_module)
    done = subprocess.run(["iree-compile", "--compile-to=input", "-", "-o", "-"], input=text, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{name}: {done.stderr[:3000]}")
    (folder / f"{name}.mlir").write_text(done.stdout)
    arrays = {f"p.{key}": value.detach().numpy() for key, value in model.state_dict().items()}
    arrays |= {f"in{n}": x.numpy() for n, x in enumerate(inputs)} | {f"out{n}": x.detach().numpy() for n, x in enumerate(outputs)}
    np.savez(folder / f"{name}.npz", **arrays)


if __name__ == "__main__":
    for chosen in sys.argv[2:] or MODELS:
        export(chosen, Path(sys.argv[1]))
