"""The layers of flash-linear-attention as its own models configure them: projections, convolutions, gates and norms with the operation.

Each layer is the second one of a model that is built from the model's default configuration at a hidden size of 2048, with the model's own
initial weights, in bfloat16. The second, since RWKV7's first layer leaves out a part of the work.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

BATCH, TOKENS, HIDDEN = 2, 8192, 2048
NAMES = ("kda", "gla", "delta_net", "rwkv7", "rwkv6", "gsa", "gated_deltanet", "hgrn2", "retnet")
"""`model_type` of fla's configurations: the layers that are timed unless others are named."""
OTHERS = (
    "abc", "comba", "hgrn", "lightnet", "linear_attn", "mesa_net", "raven", "precond_kda", "gated_deltaproduct", "path_attn",
    "forgetting_transformer", "cyclic_flow_attention", "wall_transformer", "parallax", "log_linear_mamba2", "mamba2", "rodimus", "nsa",
    "deltaformer", "stickbreaking_attn", "precond_gated_deltanet",
)  # fmt: skip
"""Other layers, from which no choice of the plug-in was made. Half of their kernels occur in the layers above, too."""


def step(name: str, batch: int = BATCH, tokens: int = TOKENS) -> tuple[Callable[[], Any], list[Any]]:
    """The forward step of a layer on random hidden states, and the tensors whose gradients it gives: input and parameters.

    Raises:
        ValueError: flash-linear-attention has no such model.
    """
    import fla  # noqa: F401  registers its models with transformers
    import torch
    from transformers import AutoConfig, AutoModel

    torch.manual_seed(0)
    config = AutoConfig.for_model(name, hidden_size=HIDDEN, num_hidden_layers=2, vocab_size=64)
    block = AutoModel.from_config(config).layers[1]
    layer = (block.mixer if hasattr(block, "mixer") else block.attn).to("cuda", torch.bfloat16).train()
    hidden = torch.randn(batch, tokens, HIDDEN, device="cuda", dtype=torch.bfloat16).requires_grad_()
    more: dict[str, Any] = {}
    if name == "rwkv7":
        more["v_first"] = torch.randn(batch, tokens, layer.value_dim, device="cuda", dtype=torch.bfloat16)
    leaves = [hidden, *(p for p in layer.parameters() if p.requires_grad)]
    return lambda: layer(hidden, **more)[0], leaves
