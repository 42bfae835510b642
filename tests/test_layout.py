"""Layouts against Triton's own, on the kernels of the benchmark and on generated encodings; conversions against brute force."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from math import prod
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from benchmarks.f2 import PARTS, REACH, nearest
from egraph_opt.layout import (
    ConversionClass,
    InvalidLayout,
    LinearLayout,
    UnsupportedEncoding,
    conversion_class,
    distinct_registers,
    elements_per_thread,
    equal,
    is_surjective,
    linear_layout,
    number_of_threads,
    number_of_warps,
    parent_of_slice,
    replication,
    slice_encoding,
    threads_per_warp,
)
from tests.libtriton_layouts import Libtriton

KERNELS = Path(__file__).parents[1] / "benchmarks" / "kernels"
BLOCKED = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>"
BLOCKED_3D = "#ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [1, 4, 8], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>"
MMA = "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>"
fuzz = settings(deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def libtriton() -> Iterator[Libtriton]:
    if importlib.util.find_spec("triton") is None:
        pytest.skip("Triton is not installed")
    child = Libtriton()
    yield child
    child.close()


# --- Triton's own answers --------------------------------------------------------------------------------------------


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


# --- the kernels of the benchmark ------------------------------------------------------------------------------------

Counts = tuple[tuple[str, int], ...]


def tensors(line: str, aliases: dict[str, str]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The encoding, without aliases, and the shape of each tensor type in a line that has an encoding."""
    for match in re.finditer(r"\btensor<", line):
        end = start = match.end()
        depth = 1
        while depth:
            depth += {"<": 1, ">": -1}.get(line[end], 0)
            end += 1
        encoded = re.fullmatch(r"((?:\d+x)+)[^#]*, (#.*)", line[start : end - 1])
        if encoded:
            full = re.sub(r"#(?!ttg\.)\w+", lambda alias: aliases[alias[0]], encoded[2])
            yield full, tuple(map(int, encoded[1].split("x")[:-1]))


def layouts_and_conversions(
    folder: Path,
) -> tuple[set[tuple[str, tuple[int, ...], Counts]], set[tuple[str, str, tuple[int, ...], Counts]]]:
    """Every (encoding, shape) and (source, target, shape), with its warps, lanes and blocks, in a folder's TTGIR."""
    layouts = set()
    conversions = set()
    for path in sorted(folder.glob("**/*.ttgir")):
        text = path.read_text()
        aliases = dict(re.findall(r"^(#\w+) = (#ttg\..*>)\s*$", text, re.MULTILINE))
        attributes = dict(re.findall(r'"ttg\.([\w-]+)" = (\d+)', text))
        names = {"warps": "num-warps", "lanes": "threads-per-warp", "blocks": "num-ctas"}
        counts = tuple((key, int(attributes[name])) for key, name in names.items())
        for line in set(text.splitlines()):
            types = list(tensors(line, aliases))
            layouts |= {(*type_, counts) for type_ in types}
            if "ttg.convert_layout" in line:
                (source, shape), (target, _) = types
                conversions.add((source, target, shape, counts))
    return layouts, conversions


def test_layouts_and_conversions_of_the_kernels_are_tritons(libtriton: Libtriton) -> None:
    layouts, conversions = layouts_and_conversions(KERNELS)
    if not layouts:
        pytest.skip(f"no TTGIR in {KERNELS}")
    for encoding, shape, counts in sorted(layouts):
        check_layout(libtriton, encoding, shape, **dict(counts))
    classes = {
        check_conversion(libtriton, source, target, shape, **dict(counts))
        for source, target, shape, counts in sorted(conversions)
    }
    assert {ConversionClass.EQUAL, ConversionClass.LANE_SHARED, ConversionClass.SHARED} <= classes


# --- generated encodings ---------------------------------------------------------------------------------------------


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


