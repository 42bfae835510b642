"""Quantisation, products of quantised matrices, and sums over experts of packages."""

from __future__ import annotations

from typing import Any

from benchmarks.verify.pair import Pair, Side
from benchmarks.verify.wheels.wheel_pair import INVARIANT, LAYERS, LMDEPLOY, SGLANG, Sizes, compare, launch

UTILS = f"{LAYERS}/quantization/utils"
F8 = "f8E4M3FN"
ROWS: Sizes = {"M": 3, "N": 100}
GROUPS: Sizes = {"R": 3, "W": 64}


def tokens() -> list[Pair]:
    """Quantisation of rows to eight bits."""
    arrays = {"x": "bf16[M, N]", "q": "i8[M, N]", "scale": "f32[M]"}
    first = launch(f"{SGLANG}/quantization/int8_kernel.py:_per_token_quant_int8", "M",
                   {"CAL_SUM": False, "BLOCK": 128, "IS_HIP": False, "x_sum_ptr": None}, x_ptr="x", xq_ptr="q", scale_ptr="scale",
                   stride_x="N", stride_xq="N", N="N")  # fmt: skip
    second = launch(f"{UTILS}/int8_utils.py:_per_token_quant_int8", "M", {"BLOCK": 128}, x_ptr="x", xq_ptr="q", scale_ptr="scale",
                    stride_x="N", stride_xq="N", N="N")  # fmt: skip

    def third(floor: float) -> Side:
        constants = {"y_stride": "N", "yq_stride": "N", "eps": floor, "BLOCK": 128, "Q_MAX": 127, "IS_FLOATING_POINT": False}
        return launch(f"{LMDEPLOY}/w8a8_triton_kernels.py:_per_token_quant_int8", "M", constants, y_ptr="x", y_q_ptr="q",
               y_s_ptr="scale",
                      N="N")  # fmt: skip

    return [compare("int8 of rows", first, second, arrays, ROWS),
            compare("int8 of rows, by the quotient", third(1e-10), second, arrays, ROWS, False),
            compare("int8 of rows", third(1e-7), second, arrays, ROWS, False)]  # fmt: skip


def sglang_groups(kernel: str, low: float, high: float, floor: float = 1e-10) -> Side:
    """Return a launch of SGLang's quantisation of groups of 16."""
    names = ("bit8_min", "bit8_max") if "8bit" in kernel else ("int8_min", "int8_max")
    limits: dict[str, Any] = dict(zip(names, (low, high), strict=True))
    return launch(f"{SGLANG}/quantization/{kernel}", "R * W // 16", {"BLOCK": 16}, y_ptr="x", y_q_ptr="q", y_s_ptr="scale", y_stride=16,
                  N=16, eps=floor, **limits)  # fmt: skip


def vllm_groups(exponents: bool, floor: float = 1e-10) -> Side:
    """Return a launch of vLLM's quantisation of groups of 16 to eight-bit floats; `exponents`: scales are powers of two."""
    constants = {"fp8_min": -448.0, "fp8_max": 448.0, "use_ue8m0": exponents, "BLOCK": 16}
    return launch(f"{UTILS}/fp8_utils.py:_per_token_group_quant_fp8", "R * W // 16", constants, y_ptr="x", y_q_ptr="q", y_s_ptr="scale",
                  group_size=16, y_num_columns="W", y_row_stride="W", eps=floor)  # fmt: skip


