"""Kernels whose launchers pass a stride of one to a parameter with a type, such as `stride: tl.int64`: Triton makes no constant of it."""

from __future__ import annotations

from functools import partial
from typing import Any

import torch

from benchmarks.gpu.serving.workload import Step, workload
from benchmarks.gpu.serving.workloads.contents import (
    BF16,
    FP8,
    FP32,
    empty,
    integers,
    lengths,
    normal,
    outputs,
    permutation,
    positive,
    starts,
)

HEADS, GROUPS, SIZE = 32, 8, 128
OPS = "vllm/v1/attention/ops/"


@workload(
    OPS + "chunked_prefill_paged_decode.py:chunked_prefill_paged_decode",
    use_rocm_custom_paged_attention="def use_rocm_custom_paged_attention(*_):\n    return False",
    has_native_kv_cache_layout="def has_native_kv_cache_layout(*_):\n    return True",
    logger="class logger:\n    warning_once = staticmethod(lambda *_: None)",
)
def vllm_paged_decode(run: Any) -> Step:
    batch, length, page, part = 64, 4096, 16, 8
    pages = batch * length // page
    query, key, result = normal(batch, HEADS, SIZE), normal(batch, GROUPS, SIZE), empty(batch, HEADS, SIZE)
    keys, values = normal(pages, GROUPS, SIZE // part, page, part), normal(pages, GROUPS, SIZE, page)
    places = permutation(pages).view(batch, -1), starts(batch, 1), lengths(batch, length), length, 1
    one = torch.ones((), dtype=FP32, device="cuda")
    return outputs(partial(run, query, key, key, result, "auto", keys, values, *places, one, one), result)


@workload(OPS + "int4_per_token_head.py:_triton_hadamard_transform")
def vllm_hadamard(run: Any) -> Step:
    return partial(run, normal(8192, HEADS, SIZE))


@workload(OPS + "turboquant_soa/triton_turboquant_unified_attention.py:triton_turboquant_unified_attention")
def vllm_turboquant(run: Any) -> Step:
    batch, length, page, bits = 64, 4096, 16, 4
    pages, packed = batch * length // page, SIZE * bits // 8
    cache = integers(60, pages, page, GROUPS, 2 * packed + 6, dtype=torch.uint8)
    places = permutation(pages).view(batch, -1), lengths(batch, length), starts(batch, 1)
    rotation, levels = normal(SIZE, SIZE, dtype=FP32, scale=SIZE**-0.5), normal(2**bits, dtype=FP32)
    sizes = SIZE**-0.5, bits, packed + 2, bits, packed + 4
    return partial(run, normal(batch, HEADS, SIZE), cache, *places, rotation, levels, *sizes, max_query_len=1, max_seq_len=length)


@workload("aiter/ops/triton/_triton_kernels/fp8_mqa_logits.py:_fp8_mqa_logits_kernel")
def aiter_mqa_logits(kernel: Any) -> Step:
    """The launcher, without its options of AMD's compiler, which Triton refuses elsewhere."""
    tokens, length, heads = 2048, 8192, 64
    query, keys = normal(tokens, heads, SIZE, dtype=FP8), normal(length, SIZE, dtype=FP8)
    first = integers(1, tokens)
    last = torch.arange(tokens, dtype=first.dtype, device="cuda") + (length - tokens + 1)
    weights, result = positive(tokens, heads), empty(tokens, length, dtype=FP32)
    strides = *query.stride(), *keys.stride(), *weights.stride(), *result.stride()
    tensors = query, keys, positive(length), weights, first, last, result
    return outputs(
        partial(kernel[(tokens,)], *tensors, tokens, length, heads, SIZE, *strides, 128, num_warps=4, num_stages=2), result
    )


FLOAT8 = "torchao/prototype/float8nocompile/kernels/fp8_dynamic_tensorwise.py:"
WRAPPED = {
    "Float8TrainingTensor": "def Float8TrainingTensor(data, scale, **_):\n    return data, scale",
    "GemmInputRole": "class GemmInputRole:\n    INPUT = 0",
    "LinearMMConfig": "LinearMMConfig = None",
}


@workload(FLOAT8 + "hp_to_fp8_row_major_t", **WRAPPED)
def torchao_fp8_transposed(run: Any) -> Step:
    """A square: the kernel masks the result of another shape by the wrong side."""
    x = normal(8192, 8192)
    return partial(run, x, FP8, None)


@workload(FLOAT8 + "hp_to_fp8_row_major_t_and_non_t", **WRAPPED)
def torchao_fp8_rows(run: Any) -> Step:
    x = normal(8192, 4096)
    return partial(run, x, FP8, None)


@workload(FLOAT8 + "hp_to_fp8_col_major_t_and_non_t", **WRAPPED)
def torchao_fp8_columns(run: Any) -> Step:
    x = normal(8192, 4096)
    return partial(run, x, FP8, None)


GEMS = "flag_gems/"


@workload(GEMS + "fused/FLA/fused_recurrent.py:fused_recurrent_gated_delta_rule_fwd")
def flag_gems_delta(run: Any) -> Step:
    batch, heads, groups = 64, 32, 16
    mixed = normal(1, batch, (2 * groups + heads) * SIZE)
    query, keys, values = (
        each.unflatten(-1, (-1, SIZE)) for each in mixed.split([groups * SIZE, groups * SIZE, heads * SIZE], -1)
    )
    gate, beta = -positive(1, batch, heads), positive(1, batch, heads, dtype=BF16)
    states = normal(batch, heads, SIZE, SIZE, dtype=FP32, scale=0.1)
    places = {"cu_seqlens": starts(batch, 1).long(), "ssm_state_indices": permutation(batch), "use_qk_l2norm_in_kernel": True}
    return outputs(partial(run, query, keys, values, gate, beta, SIZE**-0.5, states, **places), states)


TUNED = """class runtime:
    @staticmethod
    def get_tuned_config(_):
        return [
            triton.Config({"BLOCK_M": m, "BLOCK_N": n}, num_warps=warps)
            for m in (1, 2, 4, 8) for n in (1024, 2048) for warps in (4, 8, 16)
        ]"""


@workload(
    GEMS + "ops/kron.py:kron", runtime=TUNED, torch_device_fn="torch_device_fn = torch.cuda", tle="import triton.language as tle"
)
def flag_gems_kron(run: Any) -> Step:
    return partial(run, normal(64, 64), normal(64, 224))
