"""Pairs in which a loop's step, a tile or a grid depends on open sizes."""

from __future__ import annotations

from typing import Any

from benchmarks.verify.pair import NORM, SMALL, SOFTMAX, B, Pair, Side

VECTOR = {"x": "f32[N]", "y": "f32[N]", "n": "N"}
TILE = {"BM": 16, "BN": 16, "BK": 16}


def pair(old: Side, new: tuple[Side, ...], args: dict[str, Any], sizes: str, same: bool = True, **options: Any) -> Pair:
    """Return a pair with open, positive sizes, each named by one letter of the text."""
    names = (", ".join(side.kernel.partition(":")[2] for side in each) for each in ((old,), new))
    positive = tuple(f"{name} > 0" for name in sizes)
    assume = (*positive, *options.pop("assume", ()))
    return Pair(f"sizes: {' / '.join(names)}", (old,), new, args, dict.fromkeys(sizes), same, assume, **options)


def persistent_programs() -> list[Pair]:
    """Programs that take blocks in turn, in steps of their number G."""
    old = Side("persistent:scale", "cdiv(N, 128)", B)
    few = "min(G, cdiv(N, 32))"
    by_argument = {"programs": "G"}
    new = [
        ("scale_tiles", "G", {}, True), ("scale_strided", "G", {}, True), ("scale_strided", few, {}, True),
        ("scale_counted", "G", {}, True), ("scale_by_argument", "G", by_argument, True),
        ("scale_by_argument", few, by_argument, True), ("scale_by_argument", "G", {"programs": "G + 1"}, False),
        ("scale_by_argument", "min(G, cdiv(N, 32) - 1)", by_argument, False), ("scale_step_too_long", "G", {}, False),
        ("scale_step_off_by_one", "G", {}, False), ("scale_last_tile_lost", "G", {}, False),
        ("scale_first_programs", "G", {}, False), ("scale_shifted", "G", {}, False),
    ]  # fmt: skip
    found = [pair(old, (Side(f"persistent:{name}", grid, SMALL, args),), VECTOR, "NG", same) for name, grid, args, same in new]
    found.append(pair(old, (Side("persistent:scale_grid", "G, H", SMALL),), VECTOR, "NGH"))
    rows = Side("softmax:whole_row", "M", B)
    for name, same in (("softmax_rows", True), ("softmax_rows_unshifted", False)):
        found.append(pair(rows, (Side(f"persistent:{name}", "G", B),), SOFTMAX, "MNG", same, assume=("N <= 128",)))
    whole = {"x": "f32[N]", "y": "f32[1] start=zeros", "n": "N"}
    one, last = Side("reductions:sum_one", 1, SMALL), Side("reductions:sum_one", 1, SMALL, {"x": "p", "n": "G"})
    for name, same in (("sum_strided", True), ("sum_strided_overlap", False)):
        parts = (Side(f"persistent:{name}", "G", {"BLOCK": 64}, {"partial": "p"}), last)
        found.append(pair(one, parts, whole, "NG", same, arrays={"p": "f32[G]"}))
    found.append(pair(one, (Side("persistent:sum_strided_atomic", "G", {"BLOCK": 64}),), whole, "NG"))
    args = {"a": "f32[M, K]", "b": "f32[K, N]", "c": "f32[M, N]", "m": "M", "n": "N", "k": "K"}
    tiles = Side("products:tiles", "cdiv(M, 16), cdiv(N, 16)", TILE)
    for programs, same in ((4, True), (3, False)):
        side = Side("persistent:product", f"min({programs}, cdiv(M, 16) * cdiv(N, 16))", {**TILE, "PROGRAMS": 4})
        found.append(pair(tiles, (side,), args, "MNK", same))
    return found


def tiles_of_rows() -> list[Pair]:
    """A row in a tile of `next_power_of_2(N)` elements, as packages launch their kernels, for all N up to a limit."""
    power, loop = {"BLOCK": "next_power_of_2(N)"}, {"BLOCK": "min(64, next_power_of_2(N))"}
    limit = {"assume": ("N <= 4096",)}
    online = (Side("softmax:online", "M", {"BLOCK": 64}),)
    half = (Side("softmax:whole_row", "M", {"BLOCK": "next_power_of_2(N) // 2"}),)
    short = (Side("softmax:whole_row", "M", {"BLOCK": "min(64, next_power_of_2(N))"}),)
    before = (Side("softmax:whole_row", "M", {"BLOCK": "next_power_of_2(N - 1)"}),)
    rms = {name: value for name, value in NORM.items() if name != "b"}
    norm = Side("norms:rms_norm", "M", power)
    return [
        pair(Side("softmax:whole_row", "M", power), online, SOFTMAX, "MN", **limit),
        pair(Side("softmax:two_passes", "M", {"BLOCK": 32}), (Side("softmax:online", "M", loop),), SOFTMAX, "MN"),
        pair(Side("softmax:whole_row", "M", power), half, SOFTMAX, "MN", False, assume=("N > 1", "N <= 4096")),
        pair(Side("softmax:whole_row", "M", power), short, SOFTMAX, "MN", False, **limit),
        pair(Side("softmax:whole_row", "M", power), before, SOFTMAX, "MN", False, **limit),
        pair(norm, (Side("norms:rms_norm_loop", "M", SMALL),), rms, "MN", **limit),
        pair(norm, (Side("norms:rms_norm_eps_outside", "M", power),), rms, "MN", False, **limit),
    ]