def test_generated_layouts_are_tritons(libtriton: Libtriton) -> None:
    @settings(fuzz, max_examples=400)
    @given(st.data(), cases())
    def check(data: st.DataObject, case: tuple[dict[str, int], tuple[int, ...]]) -> None:
        counts, shape = case
        encoding = data.draw(encodings(len(shape), **counts))
        if "error" in libtriton.ask(encoding=encoding, shape=shape, **counts):
            with pytest.raises(InvalidLayout, match="cuts the 16 x 16 tile"):
                linear_layout(encoding, shape)
        else:
            check_layout(libtriton, encoding, shape, **counts)

    check()


def test_encodings_with_bases_that_are_no_powers_of_two_are_tritons(libtriton: Libtriton) -> None:
    lane = [[0, 4], [0, 8], [0, 16], [0, 48], [1, 0]]
    encoding = linear_text({"register": [[0, 1], [0, 3]], "lane": lane, "warp": [[2, 0], [6, 0]], "block": []})
    layout = check_layout(libtriton, encoding, (128, 64), warps=4, lanes=32, blocks=1)
    assert layout.register[:2] == (1, 3)
    with pytest.raises(InvalidLayout, match="cannot be cut"):
        linear_layout(encoding, (128, 16))


def test_older_spelling_of_clusters() -> None:
    older = ", CTAsPerCGA = [2, 4], CTASplitNum = [1, 4], CTAOrder = [1, 0]}>"
    newer = ", CGALayout = [[0, 1], [0, 2], [0, 0]]}>"
    assert linear_layout(BLOCKED.replace("}>", older), (64, 64)) == linear_layout(BLOCKED.replace("}>", newer), (64, 64))


# --- conversions -----------------------------------------------------------------------------------------------------


def test_generated_conversions_allocate_as_tritons(libtriton: Libtriton) -> None:
    @settings(fuzz, max_examples=300)
    @given(st.data(), cases(blocks=1))
    def check(data: st.DataObject, case: tuple[dict[str, int], tuple[int, ...]]) -> None:
        counts, shape = case
        source, target = (data.draw(encodings(len(shape), **counts)) for _ in range(2))
        if all("error" not in libtriton.ask(encoding=side, shape=shape, **counts) for side in (source, target)):
            check_conversion(libtriton, source, target, shape, **counts)

    check()


def test_conversions_within_a_warp_allocate_as_tritons(libtriton: Libtriton) -> None:
    seen: set[ConversionClass] = set()

    @settings(fuzz, max_examples=250)
    @given(st.data(), st.sampled_from([1, 2, 4]))
    def check(data: st.DataObject, warps: int) -> None:
        free = st.integers(0, 2)
        registers, copies = [data.draw(st.integers(0, 4)) for _ in range(2)], data.draw(free)
        bits = 5 + max(registers) - copies
        warp = [1 << bits + bit for bit in range(warps.bit_length() - 1)]
        warp_copies = data.draw(st.booleans())
        if warp_copies and warp:
            warp[-1] = 0
        shape = (1 << bits + sum(map(bool, warp)),)
        sides = []
        for count in registers:
            bases = [1 << bit for bit in range(bits)]
            bases += [0] * (5 + count - bits)
            assume(len(bases) == 5 + count)
            bases = list(data.draw(st.permutations(bases)))
            as_vectors = [[basis] for basis in bases]
            sides.append(
                linear_text(
                    {"register": as_vectors[5:], "lane": as_vectors[:5], "warp": [[basis] for basis in warp], "block": []}
                )
            )
        seen.add(check_conversion(libtriton, sides[0], sides[1], shape, warps=warps, lanes=32, blocks=1))

    check()
    assert seen >= {ConversionClass.LANE_SHUFFLE, ConversionClass.LANE_SHARED, ConversionClass.SHARED}