def groups() -> list[Pair]:
    """Quantisation of groups of a row."""
    whole = {"x": "bf16[R, W]", "q": "i8[R, W]", "scale": "f32[R, W // 16]"}
    small = {**whole, "q": f"{F8}[R, W]"}
    integers = launch(f"{UTILS}/int8_utils.py:_per_token_group_quant_int8", "R * W // 16", {"BLOCK": 16}, y_ptr="x", y_q_ptr="q",
                      y_s_ptr="scale", y_stride=16, N=16, eps=1e-10, int8_min=-127.0, int8_max=127.0)  # fmt: skip
    bits = sglang_groups("fp8_kernel.py:_per_token_group_quant_8bit", -448.0, 448.0)

    def act(rounded: bool) -> Side:
        return launch(f"{SGLANG}/quantization/act_quant_triton.py:_act_quant_kernel", "cdiv(R, 2), W // 16",
                      {"group_size": 16, "round_scale": rounded, "BLOCK_M": 2, "BLOCK_N": 16}, X_ptr="x", Y_ptr="q", S_ptr="scale",
                      M="R",
                      N="W")  # fmt: skip

    def lmdeploy(rounded: int) -> Side:
        constants = {"K": "W", "num_groups_per_cta": 2, "fp8_min": -448.0, "fp8_max": 448.0, "stride_ak": 1, "stride_ok": 1,
                     "ROUND_SCALE": rounded, "GROUP_SIZE": 16, "NUM_STAGES": 1, "USE_PDL": False, "launch_pdl": False}  # fmt: skip
        return launch(f"{LMDEPLOY}/blocked_gemm_fp8.py:_quant_fp8_kernel", "cdiv(W, 32), 2", constants, a_ptr="x", out_ptr="q",
                      scale_ptr="scale", M="R", M_out="R", stride_am="W", stride_om="W", stride_sm="W // 16", stride_sg=1)  # fmt: skip

    unsloth = launch(
        "unsloth/kernels/fp8.py:act_quant_kernel", "R * W // 16", {"BLOCK_SIZE": 16}, x_ptr="x", y_ptr="q", s_ptr="scale"
    )
    return [compare("int8 of groups", sglang_groups("fp8_kernel.py:_per_token_group_quant_8bit", -127.0, 127.0), integers, whole,
            GROUPS, False),
            compare("int8 of groups", sglang_groups("int8_kernel.py:_per_token_group_quant_int8", -127.0, 127.0), integers, whole,
            GROUPS),
            compare("fp8 of groups", bits, vllm_groups(False), small, GROUPS),
            compare("fp8 of groups", lmdeploy(0), vllm_groups(False, 1e-6), small, GROUPS),
            compare("fp8 of groups, powers of two", lmdeploy(1), vllm_groups(True, 1e-6), small, GROUPS),
            compare("fp8 of groups, powers of two", act(True), vllm_groups(True, 1e-4), small, GROUPS),
            compare("fp8 of groups", act(False), bits, small, GROUPS, False),
            compare("fp8 of groups", act(False), lmdeploy(0), small, GROUPS, False),
            compare("fp8 of groups", unsloth, bits, small, GROUPS, False)]  # fmt: skip


def dequantisation() -> list[Pair]:
    """Elements times the scales of their groups or squares."""
    squares = {"q": f"{F8}[M, N]", "scale": "f32[cdiv(M, 16), cdiv(N, 16)]", "y": "bf16[M, N]"}
    unsloth = launch("unsloth/kernels/fp8.py:weight_dequant_kernel", "cdiv(M, 16), cdiv(N, 16)", {"BLOCK_SIZE": 16}, x_ptr="q",
           s_ptr="scale",
                     y_ptr="y", M="M", N="N")  # fmt: skip
    plain = launch("serving:dequantise_blocks", "M", {"SIDE": 16, "BLOCK": 32}, q="q", scale="scale", y="y", n="N")
    lines = {"q": f"{F8}[M, N]", "scale": "f32[M, N // 32]", "y": "bf16[M, N]"}
    rows = launch("sglang/srt/layers/dp_attention.py:_dequant_per_token_group_fp8_kernel", "M",
                  {"HIDDEN": "N", "NGROUPS": "N // 32", "GROUP": 32, "BLOCK": 16}, q_ptr="q", s_ptr="scale", out_ptr="y")  # fmt: skip
    flat = launch(f"{SGLANG}/quantization/fp8_kernel.py:_dequant_group_fp8_kernel", "cdiv(M * N, 64)", {"K": "N", "SS": "N // 32",
           "BLOCK": 64},
                  X="q", S="scale", Y="y", M="M")  # fmt: skip
    return [compare("fp8 with scales of squares", unsloth, plain, squares, {"M": 20, "N": 40}),
            compare("fp8 with scales of groups", rows, flat, lines, {"M": 3, "N": 64})]  # fmt: skip


