# ruff: noqa: E501
# fmt: off — each edit stays one line, as in the source that it changes
"""Kernels of flash-linear-attention 0.6.0, cut out of its sources, as they are and with exponentials factored by hand.

`exp2(g_i - g_j)` becomes `exp2(g_i - c) * exp2(c - g_j)`, with `c` the first gate of a block of 16 tokens:

    factored     the loop over 16 tokens takes two exponentials of vectors instead of one of a tile; the tile's factor is made before it
    distributed  the tile's factor leaves the sum as well, so the loop computes products alone
    dots         the sum of 16 rank-one products is a matrix product (`tl.dot`), as the package's own SAFE_GATE has it

The exact versions stay within float32 for all gates; these overflow unless the gates of a block differ by less than 2^127.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from benchmarks.gpu.cut import function_text, loaded_from

HEAD = """import triton
import triton.language as tl

gather = tl.gather
SOLVE_TRIL_DOT_PRECISION = tl.constexpr('tf32')
SAFE_GATE_DOT_PRECISION = tl.constexpr('bf16x3')


@triton.jit
def exp2(x): return tl.math.exp2(x.to(tl.float32))


@triton.jit
def unflatten_program_id(X: tl.constexpr):
    pid = tl.program_id(0).to(tl.int64)
    return pid % X, pid // X


"""
KDA, TOKENS, GLA = "kda/chunk_intra.py", "kda/chunk_intra_token_parallel.py", "gla/chunk.py"
LOOP = "    for j in range(0, min(BC, T - i_t * BT - i_i * BC)):\n"
DEEP = "    " + LOOP
GATE = "tl.load({}, mask=m_k, other=0).to(tl.float32)"

_kda_left, _kda_right = (
    f"        b_gc = {GATE.format('g + i_ti * HV*K + o_k')}\n        b_gf = exp2({d})\n"
    for d in ("b_g - b_gc[None, :]", "b_gc[None, :] - b_g")
)
_gla_gate = GATE.format("g + (bos + i_t * BT + i_i * BC) * H*K + i_h * K + o_k")
_gla_left, _gla_right = (
    f"    b_gc = {_gla_gate}\n    b_gf = exp2({d})\n" for d in ("b_g - b_gc[None, :]", "b_gc[None, :] - b_g")
)

_gla_first = "        b_dq += tl.where(m_i, b_dA[:, None] * b_kj[None, :] * exp2(b_g - b_gkj[None, :]), 0.)\n"
_gla_second = "        b_dk += tl.where(m_i, b_dA[:, None] * b_qj[None, :] * exp2(b_gqj[None, :] - b_g), 0.)\n"
_fwd_body = """        b_k = tl.load(p_k, mask=m_k, other=0).to(tl.float32)
        b_gk = tl.load(p_gk, mask=m_k, other=0).to(tl.float32)
        b_A = tl.sum(b_q * b_k[None, :] * exp2(b_g - b_gk[None, :]), 1) * scale
        tl.store(A + o_A + j, b_A, mask=m_A)
        p_k += H*K
        p_gk += H*K
