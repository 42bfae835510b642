"""Library kernels in place of a workload's launcher: cuBLAS, CUTLASS, cuDNN and PyTorch, called through PyTorch.

Each function has the name of its workload and the parameters of the launcher, and does the same up to rounding. Where a launcher writes
to an argument, the argument becomes the result without a copy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

LIBRARIES: dict[str, tuple[str, tuple[Callable[..., Any], ...]]] = {}
"""Name of the library and its functions, in place of the launchers, by workload."""


def library(kind: str, *workloads: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declare the decorated function for workloads."""

    def declare(function: Callable[..., Any]) -> Callable[..., Any]:
        for name in workloads:
            LIBRARIES[name] = (kind, (*LIBRARIES.get(name, ("", ()))[1], function))
        return function

    return declare


@library("cuBLAS", "sglang_invariant_mm", "sglang_invariant_bmm", "vllm_invariant_mm", "vllm_invariant_bmm")
def multiply(a: Any, b: Any, *_: Any) -> Any:
    return a @ b


@library("cuBLAS", "flashinfer_persistent")
def multiply_into(a: Any, b: Any, result: Any, *_: Any) -> Any:
    import torch

    return torch.mm(a, b, out=result)


@library("cuBLAS", "flashinfer_descriptors")
def multiply_transposed_into(a: Any, b: Any, result: Any, *_: Any) -> Any:
    return multiply_into(a, b.t(), result)


@library("CUTLASS", "sglang_scaled_mm")
def multiply_scaled(a: Any, b: Any, a_scales: Any, b_scales: Any, kind: Any) -> Any:
    import torch

    return torch._scaled_mm(a, b, a_scales, b_scales.t(), out_dtype=kind)


@library("CUTLASS", "conch_scaled_mm")
def multiply_scaled_into(result: Any, a: Any, b: Any, a_scales: Any, b_scales: Any, _: Any) -> None:
    result.data = multiply_scaled(a, b, a_scales, b_scales, result.dtype)


@library("CUTLASS", "moe_ops_grouped")
def multiply_groups(a: Any, b: Any, starts: Any) -> Any:
    import torch

    return torch._grouped_mm(a, b.transpose(-1, -2), starts[1:])


def attend(query: Any, keys: Any, values: Any) -> Any:
    """Return causal attention by cuDNN; the tensors have shape `[batch, heads, length, size]`, with fewer heads of keys."""
    import torch
    from torch.nn.attention import SDPBackend, sdpa_kernel

    with sdpa_kernel([SDPBackend.CUDNN_ATTENTION]):
        return torch.nn.functional.scaled_dot_product_attention(query, keys, values, is_causal=True, enable_gqa=True)


def _by_batch(x: Any, length: int) -> Any:
    return x.view(-1, length, *x.shape[1:]).transpose(1, 2)


@library("cuDNN", "sglang_prefill", "lightllm_prefill", "aiter_prefill")
def attend_into(query: Any, keys: Any, values: Any, result: Any, _: Any, __: Any, length: int) -> None:
    result.data = attend(*(_by_batch(each, length) for each in (query, keys, values))).transpose(1, 2).flatten(0, 1)


@library("cuDNN", "lmdeploy_prefill")
def attend_by_head(query: Any, keys: Any, values: Any, _: Any, __: Any, length: int, ___: int, causal: bool) -> Any:
    of_heads = (each.transpose(0, 1) for each in (keys, values))
    return attend(*(_by_batch(each, length) for each in (query, *of_heads))).transpose(1, 2).flatten(0, 1)


@library("cuDNN", "fla_attention")
def attend_by_token(query: Any, keys: Any, values: Any, *_: Any) -> Any:
    return attend(*(each.transpose(1, 2) for each in (query, keys, values))).transpose(1, 2)


@library("PyTorch", "liger_rms_norm", "sglang_invariant_norm", "xformers_rms_norm")
def normalise(x: Any, weight: Any, epsilon: float = 1e-6, *_: Any) -> Any:
    import torch

    return torch.nn.functional.rms_norm(x, weight.shape, weight, epsilon)


@library("PyTorch", "unsloth_layer_norm")
class LayerNorm:
    """Layer norm, called as `torch.autograd.Function` is."""

    @staticmethod
    def apply(x: Any, weight: Any, bias: Any, epsilon: float) -> Any:
        import torch

        return torch.nn.functional.layer_norm(x, weight.shape, weight, bias, epsilon)


@library("PyTorch", "liger_layer_norm")
def normalise_layer(x: Any, weight: Any, bias: Any, epsilon: float) -> Any:
    import torch

    result, mean, deviation = torch.native_layer_norm(x, weight.shape, weight, bias, epsilon)
    return result, x, mean, deviation


@library("PyTorch", "liger_layer_norm")
def differentiate_layer_norm(gradient: Any, x: Any, weight: Any, bias: Any, mean: Any, deviation: Any) -> Any:
    import torch

    return torch.ops.aten.native_layer_norm_backward(gradient, x, weight.shape, mean, deviation, weight, bias, [True] * 3)


@library("PyTorch", "sglang_softmax")
def soften(logits: Any, temperatures: Any) -> Any:
    return (logits / temperatures).softmax(-1)
