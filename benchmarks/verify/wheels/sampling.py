"""Softmax, losses and sampling of packages."""

from __future__ import annotations

from typing import Any

from benchmarks.verify.pair import Pair, Side
from benchmarks.verify.wheels.wheel_pair import INVARIANT, SGLANG, Sizes, compare, fill, launch

SMALL: Sizes = {"M": 3, "N": 100}
GPU = "vllm/v1/worker/gpu/sample"


def softmaxes() -> list[Pair]:
    """Softmax and log-softmax of rows, over temperatures, in parts, and at chosen places."""
    arrays = {"x": "f32[M, N]", "y": "f32[M, N]"}

    def vllm(logarithm: bool, x: str = "x") -> Side:
        return launch(f"{INVARIANT}:_softmax_kernel", "M", {"BLOCK_SIZE": 32, "LOG": logarithm}, input_ptr=x, output_ptr="y",
                      input_row_stride="N", input_col_stride=1, output_row_stride="N", n_cols="N")  # fmt: skip

    online = launch("softmax:online", "M", {"BLOCK": 32}, x="x", y="y", stride_x="N", stride_y="N", n="N")
    sglang = launch("sglang/srt/batch_invariant_ops/batch_invariant_ops.py:_log_softmax_kernel", "M",
                    {"input_row_stride": "N", "output_row_stride": "N", "n_cols": "N", "BLOCK_SIZE": 64}, input_ptr="x",
                    output_ptr="y")  # fmt: skip
    found = [compare("softmax", vllm(False), online, arrays, SMALL), compare("log-softmax", vllm(True), sglang, arrays, SMALL)]
    folder = f"{SGLANG}/sampling/temperature_softmax.py"
    parts = {**arrays, "t": "f32[M]", "tops": "f32[M, 4]", "sums": "f32[M, 4]", "top": "f32[M]", "total": "f32[M]",
             "rows": "i32[M] low=0 high=M"}  # fmt: skip
    first = launch(f"{folder}:_partial_max_sumexp_kernel", "M, 4", {"BLOCK": 32}, logits="x", temperatures="t", partial_max="tops",
                   partial_sum="sums", logits_row_stride="N", vocab_size="N", num_splits=4)  # fmt: skip
    second = launch(f"{folder}:_combine_kernel", "M", {"BLOCK": 4}, partial_max="tops", partial_sum="sums", row_max="top",
           row_sum="total",
                    num_splits=4)  # fmt: skip
    third = launch(f"{folder}:_normalize_kernel", "M, 2", {"BLOCK": 64}, logits="x", temperatures="t", row_max="top", row_sum="total",
                   probs="y", logits_row_stride="N", probs_row_stride="N", vocab_size="N")  # fmt: skip
    plain = launch("serving:tempered_softmax", "M", {"BLOCK": 32}, x="x", t="t", y="y", n="N")
    scale = launch(f"{GPU}/gumbel.py:_temperature_kernel", "M, 2", {"BLOCK_SIZE": 64}, logits_ptr="x", logits_stride="N",
                   expanded_idx_mapping_ptr="rows", temperature_ptr="t", vocab_size="N")  # fmt: skip
    only: dict[str, Any] = {"results": ("y",)}
    found += [compare("softmax over temperatures", (first, second, third), plain, parts, SMALL, False, **only),
              compare("softmax over temperatures", (first, second, third), (fill("rows", 3, 0, 1), scale, vllm(False)), parts, SMALL,
                      False, **only)]  # fmt: skip
    warm = launch("serving:fill_halves", 1, {"BLOCK": 4}, x="t", n="M")
    for side in (plain, (fill("rows", 3, 0, 1), scale, vllm(False))):
        sides = ((warm, *each) for each in ((first, second, third), side if isinstance(side, tuple) else (side,)))
        found.append(compare("softmax over a temperature of a half", *sides, parts, SMALL, **only))
    chosen = {"x": "f32[M, N]", "ids": "i64[M, 5] low=0 high=N", "y": "f32[M, 5]"}
    some = launch(f"{GPU}/logprob.py:_topk_log_softmax_kernel", "M", {"BLOCK_SIZE": 32, "TOPK_BLOCK_SIZE": 4}, output_ptr="y",
                  logits_ptr="x", logits_stride="N", topk_ids_ptr="ids", topk_ids_stride=5, topk=5, vocab_size="N")  # fmt: skip
    one = launch("serving:chosen_log_softmax", "M, 5", {"BLOCK": 128}, x="x", ids="ids", y="y", n="N", k=5)
    return [*found, compare("log-softmax at places", some, one, chosen, SMALL)]


