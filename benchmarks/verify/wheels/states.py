"""Attention of decoding, caches, adapters and recurrent states of packages."""

from __future__ import annotations

from typing import Any

from benchmarks.verify.pair import Pair, Side
from benchmarks.verify.wheels.wheel_pair import LAYERS, LMDEPLOY, SGLANG, Sizes, compare, fill, launch

OPS = "vllm/v1/attention/ops"


def merges() -> list[Pair]:
    """Two parts of attention, or several, joined by their sums of exponentials."""
    sizes: Sizes = {"T": 3, "H": 2}
    arrays = {**dict.fromkeys(("p", "s", "o"), "f32[T, H, 16]"), **dict.fromkeys(("lp", "ls", "l"), "f32[T, H]")}
    names: dict[str, Any] = {
        "output": "o",
        "output_lse": "l",
        "prefix_output": "p",
        "prefix_lse": "lp",
        "suffix_output": "s",
        "suffix_lse": "ls",
    }
    constants = {"HEAD_SIZE": 16, "PADDED_HEAD_SIZE": 16, "OUTPUT_LSE": True}
    first = launch(f"{SGLANG}/attention/merge_state.py:merge_state_kernel", "T, H", constants, **names)
    strides: dict[str, Any] = {f"{name}_lse_{axis}_stride": step for name in ("prefix", "suffix", "output")
                               for axis, step in (("head", 1), ("token", "H"))}  # fmt: skip
    second = launch(f"{OPS}/triton_merge_attn_states.py:merge_attn_states_kernel", "T, H", {**constants, "USE_FP8": False,
           "output_scale": None},
                    prefix_head_stride=16, output_head_stride=16, prefill_tokens_with_context="T", **names, **strides)  # fmt: skip
    third = launch("serving:merge_two", "T, H", {"D": 16}, first="p", first_log="lp", second="s", second_log="ls", y="o", log="l")
    splits = {"parts": "f32[T, 4, 18]", "y": "f32[T, 16]"}
    joined = launch(f"{LMDEPLOY}/pagedattention.py:_reduce_split_kernel", "1, T",
                    {"head_size_v": 16, "SPLIT_K": 4, "BLOCK_DV": 16, "USE_PDL": False, "sinks_ptr": None}, acc_ptr="parts",
                    out_ptr="y",
                    stride_ak=18, stride_abs=72, stride_ah=0, stride_ad=1, stride_obs=16, stride_oh=0, stride_od=1)  # fmt: skip
    plain = launch("serving:join_splits", "T", {"SPLITS": 4, "D": 16, "STRIDE": 18}, parts="parts", y="y")
    return [compare("merge of two parts", first, second, arrays, sizes), compare("merge of two parts", second, third, arrays, sizes),
            compare("join of splits", joined, plain, splits, {"T": 3}, False)]  # fmt: skip


