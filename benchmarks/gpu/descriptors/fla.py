# ruff: noqa: E501
# fmt: off — each edit stays one line, as in the source that it changes
"""Kernels of flash-linear-attention 0.6.0, cut out of its sources, as they are and with their tiles moved by descriptors that are arguments.

Each edit replaces a text that occurs exactly once, or the number of times given. Sequences have one length (IS_VARLEN is false).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from benchmarks.gpu.cut import function_text, loaded_from

HEAD = """import triton
import triton.language as tl


@triton.jit
def exp2(x): return tl.math.exp2(x.to(tl.float32))


"""
UNFLATTEN = """@triton.jit
def unflatten_program_id(X: tl.constexpr{more}):
    pid = tl.program_id(0).to(tl.int64)
    return {values}


"""
TWO = UNFLATTEN.format(more="", values="pid % X, pid // X")
THREE = UNFLATTEN.format(more=", Y: tl.constexpr", values="pid % X, pid // X % Y, pid // X // Y")
Edits = list[tuple[str, str]]
OUTPUT, STATE, WY, KKT, GLA = (
    "chunk_fwd_kernel_o",
    "chunk_gated_delta_rule_fwd_kernel_h_blockdim64",
    "recompute_w_u_fwd_kernel",
    "chunk_scaled_dot_kkt_fwd_kernel",
    "chunk_fwd_kernel_h",
)
FILES = {
    OUTPUT: ("common/chunk_o.py", TWO), STATE: ("common/chunk_delta_h.py", ""), WY: ("gated_delta_rule/wy_fast.py", ""),
    KKT: ("common/chunk_scaled_dot_kkt.py", ""), GLA: ("common/chunk_h.py", THREE),
}  # fmt: skip


def at(*rest: str) -> str:
    return f"[i_b.to(tl.int32), i_h.to(tl.int32), {', '.join(f'({x}).to(tl.int32)' for x in rest)}]"


def loaded(name: str, rows: str, columns: str, block: str) -> str:
    return f"{name}.load({at(rows, columns)}).reshape([{block}])"


_state = "[((boh + i_t_int64) * HV + i_h).to(tl.int32), {}, (i_v * BV).to(tl.int32)]"
_flat = "[{}.to(tl.int32), i_k.to(tl.int32) * BK, i_v.to(tl.int32) * BV]"
EDITS: dict[str, Edits] = {
    OUTPUT: [
        *(
            (f"    {x} += ({y}) * {z}\n", "")
            for x, y, z in (
                ("q", "bos * H + i_h // (HV // H)", "K"),
                ("k", "bos * H + i_h // (HV // H)", "K"),
                ("v", "bos * HV + i_h", "V"),
                ("o", "bos * HV + i_h", "V"),
            )
        ),
        ("    h += (i_tg * HV + i_h).to(tl.int64) * K*V\n", ""),
        ("        p_q = q + o_t[:, None] * (H*K) + o_k[None, :]\n        p_k = k + o_k[:, None] + o_t[None, :] * (H*K)\n", ""),
        ("            p_h = h + o_v[:, None] * K + o_k[None, :]\n", "            pass\n"),
        ("            p_h = h + o_k[:, None] * V + o_v[None, :]\n", "            pass\n"),
        ("tl.load(p_q, mask=m_t[:, None] & m_k[None, :], other=0.0)", loaded("q", "i_t * BT", "i_k * BK", "BT, BK")),
        (
            "tl.load(p_k, mask=m_k[:, None] & m_t[None, :], other=0.0)",
            f"tl.trans({loaded('k', 'i_t * BT', 'i_k * BK', 'BT, BK')})",
        ),
        (
            "tl.load(p_h, mask=m_h, other=0.0)",
            f"h.load({_flat.format('(i_tg * HV + i_h)').replace('i_k.to(tl.int32)', 'i_k')}).reshape([BK, BV])",
        ),
        ("    p_v = v + o_t[:, None] * (HV*V) + o_v[None, :]\n    p_o = o + o_t[:, None] * (HV*V) + o_v[None, :]\n", ""),
        ("tl.load(p_v, mask=m_t[:, None] & (o_v < V)[None, :], other=0.0)", loaded("v", "i_t * BT", "i_v * BV", "BT, BV")),
        (
            "tl.store(p_o, b_o.to(p_o.dtype.element_ty), mask=m_t[:, None] & (o_v < V)[None, :])",
            f"o.store({at('i_t * BT', 'i_v * BV')}, b_o.to(o.dtype).reshape([1, 1, BT, BV]))",
        ),
    ],
    STATE: [
        ("    i_n, i_h = i_nh // HV, i_nh % HV\n", "    i_n, i_h = i_nh // HV, i_nh % HV\n    i_b = i_n\n"),
        *(
            (f"    {x} += ({y}).to(tl.int64) * {z}\n", "")
            for x, y, z in (
                ("h", "boh * HV + i_h", "K*V"),
                ("v", "bos * HV + i_h", "V"),
                ("k", "bos * H + i_h // (HV // H)", "K"),
                ("w", "bos * HV + i_h", "K"),
            )
        ),
        ("        v_new += (bos * HV + i_h).to(tl.int64) * V\n", "        pass\n"),
        *(
            (f"{s}p_h{i} = h + i_t_int64 * HV*K*V + o_k{i}[:, None] * V + o_v[None, :]\n", f"{s}pass\n")
            for i, s in ((1, " " * 12), (2, " " * 16))
        ),
        *(
            (
                f"tl.store(p_h{i}, b_h{i}.to(p_h{i}.dtype.element_ty), mask=m_h{i})",
                f"h.store({_state.format(64 * i - 64)}, b_h{i}.to(h.dtype).reshape([1, 64, BV]))",
            )
            for i in (1, 2)
        ),
        *(
            (
                f"{s}p_w = w + o_t[:, None] * (HV*K) + o_k{i}[None, :]\n{s}b_w = tl.load(p_w, mask=m_t[:, None] & m_k{i}[None, :], other=0.0)",
                f"{s}b_w = {loaded('w', 'i_t * BT', f'{64 * i - 64} + 0 * i_t', 'BT, 64')}",
            )
            for i, s in ((1, " " * 8), (2, " " * 12))
        ),
        ("        p_v = v + o_t[:, None] * (HV*V) + o_v[None, :]\n", ""),
        ("tl.load(p_v, mask=m_t[:, None] & m_v[None, :], other=0.0)", loaded("v", "i_t * BT", "i_v * BV", "BT, BV")),
        ("            p_v = v_new + o_t[:, None] * (HV*V) + o_v[None, :]\n", ""),
        (
            "tl.store(p_v, b_v.to(p_v.dtype.element_ty), mask=m_t[:, None] & m_v[None, :])",
            f"v_new.store({at('i_t * BT', 'i_v * BV')}, b_v.to(v_new.dtype).reshape([1, 1, BT, BV]))",
        ),
        ("b_v.to(k.dtype.element_ty)", "b_v.to(k.dtype)"),
        *(
            (
                f"{s}p_k = k + o_k{i}[:, None] + o_t[None, :] * (H*K)\n{s}b_k = tl.load(p_k, mask=m_k{i}[:, None] & m_t[None, :], other=0.0)",
                f"{s}b_k = tl.trans({loaded('k', 'i_t * BT', f'{64 * i - 64} + 0 * i_t', 'BT, 64')})",
            )
            for i, s in ((1, " " * 8), (2, " " * 12))
        ),
    ],
    WY: [
        ("    p_A = A + (bos*HV + i_h) * BT + o_t[:, None] * (HV*BT) + o_A[None, :]\n", ""),
        ("tl.load(p_A, mask=m_A, other=0.0)", loaded("A", "i_t * BT", "0 * i_t", "BT, BT")),
        *(
            (f"        p_{x} = {x} + (bos*HV + i_h) * {d} + o_t[:, None] * (HV*{d}) + o_{d.lower()}[None, :]\n", "")
            for x, d in (("v", "V"), ("u", "V"), ("w", "K"))
        ),
        ("        p_k = k + (bos*H + i_h // (HV // H)) * K + o_t[:, None] * (H*K) + o_k[None, :]\n", ""),
        *(
            (f"tl.load(p_{x}, mask=m_{x}, other=0.0)", loaded(x, "i_t * BT", f"i_{x} * B{x.upper()}", f"BT, B{x.upper()}"))
            for x in "vk"
        ),
        *(
            (
                f"tl.store(p_{x}, b_{x}.to(p_{x}.dtype.element_ty), mask=m_{d})",
                f"{x}.store({at('i_t * BT', f'i_{d} * B{d.upper()}')}, b_{x}.to({x}.dtype).reshape([1, 1, BT, B{d.upper()}]))",
            )
            for x, d in ("uv", "wk")
        ),
    ],
    KKT: [
        ("        p_k = k + (bos*H + i_h // (HV // H)) * K + o_t[:, None] * (H*K) + o_k[None, :]\n", ""),
        ("tl.load(p_k, mask=m_t[:, None] & (o_k < K)[None, :], other=0.0)", loaded("k", "i_t * BT", "i_k * BK", "BT, BK")),
        ("    p_A = A + (bos*HV + i_h) * BT + o_t[:, None] * (BT*HV) + tl.arange(0, BT)[None, :]\n", ""),
        (
            "tl.store(p_A, b_A.to(p_A.dtype.element_ty), mask=m_t[:, None])",
            f"A.store({at('i_t * BT', '0 * i_t')}, b_A.to(A.dtype).reshape([1, 1, BT, BT]))",
        ),
    ],
    GLA: [
        ("    i_n, i_h = i_nh // H, i_nh % H\n", "    i_n, i_h = i_nh // H, i_nh % H\n    i_b = i_n\n"),
        (
            "        p_k = k + (bos*H + i_h) * K + o_k[:, None] + o_t[None, :] * (H*K)\n        p_v = v + (bos*H + i_h) * V + o_t[:, None] * (H*V) + o_v[None, :]\n",
            "",
        ),
        ("            p_h = h + o_h + o_k[:, None] * V + o_v[None, :]\n", "            pass\n"),
        (
            "tl.store(p_h, (tl.trans(b_h) if STATE_V_FIRST else b_h).to(p_h.dtype.element_ty), mask=m_h)",
            f"h.store({_flat.format('((boh + i_s) * H + i_h)')}, b_h.to(h.dtype).reshape([1, BK, BV]))",
        ),
        (
            "tl.load(p_k, mask=(o_k[:, None] < K) & m_t[None, :], other=0.0)",
            f"tl.trans({loaded('k', 'i_t_int64 * BT', 'i_k * BK', 'BT, BK')})",
        ),
        ("tl.load(p_v, mask=m_t[:, None] & (o_v < V)[None, :], other=0.0)", loaded("v", "i_t_int64 * BT", "i_v * BV", "BT, BV")),
        (
            "            p_gk = gk + (bos*H + i_h) * K + o_k[:, None] + o_t[None, :] * (H*K)\n            p_gk_last = gk +",
            "            p_gk_last = gs +",
        ),
        (
            "tl.load(p_gk, mask=(o_k[:, None] < K) & m_t[None, :], other=0.0)",
            f"tl.trans({loaded('gk', 'i_t_int64 * BT', 'i_k * BK', 'BT, BK')})",
        ),
        ("    gk,\n", "    gk,\n    gs,\n"),
    ],
}


def source(package: Path, kernel: str, descriptors: bool) -> str:
    """Return a module's text with one kernel of the package in a folder. Raises ValueError where an edit has no place of its own."""
    file, helper = FILES[kernel]
    body = function_text(package / "ops" / file, kernel)
    for old, new in EDITS[kernel] if descriptors else []:
        if body.count(old) != 1:
            raise ValueError(f"{kernel}: {body.count(old)} places for {old!r}")
        body = body.replace(old, new)
    return f"{HEAD}{helper}@triton.jit(do_not_specialize=['T'])\n{body}"


def load(package: Path, folder: Path, kernel: str, descriptors: bool) -> Any:
    """Return a kernel's function; its module is written to a folder, since Triton reads sources from files."""
    name = f"{kernel}__{'descriptors' if descriptors else 'pointers'}"
    return loaded_from(folder, name, source(package, kernel, descriptors), kernel)