def losses() -> list[Pair]:
    """Cross entropy, of whole rows and of chunks, and logarithms of sums."""
    arrays = {"x": "f32[M, N]", "target": "i64[M] low=0 high=N", "loss": "f32[M]", "sums": "f32[M]", "parts": "f32[M, 4]",
              "others": "f32[M, 4]"}  # fmt: skip
    plain: dict[str, Any] = {"DO_SOFTCAPPING": False, "SOFTCAP": 0.0, "DO_LOGIT_SCALING": False, "LOGIT_SCALE": 0.0}
    file = "unsloth/kernels/cross_entropy_loss.py"
    whole = launch(f"{file}:_cross_entropy_forward", "M", {"logits_row_stride": "N", "VOCAB_SIZE": "N", "BLOCK_SIZE": 128, **plain},
                   logits_ptr="x", loss_ptr="loss", logsumexp_ptr="sums", labels_ptr="target")  # fmt: skip
    chunks = launch(f"{file}:_chunked_cross_entropy_forward", "M, 4",
                    {"logits_row_stride": "N", "VOCAB_SIZE": "N", "N_CHUNKS": 4, "BLOCK_SIZE": 32, "EVICT": "", **plain},
                    logits_ptr="x",
                    loss_ptr="loss", logsumexp_ptr="parts", logsumexp_others_ptr="others", labels_ptr="target")  # fmt: skip
    combine = launch("serving:combine_sums", "M", {"CHUNKS": 4}, x="x", target="target", parts="parts", loss="loss", sums="sums",
                     stride="N")  # fmt: skip
    online = launch("losses:cross_entropy_online", "M", {"BLOCK": 32}, x="x", target="target", loss="loss", stride="N", n="N")
    rows = {"x": "bf16[M, N]", "top": "f32[M]", "total": "f32[M]"}
    sums = launch("sglang/srt/layers/logsumexp.py:_row_logsumexp_kernel", "M", {"BLOCK_N": 32}, x_ptr="x", out_max_ptr="top",
                  out_log_sum_ptr="total", row_stride="N", col_stride=1, num_cols="N")  # fmt: skip
    once = launch("serving:log_sum", "M", {"BLOCK": 128}, x="x", largest="top", total="total", n="N")
    return [compare("cross entropy", whole, online, arrays, SMALL, results=("loss",)),
            compare("cross entropy in chunks", whole, (chunks, combine), arrays, SMALL, results=("loss",)),
            compare("logarithm of a sum in chunks", whole, (chunks, combine), arrays, SMALL, results=("sums",)),
            compare("logarithm of a sum", sums, once, rows, SMALL)]  # fmt: skip


def samplers() -> list[Pair]:
    """Return pairs of kernels that samplers apply to logits."""
    row: dict[str, Any] = {"logits_ptr": "x", "logits_stride": "N", "vocab_size": "N"}
    arrays = {"x": "f32[M, N]", "ids": "i64[M] low=0 high=N", "y": "i64[M]", "rows": "i32[M] low=0 high=M", "share": "f32[M]"}
    ranks = launch(f"{GPU}/logprob.py:_ranks_kernel", "M", {"BLOCK_SIZE": 32}, output_ptr="y", token_ids_ptr="ids", **row)
    count = launch("serving:count_at_least", "M", {"BLOCK": 128}, x="x", ids="ids", y="y", n="N")
    least = launch(
        f"{GPU}/min_p.py:_min_p_kernel", "M", {"BLOCK_SIZE": 32}, expanded_idx_mapping_ptr="rows", min_p_ptr="share", **row
    )
    drop = launch("serving:drop_improbable", "M", {"BLOCK": 128}, x="x", share="share", n="N")
    halves = launch("serving:fill_halves", 1, {"BLOCK": 4}, x="share", n="M")
    dropout = (
        launch("serving:seeded_dropout", f"cdiv(N, {size})", {"BLOCK": size}, x="x", y="y", n="N", p=0.5, seed=7)
        for size in (32, 64)
    )
    return [compare("rank of a token", ranks, count, arrays, SMALL, results=("y",)),
            compare("least probability", (fill("rows", 3, 0, 1), least), drop, arrays, SMALL, False, results=("x",)),
            compare("least probability of a half", (halves, fill("rows", 3, 0, 1), least), (halves, drop), arrays, SMALL, results=("x",)),
            compare("dropout of the tutorial", *dropout, {"x": "f32[N]", "y": "f32[N]"}, {"N": 100})]  # fmt: skip