def decoding() -> list[Pair]:
    """Attention of one query to a cache, in splits and a second launch, at a length that is given or read."""
    arrays = {"q": "f32[1, H, 16]", "k": "f32[S, H, 16]", "v": "f32[S, H, 16]", "o": "f32[1, H, 16]", "parts": "f32[1, H, 4, 17]",
              "halves": "f32[1, H, 4, 16]", "logs": "f32[1, H, 4]", "l": "f32[1, H]", "lengths": "i32[1]", "starts": "i32[2]",
              "table": "i32[1, S] low=0 high=S", "splits": "i32[1]", "one": "f32[1]"}  # fmt: skip
    heads: dict[str, Any] = {
        "BLOCK_DMODEL": 16,
        "BLOCK_DV": 16,
        "Lk": 16,
        "Lv": 16,
        "BLOCK_N": 8,
        "kv_group_num": 1,
        "logit_cap": 0.0,
    }
    vllm = (launch(f"{OPS}/triton_decode_attention.py:_fwd_kernel_stage1", "1, H, 4",
                   {**heads, "NUM_KV_SPLITS": 4, "PAGE_SIZE": 1}, Q="q", K_Buffer="k", V_Buffer="v", sm_scale=0.25,
                   Req_to_tokens="table", B_Seqlen="lengths", Att_Out="parts", stride_req_to_tokens_b="S", stride_qbs="16 * H",
                   stride_qh=16, stride_buf_kpbs="16 * H", stride_buf_kbs="16 * H", stride_buf_kh=16, stride_buf_vpbs="16 * H",
                   stride_buf_vbs="16 * H", stride_buf_vh=16, stride_mid_ob="68 * H", stride_mid_oh=68, stride_mid_os=17, k_scale="one",
                   v_scale="one"),
            launch(f"{OPS}/triton_decode_attention.py:_fwd_kernel_stage2", "1, H",
                   {"NUM_KV_SPLITS": 4, "BLOCK_DV": 16, "Lv": 16}, Mid_O="parts", o="o", lse="l", B_Seqlen="lengths",
                   stride_mid_ob="68 * H", stride_mid_oh=68, stride_mid_os=17, stride_obs="16 * H", stride_oh=16,
                   stride_lse_bs="H"))  # fmt: skip
    file = f"{SGLANG}/attention/decode_attention.py"
    none: dict[str, Any] = {"SCORE_MOD": None, "Aux0": None, "uneven_batch": None, "ROTATE_BATCH": False, "aux0_stride_t": 0,
                            "aux0_stride_h": 0, "aux0_len": 0}  # fmt: skip
    sglang = (launch(f"{file}:_fwd_kernel_stage1", "1, H, 4",
                     {**heads, **none, "MIN_BLOCK_KV": 8, "xai_temperature_len": -1, "PAGE_SIZE": 1}, Q="q", K_Buffer="k", V_Buffer="v",
                     sm_scale_withk=0.25, kv_indptr="starts", kv_indices="table", Att_Out="halves", Att_Lse="logs",
                     num_kv_splits="splits",
                     stride_qbs="16 * H", stride_qh=16, stride_buf_kbs="16 * H", stride_buf_kh=16, stride_buf_vbs="16 * H",
                     stride_buf_vh=16, stride_buf_kpage=0, stride_buf_ktok=0, stride_buf_vpage=0, stride_buf_vtok=0,
                     stride_mid_ob="64 * H", stride_mid_oh=64, stride_mid_os=16),
              launch(f"{file}:_fwd_kernel_stage2", "1, H",
                     {"MAX_KV_SPLITS": 4, "MIN_BLOCK_KV": 8, "BLOCK_DV": 16, "Lv": 16, "HAS_SINK": False, "sink_ptr": None},
                     Mid_O="halves",
                     Mid_O_1="logs", O="o", v_scale=1.0, kv_indptr="starts", num_kv_splits="splits", stride_mid_ob="64 * H",
                     stride_mid_oh=64, stride_mid_os=16, stride_obs="16 * H", stride_oh=16))  # fmt: skip
    sizes: Sizes = {"S": 40, "H": 2}
    length = (fill("lengths", 1, 37), fill("starts", 2, 0, 37), fill("splits", 1, 3))
    whole = launch(
        "serving:decode_whole", "1, H", {"LENGTH": 37, "BLOCK": 64, "D": 16, "HEADS": "H"}, q="q", k="k", v="v", o="o", scale=0.25
    )
    order = fill("table", 40, 0, 1)
    only: dict[str, Any] = {"results": ("o",)}
    return [compare("attention of one query", (*length, *sglang), (*length, *vllm), arrays, sizes, **only),
            compare("attention of one query", (*length, order, *vllm), whole, arrays, sizes, **only),
            compare("attention of one query", (*length, order, *sglang), whole, arrays, sizes, **only),
            compare("attention of a query to few keys", vllm, (fill("starts", 2, 0, 5), fill("splits", 1, 1), *sglang),
                    {**arrays, "lengths": "i32[1] low=5 high=6"}, sizes, **only)]  # fmt: skip