"""
_fwd_gate = f"    b_gc = {GATE.format('g + (i_t * BT + i_i * BC) * H*K + o_k')}\n"

VARIANTS: dict[str, dict[str, list[tuple[int, str, str]]]] = {
    "chunk_kda_bwd_kernel_intra": {
        "plain": [],
        "factored": [
            (1, DEEP, _kda_left + DEEP),
            (1, "exp2(b_g - b_gkj[None, :])", "b_gf * exp2(b_gc - b_gkj)[None, :]"),
            (2, DEEP, _kda_right + DEEP),
            (1, "exp2(b_gkj[None, :] - b_g)", "exp2(b_gkj - b_gc)[None, :] * b_gf"),
        ],
        "distributed": [
            (
                1,
                DEEP,
                _kda_left
                + "        b_dq3 = tl.zeros([BC, BK], dtype=tl.float32)\n        b_dk3 = tl.zeros([BC, BK], dtype=tl.float32)\n"
                + DEEP,
            ),
            (1, "            b_gqk = exp2(b_g - b_gkj[None, :])\n", "            b_kj = b_kj * exp2(b_gc - b_gkj)\n"),
            (
                1,
                "            b_dq2 += tl.where(m_i, b_dAqk[:, None] * b_kj[None, :] * b_gqk, 0.)\n",
                "            b_dq3 += tl.where(m_i, b_dAqk[:, None] * b_kj[None, :], 0.)\n",
            ),
            (
                1,
                "            b_dk2 += tl.where(m_i, b_dAkk[:, None] * b_kj[None, :] * b_gqk, 0.)\n",
                "            b_dk3 += tl.where(m_i, b_dAkk[:, None] * b_kj[None, :], 0.)\n",
            ),
            (
                1,
                "            p_kj += H*K\n            p_gkj += HV*K\n\n",
                "            p_kj += H*K\n            p_gkj += HV*K\n        b_dq2 += b_dq3 * b_gf\n        b_dk2 += b_dk3 * b_gf\n\n",
            ),
            (2, DEEP, _kda_right + "        b_dkt3 = tl.zeros([BC, BK], dtype=tl.float32)\n" + DEEP),
            (
                1,
                "            b_gkq = exp2(b_gkj[None, :] - b_g)\n",
                "            b_gkq = exp2(b_gkj - b_gc)\n            b_qj = b_qj * b_gkq\n            b_kbj = b_kbj * b_gkq\n",
            ),
            (
                1,
                "            b_dkt += tl.where(m_i, b_dAqk[:, None] * b_qj[None, :] * b_gkq, 0.)\n",
                "            b_dkt3 += tl.where(m_i, b_dAqk[:, None] * b_qj[None, :], 0.)\n",
            ),
            (
                1,
                "            b_dkt += tl.where(m_i, b_dAkk[:, None] * b_kbj[None, :] * b_gkq, 0.)\n",
                "            b_dkt3 += tl.where(m_i, b_dAkk[:, None] * b_kbj[None, :], 0.)\n",
            ),
            (1, "            p_bj += HV\n", "            p_bj += HV\n        b_dkt += b_dkt3 * b_gf\n"),
        ],
        "dots": [],
        "dots, tf32": [(0, "input_precision=SAFE_GATE_DOT_PRECISION", "input_precision='tf32'")],
    },
    "chunk_kda_fwd_kernel_intra_token_parallel": {"plain": []},
    "chunk_kda_fwd_kernel_intra_sub_chunk": {"dots": []},
    "chunk_kda_fwd_kernel_inter_solve_fused": {"plain": [], "dots": []},
    "chunk_gla_fwd_A_kernel_intra_sub_intra": {
        "plain": [],
        "factored": [
            (1, LOOP, _fwd_gate + "    b_gf = exp2(b_g - b_gc[None, :])\n" + LOOP),
            (1, "exp2(b_g - b_gk[None, :])", "(b_gf * exp2(b_gc - b_gk)[None, :])"),
        ],
        "distributed": [
            (1, LOOP, _fwd_gate + "    b_q = b_q * exp2(b_g - b_gc[None, :])\n" + LOOP),
            (1, "b_q * b_k[None, :] * exp2(b_g - b_gk[None, :])", "b_q * (b_k * exp2(b_gc - b_gk))[None, :]"),
        ],
        "dots": [
            (
                1,
                LOOP + _fwd_body,
                _fwd_gate
                + """    b_qg = b_q * exp2(b_g - b_gc[None, :])
    b_kg = tl.load(k + o_c[:, None] * (H*K) + o_k[None, :], mask=m_qk, other=0.0) * exp2(b_gc[None, :] - b_g)
    o_i = tl.arange(0, BC)
    b_A = tl.dot(b_qg, tl.trans(b_kg), input_precision='bf16x3') * scale
    tl.store(A + o_A[:, None] + o_i, tl.where(o_i[:, None] >= o_i, b_A, 0.), mask=m_A[:, None])