@st.composite
def small_layouts(draw: st.DrawFn) -> tuple[LinearLayout, LinearLayout]:
    """Two layouts of one tensor of at most 64 elements: any bases that reach every element, copies among them."""
    bits = draw(st.integers(1, 6))
    lanes, warps, blocks = (draw(st.integers(0, 2)) for _ in range(3))
    pair = []
    for _ in range(2):
        registers = draw(st.integers(0, 3))
        total = registers + lanes + warps + blocks
        assume(total >= bits)
        bases = [1 << bit for bit in range(bits)]
        if draw(st.booleans()):
            bases = [basis ^ draw(st.integers(0, 63)) % basis for basis in bases]
        extra = [draw(st.sampled_from([0, 0, *bases])) for _ in range(total - bits)]
        bases = list(draw(st.permutations(bases + extra)))
        ends = [registers, registers + lanes, registers + lanes + warps]
        starts = [0, *ends]
        parts = {part: tuple(bases[start:end]) for part, start, end in zip(PARTS, starts, [*ends, total], strict=True)}
        pair.append(LinearLayout(**parts, shape=(1 << bits,)))
    return pair[0], pair[1]


@settings(fuzz, max_examples=300)
@given(small_layouts())
def test_every_element_can_be_had_as_near_as_the_class_says(pair: tuple[LinearLayout, LinearLayout]) -> None:
    source, target = pair
    reach = REACH[conversion_class(source, target)]
    reached = nearest(source, target)
    assert reach <= reached
    # Among copies Triton takes one by rule, maybe not the nearest, and it wants dimensions that do not mix.
    moves_bits = all(basis.bit_count() == 1 for basis in source.bases + target.bases)
    if moves_bits and replication(source) == replication(target) == 1:
        assert reach == reached


def test_conversion_classes() -> None:
    shape = (64, 64)
    wide = BLOCKED.replace("[1, 4]", "[1, 8]").replace("[4, 8]", "[8, 4]")
    rows = "#ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>"
    operand = f"#ttg.dot_op<{{opIdx = 0, parent = {MMA.replace('[2, 2]', '[4, 1]')}, kWidth = 2}}>"
    layout = linear_layout(BLOCKED, shape)
    assert conversion_class(layout, layout) is ConversionClass.EQUAL
    assert equal(linear_layout(MMA.replace("[2, 2]", "[4, 1]"), shape), linear_layout(operand, shape))
    assert conversion_class(layout, linear_layout(rows, shape)) is ConversionClass.SHARED
    assert conversion_class(layout, linear_layout(wide, shape)) is ConversionClass.SHARED
    swapped = LinearLayout(layout.register[::-1], layout.lane, layout.warp, (), shape)
    assert conversion_class(layout, swapped) is ConversionClass.REGISTER
    turned = LinearLayout(layout.register, layout.lane[::-1], layout.warp, (), shape)
    assert conversion_class(layout, turned) is ConversionClass.LANE_SHUFFLE
    for count, found in ((1, ConversionClass.LANE_SHUFFLE), (2, ConversionClass.LANE_SHARED)):
        register, lane = layout.register, layout.lane
        register, lane = lane[:count] + register[count:], register[:count] + lane[count:]
        assert conversion_class(layout, LinearLayout(register, lane, layout.warp, (), shape)) is found
    split = BLOCKED.replace("}>", ", CGALayout = [[1, 0]]}>")
    other = BLOCKED.replace("}>", ", CGALayout = [[0, 1]]}>")
    assert conversion_class(linear_layout(split, shape), linear_layout(other, shape)) is ConversionClass.BLOCK


@pytest.mark.parametrize(
    ("target", "message"),
    [
        (linear_layout(BLOCKED, (64, 128)), "keeps the shape"),
        (linear_layout(BLOCKED.replace("[4, 8]", "[8, 8]"), (64, 64)), "number of lanes"),
        (linear_layout(BLOCKED.replace("[4, 1]", "[8, 1]"), (64, 64)), "number of warps"),
    ],
)
def test_layouts_that_belong_to_no_conversion(target: LinearLayout, message: str) -> None:
    with pytest.raises(InvalidLayout, match=message):
        conversion_class(linear_layout(BLOCKED, (64, 64)), target)


def test_a_source_without_an_element_is_refused() -> None:
    with pytest.raises(InvalidLayout, match="does not hold element 2"):
        conversion_class(LinearLayout((1,), (0,), (), (), (4,)), LinearLayout((1,), (2,), (), (), (4,)))


# --- counts and texts ------------------------------------------------------------------------------------------------