def activations() -> list[Pair]:
    """Gated activations that are quantised, for the tokens of each expert."""
    sizes: Sizes = {"E": 2, "T": 3, "H": 32}

    def arrays(dtype: str) -> dict[str, str]:
        return {
            "x": f"{dtype}[E, T, 2 * H]",
            "q": f"{F8}[E, T, H]",
            "scale": "f32[E, T, H // 16]",
            "counts": "i32[E] low=0 high=T+1",
        }

    strides: dict[str, Any] = {"stride_i_e": "2 * H * T", "stride_i_t": "2 * H", "stride_i_h": 1, "stride_yq_e": "H * T",
           "stride_yq_t": "H",
                               "stride_yq_h": 1, "stride_ys_e": "T * H // 16", "stride_ys_t": "H // 16", "stride_ys_g": 1,
                               "stride_counts_e": 1}  # fmt: skip
    vllm = launch(f"{LAYERS}/fused_moe/experts/batched_deep_gemm_moe.py:_silu_mul_fp8_quant_deep_gemm", "E * H // 16",
                  {"H": "H", "GROUP_SIZE": 16, "eps": 1e-10, "fp8_min": -448.0, "fp8_max": 448.0, "ceil_ue8m0": False, "BLOCK": 16,
                   "NUM_STAGES": 1}, input_ptr="x", y_q_ptr="q", y_s_ptr="scale", counts_ptr="counts", **strides)  # fmt: skip
    steps: dict[str, Any] = {"stride_input_0": "2 * H * T", "stride_input_1": "2 * H", "stride_input_2": 1, "stride_output_0": "H * T",
                             "stride_output_1": "H", "stride_output_2": 1, "stride_output_scale_0": "T * H // 16",
                             "stride_output_scale_1": "H // 16", "stride_output_scale_2": 1}  # fmt: skip
    sglang = launch(f"{SGLANG}/moe/ep_moe_kernels.py:_silu_and_mul_post_quant_kernel", "1, 2, E",
                    {"QUANT_GROUP_SIZE": 16, "BLOCK_N": 32, "NUM_STAGE": 1, "SCALE_UE8M0": False, "GEMM1_ALPHA": 0.0,
                     "GEMM1_CLAMP_LIMIT": 0.0}, input_ptr="x", output_ptr="q", output_scale_ptr="scale", masked_m_ptr="counts",
                     size_n="H",
                    fp8_max=448.0, fp8_min=-448.0, **steps)  # fmt: skip
    count = launch("serving:fill_range", 1, {"BLOCK": 16}, x="counts", n="E", first=3, step=-1)
    both: dict[str, Any] = {"results": ("q", "scale")}
    fixed = {
        dtype: {**arrays(dtype), "q": f"{F8}[E, T, H] start=zeros", "scale": "f32[E, T, H // 16] start=zeros"}
        for dtype in ("f32", "bf16")
    }
    return [compare("silu, mul and fp8", sglang, vllm, fixed["f32"], sizes, **both),
            compare("silu, mul and fp8", (count, sglang), (count, vllm), fixed["f32"], sizes, **both),
            compare("silu, mul and fp8", (count, vllm), (count, sglang), fixed["bf16"], sizes, False, **both)]  # fmt: skip


