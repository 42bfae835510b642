"""Matrix products: of experts, with a fixed order of sums, and with their loss."""

from __future__ import annotations

from functools import partial
from typing import Any

import torch

from benchmarks.gpu.serving.workload import Step, workload
from benchmarks.gpu.serving.workloads.contents import (
    BF16,
    FP8,
    I32,
    I64,
    empty,
    integers,
    lengths,
    normal,
    outputs,
    positive,
)

INVARIANT = "sglang/srt/batch_invariant_ops/batch_invariant_ops.py:"
DETERMINISM = "vllm/model_executor/determinism/batch_invariant.py:"
SHARED = "def get_max_shared_memory_bytes(*_):\n    return 232448"


@workload(INVARIANT + "_matmul_persistent_triton")
def sglang_invariant_mm(run: Any) -> Step:
    a, b = normal(4096, 4096), normal(4096, 4096)
    return partial(run, a, b, BF16)


@workload(INVARIANT + "bmm_batch_invariant")
def sglang_invariant_bmm(run: Any) -> Step:
    a, b = normal(64, 1024, 512), normal(64, 512, 1024)
    return partial(run, a, b)


@workload(DETERMINISM + "matmul_persistent", get_max_shared_memory_bytes=SHARED)
def vllm_invariant_mm(run: Any) -> Step:
    a, b = normal(2048, 4096), normal(14336, 4096).t()
    return partial(run, a, b)


@workload(DETERMINISM + "bmm_batch_invariant", get_max_shared_memory_bytes=SHARED)
def vllm_invariant_bmm(run: Any) -> Step:
    a, b = normal(128, 512, 512), normal(128, 512, 512)
    return partial(run, a, b)


def routes(tokens: int, experts: int, top: int, block: int) -> tuple[torch.Tensor, ...]:
    """Return weights and experts of tokens, tokens by expert in blocks, the blocks' experts, and the number of places in blocks."""
    weights, chosen = torch.rand(tokens, experts, device="cuda").softmax(-1).topk(top)
    flat = chosen.flatten()
    counts = torch.bincount(flat, minlength=experts)
    padded = (counts + block - 1) // block * block
    order = flat.argsort(stable=True)
    rank = torch.arange(flat.numel(), device="cuda") - (counts.cumsum(0) - counts)[flat[order]]
    places = torch.full((flat.numel() + experts * (block - 1),), flat.numel(), dtype=I32, device="cuda")
    places[(padded.cumsum(0) - padded)[flat[order]] + rank] = order.to(I32)
    of_block = torch.zeros(-(-places.numel() // block), dtype=I32, device="cuda")
    used = torch.repeat_interleave(torch.arange(experts, dtype=I32, device="cuda"), padded // block)
    of_block[: used.numel()] = used
    return weights.contiguous(), chosen.to(I32), places, of_block, padded.sum().to(I32).view(1)


def _experts(run: Any, config: dict[str, int], tokens: int, experts: int, wide: int, deep: int, quantised: bool = False) -> Step:
    import triton.language as tl

    top = 2 if experts == 8 else 8
    chosen = routes(tokens, experts, top, config["BLOCK_SIZE_M"])
    a, b = normal(tokens, deep, dtype=FP8 if quantised else BF16), normal(experts, wide, deep, dtype=FP8 if quantised else BF16)
    scales = (positive(tokens, deep // 128), positive(experts, wide // 128, deep // 128)) if quantised else (None, None)
    result = empty(tokens, top, wide)
    options = (False, top, config, tl.bfloat16, quantised, False, False, False, False)
    return outputs(partial(run, a, b, None, result, *scales, None, *chosen, *options, [128, 128] if quantised else None), result)


MOE = "sglang/kernels/ops/moe/fused_moe_triton_kernels.py:invoke_fused_moe_kernel"


@workload(MOE)
def sglang_moe_default(run: Any) -> Step:
    config = {"BLOCK_SIZE_M": 64, "BLOCK_SIZE_N": 64, "BLOCK_SIZE_K": 32, "GROUP_SIZE_M": 8}
    return _experts(run, config, tokens=4096, experts=8, wide=14336, deep=4096)


@workload(MOE)
def sglang_moe_tuned(run: Any) -> Step:
    config = {"BLOCK_SIZE_M": 128, "BLOCK_SIZE_N": 256, "BLOCK_SIZE_K": 64, "GROUP_SIZE_M": 16, "num_warps": 8, "num_stages": 3}
    return _experts(run, config, tokens=4096, experts=8, wide=14336, deep=4096)


@workload(MOE)
def sglang_moe_fp8(run: Any) -> Step:
    config = {"BLOCK_SIZE_M": 64, "BLOCK_SIZE_N": 128, "BLOCK_SIZE_K": 128, "GROUP_SIZE_M": 32, "num_warps": 4, "num_stages": 3}
    return _experts(run, config, tokens=1024, experts=128, wide=1536, deep=2048, quantised=True)


@workload("lmdeploy/pytorch/kernels/cuda/moe/fused_moe.py:fused_moe")
def lmdeploy_moe(run: Any) -> Step:
    tokens, experts, top, wide, deep = 2048, 64, 6, 1408, 2048
    weights, chosen = torch.rand(tokens, experts, device="cuda").topk(top)
    hidden, up, down = normal(tokens, deep), normal(experts, 2 * wide, deep), normal(experts, deep, wide)
    return partial(run, hidden, up, down, weights, chosen, top, renormalize=True)


@workload("vllm/model_executor/layers/fused_moe/experts/fused_batched_moe.py:invoke_moe_batched_triton_kernel")
def vllm_batched_moe(run: Any) -> Step:
    import triton.language as tl

    experts, most, wide, deep = 32, 256, 1536, 2048
    config = {"BLOCK_SIZE_M": 64, "BLOCK_SIZE_N": 128, "BLOCK_SIZE_K": 32, "GROUP_SIZE_M": 8}
    a, b, result = normal(experts, most, deep), normal(experts, wide, deep), empty(experts, most, wide)
    filled = lengths(experts, most // 2)
    return outputs(partial(run, a, b, result, filled, tl.bfloat16, None, None, None, False, False, False, config, False), result)


@workload("flashinfer/triton/sm_constraint_gemm.py:gemm_persistent")
def flashinfer_persistent(run: Any) -> Step:
    a, b, c = normal(4096, 4096), normal(4096, 4096).t(), empty(4096, 4096)
    return partial(run, a, b, c, 1.0, 0.0, BF16, 128)


@workload("flashinfer/triton/sm_constraint_gemm.py:gemm_descriptor_persistent")
def flashinfer_descriptors(run: Any) -> Step:
    a, b, c = normal(4096, 4096), normal(4096, 4096), empty(4096, 4096)
    return partial(run, a, b, c, 1.0, 0.0, BF16, 128)


@workload("cut_cross_entropy/cce_lse_forward.py:cce_lse_forward_kernel")
def cce_lse(run: Any) -> Step:
    hidden, head = normal(8192, 2048), normal(128_256, 2048, scale=0.02)
    return partial(run, hidden, head)


@workload("cut_cross_entropy/indexed_dot.py:indexed_neg_dot_forward_kernel")
def cce_indexed(run: Any) -> Step:
    hidden, head, labels = normal(8192, 2048), normal(128_256, 2048, scale=0.02), integers(128_256, 8192, dtype=I64)
    return partial(run, hidden, head, labels)