def caches() -> list[Pair]:
    """Writing to caches and reading from them, and embeddings in shards."""
    sizes: Sizes = {"T": 4, "H": 2, "P": 3}
    cache = "f32[P, 4, H, 8] start=zeros"
    arrays = {"k": "f32[T, H, 8]", "v": "f32[T, H, 8]", "kc": cache, "vc": cache, "slots": "i64[T] low=-1 high=4*P"}
    names: dict[str, Any] = {"key_ptr": "k", "value_ptr": "v", "key_cache_ptr": "kc", "value_cache_ptr": "vc",
           "slot_mapping_ptr": "slots",
                             "key_stride": "8 * H", "value_stride": "8 * H", "block_stride": "32 * H"}  # fmt: skip
    vllm = launch(f"{OPS}/triton_reshape_and_cache_flash.py:reshape_and_cache_kernel_flash", "T, cdiv(8 * H, 16)",
                  {"num_heads": "H", "head_size": 8, "block_size": 4, "x": 1, "USE_HEAD_MAJOR_LAYOUT": False,
                  "INTERLEAVED_V_PACK_FACTOR": 0,
                   "FP8_KV_CACHE": False, "TILE_SIZE": 16, "k_scale": None, "v_scale": None}, head_stride=8, dim_stride_k=0,
                  dim_stride_v=0, page_stride="8 * H", **names)  # fmt: skip
    sglang = launch(f"{SGLANG}/kvcache/cache_ops.py:reshape_and_cache_flash", "T, 1",
                    {"cache_token_stride": "8 * H", "cache_head_stride": 8, "value_cache_token_stride": "8 * H",
                    "value_cache_head_stride": 8,
                     "HEAD_BLOCK": 2, "BLOCK_D": 8, "HAS_SWA": False, "USE_SCALE": False, "swa_slot_mapping_ptr": None,
                     "k_scale_ptr": None,
                     "v_scale_ptr": None}, value_block_stride="32 * H", num_heads="H", head_size=8, block_size=4, **names)  # fmt: skip
    rows = {"buffer": "bf16[P, 24]", "slots": "i64[T] low=0 high=P", "y": "bf16[T, 16]", "z": "bf16[T, 8]"}
    get = launch(f"{SGLANG}/kvcache/mla_buffer.py:get_mla_kv_buffer_kernel", "T",
                 {"buffer_stride": 24, "nope_stride": 16, "rope_stride": 8, "nope_dim": 16, "rope_dim": 8}, kv_buffer_ptr="buffer",
                 cache_k_nope_ptr="y", cache_k_rope_ptr="z", loc_ptr="slots")  # fmt: skip
    gather = launch("misc:gather", "T", {"BLOCK": 32}, table="buffer", indices="slots", y="t", n=24)
    split = (launch("serving:copy_columns", "T", {"BLOCK": 16}, x="t", y=y, n=24, first=first, count=count)
             for y, first, count in (("y", 0, 16), ("z", 16, 8)))  # fmt: skip
    embedding = {"ids": "i64[T] low=0 high=40", "table": "bf16[12, 20]", "y": "bf16[T, 20]"}
    shard = launch(f"{SGLANG}/embeddings/vocab_parallel_embedding.py:_vocab_parallel_embedding_kernel", "T, 2",
                   {"hidden_dim": 20, "weight_stride0": 20, "org_vocab_start_index": 10, "org_vocab_end_index": 22,
                   "num_org_vocab_padding": 0,
                    "added_vocab_start_index": 40, "added_vocab_end_index": 40, "BLOCK_H": 16}, input_ptr="ids", weight_ptr="table",
                   out_ptr="y")  # fmt: skip
    plain = launch("serving:lookup_shard", "T", {"FIRST": 10, "END": 22, "BLOCK": 32}, ids="ids", table="table", y="y", n=20)
    return [compare("write to a cache", vllm, sglang, arrays, sizes),
            compare("write to a cache", (fill("slots", 4, 1, 2), vllm), (fill("slots", 4, 1, 2), sglang), arrays, sizes,
            results=("kc", "vc")),
            compare("read from a cache", get, (gather, *split), {**rows, "t": "bf16[T, 24]"}, {"T": 4, "P": 5}, results=("y", "z")),
            compare("embedding of a shard", shard, plain, embedding, {"T": 4})]  # fmt: skip


