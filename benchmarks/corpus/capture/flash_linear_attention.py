"""Steps of flash-linear-attention, both ways: `egraph-opt capture benchmarks/corpus/capture/flash_linear_attention.py -o DIR`.

Needs flash-linear-attention 0.6.0 (MIT) and PyTorch. Sizes may follow the script: batch, tokens, heads, width.
"""

import sys
from collections.abc import Callable
from typing import Any

import torch
from fla.modules.convolution import causal_conv1d
from fla.modules.l2norm import l2norm
from fla.modules.token_shift import token_shift
from fla.ops.attn.parallel import parallel_attn
from fla.ops.delta_rule import chunk_delta_rule
from fla.ops.gated_delta_rule import chunk_gated_delta_rule
from fla.ops.generalized_delta_rule import chunk_dplr_delta_rule, chunk_iplr_delta_rule
from fla.ops.gla import chunk_gla, fused_recurrent_gla
from fla.ops.kda import chunk_kda
from fla.ops.nsa import parallel_nsa
from fla.ops.retention import chunk_retention
from fla.ops.rwkv7 import chunk_rwkv7
from fla.ops.simple_gla import chunk_simple_gla, parallel_simple_gla
from fla.ops.stickbreaking_attn import parallel_stickbreaking_attn
from fla.ops.utils import chunk_global_cumsum, chunk_local_cumsum, mean_pooling
from steps import normal, run

BATCH, TOKENS, HEADS, WIDTH = map(int, sys.argv[1:]) if sys.argv[1:] else (2, 2048, 4, 64)


wide = (BATCH, TOKENS, HEADS, WIDTH)
q, k, v, a, b = (normal(*wide) for _ in range(5))
gates, gate, beta = normal(*wide), normal(*wide[:3], dtype=torch.float32), normal(*wide[:3])
tokens = normal(BATCH, TOKENS, 1024)

STEPS: dict[str, Callable[[], Any]] = {
    "kda": lambda: chunk_kda(q, k, v, gates, beta, use_qk_l2norm_in_kernel=True),
    "gla": lambda: chunk_gla(q, k, v, gates),
    "recurrent gla": lambda: fused_recurrent_gla(q, k, v, gates),
    "gated delta rule": lambda: chunk_gated_delta_rule(q, k, v, gate, beta, use_qk_l2norm_in_kernel=True),
    "delta rule": lambda: chunk_delta_rule(q, k, v, beta, use_qk_l2norm_in_kernel=True),
    "dplr": lambda: chunk_dplr_delta_rule(q, k, v, a, b, gates),
    "iplr": lambda: chunk_iplr_delta_rule(q, k, v, a, b),
    "rwkv7": lambda: chunk_rwkv7(q, gates, k, v, a, b),
    "retention": lambda: chunk_retention(q, k, v),
    "simple gla": lambda: chunk_simple_gla(q, k, v, gate),
    "parallel simple gla": lambda: parallel_simple_gla(q, k, v, gate),
    "attention": lambda: parallel_attn(q, k, v),
    "attention with gates": lambda: parallel_attn(q, k, v, g=gate),
    "stick-breaking attention": lambda: parallel_stickbreaking_attn(q, k, v),
    "sparse attention": lambda: parallel_nsa(
        normal(BATCH, TOKENS, 16, WIDTH), normal(BATCH, TOKENS, 1, WIDTH), normal(BATCH, TOKENS, 1, WIDTH),
        normal(BATCH, TOKENS, 16), normal(BATCH, TOKENS, 16), normal(BATCH, TOKENS, 16), block_counts=16, block_size=64,
    ),
    "sums": lambda: (chunk_local_cumsum(gate, 64), chunk_local_cumsum(gates, 64), chunk_global_cumsum(gate), chunk_global_cumsum(gates)),
    "pooling": lambda: mean_pooling(k, 64),
    "norm": lambda: l2norm(q),
    "convolution": lambda: causal_conv1d(tokens, normal(1024, 4), normal(1024), activation="silu")[0],
    "shift": lambda: token_shift(tokens),
}  # fmt: skip

run(STEPS)
