"""Norms, activations and rotary embeddings of packages."""

from __future__ import annotations

from typing import Any

from benchmarks.verify.pair import Pair, Side
from benchmarks.verify.wheels.wheel_pair import INVARIANT, LAYERS, LMDEPLOY, SGLANG, Sizes, compare, launch

SMALL: Sizes = {"M": 3, "N": 100}
FULL: Sizes = {"M": 3, "N": 128}
FLA = "vllm/third_party/flash_linear_attention/ops"


def norm_arrays(dtype: str) -> dict[str, str]:
    """Return arrays of norms of rows."""
    rows = {name: f"{dtype}[M, N]" for name in ("x", "y", "z", "rest", "sum", "t")}
    return {**rows, "w": f"{dtype}[N]", "v": f"{dtype}[N]", "b": f"{dtype}[N]", "r": "f32[M]", "mean": "f32[M]"}


def unsloth_norm(kernel: str = "_rms_layernorm_forward") -> Side:
    """Return a launch of Unsloth's RMS norm."""
    constants = {"Y_row_stride": "N", "X_row_stride": "N", "W_row_stride": 1, "r_row_stride": 1, "n_cols": "N", "eps": 1e-5,
                 "LONG_INDEXING": False, "BLOCK_SIZE": 128}  # fmt: skip
    return launch(f"unsloth/kernels/rms_layernorm.py:{kernel}", "M", constants, Y="y", X="x", W="w", r="r")


def vllm_norm(x: str = "x", w: str = "w", y: str = "y") -> Side:
    """Return a launch of vLLM's RMS norm, which gives the same for each size of a batch."""
    return launch(f"{INVARIANT}:_rms_norm_kernel", "M", {"BLOCK_SIZE": 32, "HAS_WEIGHT": True}, input_ptr=x, weight_ptr=w, output_ptr=y,
                  input_row_stride="N", output_row_stride="N", n_cols="N", eps=1e-5)  # fmt: skip


def lmdeploy_norm(residual: bool) -> Side:
    """Return a launch of LMDeploy's RMS norm of rows or of sums of rows, by two programs."""
    steps = {"stride_id": 1, "stride_rd": 1, "stride_od": 1, "stride_rod": 1}
    constants = {**steps, "has_residual": residual, "eps": 1e-5, "N_COLS": "N", "BLOCK_N": 128, "NUM_STAGES": 1}
    strides: dict[str, Any] = {f"stride_{name}{axis}": "N" for name in ("i", "r", "o", "ro") for axis in "bh"}
    return launch(f"{LMDEPLOY}/rms_norm.py:add_rms_norm_kernel", 2, constants, input="x", weight="w", residual="rest", output="y",
                  out_residual="sum", num_feats="M", num_groups=1, **strides)  # fmt: skip


