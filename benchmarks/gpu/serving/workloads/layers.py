"""Norms, activations, rotary embeddings and losses."""

from __future__ import annotations

from functools import partial
from typing import Any

from benchmarks.gpu.serving.workload import Step, workload
from benchmarks.gpu.serving.workloads.contents import I64, integers, normal, outputs

LIGER = "liger_kernel/ops/"


@workload(LIGER + "rms_norm.py:rms_norm_forward")
def liger_rms_norm(run: Any) -> Step:
    x, weight = normal(8192, 4096), normal(4096)
    return partial(run, x, weight, 1e-6, 0.0, "llama", None)


@workload(LIGER + "layer_norm.py:layer_norm_forward", LIGER + "layer_norm.py:layer_norm_backward")
def liger_layer_norm(forward: Any, backward: Any) -> Step:
    x, gradient, weight, bias = normal(8192, 4096), normal(8192, 4096), normal(4096), normal(4096)

    def step() -> Any:
        y, _, mean, deviation = forward(x, weight, bias, 1e-6)[:4]
        return y, backward(gradient, x, weight, bias, mean, deviation)

    return step


@workload(LIGER + "geglu.py:geglu_forward")
def liger_geglu(run: Any) -> Step:
    gate, up = normal(8192, 14336), normal(8192, 14336)
    return partial(run, gate, up)


@workload(LIGER + "cross_entropy.py:cross_entropy_forward")
def liger_cross_entropy(run: Any) -> Step:
    logits, labels = normal(4096, 128_256), integers(128_256, 4096, dtype=I64)
    return lambda: run(logits, labels, None, -100, 0.0, 0.0, "mean", None, False)[0]


@workload(LIGER + "rope.py:rope_forward")
def liger_rope(run: Any) -> Step:
    query, keys = normal(4, 2048, 32, 128).transpose(1, 2), normal(4, 2048, 8, 128).transpose(1, 2)
    cosine, sine = normal(1, 2048, 128), normal(1, 2048, 128)
    return partial(run, query, keys, cosine, sine)


@workload(LIGER + "grpo_loss.py:fused_selective_log_softmax")
def liger_grpo(run: Any) -> Step:
    logits, chosen = normal(8, 513, 128_256), integers(128_256, 8, 512, dtype=I64)
    return partial(run, logits, chosen)


UNSLOTH = "unsloth/kernels/"


@workload(UNSLOTH + "geglu.py:geglu_exact_forward_kernel")
def unsloth_geglu(run: Any) -> Step:
    gate, up = normal(4, 2048, 14336), normal(4, 2048, 14336)
    return partial(run, gate, up)


@workload(UNSLOTH + "swiglu.py:swiglu_DWf_DW_dfg_kernel")
def unsloth_swiglu_backward(run: Any) -> Step:
    parts = [normal(8192, 14336) for _ in range(3)]
    return partial(run, *parts)


@workload(UNSLOTH + "cross_entropy_loss.py:Fast_CrossEntropyLoss", triton_cast="triton_cast = tl.cast")
def unsloth_cross_entropy(loss: Any) -> Step:
    logits, labels = normal(4096, 128_256), integers(128_256, 4096, dtype=I64)
    return partial(loss.apply, logits, labels, 0, 0)


@workload(UNSLOTH + "layernorm.py:Fast_Layernorm", triton_launch="class triton_launch:\n    _ENABLED = False")
def unsloth_layer_norm(norm: Any) -> Step:
    x, weight, bias = normal(4, 2048, 4096), normal(4096), normal(4096)
    return partial(norm.apply, x, weight, bias, 1e-5)


@workload("sglang/srt/batch_invariant_ops/batch_invariant_ops.py:rms_norm")
def sglang_invariant_norm(run: Any) -> Step:
    x, weight = normal(8192, 4096), normal(4096)
    return partial(run, x, weight)


@workload("flashinfer/triton/norm.py:rms_norm_add_residual")
def flashinfer_add_norm(run: Any) -> Step:
    x, residual, weight = normal(4096, 8192), normal(4096, 8192), normal(8192)
    return outputs(partial(run, x, residual, weight, 1e-6), x, residual)


@workload("flashinfer/triton/activation.py:silu_and_mul")
def flashinfer_silu(run: Any) -> Step:
    x = normal(8192, 2 * 14336)
    return partial(run, x)


@workload("xformers/ops/_triton/rmsnorm_kernels.py:_rms_norm_forward")
def xformers_rms_norm(run: Any) -> Step:
    x, weight = normal(8192, 8192), normal(8192)
    return partial(run, x, weight, 1e-6)


@workload("lmdeploy/pytorch/kernels/cuda/rms_norm.py:rms_norm")
def lmdeploy_add_norm(run: Any) -> Step:
    x, residual, weight = normal(4096, 7168), normal(4096, 7168), normal(7168)
    return partial(run, x, weight, residual=residual)


@workload("vllm/model_executor/layers/mamba/ops/layernorm_gated.py:rms_norm_gated")
def vllm_gated_norm(run: Any) -> Step:
    x, gate, weight = normal(8192, 8192), normal(8192, 8192), normal(8192)
    return partial(run, x, weight, None, z=gate, group_size=1024)
