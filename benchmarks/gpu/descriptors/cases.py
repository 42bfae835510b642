"""Problems for kernels that move tiles: tensors, configurations, and which tensors become descriptors with which blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.gpu.descriptors import fla

Config = dict[str, int]
Map = tuple[tuple[int, ...], tuple[int, ...], list[int]]
"""Shape, strides (in elements) and block of a descriptor."""
PROGRAMS = 132
"""Multiprocessors of an H200: as many programs has a persistent kernel."""


@dataclass(frozen=True)
class Case:
    """One problem. `kernels` names what each side calls; `maps` says which tensors are descriptors on the sides other than `pointers`."""

    name: str
    kernels: dict[str, str]
    tensors: dict[str, tuple[tuple[int, ...], str]]
    written: tuple[str, ...]
    numbers: dict[str, Any]
    configs: list[Config]
    grid: Callable[[Config], tuple[int, ...]]
    maps: Callable[[Config], dict[str, Map]]
    extra: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Further arguments of a side; a tensor's name in angle brackets stands for that tensor."""
    added: bool = False
    """Results are added to what is there."""


def cdiv(x: int, y: int) -> int:
    return -(-x // y)


def plain(shape: tuple[int, ...], block: list[int]) -> Map:
    """A tensor without gaps."""
    strides = [1]
    for n in reversed(shape[1:]):
        strides.append(strides[-1] * n)
    return shape, tuple(reversed(strides)), block


def each(warps: Iterable[int], stages: Iterable[int], **blocks: int) -> list[Config]:
    return [dict(**blocks, num_warps=w, num_stages=s) for w in warps for s in stages]


TILES = [
    *each((4,), (3, 4), BM=128, BN=128, BK=64), *each((8,), (3, 4), BM=128, BN=256, BK=64), *each((8,), (3,), BM=128, BN=128, BK=64),
    *each((4,), (4,), BM=64, BN=128, BK=64),
]  # fmt: skip


def matmul(m: int, n: int, k: int, persistent: bool = False) -> Case:
    def grid(c: Config) -> tuple[int, ...]:
        tiles = cdiv(m, c["BM"]) * cdiv(n, c["BN"])
        return (min(tiles, PROGRAMS) if persistent else tiles,)

    programs = dict(PROGRAMS=PROGRAMS if persistent else 0)
    return Case(
        f"{'persistent ' if persistent else ''}matmul {m}x{n}x{k}",
        dict(pointers="matmul_pointers", loads="matmul_descriptors", descriptors="matmul_descriptors"),
        dict(a=((m, k), "float16"), b=((k, n), "float16"), c=((m, n), "float16")), ("c",),
        dict(M=m, N=n, K=k, sa=k, sb=n, sc=n), TILES, grid,
        lambda c: dict(a=plain((m, k), [c["BM"], c["BK"]]), b=plain((k, n), [c["BK"], c["BN"]]), c=plain((m, n), [c["BM"], c["BN"]])),
        dict(pointers=programs, loads=dict(STORE=False) | programs, descriptors=dict(STORE=True) | programs),
    )  # fmt: skip


def split(m: int, n: int, k: int, parts: int) -> Case:
    return Case(
        f"split-k matmul {m}x{n}x{k} in {parts}", dict(pointers="split_pointers", loads="split_descriptors"),
        dict(a=((m, k), "float16"), b=((k, n), "float16"), c=((m, n), "float32")), ("c",),
        dict(M=m, N=n, K=k, sa=k, sb=n, PARTS=parts), TILES[:2] + TILES[-1:],
        lambda c: (cdiv(m, c["BM"]) * cdiv(n, c["BN"]), parts),
        lambda c: dict(a=plain((m, k), [c["BM"], c["BK"]]), b=plain((k, n), [c["BK"], c["BN"]])), added=True,
    )  # fmt: skip


def copy(m: int, n: int, transposed: bool) -> Case:
    def maps(c: Config) -> dict[str, Map]:
        to = plain((n, m), [c["BN"], c["BM"]]) if transposed else plain((m, n), [c["BM"], c["BN"]])
        return dict(x=plain((m, n), [c["BM"], c["BN"]]), y=to)

    return Case(
        f"{'transpose' if transposed else 'copy'} {m}x{n}", dict(pointers="copy_pointers", descriptors="copy_descriptors"),
        dict(x=((m, n), "float16"), y=((n, m) if transposed else (m, n), "float16")), ("y",),
        dict(M=m, N=n, sx=n, sy=m if transposed else n, TRANSPOSED=transposed),
        [*each((4, 8), (1,), BM=64, BN=64), *each((4, 8), (1,), BM=64, BN=128), *each((8,), (1,), BM=128, BN=128)],
        lambda c: (cdiv(m, c["BM"]), cdiv(n, c["BN"])), maps,
    )  # fmt: skip


def rows(name: str, m: int, n: int, blocks: tuple[tuple[int, int], ...]) -> Case:
    numbers = dict(M=m, N=n, sx=n) | (dict(sy=n) if name == "norm" else {})
    result = ((m, n), "float16") if name == "norm" else ((m,), "float32")
    return Case(
        f"{name} {m}x{n}", dict(pointers=f"{name}_pointers", descriptors=f"{name}_descriptors"),
        dict(x=((m, n), "float16"), y=result), ("y",), numbers,
        [c for bm, bn in blocks for c in each((4, 8), (3,), BM=bm, BN=bn)], lambda c: (cdiv(m, c["BM"]),),
        lambda c: {t: plain((m, n), [c["BM"], c["BN"]]) for t in ("xy" if name == "norm" else "x")},
    )  # fmt: skip


def attention(t: int, heads: int, d: int) -> Case:
    shape = heads, t, d
    return Case(
        f"attention {heads}x{t}x{d}", dict(pointers="attention_pointers", descriptors="attention_descriptors"),
        {x: (shape, "float16") for x in "qkvo"}, ("o",), dict(T=t, head=t * d, row=d, scale=1.4427 / d**0.5, D=d),
        [*each((4,), (2, 3), BM=128, BN=64), *each((8,), (2, 3), BM=128, BN=128), *each((4,), (3,), BM=64, BN=64)],
        lambda c: (cdiv(t, c["BM"]), heads),
        lambda c: {x: plain(shape, [1, c["BM" if x in "qo" else "BN"], d]) for x in "qkvo"},
    )  # fmt: skip


# --- flash-linear-attention: rows of [B, T, H, width] as [B, H, T, width]
def linear(kernel: str, b: int = 2, t: int = 8192, h: int = 16, d: int = 128) -> Case:
    bt, nt = 64, cdiv(t, 64)

    def seen(width: int, block: int) -> Map:
        return (b, h, t, width), (t * h * width, width, h * width, 1), [1, 1, bt, block]

    def state(rows: int, columns: int) -> Map:
        return plain((b * nt * h, d, d), [1, rows, columns])

    wide, head, states = ((b, t, h, d), "bfloat16"), ((b, t, h), "float32"), ((b, nt, h, d, d), "bfloat16")
    square = ((b, t, h, bt), "bfloat16")
    sizes = dict(T=t, H=h, K=d, BT=bt, IS_VARLEN=False, cu_seqlens=None)
    values = dict(HV=h, V=d)
    by_token = dict(chunk_indices=None)
    tokens: Callable[[Config], tuple[int, ...]] = lambda c: (nt, b * h)  # noqa: E731
    table: dict[str, tuple[Any, ...]] = {
        fla.OUTPUT: (
            dict(q=wide, k=wide, v=wide, h=states, g=head, o=wide), ("o",),
            sizes | values | by_token | dict(g_gamma=None, scale=d**-0.5, USE_G=True, USE_G_GAMMA=False, STATE_V_FIRST=False),
            [*each((8,), (3,), BK=128, BV=128), *each((4,), (3,), BK=64, BV=64), *each((2,), (3,), BK=32, BV=32),
             *each((4,), (2,), BK=64, BV=128)],
            lambda c: (cdiv(d, c["BV"]) * nt, b * h),
            lambda c: dict(q=seen(d, c["BK"]), k=seen(d, c["BK"]), v=seen(d, c["BV"]), o=seen(d, c["BV"]), h=state(c["BK"], c["BV"])),
        ),
        fla.STATE: (
            dict(k=wide, v=wide, w=wide, v_new=wide, g=head, h=states), ("h", "v_new"),
            {x: y for x, y in sizes.items() if x != "BT"} | values | dict(
                BT=bt, gk=None, h0=None, ht=None, chunk_offsets=None, USE_G=True, USE_GK=False, USE_INITIAL_STATE=False,
                STORE_FINAL_STATE=False, SAVE_NEW_VALUE=True, STATE_V_FIRST=False),
            [*each((2, 4), (2, 3), BV=32), *each((4,), (2, 3), BV=64)], lambda c: (cdiv(d, c["BV"]) * b * h,),
            lambda c: dict(k=seen(d, 64), w=seen(d, 64), v=seen(d, c["BV"]), v_new=seen(d, c["BV"]), h=state(64, c["BV"])),
        ),
        fla.WY: (
            dict(k=wide, v=wide, beta=head, w=wide, u=wide, A=square, g=head), ("w", "u"),
            sizes | values | by_token | dict(BK=64, BV=64, USE_G=True), [*each((2, 8), (3,)), *each((4,), (2, 3))], tokens,
            lambda c: dict(k=seen(d, 64), v=seen(d, 64), w=seen(d, 64), u=seen(d, 64), A=seen(bt, bt)),
        ),
        fla.KKT: (
            dict(k=wide, g=head, beta=head, A=((b, t, h, bt), "float32")), ("A",), sizes | dict(HV=h, USE_G=True) | by_token,
            [c for bk in (64, 128) for c in each((2, 4), (3,), BK=bk)], tokens, lambda c: dict(k=seen(d, c["BK"]), A=seen(bt, bt)),
        ),
        fla.GLA: (
            dict(k=wide, v=wide, h=states, gk=((b, t, h, d), "float32")), ("h",),
            sizes | dict(V=d, BS=bt, g=None, g_gamma=None, gv=None, h0=None, ht=None, split_offsets=None, USE_G=False, USE_G_GAMMA=False,
                         USE_GK=True, USE_GV=False, USE_INITIAL_STATE=False, STORE_FINAL_STATE=False, STATE_V_FIRST=False),
            [*each((2, 4), (3,), BK=32, BV=32), *each((4, 8), (3,), BK=64, BV=64)],
            lambda c: (cdiv(d, c["BK"]) * cdiv(d, c["BV"]) * b * h,),
            lambda c: dict(k=seen(d, c["BK"]), v=seen(d, c["BV"]), gk=seen(d, c["BK"]), h=state(c["BK"], c["BV"])),
        ),
    }  # fmt: skip
    tensors, written, numbers, configs, grid, maps = table[kernel]
    extra = {"descriptors": {"gs": "<gk>"}} if kernel == fla.GLA else {}
    return Case(kernel, dict(pointers="fla", descriptors="fla"), tensors, written, numbers, configs, grid, maps, extra)


CASES = (
    *(matmul(*s) for s in ((4096, 4096, 4096), (8192, 8192, 8192), (4096, 4096, 512), (512, 8192, 4096), (4096, 8192, 512))),
    *(matmul(*s, persistent=True) for s in ((4096, 4096, 4096), (8192, 8192, 8192), (4096, 4096, 512), (4096, 8192, 512))),
    split(512, 512, 16384, 8), copy(8192, 8192, False), copy(8192, 8192, True),
    rows("sums", 16384, 16384, ((16, 256), (32, 128), (4, 1024))),
    rows("norm", 16384, 8192, ((16, 256), (4, 1024))), attention(4096, 64, 64), attention(4096, 32, 128), attention(512, 64, 64),
    *(linear(kernel) for kernel in (fla.STATE, fla.OUTPUT, fla.WY, fla.KKT, fla.GLA)),
)  # fmt: skip


def function(case: Case, side: str, package: Path, folder: Path) -> Any:
    from benchmarks.gpu.descriptors import kernels

    if case.kernels[side] == "fla":
        return fla.load(package, folder, case.name, side != "pointers")
    return getattr(kernels, case.kernels[side])


def arguments(case: Case, side: str, config: Config, tensors: dict[str, Any]) -> dict[str, Any]:
    """Return what a launch is given by name, with descriptors made of the tensors."""
    from triton.tools.tensor_descriptor import TensorDescriptor

    given: dict[str, Any] = dict(tensors)
    if side != "pointers":
        for name, (shape, strides, block) in case.maps(config).items():
            if not (side == "loads" and name in case.written):
                given[name] = TensorDescriptor(tensors[name], list(shape), list(strides), block)
    more = {n: tensors[x[1:-1]] if isinstance(x, str) else x for n, x in case.extra.get(side, {}).items()}
    return given | case.numbers | more | config
