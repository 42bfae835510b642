"""Attention: prefill, extension of a cached prefix, and decoding from a cache."""

from __future__ import annotations

from functools import partial
from typing import Any

from benchmarks.gpu.serving.workload import Step, workload
from benchmarks.gpu.serving.workloads.contents import FP16, FP32, empty, lengths, normal, outputs, permutation, positive, starts

SGLANG = "sglang/kernels/ops/attention/"
HEADS, GROUPS, SIZE = 32, 8, 128
"""Query heads, key heads and elements a head, as in Llama 3 8B."""


def _decode(run: Any, keys: Any, values: Any, batch: int, heads: int, length: int, splits: int, **options: Any) -> Step:
    out, size = values.shape[2], keys.shape[2]
    arguments = (
        normal(batch, heads, size), keys, values, result := empty(batch, heads, out), starts(batch, length), permutation(batch * length),
        empty(batch, heads, splits, out, dtype=FP32), empty(batch, heads, splits, dtype=FP32), lengths(batch, splits), splits,
    )  # fmt: skip
    return outputs(partial(run, *arguments, sm_scale_withk=size**-0.5, v_scale=1.0, **options), result)


@workload(SGLANG + "decode_attention.py:decode_attention_fwd_grouped")
def sglang_decode(run: Any) -> Step:
    batch, length = 64, 4096
    keys, values = (normal(batch * length, GROUPS, SIZE) for _ in range(2))
    return _decode(run, keys, values, batch, HEADS, length, splits=8)


@workload(SGLANG + "decode_attention.py:decode_attention_fwd_grouped")
def sglang_decode_mla(run: Any) -> Step:
    batch, length = 32, 4096
    cache = normal(batch * length, 1, 576)
    return _decode(run, cache, cache[..., :512], batch, 16, length, splits=8, has_mla=True)


@workload(SGLANG + "extend_attention.py:extend_attention_fwd")
def sglang_extend(run: Any) -> Step:
    batch, prefix, new = 8, 4096, 1024
    query, result = normal(batch * new, HEADS, SIZE), empty(batch * new, HEADS, SIZE)
    keys, values = (normal(batch * new, GROUPS, SIZE) for _ in range(2))
    cached = [normal(batch * prefix, GROUPS, SIZE) for _ in range(2)]
    places = (starts(batch, new), starts(batch, prefix), permutation(batch * prefix))
    return outputs(partial(run, query, keys, values, result, *cached, *places, None, True, None, new, 1.0, 1.0), result)


@workload(SGLANG + "prefill_attention.py:context_attention_fwd")
def sglang_prefill(run: Any) -> Step:
    batch, length = 4, 4096
    query, result = normal(batch * length, HEADS, SIZE), empty(batch * length, HEADS, SIZE)
    keys, values = (normal(batch * length, GROUPS, SIZE) for _ in range(2))
    return outputs(partial(run, query, keys, values, result, starts(batch, length)[:-1], lengths(batch, length), length), result)


LMDEPLOY = "lmdeploy/pytorch/kernels/cuda/"


