"""Attention and products of packages that no choice of the plug-in was made from."""

from __future__ import annotations

from functools import partial
from typing import Any

import torch

from benchmarks.gpu.serving.workload import Step, workload
from benchmarks.gpu.serving.workloads.attention import sglang_prefill
from benchmarks.gpu.serving.workloads.contents import (
    FP16,
    I32,
    empty,
    lengths,
    normal,
    outputs,
    permutation,
    positive,
    random_bits,
    starts,
)
from benchmarks.gpu.serving.workloads.products import routes
from benchmarks.gpu.serving.workloads.quantised import CONCH, CONCH_PLATFORM

HEADS, GROUPS, SIZE = 32, 8, 128


def _pages(batch: int, length: int, page: int) -> torch.Tensor:
    return permutation(batch * length // page).view(batch, -1)


@workload(CONCH + "attention/paged_attention.py:paged_attention_launcher", current_platform=CONCH_PLATFORM)
def conch_paged(run: Any) -> Step:
    batch, length, page, splits = 64, 4096, 32, 64
    query, result = normal(batch, HEADS, SIZE), empty(batch, HEADS, SIZE)
    cached = [normal(batch * length // page, page, GROUPS, SIZE) for _ in range(2)]
    scratch = empty(batch, splits, HEADS, SIZE), empty(batch, splits, HEADS)
    return outputs(partial(run, result, query, *cached, *scratch, _pages(batch, length, page), lengths(batch, length)), result)


def _conch_varlen(run: Any, batch: int, queries: int, length: int, splits: int) -> Step:
    page, tokens = 32, batch * queries
    query, result = normal(tokens, HEADS, SIZE), empty(tokens, HEADS, SIZE)
    cached = [normal(batch * length // page, page, GROUPS, SIZE) for _ in range(2)]
    scratch = (empty(splits, tokens, HEADS, SIZE), empty(splits, tokens, HEADS)) if splits > 1 else (None, None)
    places = (starts(batch, queries), queries, lengths(batch, length), length, _pages(batch, length, page))
    return outputs(partial(run, result, query, *cached, *places, *scratch, causal=True), result)


@workload(CONCH + "attention/varlen_attention.py:varlen_attention_launcher", current_platform=CONCH_PLATFORM)
def conch_prefill(run: Any) -> Step:
    return _conch_varlen(run, batch=4, queries=2048, length=2048, splits=1)


@workload(CONCH + "attention/varlen_attention.py:varlen_attention_launcher", current_platform=CONCH_PLATFORM)
def conch_decode(run: Any) -> Step:
    return _conch_varlen(run, batch=64, queries=1, length=4096, splits=8)


FLASHNN = "flashnn/triton_kernels/"
LAUNCHED = "def compile_and_cache_kernels(kernel, _, grid, arguments, constants):\n    kernel[grid](*arguments, **constants)"
"""The package launches compiled kernels itself, in a way that Triton 3.6 does not have."""


def _flashnn_experts(run: Any, config: dict[str, int], dtype: torch.dtype) -> Step:
    tokens, experts, top, wide, deep = 2048, 8, 2, 14336, 4096
    chosen = routes(tokens, experts, top, config["BLOCK_SIZE_M"])
    a, b = (normal(*shape, dtype=FP16, scale=0.5) for shape in ((tokens, deep), (experts, wide, deep)))
    result = empty(tokens, top, wide, dtype=FP16)
    scales: tuple[torch.Tensor, ...] = ()
    if dtype == torch.int8:
        a, b, scales = (
            (a * 40).to(dtype),
            (b * 40).to(dtype),
            (positive(tokens, dtype=FP16, scale=0.01), positive(experts, wide, dtype=FP16)),
        )
    return outputs(partial(run, a, b, result, *scales, *chosen, False, top, config), result)


@workload(FLASHNN + "fused_moe_fp16.py:fused_moe_fp16_forward", compile_and_cache_kernels=LAUNCHED)
def flashnn_moe(run: Any) -> Step:
    return _flashnn_experts(run, {"BLOCK_SIZE_M": 64, "BLOCK_SIZE_N": 64, "BLOCK_SIZE_K": 32, "GROUP_SIZE_M": 8}, FP16)


@workload(FLASHNN + "fused_moe_a8w8.py:fused_moe_a8w8_forward", compile_and_cache_kernels=LAUNCHED)
def flashnn_moe_int8(run: Any) -> Step:
    return _flashnn_experts(run, {"BLOCK_SIZE_M": 64, "BLOCK_SIZE_N": 64, "BLOCK_SIZE_K": 64, "GROUP_SIZE_M": 8}, torch.int8)


@workload(FLASHNN + "paged_attn_v1.py:triton_paged_attention_v1")
def flashnn_paged(run: Any) -> Step:
    batch, length, page = 32, 4096, 16
    query, result = normal(batch, HEADS, SIZE, dtype=FP16), empty(batch, HEADS, SIZE, dtype=FP16)
    cached = [normal(batch * length // page, HEADS, page, SIZE, dtype=FP16) for _ in range(2)]
    places = torch.arange(HEADS, dtype=I32, device="cuda"), SIZE**-0.5, _pages(batch, length, page), lengths(batch, length)
    return outputs(partial(run, result, query, *cached, *places), result)


@workload("gptqmodel/nn_modules/triton_utils/gptq_gemm.py:gptq_gemm")
def gptqmodel_mm(run: Any) -> Step:
    x, weights, groups = (
        normal(32, 4096, dtype=FP16),
        random_bits(4096 // 8, 4096),
        torch.arange(4096, dtype=I32, device="cuda") // 128,
    )
    return partial(run, x, weights, positive(32, 4096, dtype=FP16, scale=0.01), random_bits(32, 4096 // 8), groups)


AITER = "aiter/ops/triton/"


@workload(AITER + "prefill_attention.py:context_attention_fwd", _LOGGER="import logging\n_LOGGER = logging")
def aiter_prefill(run: Any) -> Step:
    return sglang_prefill(run)


GPTQ = "gptqmodel/quantization/"


@workload(GPTQ + "awq/modules/triton/gemm.py:awq_gemm_triton")
def gptqmodel_awq(run: Any) -> Step:
    x, weights = normal(128, 4096, dtype=FP16), random_bits(4096, 4096 // 8)
    return partial(run, x, weights, positive(32, 4096, dtype=FP16, scale=0.01), random_bits(32, 4096 // 8), 1)


@workload(GPTQ + "paroquant/modules/triton/gemm.py:paroquant_gemm_triton_prefill")
def gptqmodel_paroquant(run: Any) -> Step:
    x, weights = normal(2048, 4096, dtype=FP16), random_bits(4096, 4096 // 8)
    return partial(run, x, weights, positive(32, 4096, dtype=FP16, scale=0.01), random_bits(32, 4096 // 8))


GEMS = {
    "tle": "import triton.language as tle", "vendor_name": "vendor_name = 'nvidia'", "device": "device = 'cuda'",
    "get_device_capability": "def get_device_capability(*_):\n    return (9, 0)",
    "torch_device_fn": "torch_device_fn = torch.cuda",
}  # fmt: skip


@workload("flag_gems/fused/flash_mla.py:flash_mla", **GEMS)
def flag_gems_mla(run: Any) -> Step:
    batch, length, page, heads = 64, 4096, 64, 128
    query, cache = normal(batch, 1, heads, 576), normal(batch * length // page, page, 1, 576)
    sizes = (length, page, batch, 1, lengths(batch, length), heads, 1, 576, 512, True)
    return partial(run, query, _pages(batch, length, page), cache, *sizes)


@workload("moe_ops/grouped_gemm_ops_sm90.py:group_gemm_tma_fn")
def moe_ops_grouped(run: Any) -> Step:
    experts, each, wide, deep = 32, 256, 1536, 2048
    return partial(run, normal(experts * each, deep), normal(experts, wide, deep), starts(experts, each))


@workload("adasplash/adasplash_no_block_mask.py:_sparse_attention")
def adasplash_attention(attention: Any) -> Step:
    return partial(attention.apply, *(normal(2, 16, 2048, 64) for _ in range(3)), 1.5, True)
