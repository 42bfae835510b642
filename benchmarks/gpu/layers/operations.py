"""The operations of flash-linear-attention with their default arguments, on random inputs: no projections, no convolutions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

BATCH, TOKENS, HEADS, WIDTH = 2, 8192, 16, 128
NAMES = ("kda", "gla", "delta", "rwkv7")
"""The operations that are timed unless others are named; `step` knows three more."""


def step(name: str) -> tuple[Callable[[], Any], list[Any]]:
    """The forward step of an operation on random inputs, and the tensors whose gradients it gives."""
    import torch
    from torch.nn.functional import logsigmoid, normalize

    leaves: list[Any] = []

    def leaf(x: Any) -> Any:
        leaves.append(x.detach().requires_grad_())
        return leaves[-1]

    def normal(*shape: int, dtype: Any = torch.bfloat16) -> Any:
        return torch.randn(*shape, device="cuda").to(dtype)

    torch.manual_seed(0)
    q, k, v = (leaf(normal(BATCH, TOKENS, HEADS, WIDTH)) for _ in range(3))
    beta = leaf(normal(BATCH, TOKENS, HEADS).sigmoid())
    gate = leaf(logsigmoid(normal(BATCH, TOKENS, HEADS, dtype=torch.float32)))
    gates = leaf(logsigmoid(normal(BATCH, TOKENS, HEADS, WIDTH)))
    match name:
        case "kda":
            from fla.ops.kda import chunk_kda

            return lambda: chunk_kda(q, k, v, gates, beta, use_qk_l2norm_in_kernel=True)[0], leaves
        case "gated_delta":
            from fla.ops.gated_delta_rule import chunk_gated_delta_rule

            return lambda: chunk_gated_delta_rule(q, k, v, gate, beta, use_qk_l2norm_in_kernel=True)[0], leaves
        case "gla":
            from fla.ops.gla import chunk_gla

            return lambda: chunk_gla(q, k, v, gates)[0], leaves
        case "simple_gla":
            from fla.ops.simple_gla import chunk_simple_gla

            return lambda: chunk_simple_gla(q, k, v, gate)[0], leaves
        case "delta":
            from fla.ops.delta_rule import chunk_delta_rule

            return lambda: chunk_delta_rule(q, k, v, beta, use_qk_l2norm_in_kernel=True)[0], leaves
        case "attention":
            from fla.ops.attn.parallel import parallel_attn

            a, b, c = (x.detach()[:, :4096].contiguous().requires_grad_() for x in (q, k, v))
            return lambda: parallel_attn(a, b, c), [a, b, c]
        case "rwkv7":
            from fla.ops.rwkv7 import chunk_rwkv7

            half = (BATCH, TOKENS, HEADS, 64)
            leaves.clear()
            r, w, kk, vv = leaf(normal(*half)), leaf(logsigmoid(normal(*half))), leaf(normal(*half)), leaf(normal(*half))
            unit = normalize(normal(*half).float(), dim=-1).to(torch.bfloat16)
            return lambda: chunk_rwkv7(r, w, kk, vv, -unit, unit * 0.5)[0], leaves
    raise ValueError(f"no operation {name!r}")
