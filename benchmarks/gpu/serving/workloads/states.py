"""Layers with a state: state spaces, linear attention, short convolutions."""

from __future__ import annotations

from functools import partial
from typing import Any

from benchmarks.gpu.serving.workload import Step, workload
from benchmarks.gpu.serving.workloads.contents import FP32, empty, normal, outputs, permutation, positive, starts

UNCHANGED = "def rearrange(x, _):\n    return x"
FLATTENED = "def rearrange(x, _, n=0):\n    return x.unflatten(-1, (-1, n)) if n else x.flatten(-2)"
MAMBA = "sglang/kernels/ops/mamba/triton_ops/"


@workload(MAMBA + "mamba_ssm.py:selective_state_update")
def sglang_state_update(run: Any) -> Step:
    batch, heads, size, state = 256, 128, 64, 128
    states, x, result = normal(batch, heads, size, state), normal(batch, heads, size), empty(batch, heads, size)
    dt, bias = normal(batch, heads)[..., None].expand(-1, -1, size), normal(heads, dtype=FP32)[:, None].expand(-1, size)
    a, skip = -positive(heads)[:, None, None].expand(-1, size, state), normal(heads, dtype=FP32)[:, None].expand(-1, size)
    b, c = (normal(batch, 8, state) for _ in range(2))
    options = {"D": skip, "dt_bias": bias, "dt_softplus": True, "state_batch_indices": permutation(batch), "out": result}
    return outputs(partial(run, states, x, dt, a, b, c, **options), result, states)


@workload(MAMBA + "ssd_combined.py:_mamba_chunk_scan_combined_fwd", rearrange=FLATTENED)
def sglang_mamba(run: Any) -> Step:
    length, heads, size, state = 8192, 128, 64, 128
    x, dt, a = normal(1, length, heads, size), normal(1, length, heads), -positive(heads)
    b, c = (normal(1, length, 8, state) for _ in range(2))
    options = {
        "D": normal(heads, dtype=FP32),
        "dt_bias": normal(heads, dtype=FP32),
        "dt_softplus": True,
        "out": empty(1, length, heads, size),
    }
    return outputs(partial(run, x, dt, a, b, c, 256, **options), options["out"])


GATED = "sglang/kernels/ops/attention/fla/"


@workload(
    GATED + "chunk.py:chunk_gated_delta_rule_fwd", make_tensor_descriptor="from triton.language import make_tensor_descriptor"
)
def sglang_gated_delta(run: Any) -> Step:
    length, heads, size = 8192, 32, 128
    query, keys, values = (normal(1, length, heads, size, scale=0.1) for _ in range(3))
    gate, beta = -positive(1, length, heads, scale=0.1), positive(1, length, heads, dtype=query.dtype)
    state, at = normal(1, heads, size, size, dtype=FP32, scale=0.1), starts(1, length)
    return partial(run, query, keys, values, gate, beta, size**-0.5, state, starts(1, 1)[:1], at.long())


@workload(GATED + "fused_recurrent.py:fused_recurrent_gated_delta_rule_update_fwd")
def sglang_delta_update(run: Any) -> Step:
    batch, heads, size = 128, 32, 128
    query, keys = (normal(1, batch, heads // 2, size) for _ in range(2))
    values, gate, beta = normal(1, batch, heads, size), -positive(1, batch, heads), positive(1, batch, heads, dtype=query.dtype)
    states = normal(batch, heads, size, size, dtype=FP32, scale=0.1)
    arguments = (query, keys, values, gate, beta, size**-0.5, states, permutation(batch), True, starts(batch, 1).long())
    return outputs(partial(run, *arguments), states)


@workload("vllm/model_executor/layers/lightning_attn.py:lightning_attention")
def vllm_lightning(run: Any) -> Step:
    query, keys, values = (normal(2, 16, 4096, 128, dtype=FP32, scale=0.1) for _ in range(3))
    decay = positive(16, 1, 1)
    return partial(run, query, keys, values, decay)


@workload("vllm/model_executor/layers/lightning_attn.py:linear_decode_forward_triton", rearrange=UNCHANGED)
def vllm_lightning_decode(run: Any) -> Step:
    batch, heads, size = 128, 64, 128
    query, keys, values = (normal(batch, heads, 1, size) for _ in range(3))
    states = normal(batch, heads, size, size, dtype=FP32)
    return outputs(partial(run, query, keys, values, states, positive(heads), permutation(batch).long()), states)


@workload("vllm/model_executor/layers/mamba/ops/causal_conv1d.py:causal_conv1d_fn")
def vllm_conv(run: Any) -> Step:
    batch, length, wide = 4, 2048, 8192
    x = normal(batch * length, wide).t()
    states, at = normal(batch + 1, 3, wide).transpose(1, 2), starts(batch, length)
    has = starts(batch - 1, 1) >= 0
    return outputs(partial(run, x, normal(wide, 4), normal(wide), states, at, permutation(batch) + 1, has), states)


@workload("sglang/kernels/ops/mamba/causal_conv1d_triton.py:causal_conv1d_update")
def sglang_conv_update(run: Any) -> Step:
    batch, wide = 256, 8192
    states = normal(batch, 3, wide).transpose(1, 2)
    x, weight, bias, places = normal(batch, wide), normal(wide, 4), normal(wide), permutation(batch)
    return outputs(partial(run, x, states, weight, bias, "silu", conv_state_indices=places), states)


@workload("fla/ops/gated_delta_rule/fused_recurrent.py:fused_recurrent_gated_delta_rule_fwd")
def fla_delta_recurrent(run: Any) -> Step:
    batch, heads, size = 64, 32, 128
    query, keys, values = (normal(batch, 1, heads, size) for _ in range(3))
    gate, beta, states = -positive(batch, 1, heads), positive(batch, 1, heads), normal(batch, heads, size, size, dtype=FP32)
    return partial(run, query, keys, values, g=gate, beta=beta, scale=size**-0.5, initial_state=states, output_final_state=True)