""",
            ),
            (
                1,
                "    tl.debug_barrier()\n    b_A = tl.zeros([BC, BC], dtype=tl.float32)\n    tl.store(A + o_A[:, None] + o_i, b_A, mask=m_A[:, None] & (o_i[:, None] < o_i))\n",
                "",
            ),
        ],
    },
    "chunk_gla_bwd_kernel_intra": {
        "plain": [],
        "factored": [
            (1, LOOP, _gla_left + LOOP),
            (1, "exp2(b_g - b_gkj[None, :])", "(b_gf * exp2(b_gc - b_gkj)[None, :])"),
            (2, LOOP, _gla_right + LOOP),
            (1, "exp2(b_gqj[None, :] - b_g)", "(exp2(b_gqj - b_gc)[None, :] * b_gf)"),
        ],
        "distributed": [
            (1, LOOP, _gla_left + "    b_dq3 = tl.zeros([BC, BK], dtype=tl.float32)\n" + LOOP),
            (1, _gla_first, "        b_dq3 += tl.where(m_i, b_dA[:, None] * (b_kj * exp2(b_gc - b_gkj))[None, :], 0.)\n"),
            (1, "    tl.store(p_dq,", "    b_dq += b_dq3 * b_gf\n    tl.store(p_dq,"),
            (2, LOOP, _gla_right + "    b_dk3 = tl.zeros([BC, BK], dtype=tl.float32)\n" + LOOP),
            (1, _gla_second, "        b_dk3 += tl.where(m_i, b_dA[:, None] * (b_qj * exp2(b_gqj - b_gc))[None, :], 0.)\n"),
            (1, "    tl.store(p_dk,", "    b_dk += b_dk3 * b_gf\n    tl.store(p_dk,"),
        ],
        "dots": [
            (
                1,
                LOOP,
                _gla_left
                + """    b_kg = tl.load(k + (bos*H + i_h) * K + o_c[:, None] * (H*K) + o_k[None, :], mask=m_ck, other=0.0) * exp2(b_gc[None, :] - b_g)
    b_dB = tl.load(dA + o_dA[:, None] + o_i[None, :], mask=m_dA[:, None], other=0.0)
    b_dB = tl.where((o_i[:, None] >= o_i[None, :]) & m_dA[None, :], b_dB, 0.)
    b_dq += tl.dot(b_dB, b_kg, input_precision='bf16x3') * b_gf
    for j in range(0, 0):
""",
            ),
            (
                1,
                LOOP,
                _gla_right
                + """    b_qg = tl.load(q + (bos*H + i_h) * K + o_c[:, None] * (H*K) + o_k[None, :], mask=m_ck, other=0.0) * exp2(b_g - b_gc[None, :])
    b_dB = tl.load(dA + o_dA[:, None] + o_i[None, :] * (H*BT), mask=m_dA[None, :], other=0.0)
    b_dB = tl.where((o_i[:, None] <= o_i[None, :]) & m_dA[None, :], b_dB, 0.)
    b_dk += tl.dot(b_dB, b_qg, input_precision='bf16x3') * b_gf
    for j in range(0, 0):
""",
            ),
        ],
    },
}
"""Of each kernel the variants: which of the places of a text (from 1; 0: all of them) becomes what. Texts are counted after the edits before."""

FILES = {name: GLA if "gla" in name else TOKENS if "token" in name else KDA for name in VARIANTS}


def edited(package: Path, kernel: str, variant: str) -> str:
    """Return the source of a module with one variant of a kernel, from the package's folder. Raises ValueError where an edit has no place."""
    body = function_text(package / "ops" / FILES[kernel], kernel)
    for place, old, new in VARIANTS[kernel][variant]:
        parts = body.split(old)
        if len(parts) <= max(place, 1):
            raise ValueError(f"{kernel}, {variant}: no place {place} for {old!r}")
        body = new.join(parts) if not place else old.join(parts[:place]) + new + old.join(parts[place:])
    return f"{HEAD}@triton.jit(do_not_specialize=['T', 'B', 'N'])\n{body}"


def load(package: Path, folder: Path, kernel: str, variant: str) -> Any:
    """Return the function of one variant of a kernel; its module is written to a folder, since Triton reads sources from files."""
    name = f"{kernel}__{variant.replace(', ', '_')}"
    return loaded_from(folder, name, edited(package, kernel, variant), kernel)