def norms() -> list[Pair]:
    """Norms of rows, alone and with what comes before and after them."""
    invariant = launch("sglang/srt/batch_invariant_ops/batch_invariant_ops.py:_rms_norm_kernel", "M",
                       {"input_row_stride": "N", "output_row_stride": "N", "n_cols": "N", "BLOCK_SIZE": 64}, input_ptr="x",
                       weight_ptr="w", output_ptr="y", eps=1e-5)  # fmt: skip
    fused = launch(f"{SGLANG}/layernorm/fused_rmsnorm.py:fused_rmsnorm_kernel", "M", {"eps": 1e-5, "hidden_dim": "N",
           "BLOCK_SIZE": 128},
                   output_ptr="y", activ_ptr="x", weight_ptr="w")  # fmt: skip
    exact = launch(
        f"{SGLANG}/layernorm/rmsnorm_fp32.py:_rmsnorm_fp32_kernel", "M", {"D": "N", "EPS": 1e-5, "B": 128}, X="x", W="w", Y="y"
    )
    only: dict[str, Any] = {"results": ("y",)}
    half, full = norm_arrays("bf16"), norm_arrays("f32")
    found = [compare("rms norm", unsloth_norm(), invariant, full, SMALL, **only),
             compare("rms norm", invariant, unsloth_norm(), half, SMALL, False, **only),
             compare("rms norm", lmdeploy_norm(False), vllm_norm(), half, SMALL, **only),
             compare("rms norm", lmdeploy_norm(False), vllm_norm(), half, FULL, **only),
             compare("rms norm", fused, vllm_norm(), half, SMALL, **only),
             compare("rms norm", exact, unsloth_norm(), full, SMALL, **only),
             compare("rms norm", unsloth_norm("_gemma_rms_layernorm_forward"), exact, half, SMALL, False, **only)]  # fmt: skip
    add = launch("elementwise:add", "cdiv(M * N, 64)", {"BLOCK": 64}, x="x", y="rest", z="sum", n="M * N")
    for arrays, sizes in ((half, SMALL), (half, FULL), (full, FULL)):
        found.append(
            compare("add and rms norm", lmdeploy_norm(True), (add, vllm_norm("sum")), arrays, sizes, results=("y", "sum"))
        )
    dual = launch(f"{SGLANG}/layernorm/fused_rmsnorm.py:fused_dual_residual_rmsnorm_kernel", "M",
                  {"eps": 1e-5, "hidden_dim": "N", "BLOCK_SIZE": 128}, output_ptr="y", mid_ptr="sum", activ_ptr="x",
                  residual_ptr="rest",
                  weight1_ptr="w", weight2_ptr="v")  # fmt: skip
    add = launch("elementwise:add", "cdiv(M * N, 64)", {"BLOCK": 64}, x="t", y="rest", z="sum", n="M * N")
    steps = (vllm_norm("x", "w", "t"), add, vllm_norm("sum", "v", "y"))
    found.append(compare("norm, add, norm", dual, steps, full, SMALL, results=("y", "sum")))
    return [*found, *layer_norms(half, full)]


def layer_norms(half: dict[str, str], full: dict[str, str]) -> list[Pair]:
    """Layer norms, norms with gates, and norms of length one."""
    layer = launch("unsloth/kernels/layernorm.py:layernorm_forward", "M", {"Y_row_stride": "N", "X_row_stride": "N", "n_cols": "N",
                   "eps": 1e-5, "LONG_INDEXING": False, "BLOCK_SIZE": 128}, Y="y", X="x", W="w", b="b", r="r", mu="mean")  # fmt: skip

    def sglang_norm(rms: bool, gate: bool) -> Side:
        constants = {"N": "N", "BLOCK_N": 128, "ROWS_PER_BLOCK": 2, "HAS_BIAS": not rms, "HAS_Z": gate, "Z_IS_3D": False, "Z_HEADS": 1,
                     "NORM_BEFORE_GATE": True, "IS_RMS_NORM": rms, "ACTIVATION": "swish"}  # fmt: skip
        return launch(f"{SGLANG}/attention/fla/layernorm_gated.py:_layer_norm_fwd_1pass_kernel", "cdiv(M, 2), 1", constants, X="x",
               Y="y",
                      W="w", B="b", Z="z", Mean="mean", Rstd="r", stride_x_row="N", stride_y_row="N", stride_z_row="N",
                      stride_z_token=0, stride_z_head=0, M="M", eps=1e-5)  # fmt: skip

    gated = launch(f"{FLA}/fused_norm_gate.py:layer_norm_gated_fwd_kernel1", "M",
                   {"D": "N", "BD": 128, "ACTIVATION": "swish", "IS_RMS_NORM": True, "STORE_RESIDUAL_OUT": False, "HAS_RESIDUAL": False,
                    "HAS_WEIGHT": True, "HAS_BIAS": False, "launch_pdl": False}, x="x", g="z", y="y", w="w", b="b", residual="rest",
                   residual_out="sum", mean="mean", rstd="r", eps=1e-5)  # fmt: skip
    tutorial = launch("norms:layer_norm_tutorial", "M", {"BLOCK": 32}, x="x", w="w", b="b", y="y", stride="N", n="N", eps=1e-5)
    first = launch(f"{SGLANG}/attention/fla/l2norm.py:l2norm_fwd_kernel1", "M", {"BD": 128}, x="x", y="y", D="N", eps=1e-6)
    second = launch(
        f"{FLA}/l2norm.py:l2norm_fwd_kernel2", "cdiv(M, 2)", {"N": "N", "BD": 128, "MBLOCK": 2}, X="x", Y="y", eps=1e-6, M="M"
    )
    return [compare("layer norm", layer, tutorial, half, SMALL, results=("y",)),
            compare("layer norm", layer, sglang_norm(False, False), full, SMALL, results=("y", "r", "mean")),
            compare("gated rms norm", sglang_norm(True, True), gated, half, SMALL, results=("y", "r")),
            compare("l2 norm", first, second, half, SMALL)]  # fmt: skip


