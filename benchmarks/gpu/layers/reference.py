"""Layers whose operation is computed in float64: what gradients of a training step are compared with.

All else of a layer, projections, convolutions and norms, is as it is, so that what differs is the operation's doing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from typing import Any

from benchmarks.gpu.layers import modules

BATCH, TOKENS = 2, 1024
"""Sizes: a recurrence in float64 keeps its state at each token for the way back."""


def gla(q: Any, k: Any, v: Any, g: Any, **_: Any) -> tuple[Any, None]:
    """Gated linear attention, as `fla.ops.gla.chunk_gla` takes it: each token lets the state decay, and adds to it."""
    import torch

    x, y, z, gates = (each.double() for each in (q, k, v, g))
    state, outputs = torch.zeros(1, device=q.device, dtype=torch.double), []
    for t in range(q.shape[1]):
        state = state * gates[:, t, :, :, None].exp() + y[:, t, :, :, None] * z[:, t, :, None, :]
        outputs.append((x[:, t, :, :, None] * state).sum(2))
    return (torch.stack(outputs, 1) * q.shape[-1] ** -0.5).to(v.dtype), None


def kda(q: Any, k: Any, v: Any, g: Any, beta: Any, A_log: Any, dt_bias: Any, **_: Any) -> tuple[Any, None]:
    """Kimi delta attention, as its layer calls `fla.ops.kda.chunk_kda`: queries and keys are normalised, gates and betas activated."""
    import torch
    from torch.nn.functional import softplus

    x, y, z = (each.double() for each in (q, k, v))
    x, y = (each / (each.square().sum(-1, keepdim=True) + 1e-6).sqrt() for each in (x, y))
    gates = -A_log.double().exp()[:, None] * softplus(g.double() + dt_bias.double().view(g.shape[-2:]))
    betas = beta.double().sigmoid()
    state, outputs = x.new_zeros(x.shape[0], *x.shape[2:], z.shape[-1]), []
    for t in range(q.shape[1]):
        state = state * gates[:, t, :, :, None].exp()
        change = betas[:, t, :, None] * (z[:, t] - (y[:, t, :, :, None] * state).sum(2))
        state = state + y[:, t, :, :, None] * change[:, :, None, :]
        outputs.append((x[:, t, :, :, None] * state).sum(2))
    return (torch.stack(outputs, 1) * q.shape[-1] ** -0.5).to(v.dtype), None


REFERENCES: dict[str, tuple[str, str, Callable[..., Any]]] = {
    "module.gla": ("fla.layers.gla", "chunk_gla", gla),
    "module.kda": ("fla.layers.kda", "chunk_kda", kda),
}
"""Of a layer its module, what it calls, and what stands for that."""


@contextmanager
def in_float64(name: str) -> Iterator[None]:
    """While this lasts, a layer calls what stands for its operation."""
    place, called, reference = REFERENCES[name]
    module = import_module(place)
    before = getattr(module, called)
    setattr(module, called, reference)
    try:
        yield
    finally:
        setattr(module, called, before)


def errors(name: str, side: Callable[[], AbstractContextManager[None]]) -> list[float]:
    """Return how far a layer's output and its gradients are from those with its operation in float64, on one side.

    Each is the norm of the difference as a part of the norm.
    """
    import torch

    step, leaves = modules.step(name.removeprefix("module."), BATCH, TOKENS)
    with in_float64(name):
        wanted = _results(step, leaves)
    with side():
        found = _results(step, leaves)
    torch.cuda.empty_cache()
    return [float((a.double() - b).norm() / b.norm().clamp_min(1e-30)) for a, b in zip(found, wanted, strict=True)]


def _results(step: Callable[[], Any], leaves: list[Any]) -> list[Any]:
    import torch

    for leaf in leaves:
        leaf.grad = None
    output = step()
    generator = torch.Generator("cuda").manual_seed(1)
    output.backward(torch.randn(output.shape, device="cuda", generator=generator).to(output.dtype))
    return [x.detach().double() for x in (output, *(leaf.grad for leaf in leaves if leaf.grad is not None))]
