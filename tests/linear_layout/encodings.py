"""Generated encodings of every kind, and layouts and conversions beside Triton's own."""

from __future__ import annotations

from math import prod

from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st

from benchmarks.trust.f2 import PARTS
from egraph_opt.linear_layout import (
    ConversionClass,
    LinearLayout,
    conversion_class,
    is_surjective,
    linear_layout,
    slice_encoding,
)
from tests.support.libtriton_layouts import Libtriton

BLOCKED = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>"
BLOCKED_3D = "#ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [1, 4, 8], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>"
MMA = "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>"
fuzz = settings(deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def flattened(bases: list[list[int]], shape: tuple[int, ...]) -> tuple[int, ...]:
    """Triton's bases, one number for each axis, as row-major indices."""
    return tuple(sum(value * prod(shape[axis + 1 :]) for axis, value in enumerate(basis)) for basis in bases)


def check_layout(libtriton: Libtriton, encoding: str, shape: tuple[int, ...], **counts: int) -> LinearLayout:
    answer = libtriton.ask(encoding=encoding, shape=shape, **counts)
    assert "error" not in answer, (answer, encoding, shape)
    layout = linear_layout(encoding, shape)
    expected = LinearLayout(**{part: flattened(answer[part], shape) for part in PARTS}, shape=shape)
    assert layout == expected, (encoding, shape)
    assert is_surjective(layout)
    return layout


def check_conversion(libtriton: Libtriton, source: str, target: str, shape: tuple[int, ...], **counts: int) -> ConversionClass:
    answer = libtriton.ask(source=source, target=target, shape=shape, **counts)
    assert "error" not in answer, (answer, source, target, shape)
    found = conversion_class(linear_layout(source, shape), linear_layout(target, shape))
    uses_shared = found in (ConversionClass.LANE_SHARED, ConversionClass.SHARED)
    assert uses_shared == (answer["shared"] > 0), (source, target, shape, found, answer)
    return found


@st.composite
def split(draw: st.DrawFn, total: int, rank: int) -> list[int]:
    """`total`, a power of two, as a product over `rank` axes."""
    sizes = [1] * rank
    for _ in range(total.bit_length() - 1):
        sizes[draw(st.integers(0, rank - 1))] *= 2
    return sizes


@st.composite
def clusters(draw: st.DrawFn, blocks: int, rank: int) -> str:
    """A CGALayout field, empty for one block: bases split along an axis, or zero for copies."""
    size = [1] * rank
    bases = []
    for _ in range(blocks.bit_length() - 1):
        basis = [0] * rank
        if draw(st.booleans()):
            axis = draw(st.integers(0, rank - 1))
            basis[axis] = size[axis]
            size[axis] *= 2
        bases.append(basis)
    return f", CGALayout = {bases}" if bases else ""


@st.composite
def blocked(draw: st.DrawFn, rank: int, warps: int, lanes: int, blocks: int) -> str:
    return (
        f"#ttg.blocked<{{sizePerThread = {draw(split(draw(st.sampled_from([1, 2, 4, 16])), rank))}, "
        f"threadsPerWarp = {draw(split(lanes, rank))}, warpsPerCTA = {draw(split(warps, rank))}, "
        f"order = {list(draw(st.permutations(range(rank))))}{draw(clusters(blocks, rank))}}}>"
    )


@st.composite
def nvidia_mma(draw: st.DrawFn, rank: int, warps: int, blocks: int, version: int) -> str:
    if version == 2:
        instruction = [1] * (rank - 2) + [16, 8]
        per_block = draw(split(warps, rank))
    else:
        instruction = [16, draw(st.sampled_from([8, 16, 64, 128])), 16]
        per_block = [4 * warps for warps in draw(split(warps // 4, 1))] + [1]
    cluster = draw(clusters(blocks, rank))
    return (
        f"#ttg.nvidia_mma<{{versionMajor = {version}, versionMinor = 0, warpsPerCTA = {per_block}{cluster}, "
        f"instrShape = {instruction}}}>"
    )


@st.composite
def amd_mfma(draw: st.DrawFn, rank: int, warps: int, blocks: int) -> str:
    instruction = draw(st.sampled_from([[32, 32, 8], [16, 16, 16], [64, 4, 4], [4, 64, 4]]))
    transposed = instruction[:2] == [64, 4] or draw(st.booleans())
    tiles = draw(split(draw(st.sampled_from([1, 2, 4])), 2))
    return (
        f"#ttg.amd_mfma<{{version = {draw(st.sampled_from([1, 2, 3, 4]))}, warpsPerCTA = {draw(split(warps, rank))}"
        f"{draw(clusters(blocks, rank))}, instrShape = {instruction}, isTransposed = {str(transposed).lower()}"
        f"{f', tilesPerWarp = {[1] * (rank - 2) + tiles}' if draw(st.booleans()) else ''}"
        f"{', elementBitWidth = 64' if draw(st.booleans()) else ''}}}>"
    )


@st.composite
def amd_wmma(draw: st.DrawFn, rank: int, warps: int, blocks: int) -> str:
    tiles = draw(split(draw(st.sampled_from([1, 2, 4])), 2))
    version = draw(st.sampled_from([1, 2, 3]))
    return (
        f"#ttg.amd_wmma<{{version = {version}, isTranspose = {str(draw(st.booleans())).lower()}, "
        f"warpsPerCTA = {draw(split(warps, rank))}"
        f"{f', tilesPerWarp = {[1] * (rank - 2) + tiles}' if draw(st.booleans()) else ''}{draw(clusters(blocks, rank))}"
        f"{', instrShape = [16, 16, 32]' if version == 3 else ''}}}>"
    )


def linear_text(parts: dict[str, list[list[int]]]) -> str:
    return f"#ttg.linear<{{{', '.join(f'{name} = {parts[name]}' for name in PARTS)}}}>"


@st.composite
def linear(draw: st.DrawFn, rank: int, warps: int, lanes: int, blocks: int) -> str:
    """A permutation of index bits, with zero bases where the hardware has more bits than the tensor."""
    counts = {"lane": lanes.bit_length() - 1, "warp": warps.bit_length() - 1, "block": blocks.bit_length() - 1}
    size = draw(st.lists(st.integers(0, 5), min_size=rank, max_size=rank))
    bases = [[(1 << bit) * (axis == other) for other in range(rank)] for axis in range(rank) for bit in range(size[axis])]
    registers = draw(st.integers(0, 4))
    bases += [[0] * rank for _ in range(registers + sum(counts.values()) - len(bases))]
    bases = list(draw(st.permutations(bases)))
    parts = {}
    for name, count in counts.items():
        parts[name], bases = bases[:count], bases[count:]
    return linear_text({"register": bases, **parts})


@st.composite
def encodings(draw: st.DrawFn, rank: int, warps: int, lanes: int, blocks: int, depth: int = 1) -> str:
    """Any encoding of `rank` axes for this many warps, lanes and blocks."""
    kinds = ["blocked", "linear"]
    kinds += ["slice"] if depth and rank < 3 else []
    if rank > 1:
        matrices = ["mfma"] if lanes == 64 else ["mma2", "wmma", "mma3"] if rank == 2 and warps >= 4 else ["mma2", "wmma"]
        kinds += [*matrices, "dot of blocked", *(f"dot of {matrix}" for matrix in matrices)]
    kind = draw(st.sampled_from(kinds))
    if kind == "slice":
        parent = draw(encodings(rank + 1, warps, lanes, blocks, depth - 1))
        assume(blocks == 1 or "linear" not in parent)  # libtriton ends the process
        return slice_encoding(parent, draw(st.integers(0, rank)))
    if kind == "linear":
        return draw(linear(rank, warps, lanes, blocks))
    parents = {
        "blocked": blocked(rank, warps, lanes, blocks),
        "mma2": nvidia_mma(rank, warps, blocks, 2),
        "mma3": nvidia_mma(rank, warps, blocks, 3),
        "mfma": amd_mfma(rank, warps, blocks),
        "wmma": amd_wmma(rank, warps, blocks),
    }
    parent = draw(parents[kind.split()[-1]])
    if not kind.startswith("dot"):
        return parent
    operand = 0 if kind.endswith("mma3") else draw(st.integers(0, 1))
    widths = {"blocked": [0], "wmma": [16] if "version = 1" in parent else [8]}.get(kind.split()[-1], [1, 2, 4, 8])
    width = draw(st.sampled_from(widths))
    return f"#ttg.dot_op<{{opIdx = {operand}, parent = {parent}{f', kWidth = {width}' if width else ''}}}>"


@st.composite
def cases(draw: st.DrawFn, blocks: int | None = None) -> tuple[dict[str, int], tuple[int, ...]]:
    """Counts of warps, lanes and blocks, and a shape."""
    counts = {
        "warps": draw(st.sampled_from([1, 2, 4, 8])),
        "lanes": draw(st.sampled_from([32, 64])),
        "blocks": draw(st.sampled_from([1, 1, 2, 4])) if blocks is None else blocks,
    }
    shape = tuple(1 << bits for bits in draw(st.lists(st.integers(0, 7), min_size=1, max_size=3)))
    assume(prod(shape) <= 1 << 17)  # Triton allows 2**20 elements
    return counts, shape