def adapters() -> list[Pair]:
    """Low-rank adapters: both products, for one adapter and segment."""
    sizes: Sizes = {"T": 5, "K": 40, "R": 16, "N": 32}

    def arrays(dtype: str) -> dict[str, str]:
        small = dict.fromkeys(("lengths", "starts", "adapters", "ranks", "ids", "counts", "firsts"), "i32[2]")
        return {"x": f"{dtype}[T, K]", "a": f"{dtype}[1, R, K]", "b": f"{dtype}[1, N, R]", "t": "f32[T, R]", "u": f"{dtype}[T, R]",
                "y": f"{dtype}[T, N]", "order": "i32[T]", "scale": "f32[1]", **small}  # fmt: skip

    def sglang(kernel: str, x: str, w: str, y: str, n: str, k: str, more: dict[str, Any]) -> Side:
        constants = {"SORTED_BY_ADAPTER": False, "BLOCK_S": 16, "BLOCK_N": 16, "BLOCK_K": 16, "sorted_token_ids": None}
        return launch(f"{SGLANG}/lora/dense/{kernel}", f"cdiv({n}, 16), 1", constants, x=x, weights=w, output=y, N=n, K=k, x_stride_0=k,
                      x_stride_1=1, w_stride_0=f"{n} * {k}", w_stride_1=k, w_stride_2=1, output_stride_0=n, output_stride_1=1,
                      seg_lens="lengths", seg_indptr="starts", weight_indices="adapters", lora_ranks="ranks", **more)  # fmt: skip

    tables: dict[str, Any] = {"token_indices_sorted_by_lora_ids": "order", "num_tokens_per_lora": "counts",
           "lora_token_start_loc": "firsts",
                              "lora_ids": "ids"}  # fmt: skip
    flags = {"SLICE_NUM": 1, "USE_GDC": False, "launch_pdl": False, "BLOCK_M": 16, "BLOCK_N": 16, "BLOCK_K": 16}
    folder = "vllm/lora/ops/triton_ops"
    shrink = launch(f"{folder}/lora_shrink_op.py:_lora_shrink_kernel", "1, 1, 1",
                    {**flags, "EVEN_K": False, "SPLIT_K": 1, "GROUP_SIZE_M": 2}, input_ptr="x", lora_ptr="a", out_ptr="t", M="T",
                    N="R", K="K",
                    scaling=0.5, input_d0_stride="K", input_d1_stride=1, lora_d0_stride="R * K", lora_d1_stride="K", lora_d2_stride=1,
                    output_d0_stride="T * R", output_d1_stride="R", output_d2_stride=1, **tables)  # fmt: skip
    expand = launch(f"{folder}/lora_expand_op.py:_lora_expand_kernel", "cdiv(N, 16), 1, 1",
                    {**flags, "EVEN_K": True, "ADD_INPUTS": True, "CAST_TYPE": True, "SAME_STRIDE": True, "output_hs_ptr": None},
                    input_ptr="t",
                    lora_ptr="b", out_ptr="y", M="T", N="N", K="R", slice_start_loc=0, input_d0_stride="T * R", input_d1_stride="R",
                    input_d2_stride=1, ls_d0_ptr="N * R", ls_d1_ptr="R", ls_d2_ptr=1, output_d0_stride="N", output_d1_stride=1,
                    **tables)  # fmt: skip
    first = (fill("lengths", 1, 5), fill("starts", 1, 0), fill("adapters", 1, 0), fill("ranks", 1, 16),
             sglang("sgemm_lora_a.py:_sgemm_lora_a_kernel", "x", "a", "u", "R", "K", {"stack_num": 1}),
             sglang("sgemm_lora_b.py:_sgemm_lora_b_kernel", "u", "b", "y", "N", "R", {"scalings": "scale"}))  # fmt: skip
    second = (fill("ids", 1, 0), fill("counts", 1, 5), fill("firsts", 1, 0), fill("order", 5, 0, 1), shrink, expand)
    half = launch("serving:fill_halves", 1, {"BLOCK": 1}, x="scale", n=1)
    return [compare("adapter", second, (half, *first), arrays(dtype), sizes, results=("y",)) for dtype in ("f32", "bf16")]


def recurrences() -> list[Pair]:
    """Steps of state spaces, of the gated delta rule and of short convolutions."""
    return [*state_spaces(), *delta_rules(), *convolutions()]


