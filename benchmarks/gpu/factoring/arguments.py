"""Launch arguments of the intra kernels: sizes, random inputs with bounded gates, grids, and the package's own configurations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

BT, BC, NC = 64, 16, 4
LOG2E = 1.4426950408889634
BOUND = 5.0
"""Gates lie in [-BOUND, 0] per token, in natural logarithms: what flash-linear-attention calls a safe gate."""


@dataclass(frozen=True)
class Shape:
    """Batch, tokens, heads, and the width of a head."""

    B: int
    T: int
    H: int
    K: int

    def __str__(self) -> str:
        return f"B={self.B} T={self.T} H={self.H} D={self.K}"


Configuration = dict[str, int]

INPUT = {"q", "k", "g", "beta", "dAqk", "dAkk", "dA", "dq", "dk", "dg", "Akkd"}
"""Arguments that are read. A kernel's `dq` is read by one and written by another: what is written is compared in both."""
WRITTEN = {
    "chunk_kda_bwd_kernel_intra": ("dq2", "dk2", "dg2", "db"),
    "chunk_kda_fwd_kernel_intra_token_parallel": ("Aqk", "Akk"),
    "chunk_kda_fwd_kernel_intra_sub_chunk": ("Aqk", "Akk"),
    "chunk_kda_fwd_kernel_inter_solve_fused": ("Aqk", "Akk"),
    "chunk_gla_fwd_A_kernel_intra_sub_intra": ("A",),
    "chunk_gla_bwd_kernel_intra": ("dq", "dk"),
}


def tensors(kernel: str, s: Shape) -> dict[str, tuple[tuple[int, ...], str]]:
    """Return the tensors of a kernel by argument: their shapes and types."""
    wide, narrow, row = (s.B, s.T, s.H, s.K), (s.B, s.T, s.H), (s.B, s.T, s.H, BT)
    common = {"q": (wide, "bfloat16"), "k": (wide, "bfloat16"), "g": (wide, "float32")}
    if kernel == "chunk_kda_bwd_kernel_intra":
        both = {name: (wide, "float32") for name in ("dq", "dq2", "dk", "dk2", "dg", "dg2")}
        db = ((-(-s.K // 32), *narrow), "float32")
        return {**common, "beta": (narrow, "bfloat16"), "dAqk": (row, "float32"), "dAkk": (row, "float32"), **both, "db": db}
    if "kda" in kernel:
        akk = ((s.B, s.T, s.H, BC), "float32")
        last = {"Akkd": akk, "Akk": (row, "bfloat16")} if "solve" in kernel else {"Akk": akk}
        return {**common, "beta": (narrow, "bfloat16"), "Aqk": (row, "bfloat16"), **last}
    if "fwd" in kernel:
        return {**common, "A": (row, "float32")}
    return {**common, "dA": (row, "float32"), "dq": (wide, "float32"), "dk": (wide, "float32")}


def scalars(kernel: str, variant: str, s: Shape) -> dict[str, Any]:
    """Return all other arguments of a kernel."""
    is_safe = variant.startswith("dots")
    found: dict[str, Any] = {"cu_seqlens": None, "T": s.T, "H": s.H, "K": s.K, "BT": BT, "BC": BC, "IS_VARLEN": False}
    if "token" not in kernel:
        found["chunk_indices"] = None
    if "kda" in kernel:
        found["HV"] = s.H
    if "fwd" in kernel:
        found["scale"] = s.K**-0.5
    match kernel:
        case "chunk_kda_bwd_kernel_intra":
            found |= {"B": s.B, "BK": 32, "NC": NC, "SAFE_GATE": is_safe, "GATE_SHIFT": 2 * LOG2E, "USE_GATHER": True}
        case "chunk_kda_fwd_kernel_intra_token_parallel":
            found |= {"N": s.B, "BK": s.K}
        case "chunk_kda_fwd_kernel_intra_sub_chunk":
            found |= {"BK": s.K, "GATE_SHIFT": 2 * LOG2E, "USE_GATHER": True}
        case "chunk_kda_fwd_kernel_inter_solve_fused":
            found |= {"NC": NC, "USE_SAFE_GATE": is_safe}
        case "chunk_gla_fwd_A_kernel_intra_sub_intra":
            found |= {"BK": s.K}
        case _:
            found |= {"BK": 64, "NC": NC}
    return found


def grid(kernel: str, s: Shape, configuration: Configuration) -> tuple[int, ...]:
    """Return how many programs a kernel is launched with."""
    tiles = -(-s.T // BT)
    match kernel:
        case "chunk_kda_bwd_kernel_intra":
            return (s.K // 32 * NC * tiles, s.B * s.H)
        case "chunk_kda_fwd_kernel_intra_token_parallel":
            return (s.B * s.T, -(-s.H // configuration["BH"]))
        case "chunk_kda_fwd_kernel_inter_solve_fused":
            return (tiles, s.B * s.H)
        case "chunk_gla_bwd_kernel_intra":
            return (s.K // 64 * NC * tiles, s.B * s.H)
        case _:
            return (tiles, NC, s.B * s.H)


def configurations(kernel: str) -> Sequence[Configuration]:
    """Return the configurations to try: the package's own, but for its third number of stages."""
    if "token" in kernel:
        return [{"BH": h, "num_warps": w} for h, w in product((1, 2, 4, 8), (1, 2, 4))]
    if "solve" in kernel:
        return [{"BK": k, "num_warps": w} for k, w in product((32, 64), (1, 2, 4))]
    return [{"num_warps": w, "num_stages": n} for w, n in product((1, 2, 4, 8), (2, 3))]
