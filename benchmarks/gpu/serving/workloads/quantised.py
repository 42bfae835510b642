"""Products of quantised numbers, and quantisation."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import Any

import torch

from benchmarks.gpu.serving.workload import Step, workload
from benchmarks.gpu.serving.workloads.contents import BF16, FP8, FP16, FP32, empty, normal, outputs, positive, random_bits

SGLANG = "sglang/kernels/ops/"
CONCH = "conch/kernels/"
CONCH_PLATFORM = """class current_platform:
    is_amd = staticmethod(lambda: False)
    is_nvidia = staticmethod(lambda: True)
    get_device_name = staticmethod(lambda: torch.cuda.get_device_name())"""


@workload(
    SGLANG + "gemm/fp8_kernel.py:w8a8_block_fp8_matmul_triton",
    get_w8a8_block_fp8_configs="def get_w8a8_block_fp8_configs(*_):\n    return None",
)
def sglang_fp8_mm(run: Any) -> Step:
    m, n, k = 4096, 4096, 7168
    a, b, a_scales, b_scales = (
        normal(m, k, dtype=FP8),
        normal(n, k, dtype=FP8),
        positive(m, k // 128),
        positive(n // 128, k // 128),
    )
    return partial(run, a, b, a_scales, b_scales, [128, 128], BF16)


@workload(SGLANG + "gemm/fp8_kernel.py:triton_scaled_mm")
def sglang_scaled_mm(run: Any) -> Step:
    a, b = normal(2048, 4096, dtype=FP8), normal(4096, 4096, dtype=FP8).t()
    return partial(run, a, b, positive(2048, 1), positive(4096, 1), BF16)


@workload(SGLANG + "quantization/fp8_kernel.py:_per_token_group_quant_8bit_raw")
def sglang_group_quant(run: Any) -> Step:
    x = normal(8192, 7168)
    return partial(run, x, 128)


@workload(SGLANG + "quantization/awq_triton.py:awq_dequantize_triton")
def sglang_awq_dequantize(run: Any) -> Step:
    weights, scales, zeros = random_bits(4096, 4096 // 8), positive(32, 4096, dtype=FP16, scale=0.01), random_bits(32, 4096 // 8)
    return partial(run, weights, scales, zeros)


@workload("vllm/model_executor/layers/quantization/compressed_tensors/triton_scaled_mm.py:triton_scaled_mm")
def vllm_scaled_mm_int8(run: Any) -> Step:
    a, b = random_bits(128, 4096, dtype=torch.int8), random_bits(4096, 4096, dtype=torch.int8).t()
    return partial(run, a, b, positive(128, 1), positive(4096, 1), BF16)


@workload("vllm/model_executor/kernels/linear/mixed_precision/triton_w4a16.py:_triton_w4a16_gemm_impl")
def vllm_w4a16(run: Any) -> Step:
    a, b, scales = normal(64, 4096), random_bits(4096, 4096 // 8), positive(32, 4096, dtype=BF16, scale=0.01)
    return partial(run, a, b, scales, None, 128)


@workload("vllm/model_executor/layers/quantization/awq_triton.py:awq_gemm_triton")
def vllm_awq_gemm(run: Any) -> Step:
    x, weights = normal(16, 4096, dtype=FP16), random_bits(4096, 4096 // 8)
    return partial(run, x, weights, positive(32, 4096, dtype=FP16, scale=0.01), random_bits(32, 4096 // 8), 8)


LMDEPLOY = "lmdeploy/pytorch/kernels/cuda/"


@workload(LMDEPLOY + "blocked_gemm_fp8.py:blocked_gemm_fp8", LMDEPLOY + "blocked_gemm_fp8.py:quant_fp8")
def lmdeploy_fp8_mm(run: Any, quantise: Any) -> Step:
    x, b, scales = normal(4096, 4096), normal(4096, 4096, dtype=FP8).t(), positive(32, 32)

    def step() -> Any:
        a, a_scales = quantise(x, 128)
        return run(a, a_scales, b, scales, BF16)

    return step


@workload(
    LMDEPLOY + "w8a8_triton_kernels.py:matmul_kernel_dynamic_quant", LMDEPLOY + "w8a8_triton_kernels.py:rms_norm_dynamic_quant"
)
def lmdeploy_w8a8(run: Any, norm: Any) -> Step:
    x, weight, b = normal(2048, 4096), normal(4096), random_bits(4096, 4096, dtype=torch.int8)

    def step() -> Any:
        a, scales = norm(x, weight, 1e-6)[:2]
        return run(a, b, scales, positive(4096, 1), output_dtype=BF16)

    return step


@workload(LMDEPLOY + "awq_kernels.py:awq_linear")
def lmdeploy_awq(run: Any) -> Step:
    x, weights = normal(64, 4096, dtype=FP16), random_bits(4096, 4096 // 8)
    return partial(run, x, weights, positive(32, 4096, dtype=FP16, scale=0.01), random_bits(32, 4096 // 8))


TORCHAO = "torchao/prototype/"
E4M3 = "e4m3_dtype = torch.float8_e4m3fn"
UNWRAPPED = "def wrap_triton(kernel):\n    return kernel"


@workload(TORCHAO + "quantized_training/int8_mm.py:scaled_int8_mm_cuda")
def torchao_int8_mm(run: Any) -> Step:
    a, b = random_bits(4096, 4096, dtype=torch.int8), random_bits(4096, 4096, dtype=torch.int8).t()
    return partial(run, a, b, positive(4096, dtype=BF16), positive(4096, dtype=BF16))


@workload(TORCHAO + "blockwise_fp8_training/kernels.py:triton_fp8_gemm_1x128_128x128", wrap_triton=UNWRAPPED)
def torchao_fp8_mm(run: Any) -> Step:
    a, b = normal(4096, 4096, dtype=FP8), normal(4096, 4096, dtype=FP8).t()
    return partial(run, a, b, positive(32, 4096).t(), positive(32, 32).t(), out_dtype=BF16)


@workload(
    TORCHAO + "blockwise_fp8_training/kernels.py:triton_fp8_blockwise_act_quant_lhs", wrap_triton=UNWRAPPED, e4m3_dtype=E4M3
)
def torchao_block_quant(run: Any) -> Step:
    x = normal(8192, 4096)
    return partial(run, x)


@workload("unsloth/kernels/fp8.py:act_quant", "unsloth/kernels/fp8.py:w8a8_block_fp8_matmul_triton")
def unsloth_fp8_mm(quantise: Any, run: Any) -> Step:
    x, b, scales = normal(4096, 4096), normal(4096, 4096, dtype=FP8), positive(32, 32)

    def step() -> Any:
        a, a_scales = quantise(x)
        return run(a, b, a_scales, scales, [128, 128], BF16)

    return step


def mode(value: int) -> SimpleNamespace:
    return SimpleNamespace(value=value)


@workload(CONCH + "quantization/gemm.py:mixed_precision_gemm_launcher", current_platform=CONCH_PLATFORM)
def conch_w4a16(run: Any) -> Step:
    m, n, k, group = 256, 4096, 4096, 128
    about = SimpleNamespace(
        m_dim=m, k_dim=k, n_dim=n, weight_size_bits=4, weight_bias=8, group_size=group, elements_per_sample=8, zero_is_scalar=True,
        unpack_mask=15, data_contiguous=True, input_dtype=FP16, output_dtype=FP16, acc_dtype=FP32, meta_dtype=FP16,
        channel_scale_mode=mode(0), weight_group_mode=mode(2),
    )  # fmt: skip
    result, scales = empty(m, n, dtype=FP16), positive(k // group, n, dtype=FP16, scale=0.01)
    return outputs(partial(run, result, normal(m, k, dtype=FP16), random_bits(k // 8, n), scales, None, about), result)


@workload(CONCH + "quantization/gemm.py:scaled_gemm_launcher", current_platform=CONCH_PLATFORM)
def conch_scaled_mm(run: Any) -> Step:
    m, n, k = 2048, 4096, 4096
    about = SimpleNamespace(
        m_dim=m, k_dim=k, n_dim=n, data_contiguous=True, input_dtype=FP8, output_dtype=BF16, acc_dtype=FP32, meta_dtype=FP32,
        channel_scale_mode=mode(3), weight_group_mode=mode(0),
    )  # fmt: skip
    result, b = empty(m, n), normal(n, k, dtype=FP8).t()
    return outputs(partial(run, result, normal(m, k, dtype=FP8), b, positive(m, 1), positive(n, 1), about), result)