def state_spaces() -> list[Pair]:
    """One step of a selective state space."""
    sizes: Sizes = {"B": 2, "D": 5}
    rows = dict.fromkeys(("x", "dt", "z", "y"), "f32[B, D]")
    arrays = {
        **rows,
        "state": "f32[B, D, 8]",
        "a": "f32[D, 8]",
        "b": "f32[B, 8]",
        "c": "f32[B, 8]",
        "d": "f32[D]",
        "bias": "f32[D]",
    }
    flags = {"DT_SOFTPLUS": True, "TIE_HDIM": False, "BLOCK_SIZE_M": 4, "HAS_DT_BIAS": True, "HAS_D": True, "HAS_Z": True,
             "HAS_STATE_BATCH_INDICES": False, "BLOCK_SIZE_DSTATE": 8, "USE_RS_ROUNDING": False, "PHILOX_ROUNDS": 0,
             "rand_seed_ptr": None,
             "state_batch_indices_ptr": None}  # fmt: skip
    names: dict[str, Any] = {"state_ptr": "state", "x_ptr": "x", "dt_ptr": "dt", "dt_bias_ptr": "bias", "A_ptr": "a", "B_ptr": "b",
                             "C_ptr": "c", "D_ptr": "d", "z_ptr": "z", "out_ptr": "y", "nheads": 1, "dim": "D", "dstate": 8,
                             "nheads_ngroups_ratio": 1, "stride_state_batch": "8 * D", "stride_state_head": 0, "stride_state_dim": 8,
                             "stride_state_dstate": 1, "stride_dt_bias_head": 0, "stride_dt_bias_dim": 1, "stride_A_head": 0,
                             "stride_A_dim": 8, "stride_A_dstate": 1, "stride_D_head": 0, "stride_D_dim": 1}  # fmt: skip
    for name in ("x", "dt", "z", "out"):
        names |= {f"stride_{name}_batch": "D", f"stride_{name}_head": 0, f"stride_{name}_dim": 1}
    for name in "BC":
        names |= {f"stride_{name}_batch": 8, f"stride_{name}_group": 0, f"stride_{name}_dstate": 1}
    steps: dict[str, Any] = {f"stride_{name}_T": 0 for name in ("x", "dt", "B", "C", "z", "out", "retrieve_parent_token")}
    sglang = launch(f"{SGLANG}/mamba/triton_ops/mamba_ssm.py:_selective_scan_update_kernel", "cdiv(D, 4), B, 1",
                    {**flags, "DISABLE_STATE_UPDATE": False, "CACHE_INTERMEDIATE_STATES": False,
                    "HAS_EAGLE_TREE_CUSTOM_ATTN_MASK": False,
                     "HAS_INTERMEDIATE_STATE_INDICES": False, "intermediate_states_buffer": None, "retrieve_parent_token_ptr": None,
                     "intermediate_state_indices_ptr": None}, pad_slot_id=-1, cache_steps=0, batch="B", T=1,
                    stride_retrieve_parent_token_batch=0, **names, **steps)  # fmt: skip
    indices = {f"stride_{name}state_indices_{axis}": 0 for name in ("", "dst_") for axis in ("batch", "T")}
    vllm = launch(f"{LAYERS}/mamba/ops/mamba_ssm.py:_selective_scan_update_kernel", "cdiv(D, 4), B, 1",
                  {**flags, "IS_SPEC_DECODING": False, "IS_VARLEN": False, "dst_state_batch_indices_ptr": None,
                   "num_accepted_tokens_ptr": None, "cu_seqlens_ptr": None}, null_block_id=0, N="B", **names, **indices)  # fmt: skip
    return [compare("step of a state space", sglang, vllm, arrays, sizes, results=("state", "y"))]


def delta_rules() -> list[Pair]:
    """One step of the gated delta rule."""
    sizes: Sizes = {"B": 2, "H": 2}

    def arrays(dtype: str) -> dict[str, str]:
        return {"x": f"{dtype}[B, 24 * H]", "a": f"{dtype}[B, H]", "b": f"{dtype}[B, H]", "log": "f32[H]", "bias": "f32[H]",
                "y": f"{dtype}[B, H, 8]", "state": "f32[3, H, 8, 8]", "slots": "i32[B] low=0 high=3"}  # fmt: skip

    constants = {"stride_mixed_qkv_tok": "24 * H", "stride_a_tok": "H", "stride_b_tok": "H", "stride_init_state_token": "64 * H",
                 "stride_final_state_token": "64 * H", "stride_indices_seq": 1, "H": "H", "HV": "H", "K": 8, "V": 8, "BK": 8, "BV": 4,
                 "SOFTPLUS_THRESHOLD": 20.0, "USE_QK_L2NORM_IN_KERNEL": True}  # fmt: skip
    names: dict[str, Any] = {"mixed_qkv": "x", "a": "a", "b": "b", "A_log": "log", "dt_bias": "bias", "o": "y", "h0": "state",
           "ht": "state",
                             "ssm_state_indices": "slots", "scale": 0.25}  # fmt: skip
    kernel = "fused_recurrent.py:fused_recurrent_gated_delta_rule_packed_decode_kernel"
    sglang = launch(f"{SGLANG}/attention/fla/{kernel}", "2, B * H", constants, **names)
    vllm = launch(
        f"vllm/third_party/flash_linear_attention/ops/{kernel}",
        "2, B * H",
        {**constants, "SPLIT_BATCH_HEAD_GRID": False},
        **names,
    )
    other = launch(
        f"vllm/third_party/flash_linear_attention/ops/{kernel}", "2, H, B", {**constants, "SPLIT_BATCH_HEAD_GRID": True}, **names
    )
    full, half = arrays("f32"), arrays("bf16")

    def at(first: int, side: Side) -> tuple[Side, ...]:
        return fill("slots", 2, first, 1), side

    both: dict[str, Any] = {"results": ("state", "y")}
    return [compare("step of the delta rule", at(1, sglang), at(1, vllm), full, sizes, **both),
            compare("step of the delta rule", at(1, vllm), at(1, sglang), half, sizes, False, **both),
            compare("step of the delta rule", at(0, sglang), at(0, vllm), full, sizes, False, **both),
            compare("step of the delta rule", at(0, vllm), at(0, other), half, sizes, **both)]  # fmt: skip


