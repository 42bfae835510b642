"""Classes of conversions against Triton's own and against brute force."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchmarks.trust.f2 import PARTS, REACH, nearest
from egraph_opt.linear_layout import (
    ConversionClass,
    InvalidLayout,
    LinearLayout,
    conversion_class,
    equal,
    linear_layout,
    replication,
)
from tests.linear_layout.encodings import BLOCKED, MMA, cases, check_conversion, encodings, fuzz, linear_text
from tests.support.libtriton_layouts import Libtriton


@pytest.mark.long
def test_generated_conversions_allocate_as_tritons(libtriton: Libtriton) -> None:
    @settings(fuzz, max_examples=150)
    @given(st.data(), cases(blocks=1))
    def check(data: st.DataObject, case: tuple[dict[str, int], tuple[int, ...]]) -> None:
        counts, shape = case
        source, target = (data.draw(encodings(len(shape), **counts)) for _ in range(2))
        if all("error" not in libtriton.ask(encoding=side, shape=shape, **counts) for side in (source, target)):
            check_conversion(libtriton, source, target, shape, **counts)

    check()


@pytest.mark.long
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
