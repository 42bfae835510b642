"""Pairs of kernels for one operation, written apart: tiles, loops, grids, orders of sums and methods differ; some pairs truly differ.

python -m benchmarks.verify.pairs --write          # all of them, a table
python -m benchmarks.verify.pairs --only softmax   # those whose names begin so
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from benchmarks.paths import RESULTS
from benchmarks.verify.package_pairs import packages
from benchmarks.verify.pair import NORM, OPEN, ROWS, SMALL, SOFTMAX, TILE, B, Pair, Side, answer_pair, is_wrong, several
from benchmarks.verify.size_pairs import persistent_programs, tiles_of_rows

TABLE = RESULTS / "verify_pairs.tsv"
COLUMNS = ("pair", "old", "new", "sizes", "expected", "verdict", "witness or reason", "s")


def softmaxes() -> list[Pair]:
    """Softmax, log-softmax and cross entropy."""
    old = Side("whole_row", "M", B)
    several_rows = Side("several_rows", "cdiv(M, 4)", {"ROWS": 4, "BLOCK": 128})
    new = [(Side("two_passes", "M", SMALL), True), (Side("online", "M", SMALL), True), (several_rows, True)]
    assume = {"assume": ("M > 0", "N > 0", "N <= 128")}
    found = several("softmax", old, new, SOFTMAX, {"M": 3, "N": 100}, {"M": 2, "N": 128}, OPEN, **assume)
    found += several(
        "softmax", Side("two_passes", "M", SMALL), [(Side("online", "M", {"BLOCK": 64}), True)], SOFTMAX, {"M": 3, "N": 100}, OPEN,
        assume=("M > 0", "N > 0"),
    )  # fmt: skip
    found += several("softmax", old, [(Side("whole_row", "M", {"BLOCK": 64}), False)], SOFTMAX, {"M": 3, "N": 100})
    log = Side("log_softmax", "M", B)
    found += several("losses", log, [(Side("log_softmax_quotient", "M", B), True), (Side("log_softmax_online", "M", SMALL), True)],
                     ROWS, {"M": 3, "N": 100}, OPEN, **assume)  # fmt: skip
    entropy = {"x": "f32[M, N]", "target": "i64[M] low=0 high=N", "loss": "f32[M]", "stride": "N", "n": "N"}
    found += several("losses", Side("cross_entropy", "M", B),
                     [(Side("cross_entropy_online", "M", SMALL), True), (Side("cross_entropy_unshifted", "M", B), True)],
                     entropy, {"M": 3, "N": 100}, OPEN, **assume)  # fmt: skip
    return found


def norms() -> list[Pair]:
    """RMS norm and layer norm."""
    assume = {"assume": ("M > 0", "N > 0", "N <= 128")}
    rms = {name: value for name, value in NORM.items() if name != "b"}
    old = Side("rms_norm", "M", B)
    new = [(Side("rms_norm_loop", "M", SMALL), True), (Side("rms_norm_eps_outside", "M", B), False)]
    found = several("norms", old, new, rms, {"M": 3, "N": 100}, OPEN, **assume)
    half = {**rms, **{name: str(rms[name]).replace("f32", "bf16") for name in "xwy"}}
    new = [(Side("rms_norm_loop", "M", SMALL), True), (Side("rms_norm_rounded", "M", B), False)]
    found += several("norms", old, new, half, {"M": 3, "N": 100})
    old = Side("layer_norm", "M", B)
    new = [(Side("layer_norm_tutorial", "M", SMALL), True), (Side("layer_norm_moments", "M", SMALL), True),
           (Side("layer_norm_welford", "M", B), True), (Side("layer_norm_unmasked", "M", B), False)]  # fmt: skip
    return found + several("norms", old, new, NORM, {"M": 3, "N": 100}, OPEN, **assume)


def elementwise() -> list[Pair]:
    """Operations on single elements."""
    three = {"x": "f32[N]", "y": "f32[N]", "z": "f32[N]", "n": "N"}
    new = [(Side("add", "cdiv(N, 32)", SMALL), True), (Side("add_strided", 3, SMALL), True),
           (Side("add_chunked", "cdiv(N, 64)", {"CHUNK": 64, "BLOCK": 16}), True),
           (Side("add_tail_lost", "cdiv(N, 128)", B), False)]  # fmt: skip
    found = several("elementwise", Side("add", "cdiv(N, 128)", B), new, three, {"N": 300}, {"N": None}, assume=("N > 0",))
    two = {"x": "f32[N]", "y": "f32[N]", "n": "N"}
    found += several("elementwise", Side("relu_maximum", "cdiv(N, 128)", B), [(Side("relu_where", "cdiv(N, 32)", SMALL), True)], two,
                     {"N": 300}, {"N": None}, assume=("N > 0",))  # fmt: skip
    found += several("elementwise", Side("gelu_sigmoid", "cdiv(N, 128)", B), [(Side("gelu_exponentials", "cdiv(N, 32)", SMALL), True)],
                     two, {"N": 300}, {"N": None}, assume=("N > 0",))  # fmt: skip
    gated = {"gate": "bf16[M, N]", "up": "bf16[M, N]", "y": "bf16[M, N]", "stride": "N"}
    flat = {"n": "M * N"}
    new = [(Side("swiglu_quotient", "cdiv(M * N, 64)", {"BLOCK": 64}, flat), True), (Side("swiglu_rows", "M", B, {"n": "N"}), True),
           (Side("swiglu_rounded", "cdiv(M * N, 128)", B, flat), False)]  # fmt: skip
    found += several("elementwise", Side("swiglu", "cdiv(M * N, 128)", B, flat), new, gated, {"M": 5, "N": 90})
    turn = {"x": "f32[M, N]", "y": "f32[N, M]", "m": "M", "n": "N"}
    found += several("elementwise", Side("swiglu", "cdiv(M * N, 128)", B, flat), new[:2], gated, OPEN, **TILE)
    return found + several("elementwise", Side("transpose_pointers", "cdiv(M, 16), cdiv(N, 16)", {"BM": 16, "BN": 16}),
                           [(Side("transpose_tile", "cdiv(N, 32), cdiv(M, 8)", {"BM": 8, "BN": 32}), True)], turn,
                           {"M": 20, "N": 50}, OPEN, assume=("M > 0", "N > 0"))  # fmt: skip


def identities() -> list[Pair]:
    """Operations that laws of maxima, roots, absolute values and functions with parity make equal."""
    two = {"x": "f32[N]", "y": "f32[N]", "n": "N"}
    found = []
    for old, *others in (
        ("hard_swish_low_first", ("hard_swish_high_first", True), ("hard_swish_exchanged", False)),
        ("hard_shrink_by_size", ("hard_shrink_by_square", True)),
        ("gelu_erf", ("gelu_erf_negative", True)),
        ("softplus", ("softplus_threshold", True)),
        ("gate_by_sigmoid", ("gate_by_sign", True)),
        ("quantize_clamp_first", ("quantize_floor_first", True), ("quantize_floor_only", False)),
    ):
        new = [(Side(name, "cdiv(N, 32)", SMALL), same) for name, same in others]
        found += several("identities", Side(old, "cdiv(N, 128)", B), new, two, {"N": 300})
    angles = {"x": "f32[M, 2 * N]", "y": "f32[M, 2 * N]", "angle": "f32[N]", "n": "N"}
    found += several("identities", Side("rotation_back", "M", B), [(Side("rotation_turned", "M", B), True)], angles,
                     {"M": 2, "N": 40})  # fmt: skip
    rows = {"x": "f32[M, N]", "y": "f32[M]", "stride": "N", "n": "N"}
    new = [(Side("sigmoid_of_largest", "M", SMALL), True), (Side("sigmoid_of_smallest", "M", SMALL), False)]
    found += several("identities", Side("largest_sigmoid", "M", SMALL), new, rows, {"M": 2, "N": 20})
    for old, *others in (
        ("largest_size", ("root_of_largest_square", True)),
        ("scale_of_norm", ("scale_before_norm", True)),
    ):
        found += several("identities", Side(old, "M", B), [(Side(name, "M", B), same) for name, same in others], rows,
                         {"M": 2, "N": 100})  # fmt: skip
    new = [(Side("normalize_bound_first", "M", B), True)]
    found += several("identities", Side("normalize_root_first", "M", B), new, ROWS, {"M": 2, "N": 100})
    both = {**rows, "w": "f32[M, N]"}
    return found + several("identities", Side("cosine_two_roots", "M", B), [(Side("cosine_one_root", "M", B), True)], both,
                           {"M": 2, "N": 20})  # fmt: skip


def reductions() -> list[Pair]:
    """Sums, maxima and prefix sums."""
    rows = {"x": "f32[M, N]", "y": "f32[M]", "stride": "N", "n": "N"}
    assume = {"assume": ("M > 0", "N > 0", "N <= 128")}
    new = [(Side("row_sum_loop", "M", SMALL), True), (Side("row_sum_scalar", "M"), True),
           (Side("row_sum_loop_short", "M", SMALL), False)]  # fmt: skip
    found = several("reductions", Side("row_sum", "M", B), new, rows, {"M": 3, "N": 100}, OPEN, **assume)
    found += several("reductions", Side("row_sum", "M", B), [(Side("row_sum_half", "M", SMALL), False)], rows, {"M": 3, "N": 100})
    new = [(Side("row_max_loop", "M", SMALL), True), (Side("row_max_zero", "M", B), False)]
    found += several("reductions", Side("row_max", "M", B), new, rows, {"M": 3, "N": 100}, OPEN, **assume)
    new = [
        (Side("cumsum_blocks", "M", SMALL), True),
        (Side("cumsum_matrix", "M", B), True),
        (Side("cumsum_exclusive", "M", B), False),
    ]
    found += several("reductions", Side("cumsum", "M", B), new, ROWS, {"M": 2, "N": 100}, **assume)
    found += several("reductions", Side("cumsum", "M", B), new[1:],
                     ROWS, OPEN, **TILE)  # fmt: skip
    whole = {"x": "f32[N]", "y": "f32[1] start=zeros", "n": "N"}
    one = Side("reductions:sum_one", 1, SMALL)
    parts = (Side("reductions:sum_partial", "cdiv(N, 64)", {"BLOCK": 64}, {"partial": "p"}),
             Side("reductions:sum_one", 1, SMALL, {"x": "p", "n": "cdiv(N, 64)"}))  # fmt: skip
    atomic = Side("reductions:sum_atomic", "cdiv(N, 64)", {"BLOCK": 64})
    racing = Side("reductions:sum_without_atomic", "cdiv(N, 64)", {"BLOCK": 64})
    for name, new_side, same in (("sum_partial, sum_one", parts, True), ("sum_atomic", (atomic,), True),
                                 ("sum_without_atomic", (racing,), False)):  # fmt: skip
        found.append(Pair(f"reductions: sum_one / {name}", (one,), new_side, whole, {"N": 300}, same,
                          arrays={"p": "f32[cdiv(N, 64)]"}))  # fmt: skip
        found.append(Pair(f"reductions: sum_one / {name}", (one,), new_side, whole, {"N": None}, same, ("N > 0",),
                          arrays={"p": "f32[cdiv(N, 64)]"}))  # fmt: skip
    return found


def products() -> list[Pair]:
    """Products of matrices."""
    args = {"a": "f32[M, K]", "b": "f32[K, N]", "c": "f32[M, N]", "m": "M", "n": "N", "k": "K"}
    sizes: dict[str, int | None] = {"M": 36, "N": 40, "K": 50}
    tile, other = {"BM": 16, "BN": 16, "BK": 16}, {"BM": 32, "BN": 16, "BK": 32}
    old = Side("tiles", "cdiv(M, 16), cdiv(N, 16)", tile)
    wide = "cdiv(M, 32), cdiv(N, 16)"
    new = [(Side("tiles", wide, other), True), (Side("tiles_in_groups", "cdiv(M, 16) * cdiv(N, 16)", {**tile, "GROUP": 2}), True),
           (Side("persistent", 4, tile), True), (Side("block_pointers", wide, other), True), (Side("descriptors", wide, other), True),
           (Side("sums", "M, cdiv(N, 16)", {"BN": 16}), True), (Side("tiles_wrong_stride", wide, other), False),
           (Side("tiles_no_tail", wide, other), False)]  # fmt: skip
    found = several("products", old, new, args, sizes)
    every: dict[str, int | None] = {"M": None, "N": None, "K": None}
    positive = ("M > 0", "N > 0", "K > 0")
    found += several("products", old, new, args, every, assume=positive)
    full: dict[str, int | None] = {"M": 32, "N": 32, "K": 64}
    found += several("products", old, [new[0], new[1], new[2], (Side("tiles_no_tail", wide, other), True)], args, full)
    half = {**args, **{name: str(args[name]).replace("f32", "f16") for name in "abc"}}
    found += several("products", old, new[:3], half, sizes)
    starts = {**args, "c": "f32[M, N] start=zeros"}
    cut = {**tile, "BK": 16}
    grid = "cdiv(M, 16), cdiv(N, 16), 2"
    atomic = Side("products:split_atomic", grid, cut, {"part": 32})
    first = Side("products:split", grid, cut, {"part": 32, "partial": "p"})
    last = Side("products:split_sum", "cdiv(M * N, 64)", {"PARTS": 2, "BLOCK": 64}, {"partial": "p", "size": "M * N"})
    tiles = Side("products:tiles", old.grid, tile)
    partial = {"p": "f32[2, M, N]"}
    found.append(Pair("products: tiles / split_atomic", (tiles,), (atomic,), starts, sizes))
    found.append(Pair("products: tiles / split, split_sum", (tiles,), (first, last), args, sizes, arrays=partial))
    fused = {**args, "bias": "f32[N]", "y": "f32[M, N]"}
    relu = Side("products:bias_relu", "cdiv(M * N, 64)", {"BLOCK": 64})
    one = Side("products:tiles_bias_relu", wide, other)
    found.append(Pair("products: tiles, bias_relu / tiles_bias_relu", (tiles, relu), (one,), fused, sizes))
    found.append(Pair("products: tiles, bias_relu / tiles_bias_relu", (tiles, relu), (one,), fused, every, assume=positive))
    return found


def attention() -> list[Pair]:
    """Attention of one head."""
    args = {name: "f32[S, 16]" for name in "qkvo"} | {"s": "S", "scale": 0.25}
    sizes: dict[str, int | None] = {"S": 40}
    found = []
    for causal in (False, True):
        old = Side("whole", "cdiv(S, 16)", {"BM": 16, "BS": 64, "D": 16, "CAUSAL": causal})
        new = [
            (Side(name, "cdiv(S, 16)", {"BM": 16, "BS": 16, "D": 16, "CAUSAL": causal}), True) for name in ("flash", "flash_exp2")
        ]
        found += several("attention", old, new, args, sizes)
        found += several("attention", old, new, args, {"S": None}, assume=("S > 0", "S <= 64"))
    old = Side("whole", "cdiv(S, 16)", {"BM": 16, "BS": 64, "D": 16, "CAUSAL": False})
    return found + several(
        "attention",
        old,
        [(Side("flash_unscaled", "cdiv(S, 16)", {"BM": 16, "BS": 16, "D": 16, "CAUSAL": False}), False)],
        args,
        sizes,
        {"S": None},
        assume=("S > 0", "S <= 64"),
    )


def others() -> list[Pair]:
    """Rotary embeddings, quantisation, and rows chosen by indices."""
    turn = {"x": "f32[M, 32]", "cos": "f32[M, 16]", "sin": "f32[M, 16]", "y": "f32[M, 32]"}
    half = {"HALF": 16}
    new = [(Side("rotary_signed", "M", half), True), (Side("rotary_interleaved", "M", half), False)]
    found = several("misc", Side("rotary", "M", half), new, turn, {"M": 5}, {"M": None}, assume=("M > 0",))  # fmt: skip
    small = {"x": "f32[M, N]", "q": "i8[M, N]", "scale": "f32[M]", "n": "N"}
    new = [(Side("quantise_loop", "M", SMALL), True), (Side("quantise_truncated", "M", B), False)]
    found += several("misc", Side("quantise", "M", B), new, small, {"M": 3, "N": 100}, OPEN, **TILE)  # fmt: skip
    rows = {"table": "f32[V, N]", "indices": "i64[M] low=0 high=V", "y": "f32[M, N]", "m": "M", "n": "N"}
    return found + several("misc", Side("gather", "M", B), [(Side("gather_rows", "cdiv(M, 4)", {"ROWS": 4, "BLOCK": 128}), True)], rows,
                           {"V": 50, "M": 9, "N": 100}, {"V": None, "M": None, "N": None},
                           assume=("V > 0", *TILE["assume"]))  # fmt: skip


def pairs() -> list[Pair]:
    """Return all pairs."""
    return [
        *elementwise(),
        *identities(),
        *softmaxes(),
        *norms(),
        *reductions(),
        *products(),
        *attention(),
        *others(),
        *persistent_programs(),
        *tiles_of_rows(),
        *packages(),
    ]


def write_table(rows: list[tuple[str, ...]], only: str, open_sizes: bool) -> None:
    """Write rows into the table in place of those whose pairs' names begin so, and that have open sizes if only such ones are asked for."""
    known = [line.split("\t") for line in TABLE.read_text().splitlines()[2:]] if TABLE.exists() and (only or open_sizes) else []
    kept = [row for row in known if not row[0].startswith(only.partition(":")[0]) or (open_sizes and "open" not in row[3])]
    head = "# python -m benchmarks.verify.pairs --write; seconds of processor time, without the compilation of kernels\n"
    TABLE.write_text(head + "".join("\t".join(row) + "\n" for row in (COLUMNS, *kept, *rows)))


def main() -> int:
    """Run the pairs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="pairs whose names begin so")
    parser.add_argument("--open", action="store_true", help="pairs with open sizes alone")
    parser.add_argument("--fast", action="store_true", help="look for differences for about a second, and prove nothing")
    parser.add_argument("--write", action="store_true", help=f"write {TABLE.name}")
    given = parser.parse_args()
    rows, counts, wrong = [], Counter[str](), 0
    for pair in pairs():
        if not pair.name.startswith(given.only) or (given.open and None not in pair.sizes.values()):
            continue
        answer = answer_pair(pair, given.fast)
        expected = "same" if pair.same else "other"
        rows.append((pair.name.partition(":")[0], pair.label(0), pair.label(1), pair.size_text, expected, *answer))
        print(*rows[-1], sep="\t", flush=True)
        counts[f"{expected}: {answer.verdict}"] += 1
        wrong += is_wrong(pair, answer)
    print(f"{len(rows)} pairs; {dict(sorted(counts.items()))}; wrong: {wrong}")
    if given.write:
        write_table(rows, given.only, given.open)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