@workload(LMDEPLOY + "pagedattention.py:flash_attn_with_kvcache")
def lmdeploy_paged(run: Any) -> Step:
    batch, length, page = 64, 4096, 64
    pages = permutation(batch * length // page).view(batch, -1)
    keys, values = (normal(batch * length // page, page, GROUPS, SIZE) for _ in range(2))
    query = normal(batch, HEADS, SIZE)
    return partial(run, query, keys, values, lengths(batch, length), pages, max_seqlen_q=1)


@workload(LMDEPLOY + "flashattention.py:flash_attn_varlen_func")
def lmdeploy_prefill(run: Any) -> Step:
    batch, length = 4, 4096
    query = normal(batch * length, HEADS, SIZE)
    keys, values = (normal(GROUPS, batch * length, SIZE) for _ in range(2))
    at = starts(batch, length)
    return partial(run, query, keys, values, at, at, length, length, causal=True)


VLLM = "vllm/v1/attention/ops/"


def unified_attention(run: Any, batch: int, queries: int, length: int, split: int) -> Step:
    page, tokens = 16, batch * queries
    query, result = normal(tokens, HEADS, SIZE), empty(tokens, HEADS, SIZE)
    keys, values = (normal(batch * length // page, page, GROUPS, SIZE) for _ in range(2))
    pages = permutation(batch * length // page).view(batch, -1)
    scratch = [empty(tokens, HEADS, split, SIZE, dtype=FP32), *(empty(tokens, HEADS, split, dtype=FP32) for _ in range(2))]
    several = (8192 // GROUPS, split, *scratch) if queries == 1 else ()
    arguments = (
        starts(batch, queries),
        queries,
        lengths(batch, length),
        length,
        SIZE**-0.5,
        True,
        (-1, -1),
        pages,
        0.0,
        None,
        None,
        None,
    )
    return outputs(partial(run, query, keys, values, result, *arguments, *several), result)


QUANTISATION = "class KVQuantMode:\n    NONE, INT4_PER_TOKEN_HEAD, INT8_PER_TOKEN_HEAD, FP8_PER_TOKEN_HEAD = range(4)"


@workload(VLLM + "triton_unified_attention.py:unified_attention", KVQuantMode=QUANTISATION)
def vllm_unified_decode(run: Any) -> Step:
    return unified_attention(run, batch=32, queries=1, length=4096, split=16)


@workload(VLLM + "triton_unified_attention.py:unified_attention", KVQuantMode=QUANTISATION)
def vllm_unified_prefill(run: Any) -> Step:
    return unified_attention(run, batch=4, queries=2048, length=2048, split=1)


@workload(VLLM + "prefix_prefill.py:context_attention_fwd")
def vllm_prefix_prefill(run: Any) -> Step:
    batch, prefix, new, page, wide = 8, 2048, 512, 16, 8
    query, result = normal(batch * new, HEADS, SIZE), empty(batch * new, HEADS, SIZE)
    keys, values = (normal(batch * new, GROUPS, SIZE) for _ in range(2))
    pages = permutation(batch * (prefix + new) // page).view(batch, -1)
    cached = normal(pages.numel(), GROUPS, SIZE // wide, page, wide), normal(pages.numel(), GROUPS, SIZE, page)
    one, length = positive(1), prefix + new
    places = (pages, starts(batch, new), lengths(batch, length), length, new, one, one)
    return outputs(partial(run, query, keys, values, result, "auto", *cached, *places), result)


@workload(VLLM + "triton_decode_attention.py:decode_attention_fwd")
def vllm_decode_mla(run: Any) -> Step:
    batch, length, page, heads, splits = 32, 4096, 64, 16, 4
    cache = normal(batch * length // page, page, 1, 576)
    query, result, sums = normal(batch, heads, 576), empty(batch, heads, 512), empty(batch, heads, dtype=FP32)
    pages = permutation(batch * length // page).view(batch, -1)
    pieces = empty(batch, heads, splits, 513, dtype=FP32)
    arguments = (cache, cache[..., :512], result, sums, pages, lengths(batch, length), pieces, splits, 576**-0.5, page)
    return outputs(partial(run, query, *arguments, is_mla=True), result, sums)


@workload("flashinfer/triton/cascade.py:merge_states")
def flashinfer_merge(run: Any) -> Step:
    values, sums = normal(512, 16, 32, 128), normal(512, 16, 32, dtype=FP32)
    return partial(run, values, sums)


@workload(VLLM + "triton_merge_attn_states.py:merge_attn_states")
def vllm_merge_states(run: Any) -> Step:
    tokens = 8192
    parts = (
        normal(tokens, HEADS, SIZE),
        normal(HEADS, tokens, dtype=FP32),
        normal(tokens, HEADS, SIZE),
        normal(HEADS, tokens, dtype=FP32),
    )
    result = empty(tokens, HEADS, SIZE)
    return outputs(partial(run, result, *parts), result)


SAGE = "sageattention/"


@workload(SAGE + "attn_qk_int8_per_block_causal.py:forward", SAGE + "quant_per_block.py:per_block_int8")
def sage_causal(run: Any, quantise: Any) -> Step:
    query, keys, values = (normal(2, HEADS, 8192, SIZE) for _ in range(3))
    values = values.half()

    def step() -> Any:
        a, a_scale, b, b_scale = quantise(query, keys, sm_scale=SIZE**-0.5)
        return run(a, b, values, a_scale, b_scale, output_dtype=query.dtype)

    return step


@workload("fla/ops/attn/parallel.py:parallel_attn_fwd")
def fla_attention(run: Any) -> Step:
    query = normal(4, 4096, HEADS, SIZE)
    keys, values = (normal(4, 4096, GROUPS, SIZE) for _ in range(2))
    return partial(run, query, keys, values, None, None, SIZE**-0.5)


LIGHTLLM = "lightllm/models/llama/triton_kernel/"


@workload(LIGHTLLM + "context_flashattention_nopad.py:context_attention_fwd_no_prompt_cache")
def lightllm_prefill(run: Any) -> Step:
    batch, length = 4, 4096
    query, result = (normal(batch * length, HEADS, SIZE, dtype=FP16) for _ in range(2))
    keys, values = (normal(batch * length, GROUPS, SIZE, dtype=FP16) for _ in range(2))
    return outputs(partial(run, query, keys, values, result, starts(batch, length)[:-1], lengths(batch, length), length), result)
