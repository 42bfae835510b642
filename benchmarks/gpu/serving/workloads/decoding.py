"""Workloads around a decoded token: sampling, writing to the cache, rotary embeddings, merging of partial results."""

from __future__ import annotations

from functools import partial
from typing import Any

import torch

from benchmarks.gpu.serving.workload import Step, workload
from benchmarks.gpu.serving.workloads.contents import (
    FP32,
    I64,
    empty,
    integers,
    lengths,
    normal,
    outputs,
    permutation,
    positive,
    starts,
)

LMDEPLOY = "lmdeploy/pytorch/kernels/cuda/"


@workload(LMDEPLOY + "apply_rotary_pos_emb.py:apply_rotary_pos_emb")
def lmdeploy_rope(run: Any) -> Step:
    query, keys, cosine, sine = normal(8192, 32, 128), normal(8192, 8, 128), normal(8192, 128), normal(8192, 128)
    return partial(run, query, keys, cosine, sine)


@workload(LMDEPLOY + "fill_kv_cache.py:fill_kv_cache")
def lmdeploy_fill_cache(run: Any) -> Step:
    batch, length, page = 8, 1024, 64
    keys, values = (normal(batch * length, 8, 128) for _ in range(2))
    cached = [empty(batch * length // page, page, 8, 128) for _ in range(2)]
    pages, all_of = permutation(batch * length // page).view(batch, -1), lengths(batch, length)
    return outputs(partial(run, keys, values, *cached, starts(batch, length)[:-1], all_of, all_of, length, pages), *cached)


@workload(LMDEPLOY + "multinomial_sampling.py:multinomial_sampling")
def lmdeploy_sampling(run: Any) -> Step:
    batch, words = 256, 128_256
    scores = torch.rand(batch, words, dtype=FP32, device="cuda").softmax(-1).sort(descending=True).values
    seeds, offsets = integers(1 << 30, batch, dtype=I64), integers(1 << 20, batch, dtype=I64)
    return partial(run, scores, seeds, offsets)


VLLM = "vllm/v1/"


SAMPLING = VLLM + "sample/ops/topk_topp_triton.py:"


@workload(
    *(SAMPLING + name for name in ("_topk_topp_kernel", "_topk_topp", "_PERCENTILE_TO_STD_TABLE", "_NORMAL_CDF_TO_SIGMA_TABLE"))
)
def vllm_top_k_top_p(kernel: Any, launch: Any, *tables: Any) -> Step:
    batch, words, processors = 128, 128_256, 132
    logits, k, p = normal(batch, words, dtype=FP32), integers(100, batch, low=20), positive(batch, scale=0.95)
    buffer, tables = empty(128, words, dtype=FP32), tuple(torch.tensor(table, device="cuda") for table in tables)
    grid, named = launch(logits, buffer, *tables, k, p, -float("inf"), processors)

    def step() -> Any:
        kernel[grid](found := logits.clone(), words, buffer, *tables, **named, MASK_VALUE=-float("inf"))
        return found

    return step


@workload(VLLM + "worker/gpu/sample/gumbel.py:gumbel_sample")
def vllm_gumbel(run: Any) -> Step:
    batch, words = 256, 128_256
    logits, at, seeds = normal(batch, words, dtype=FP32), permutation(batch), integers(1 << 30, batch, dtype=I64)
    return partial(run, logits, at, positive(batch), seeds, integers(4096, batch, dtype=I64), True, False)


@workload(VLLM + "attention/ops/triton_reshape_and_cache_flash.py:triton_reshape_and_cache_flash")
def vllm_write_cache(run: Any) -> Step:
    tokens, page = 8192, 16
    keys, values = (normal(tokens, 8, 128) for _ in range(2))
    cached = [empty(2 * tokens // page, page, 8, 128) for _ in range(2)]
    one = positive(1)
    return outputs(partial(run, keys, values, *cached, permutation(2 * tokens, I64)[:tokens], "auto", one, one), *cached)


@workload("sglang/kernels/ops/sampling/temperature_softmax.py:temperature_softmax")
def sglang_softmax(run: Any) -> Step:
    logits, temperatures = normal(16, 128_256, dtype=FP32), positive(16, 1)
    return partial(run, logits, temperatures)
