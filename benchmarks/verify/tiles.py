"""Kernels with other tiles: one kernel on both sides, with other constants and so other grids. Each has masks or loops for any tile."""

from __future__ import annotations

from typing import Any

from benchmarks.verify.pair import Pair, Side

Tile = dict[str, int]
ROWS = {"x": "f32[M, N]", "y": "f32[M, N]", "stride": "N", "n": "N"}
NORM = {**ROWS, "w": "f32[N]", "b": "f32[N]", "eps": 1e-5}
SOFTMAX = {"x": "f32[M, N]", "y": "f32[M, N]", "stride_x": "N", "stride_y": "N", "m": "M", "n": "N"}
FLAT = {"x": "f32[N]", "y": "f32[N]", "n": "N"}
GATED = {"gate": "bf16[N]", "up": "bf16[N]", "y": "bf16[N]", "n": "N"}
PRODUCT = {"a": "f32[M, K]", "b": "f32[K, N]", "c": "f32[M, N]", "m": "M", "n": "N", "k": "K"}
HEAD = {name: "f32[S, 16]" for name in "qkvo"} | {"s": "S", "scale": 0.25}
SMALL: dict[str, int | None] = {"M": 3, "N": 100}
LINE: dict[str, int | None] = {"N": 300}
MATRIX: dict[str, int | None] = {"M": 36, "N": 40, "K": 50}
SQUARE: dict[str, int | None] = {"M": 20, "N": 50}


def blocks(*sizes: int) -> list[Tile]:
    """Return tiles of one axis."""
    return [{"BLOCK": size} for size in sizes]


def matrices(*sizes: tuple[int, int, int], **more: int) -> list[Tile]:
    """Return tiles of a matrix product."""
    return [{"BM": m, "BN": n, "BK": k, **more} for m, n, k in sizes]


TILES: tuple[tuple[str, Any, list[Tile], dict[str, Any], dict[str, int | None]], ...] = (
    ("elementwise:add", "cdiv(N, BLOCK)", blocks(128, 16, 64, 512), {**FLAT, "z": "f32[N]"}, LINE),
    ("elementwise:add_strided", 3, blocks(128, 16, 64), {**FLAT, "z": "f32[N]"}, LINE),
    ("elementwise:relu_where", "cdiv(N, BLOCK)", blocks(32, 256), FLAT, LINE),
    ("elementwise:gelu_sigmoid", "cdiv(N, BLOCK)", blocks(128, 32, 64), FLAT, LINE),
    ("elementwise:swiglu", "cdiv(N, BLOCK)", blocks(128, 32, 256), GATED, LINE),
    ("elementwise:transpose_tile", "cdiv(N, BN), cdiv(M, BM)", [{"BM": m, "BN": n} for m, n in ((8, 32), (16, 16), (32, 4))],
     {"x": "f32[M, N]", "y": "f32[N, M]", "m": "M", "n": "N"}, SQUARE),
    ("reductions:row_sum_loop", "M", blocks(128, 8, 32, 64), {**ROWS, "y": "f32[M]"}, SMALL),
    ("reductions:row_sum", "M", blocks(128, 256), {**ROWS, "y": "f32[M]"}, SMALL),
    ("reductions:row_max_loop", "M", blocks(128, 8, 32), {**ROWS, "y": "f32[M]"}, SMALL),
    ("reductions:cumsum_blocks", "M", blocks(128, 16, 64), ROWS, SMALL),
    ("reductions:cumsum", "M", blocks(128, 256), ROWS, SMALL),
    ("softmax:two_passes", "M", blocks(128, 16, 64), SOFTMAX, SMALL),
    ("softmax:online", "M", blocks(128, 16, 32), SOFTMAX, SMALL),
    ("softmax:several_rows", "cdiv(M, ROWS)", [{"ROWS": r, "BLOCK": b} for r, b in ((4, 128), (2, 256), (1, 128))], SOFTMAX, SMALL),
    ("losses:log_softmax_online", "M", blocks(128, 16, 64), ROWS, SMALL),
    ("norms:rms_norm_loop", "M", blocks(128, 16, 64), {name: value for name, value in NORM.items() if name != "b"}, SMALL),
    ("norms:layer_norm_tutorial", "M", blocks(128, 16, 32), NORM, SMALL),
    ("norms:layer_norm_moments", "M", blocks(128, 16, 64), NORM, SMALL),
    ("products:tiles", "cdiv(M, BM), cdiv(N, BN)", matrices((16, 16, 16), (32, 16, 32), (16, 32, 64)), PRODUCT, MATRIX),
    ("products:tiles_in_groups", "cdiv(M, BM) * cdiv(N, BN)", matrices((16, 16, 16), (32, 16, 32), (16, 64, 16), GROUP=2), PRODUCT, MATRIX),
    ("products:persistent", 4, matrices((16, 16, 16), (32, 32, 16)), PRODUCT, MATRIX),
    ("products:sums", "M, cdiv(N, BN)", [{"BN": n} for n in (16, 32, 8)], PRODUCT, MATRIX),
    ("attention:flash", "cdiv(S, BM)", [{"BM": m, "BS": s, "D": 16, "CAUSAL": c} for c in (0, 1) for m, s in ((16, 16), (32, 16))],
     HEAD, {"S": 40}),
    ("misc:quantise_loop", "M", blocks(128, 32, 64), {"x": "f32[M, N]", "q": "i8[M, N]", "scale": "f32[M]", "n": "N"}, SMALL),
)  # fmt: skip
"""Kernel, grid, tiles, arguments and sizes. The first tile is compared with each of the others."""


def tile_pairs() -> list[Pair]:
    """Return a pair of each kernel with its first tile and with another one, of the same kind."""
    found = []
    for kernel, grid, tiles, args, sizes in TILES:
        first = tiles[0]
        for other in tiles[1:]:
            if other.get("CAUSAL") == first.get("CAUSAL"):
                sides = [(Side(kernel, grid, tile),) for tile in (first, other)]
                found.append(Pair(f"tiles: {kernel}", sides[0], sides[1], args, sizes))
    return found