def activations() -> list[Pair]:
    """Gated activations and caps of logits."""
    flat = {"n_elements": "M * N", "e": "gate", "g": "up", "h": "y"}
    sizes: Sizes = {"M": 3, "N": 40}

    def arrays(dtype: str) -> dict[str, str]:
        return {"x": f"{dtype}[M, 2 * N]", **dict.fromkeys(("gate", "up", "y"), f"{dtype}[M, N]")}

    def unsloth(kernel: str) -> Side:
        return launch(f"unsloth/kernels/{kernel}", "cdiv(M * N, 64)", {"BLOCK_SIZE": 64, "LONG_INDEXING": 0}, **flat)

    split = launch("serving:split_halves", "M", {"BLOCK": 32}, x="x", gate="gate", up="up", n="N")
    silu = launch(f"{LMDEPLOY}/activation.py:_silu_and_mul_kernel", "cdiv(N, 16), 2",
                  {"N": "N", "stride_gum": "2 * N", "stride_gun": 1, "stride_om": "N", "stride_on": 1, "BLOCK_SIZE_N": 16},
                  gateup_ptr="x", out_ptr="y", M="M")  # fmt: skip
    gelu = launch(f"{SGLANG}/activation/gelu_and_mul_triton.py:gelu_and_mul_kernel", "M",
                  {"quant_max": None, "static_scale": False, "hidden_dim": "N", "BLOCK_SIZE": 64, "out_scales_ptr": None},
                  out_hidden_states_ptr="y", hidden_states_ptr="x")  # fmt: skip
    found = []
    for dtype in ("bf16", "f32"):
        found += [compare("silu and mul", silu, (split, unsloth("swiglu.py:_fg_kernel")), arrays(dtype), sizes, results=("y",)),
                  compare("gelu and mul", gelu, (split, unsloth("geglu.py:_exact_forward_kernel")), arrays(dtype), sizes,
                          results=("y",))]  # fmt: skip
    wide = {name: "bf16[M, 4096]" for name in ("gate", "up", "y")}
    tanh = launch("unsloth/kernels/geglu.py:_approx_forward_kernel", "M * 8", {"BLOCK_SIZE": 512, "LONG_INDEXING": 0}, e="gate", g="up",
                  h="y", n_elements="M * 4096")  # fmt: skip
    liger = Side("corpus:liger._geglu_tanh_forward_kernel", "M", order=("gate", "up", "y", 4096))
    found.append(compare("gelu and mul, tanh", tanh, liger, wide, {"M": 1}))
    first = launch(f"{SGLANG}/activation/softcap.py:softcap_inplace_logits_kernel", "cdiv(N, 32), M", {"BLOCK_SIZE": 32},
                   full_logits_ptr="x", softcapping_value=30.0, ncols="N", row_stride="N")  # fmt: skip
    second = launch("vllm/models/beam/nvidia/activation.py:_softcap_logits_kernel", "M, cdiv(N, 64)",
                    {"WIDTH": "N", "STRIDE": "N", "CAP": 30.0, "BLOCK": 64}, X="x")  # fmt: skip
    found.append(compare("cap of logits", first, second, {"x": "f32[M, N]"}, SMALL))
    return found