def convolutions() -> list[Pair]:
    """One step of a short causal convolution."""
    sizes: Sizes = {"B": 2, "D": 20}
    arrays = {
        "x": "f32[B, D]",
        "y": "f32[B, D]",
        "w": "f32[D, 4]",
        "bias": "f32[D]",
        "state": "f32[4, D, 3]",
        "slots": "i32[B] low=0 high=4",
    }
    constants: dict[str, Any] = {"dim": "D", "seqlen": 1, "state_len": 3, "stride_x_seq": "D", "stride_x_dim": 1, "stride_w_dim": 4,
                                 "stride_w_width": 1, "stride_conv_state_seq": "3 * D", "stride_conv_state_dim": 3,
                                 "stride_conv_state_tok": 1, "stride_state_indices": 1, "stride_o_seq": "D", "stride_o_dim": 1,
                                 "HAS_BIAS": True, "KERNEL_WIDTH": 4, "SILU_ACTIVATION": True, "IS_SPEC_DECODING": False,
                                 "NP2_STATELEN": 4, "BLOCK_N": 16}  # fmt: skip
    names: dict[str, Any] = {"x_ptr": "x", "w_ptr": "w", "bias_ptr": "bias", "conv_state_ptr": "state",
           "conv_state_indices_ptr": "slots",
                             "o_ptr": "y", "batch": "B"}  # fmt: skip
    none = ("cache_seqlens_ptr", "num_accept_tokens_ptr", "intermediate_conv_window_ptr", "intermediate_state_indices_ptr",
            "retrieve_next_token_ptr", "retrieve_next_sibling_ptr", "retrieve_parent_token_ptr")  # fmt: skip
    zero = [f"stride_{name}" for name in "inter_seq inter_step inter_dim inter_win intermediate_state_indices retrieve_next_token_seq "
            "retrieve_next_token_token retrieve_next_sibling_seq retrieve_next_sibling_token retrieve_parent_token_seq "
            "retrieve_parent_token_token".split()]  # fmt: skip
    sglang = launch(f"{SGLANG}/mamba/causal_conv1d_triton.py:_causal_conv1d_update_kernel", "B, 2",
                    {**constants, **dict.fromkeys(none), **dict.fromkeys(zero, 0), "num_cache_lines": 4, "stride_x_token": 0,
                     "stride_o_token": 0, "pad_slot_id": -1, "IS_CONTINUOUS_BATCHING": True, "NP2_SEQLEN": 1, "USE_PAD_SLOT": True,
                     "SAVE_INTERMEDIATE": False, "HAS_EAGLE_TREE_CUSTOM_ATTN_MASK": False}, **names)  # fmt: skip
    vllm = launch(f"{LAYERS}/mamba/ops/causal_conv1d.py:_causal_conv1d_update_kernel", "B, 2",
                  {**constants, "num_accepted_tokens_ptr": None, "query_start_loc_ptr": None, "null_block_id": 0, "IS_VARLEN": False,
                   "HAS_NULL_BLOCK": True, "launch_pdl": False}, num_cache_lines=4, stride_x_token=0, stride_o_token=0,
                   **names)  # fmt: skip
    both: dict[str, Any] = {"results": ("state", "y")}
    start = {**arrays, "y": "f32[B, D] start=zeros"}
    return [compare("step of a convolution", (fill("slots", 2, first, 1), sglang), (fill("slots", 2, first, 1), vllm), start, sizes,
                    first > 0, **both) for first in (1, 0)]  # fmt: skip