def products() -> list[Pair]:
    """Products of quantised matrices with scales of rows and columns, or of blocks, and plain products."""
    arrays = {"a": "i8[M, K]", "b": "i8[K, N]", "left": "f32[M]", "right": "f32[N]", "c": "f16[M, N]", "bias": "f16[N]"}

    def scaled_product(path: str, bias: bool) -> Side:
        constants: dict[str, Any] = {"ACCUMULATOR_DTYPE": "tl.int32", "BLOCK_SIZE_M": 16, "BLOCK_SIZE_N": 16, "BLOCK_SIZE_K": 32,
                                     "BLOCK_SIZE_SCALE_A": 16, "BLOCK_SIZE_SCALE_B": 16}  # fmt: skip
        more: dict[str, Any] = {"bias_ptr": "bias"} if bias else {}
        return launch(f"{path}:scaled_mm_kernel", "cdiv(M, 16) * cdiv(N, 16)", constants if bias else {**constants, "bias_ptr": None},
                      a_ptr="a", b_ptr="b", scale_a_ptr="left", scale_b_ptr="right", c_ptr="c", M="M", N="N", K="K", stride_am="K",
                      stride_ak=1, stride_bk="N", stride_bn=1, stride_cm="N", stride_cn=1, **more)  # fmt: skip

    def vllm(bias: bool) -> Side:
        return scaled_product(f"{LAYERS}/quantization/compressed_tensors/triton_scaled_mm.py", bias)

    sglang = f"{SGLANG}/gemm/fp8_kernel.py"
    lmdeploy = launch(f"{LMDEPLOY}/w8a8_triton_kernels.py:_linear", "cdiv(M, 16) * cdiv(N, 16)",
                      {"BLOCK_M": 16, "BLOCK_N": 16, "BLOCK_K": 32, "GROUP_SIZE_M": 2, "ACCUMULATOR_DTYPE": "tl.int32"}, A="a", B="b",
                      C="c", M="M", N="N", K="K", stride_am="K", stride_ak=1, stride_bk="N", stride_bn=1, stride_cm="N", stride_cn=1,
                      rms_scale_ptr="left", linear_scale_ptr="right")  # fmt: skip
    plain = launch("serving:scaled_product", "M, N", {"BK": 16}, a="a", b="b", left="left", right="right", c="c", n="N", k="K")
    sizes: Sizes = {"M": 18, "N": 20, "K": 64}
    odd: Sizes = {"M": 18, "N": 20, "K": 50}
    found = [compare("int8 product", scaled_product(sglang, False), vllm(False), arrays, sizes),
             compare("int8 product", lmdeploy, vllm(False), arrays, sizes), compare("int8 product", lmdeploy, plain, arrays, sizes),
             compare("int8 product", vllm(False), plain, arrays, odd),
             compare("int8 product and bias", vllm(True), scaled_product(sglang, True), arrays, sizes, False)]  # fmt: skip
    return [*found, *block_products(), *plain_products()]