def rotaries() -> list[Pair]:
    """Rotary embeddings of queries and keys: halves (neox), neighbours (gptj), and positions on three axes."""
    sizes: Sizes = {"S": 5, "H": 2, "D": 8}

    def heads(dtype: str) -> dict[str, str]:
        rows = {name: f"{dtype}[S, H, 2 * D]" for name in ("q", "k", "p", "o")}
        tables = {"cos": f"{dtype}[S, D]", "sin": f"{dtype}[S, D]", "cos2": f"{dtype}[S, 2 * D]", "sin2": f"{dtype}[S, 2 * D]"}
        return {**rows, **tables}

    strides = {f"{x}{out}_{axis}_stride": size for x in "qk" for out in ("", "o")
               for axis, size in (("seq", "2 * D * H"), ("dim", 1))}  # fmt: skip
    constants = {**strides, "n_heads_Q": "H", "n_heads_K": "H", "n_groups_Q": 1, "half_head_dim": "D", "BACKWARD_PASS": False,
                 "HAS_ROPE_INDICES": False, "LONG_INDEXING": False, "CAST_TO_SIN": False, "HEADS_Q": 2, "HEADS_K": 2, "BLOCK_SIZE": 8,
                 "EVICT_INDICES": False, "rope_embedding_indices": None}  # fmt: skip
    rest: dict[str, Any] = {f"{x}{out}_{axis}_stride": size for x in "qk" for out in ("", "o")
                            for axis, size in (("batch", 0), ("head", "2 * D"))}  # fmt: skip
    unsloth = launch("unsloth/kernels/rope_embedding.py:_rope_embedding_QK", "S, 2", constants, Q="q", Q_out="p", K="k", K_out="o",
                     cos="cos", cos_row_stride="D", sin="sin", sin_row_stride="D", seqlen="S", **rest)  # fmt: skip

    def lmdeploy(interleaved: bool) -> Side:
        rows = {
            f"stride_{x}{axis}": size
            for x in ("q", "k", "qe", "ke")
            for axis, size in (("s", "2 * D * H"), ("h", "2 * D"), ("d", 1))
        }
        table = "" if interleaved else "2"
        return launch(f"{LMDEPLOY}/apply_rotary_pos_emb.py:apply_rotary_pos_emb_qk_kernel", "2 * H, cdiv(S, 4)",
                      {**rows, "half_size": "D", "BLOCK": 4, "BLOCK_QH": "H", "BLOCK_N": 8, "COMPLEX": interleaved}, Q="q", K="k",
                      COS=f"cos{table}", SIN=f"sin{table}", Q_EMB="p", K_EMB="o", seq_len="S")  # fmt: skip

    def flash(x: str, y: str, interleaved: bool) -> Side:
        steps: dict[str, Any] = {f"stride_{out}_{axis}": size for out in ("out", "x") for axis, size in
                                 (("batch", 0), ("seqlen", "2 * D * H"), ("nheads", "2 * D"), ("headdim", 1))}  # fmt: skip
        constants = {"BLOCK_K": 16, "IS_SEQLEN_OFFSETS_TENSOR": False, "IS_VARLEN": False, "INTERLEAVED": interleaved,
                     "CONJUGATE": False, "BLOCK_M": 4, "CU_SEQLENS": None}  # fmt: skip
        return launch("vllm/vllm_flash_attn/ops/triton/rotary.py:rotary_kernel", "cdiv(S, 4), H, 1", constants, OUT=y, X=x, COS="cos",
                      SIN="sin", SEQLEN_OFFSETS=0, seqlen="S", rotary_dim="2 * D", seqlen_ro="S", **steps)  # fmt: skip

    def diffusion(x: str, y: str) -> Side:
        return launch(f"{SGLANG}/diffusion/rope/rotary_triton.py:_rotary_embedding_kernel", "S, 1", {"BLOCK_HEADS": 2,
               "BLOCK_HS_HALF": 8},
                      output_ptr=y, x_ptr=x, cos_ptr="cos", sin_ptr="sin", num_heads="H", head_size="2 * D", num_tokens="S",
                      stride_out_bt="2 * D * H", stride_out_head="2 * D", stride_x_bt="2 * D * H", stride_x_head="2 * D",
                      stride_cos_row="D", stride_sin_row="D")  # fmt: skip

    double = tuple(launch("serving:double_halves", "S", {"BLOCK": 8}, x=x, y=f"{x}2", n="D") for x in ("cos", "sin"))
    both: dict[str, Any] = {"results": ("p", "o")}
    neox = (flash("q", "p", False), flash("k", "o", False))
    gptj = (flash("q", "p", True), flash("k", "o", True))
    found = [compare("rotary, halves", unsloth, (*double, lmdeploy(False)), heads("f32"), sizes, **both),
             compare("rotary, halves", unsloth, (*double, lmdeploy(False)), heads("bf16"), sizes, False, **both),
             compare("rotary, halves", unsloth, lmdeploy(False), heads("f32"), sizes, False, **both),
             compare("rotary, halves", unsloth, neox, heads("f32"), sizes, **both),
             compare("rotary, halves", neox, unsloth, heads("bf16"), sizes, False, **both),
             compare("rotary, neighbours", gptj, (diffusion("q", "p"), diffusion("k", "o")), heads("bf16"), sizes, **both),
             compare("rotary, neighbours", gptj, lmdeploy(True), heads("f32"), sizes, **both),
             compare("rotary, halves or neighbours", neox, gptj, heads("f32"), sizes, False, **both)]  # fmt: skip
    return [*found, *axes()]