def test_counts() -> None:
    layout = linear_layout(BLOCKED, (16, 64))
    assert (elements_per_thread(layout), distinct_registers(layout), replication(layout)) == (8, 8, 1)
    assert (threads_per_warp(layout), number_of_warps(layout), number_of_threads(layout)) == (32, 4, 128)
    copies = linear_layout(BLOCKED, (2, 2))
    assert (elements_per_thread(copies), distinct_registers(copies), replication(copies)) == (4, 2, 128)


def test_slices_are_taken_apart_as_they_are_put_together() -> None:
    sliced = slice_encoding(slice_encoding(BLOCKED, 0), 1)
    assert parent_of_slice(sliced) == (1, slice_encoding(BLOCKED, 0))
    assert parent_of_slice(BLOCKED) is None
    assert parent_of_slice(f"#ttg.dot_op<{{opIdx = 0, parent = {sliced}}}>") is None


@pytest.mark.parametrize(
    "encoding",
    [
        "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>",
        "#ttg.shared_memory",
        "#ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>",
        MMA.replace("versionMajor = 2", "versionMajor = 5"),
        "#ttg.amd_wmma<{version = 2, isTranspose = true, ctaLayout = {register = [[0, 1]], warp = [[1, 0]]}}>",
        f"#ttg.dot_op<{{opIdx = 0, parent = {slice_encoding(BLOCKED_3D, 0)}}}>",
    ],
)
def test_unsupported_encodings(encoding: str) -> None:
    with pytest.raises(UnsupportedEncoding):
        linear_layout(encoding, (64, 64))


@pytest.mark.parametrize(
    ("encoding", "shape", "message"),
    [
        (BLOCKED, (64, 48), "48 in shape .* is no power of two"),
        (BLOCKED, (64, 0), "0 in shape .* is no power of two"),
        (BLOCKED, (64,), "has 2 axes, the shape .* has 1"),
        ("blocked", (64, 64), "begins with #ttg."),
        (BLOCKED[:-1], (64, 64), "is not #ttg.blocked"),
        (BLOCKED.replace("[4, 8]", "[4, 8"), (64, 64), "threadsPerWarp in .* is|cannot read"),
        (BLOCKED.replace("[4, 8]", "[4, 6]"), (64, 64), "not a list of powers of two"),
        (BLOCKED.replace("[4, 8]", "[4]"), (64, 64), "not a list of 2 numbers"),
        (BLOCKED.replace("[1, 0]", "[1, 1]"), (64, 64), "not a permutation of the 2 axes"),
        (BLOCKED.replace("threadsPerWarp = [4, 8], ", ""), (64, 64), "threadsPerWarp .* is missing"),
        (slice_encoding(BLOCKED, 2), (64,), "not an axis of the parent's 2"),
        ("#ttg.slice<{dim = 0}>", (64,), "has no parent"),
        ("#ttg.slice<{dim = 0, parent = " * 5000 + BLOCKED + "}>" * 5000, (64,), "within each other"),
        (BLOCKED.replace("}>", ", CGALayout = [[0, 2]]}>"), (64, 64), "not a list of bases that reach every part"),
        (f"#ttg.dot_op<{{opIdx = 2, parent = {MMA}, kWidth = 2}}>", (64, 64), "opIdx .* is 2, not 0 or 1"),
        (f"#ttg.dot_op<{{opIdx = 1, parent = {MMA}}}>", (64, 64), "kWidth .* is missing"),
        (linear_text({"register": [[1], [1]], "lane": [[4]], "warp": [], "block": []}), (8,), "is not surjective"),
        (linear_text({"register": [[1, 1]], "lane": [[1, 0]], "warp": [], "block": []}), (2, 2), "does not move along one"),
        (linear_text({"register": [[1]], "lane": [], "warp": [], "block": [[0, 1]]}), (2, 2), "does not move along one"),
    ],
)
def test_invalid_layouts(encoding: str, shape: tuple[int, ...], message: str) -> None:
    with pytest.raises(InvalidLayout, match=message):
        linear_layout(encoding, shape)
