"""Write the models of this folder: small PyTorch blocks with random weights, as IREE's compiler takes them in.

    python export.py FOLDER    (PyTorch 2.13, iree-turbine 3.9 and IREE 3.13; none of them is needed to use what is written)

Weights become `dense_resource`. Inputs, and what PyTorch gives for them, stand beside each model in `NAME.npz`.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import torch
from iree.turbine import aot
from torch import Tensor, nn
from torch.nn import functional as F


class MLP(nn.Module):
    """Two linear layers, GELU between them, and the input added."""

    example = (torch.Size((8, 32)),)

    def __init__(self) -> None:
        super().__init__()
        self.up, self.down = nn.Linear(32, 64), nn.Linear(64, 32)

    def forward(self, x: Tensor) -> Tensor:
        return x + self.down(F.gelu(self.up(x)))


class Attention(nn.Module):
    """Attention with four heads; keys and values of a cache are put before the new ones."""

    example = (torch.Size((1, 8, 32)), torch.Size((1, 4, 8, 8)), torch.Size((1, 4, 8, 8)))

    def __init__(self) -> None:
        super().__init__()
        self.qkv, self.out = nn.Linear(32, 96), nn.Linear(32, 32)

    def forward(self, x: Tensor, keys: Tensor, values: Tensor) -> tuple[Tensor, Tensor]:
        q, k, v = (part.reshape(1, 8, 4, 8).transpose(1, 2) for part in self.qkv(x).chunk(3, dim=-1))
        k, v = torch.cat((keys, k), dim=2), torch.cat((values, v), dim=2)
        weights = torch.softmax(q @ k.transpose(-1, -2) / 8**0.5, dim=-1)
        return self.out((weights @ v).transpose(1, 2).reshape(1, 8, 32)), k


class Residual(nn.Module):
    """Two padded convolutions with batch normalisation, and the input added."""

    example = (torch.Size((1, 8, 10, 10)),)

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = (nn.Conv2d(8, 8, 3, padding=1, bias=False) for _ in range(2))
        self.scale, self.shift = nn.BatchNorm2d(8), nn.BatchNorm2d(8)

    def forward(self, x: Tensor) -> Tensor:
        return F.relu(x + self.shift(self.second(F.relu(self.scale(self.first(x))))))


class NormSoftmax(nn.Module):
    """Layer normalisation, a linear layer, softmax."""

    example = (torch.Size((6, 48)),)

    def __init__(self) -> None:
        super().__init__()
        self.norm, self.classes = nn.LayerNorm(48), nn.Linear(48, 20)

    def forward(self, x: Tensor) -> Tensor:
        return torch.softmax(self.classes(self.norm(x)), dim=-1)


class GRU(nn.Module):
    """Four steps of a gated recurrent unit, written out, whose states are stacked."""

    example = (torch.Size((4, 2, 16)), torch.Size((2, 16)))

    def __init__(self) -> None:
        super().__init__()
        self.of_input, self.of_state = nn.Linear(16, 48), nn.Linear(16, 48)

    def forward(self, xs: Tensor, h: Tensor) -> tuple[Tensor, Tensor]:
        states = []
        for x in xs:
            (r, z, n), (s, t, m) = self.of_input(x).chunk(3, dim=-1), self.of_state(h).chunk(3, dim=-1)
            update = torch.sigmoid(z + t)
            h = (1 - update) * torch.tanh(n + torch.sigmoid(r + s) * m) + update * h
            states.append(h)
        return torch.stack(states), h


class UNet(nn.Module):
    """Down by convolution, up by transposed convolution, the middle of the input put beside it, a border cut off."""

    example = (torch.Size((1, 4, 12, 12)),)

    def __init__(self) -> None:
        super().__init__()
        self.enter, self.down = nn.Conv2d(4, 8, 3), nn.Conv2d(8, 12, 2, stride=2)
        self.up, self.leave = nn.ConvTranspose2d(12, 8, 2, stride=2), nn.Conv2d(20, 4, 1)

    def forward(self, x: Tensor) -> Tensor:
        wide = F.relu(self.enter(x))
        back = F.relu(self.up(F.relu(self.down(wide))))
        whole = torch.cat((wide, back, x[:, :, 1:-1, 1:-1]), dim=1)
        return F.pad(self.leave(whole[:, :, 1:9, 2:10]), (1, 1, 1, 1))


class Heads(nn.Module):
    """Three linear layers of one input, their results side by side, the first rows of them."""

    example = (torch.Size((16, 32)),)

    def __init__(self) -> None:
        super().__init__()
        self.parts = nn.ModuleList(nn.Linear(32, n) for n in (16, 16, 32))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        every = torch.cat([F.relu(part(x)) for part in self.parts], dim=1)
        return every, every[:4] * 2


def export(name: str, model: nn.Module, folder: Path) -> None:
    """Write one model, its inputs and its outputs."""
    model.eval()
    inputs = tuple(torch.randn(shape) for shape in model.example)
    with torch.no_grad():
        for parameter in (*model.parameters(), *model.buffers()):
            if parameter.dtype.is_floating_point:
                parameter.copy_(torch.rand_like(parameter) * 0.4 + (0.8 if name == "residual" and parameter.ndim == 1 else -0.2))
        outputs = model(*inputs)
    outputs = outputs if isinstance(outputs, tuple) else (outputs,)
    torch_text = str(aot.export(model, args=inputs).mlir_module)
    done = subprocess.run(
        ["iree-compile", "--compile-to=input", "-", "-o", "-"], input=torch_text, capture_output=True, text=True
    )
    if done.returncode:
        raise SystemExit(f"{name}: {done.stderr}")
    (folder / f"{name}.mlir").write_text(done.stdout)
    arrays = {f"in{n}": x.numpy() for n, x in enumerate(inputs)} | {f"out{n}": x.numpy() for n, x in enumerate(outputs)}
    np.savez_compressed(folder / f"{name}.npz", **arrays)


MODELS = {
    "mlp": MLP,
    "attention": Attention,
    "residual": Residual,
    "norm_softmax": NormSoftmax,
    "gru": GRU,
    "unet": UNet,
    "heads": Heads,
}

if __name__ == "__main__":
    for name, kind in MODELS.items():
        torch.manual_seed(20)
        export(name, kind(), Path(sys.argv[1]))