def axes() -> list[Pair]:
    """Rotary embeddings with positions of time, height and width."""
    sizes: Sizes = {"T": 4, "H": 2, "P": 9}
    arrays = {"q": "f32[T, H, 16]", "k": "f32[T, H, 16]", "cache": "f32[P, 16]", "positions": "i64[3, T] low=0 high=P",
              "cos": "f32[3, T, 8]", "sin": "f32[3, T, 8]"}  # fmt: skip
    prepare = launch(
        "serving:gather_axes", "T, 3", {"HALF": 8}, cache="cache", positions="positions", cos="cos", sin="sin", tokens="T"
    )
    found = []
    for neox, interleaved in ((True, False), (False, True)):
        constants = {"n_qh": "H", "n_kh": "H", "hd": 16, "rd": 16, "pad_n_qh": 2, "pad_n_kh": 2, "mrope_section_t": 4,
                     "mrope_section_h": 2, "mrope_section_w": 2, "is_interleaved": interleaved, "is_neox_style": neox}  # fmt: skip
        first = launch(f"{LAYERS}/rotary_embedding/mrope.py:_triton_mrope_forward", "T", {**constants, "pad_rd": 16}, q_ptr="q",
               k_ptr="k",
                       cos="cos", sin="sin", num_tokens="T", q_token_stride="16 * H", k_token_stride="16 * H")  # fmt: skip
        second = launch(f"{SGLANG}/attention/rotary_triton.py:_triton_mrope_forward_fused", "T",
                        {**constants, "pad_hd": 16, "is_interleaved_glm": False, "axis_map_ptr": None}, q_ptr="q", k_ptr="k",
                        cos_sin_cache_ptr="cache", positions_ptr="positions", q_stride="16 * H", k_stride="16 * H",
                        positions_stride="T")  # fmt: skip
        found.append(
            compare(
                f"rotary, three axes, {'halves' if neox else 'neighbours'}",
                second,
                (prepare, first),
                arrays,
                sizes,
                results=("q", "k"),
            )
        )
    return found
