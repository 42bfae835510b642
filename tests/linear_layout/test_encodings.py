"""Layouts against Triton's own, on the kernels of the benchmark and on generated encodings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from egraph_opt.linear_layout import (
    ConversionClass,
    InvalidLayout,
    UnsupportedEncoding,
    elements_per_thread,
    linear_layout,
    parent_of_slice,
    replication,
    slice_encoding,
)
from tests.linear_layout.encodings import (
    BLOCKED,
    BLOCKED_3D,
    MMA,
    cases,
    check_conversion,
    check_layout,
    encodings,
    fuzz,
    linear_text,
)
from tests.support.kernels import ROOT
from tests.support.libtriton_layouts import Libtriton

KERNELS = ROOT / "benchmarks/corpus/kernels"
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


@pytest.mark.long
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


@pytest.mark.long
def test_generated_layouts_are_tritons(libtriton: Libtriton) -> None:
    @settings(fuzz, max_examples=200)
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


def test_counts() -> None:
    layout = linear_layout(BLOCKED, (16, 64))
    assert (elements_per_thread(layout), replication(layout)) == (8, 1)
    copies = linear_layout(BLOCKED, (2, 2))
    assert (elements_per_thread(copies), replication(copies)) == (4, 128)


def test_slices_are_take_apart_as_they_are_put_together() -> None:
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