def block_products() -> list[Pair]:
    """Products whose operands have scales for blocks of 64."""
    arrays = {
        "a": f"{F8}[M, K]",
        "b": f"{F8}[N, K]",
        "left": "f32[M, K // 64]",
        "right": "f32[cdiv(N, 64), K // 64]",
        "c": "bf16[M, N]",
    }
    sizes: Sizes = {"M": 10, "N": 32, "K": 128}
    strides: dict[str, Any] = {"stride_am": "K", "stride_ak": 1, "stride_bk": 1, "stride_bn": "K", "stride_cm": "N", "stride_cn": 1,
                               "stride_As_m": "K // 64", "stride_As_k": 1, "stride_Bs_k": 1, "stride_Bs_n": "K // 64"}  # fmt: skip

    def blocks(kernel: str, size: int, more: dict[str, Any] | None = None) -> Side:
        constants = {"BLOCK_SIZE_M": 16, "BLOCK_SIZE_N": 32, "BLOCK_SIZE_K": size, "GROUP_SIZE_M": 2, **(more or {})}
        return launch(kernel, "cdiv(M, 16) * cdiv(N, 32)", constants, A="a", B="b", C="c", As="left", Bs="right", M="M", N="N", K="K",
                      group_n=64, group_k=64, **strides)  # fmt: skip

    sglang = blocks(f"{SGLANG}/gemm/fp8_kernel.py:_w8a8_block_fp8_matmul", 32, {"needs_masking": True})
    vllm = blocks(f"{UTILS}/fp8_utils.py:_w8a8_triton_block_scaled_mm", 64)
    unsloth = blocks("unsloth/kernels/fp8.py:_w8a8_block_fp8_matmul", 64)
    lmdeploy = launch(f"{LMDEPLOY}/blocked_gemm_fp8.py:_gemm_fp8_kernel", "cdiv(M, 16) * cdiv(N, 32)",
                      {"N": "N", "K": "K", "group_ak": 64, "group_bk": 64, "group_bn": 64, "stride_ak": 1, "stride_asm": "K // 64",
                       "stride_bk": 1, "stride_bn": "K", "stride_bsk": 1, "stride_bsn": "K // 64", "stride_cn": 1, "BLOCK_M": 16,
                       "BLOCK_N": 32, "BLOCK_K": 64, "GROUP_M": 2}, A="a", a_scale_ptr="left", B="b", b_scale_ptr="right", C="c", M="M",
                      stride_am="K", stride_ask=1, stride_cm="N")  # fmt: skip
    plain = launch(
        "serving:block_scaled_product", "M, N", {"GROUP": 64}, a="a", b="b", left="left", right="right", c="c", n="N", k="K"
    )
    whole = {**arrays, "a": "i8[M, K]", "b": "i8[N, K]"}
    integers = blocks(f"{SGLANG}/gemm/int8_kernel.py:_w8a8_block_int8_matmul", 32)
    return [compare("fp8 product of blocks", sglang, vllm, arrays, sizes), compare("fp8 product of blocks", unsloth, vllm, arrays,
           sizes),
            compare("fp8 product of blocks", lmdeploy, vllm, arrays, sizes),
            compare("fp8 product of blocks", sglang, plain, arrays, sizes),
            compare("int8 product of blocks", integers, plain, whole, sizes)]  # fmt: skip


def plain_products() -> list[Pair]:
    """Products that do not depend on the size of a batch."""
    arrays = {"a": "f16[M, K]", "b": "f16[K, N]", "c": "f16[M, N]"}
    flags = {"A_LARGE": False, "B_LARGE": False, "C_LARGE": False}
    tile = {"BLOCK_SIZE_M": 16, "BLOCK_SIZE_N": 16, "BLOCK_SIZE_K": 16}
    strides: dict[str, Any] = {
        "stride_am": "K",
        "stride_ak": 1,
        "stride_bk": "N",
        "stride_bn": 1,
        "stride_cm": "N",
        "stride_cn": 1,
    }
    dims: dict[str, Any] = {"M": "M", "N": "N", "K": "K", "a_ptr": "a", "b_ptr": "b", "c_ptr": "c", **strides}
    persistent = launch("sglang/srt/batch_invariant_ops/batch_invariant_ops.py:matmul_kernel_persistent", 4,
                        {**tile, **flags, "GROUP_SIZE_M": 2, "NUM_SMS": 4, "HAS_BIAS": False, "bias_ptr": None}, **dims)  # fmt: skip
    batch = launch(f"{INVARIANT}:bmm_kernel", "1, cdiv(M, 16) * cdiv(N, 16)", {**tile, **flags}, B=1, stride_ab="M * K",
           stride_bb="K * N",
                   stride_cb="M * N", **dims)  # fmt: skip
    return [compare("product", persistent, batch, arrays, {"M": 36, "N": 40, "K": 50})]


def experts() -> list[Pair]:
    """Weighted sums of what experts return."""
    sizes: Sizes = {"M": 3, "N": 40}

    def arrays(dtype: str) -> dict[str, str]:
        return {"x": f"{dtype}[M, 4, N]", "w": "f32[M, 4]", "y": f"{dtype}[M, N]", "ids": "i64[M, 4] low=-1 high=4"}

    def sglang(ids: bool) -> Side:
        constants = {"has_expert_map": False, "has_topk_ids": ids, "top_k": 4, "size": "N", "routed_scaling_factor": 1.0, "BLOCK_M": 2,
                     "BLOCK_K": 32, "expert_map_ptr": None}  # fmt: skip
        return launch(f"{SGLANG}/moe/moe_fused_mul_sum.py:moe_fused_mul_sum_kernel", "cdiv(N, 32), cdiv(M, 2)", constants,
               inputs_ptr="x",
                      topk_weights_ptr="w", outputs_ptr="y", top_ids_ptr="ids", num_tokens="M", stride_m="4 * N")  # fmt: skip

    def vllm(ids: bool) -> Side:
        constants = {"has_topk_ids": ids, "has_expert_map": False, "has_num_valid": False, "top_k": 4, "hidden_size": "N",
               "BLOCK_K": 32,
                     "expert_map_ptr": None, "num_valid_tokens_ptr": None}  # fmt: skip
        return launch(f"{LAYERS}/fused_moe/moe_fused_mul_sum.py:moe_fused_mul_sum_kernel", "M", constants, inputs_ptr="x",
                      topk_weights_ptr="w", outputs_ptr="y", top_ids_ptr="ids", stride_m="4 * N")  # fmt: skip

    def lmdeploy(full: bool) -> Side:
        constants = {"stride_hk": "N", "stride_hn": 1, "stride_wk": 1, "stride_on": 1, "fp32_acc": full, "K": 4, "N": "N", "BLOCK_K": 4,
                     "BLOCK_N": 32}  # fmt: skip
        return launch(f"{LMDEPLOY}/moe/fused_moe.py:_moe_reduce_kernel", "M * cdiv(N, 32)", constants, hidden_states_ptr="x",
               weights_ptr="w",
                      out_ptr="y", stride_hm="4 * N", stride_wm=4, stride_om="N")  # fmt: skip

    half = arrays("bf16")
    plain = launch("serving:weighted_sum", "M", {"K": 4, "BLOCK": 64}, x="x", w="w", y="y", n="N")
    gathered = {
        "x": "bf16[P, N]",
        "w": "f32[M, 2]",
        "y": "bf16[M, N]",
        "ids": "i32[M, 2] low=-1 high=4",
        "rows": "i32[M, 2] low=0 high=P",
    }
    strides: dict[str, Any] = {"input_tensor_stride0": "N", "input_tensor_stride1": 1, "recv_topk_ids_stride0": 2,
                               "recv_topk_ids_stride1": 1, "recv_topk_weight_stride0": 2, "recv_topk_weight_stride1": 1,
                               "input_index_stride0": 2, "input_index_stride1": 1, "output_tensor_stride0": "N",
                               "output_tensor_stride1": 1}  # fmt: skip
    names: dict[str, Any] = {"total_token_num": "M", "input_tensor": "x", "recv_topk_ids": "ids", "recv_topk_weight": "w",
                             "input_index": "rows", "output_tensor": "y", **strides}  # fmt: skip
    first = launch(f"{LAYERS}/fused_moe/deep_gemm_utils.py:_fwd_kernel_ep_gather", "N // 16, 2",
                   {"topk_num": 2, "HAS_EXPERT_MAP": False, "BLOCK_D": 16, "expert_map": None}, **names)  # fmt: skip
    second = launch(f"{LMDEPLOY}/moe/ep.py:_fwd_kernel_ep_gather", "N // 16, 2", {"topk_num": 2, "BLOCK_D": 16}, **names)
    few: Sizes = {"M": 3, "N": 32, "P": 7}
    return [compare("sum of experts", sglang(False), vllm(False), half, sizes), compare("sum of experts", lmdeploy(True),
           sglang(False), half, sizes),
            compare("sum of experts", vllm(False), plain, half, sizes),
            compare("sum of experts", vllm(False), lmdeploy(False), half, sizes, False),
            compare("sum of experts that are there", sglang(True), vllm(True), half, sizes, False),
            compare("gather from experts", first, second, {**gathered, "x": "f32[P, N]", "y": "f32[M, N]"}, few),
            compare("gather from experts", first, second, gathered, few, False)]  # fmt: skip
