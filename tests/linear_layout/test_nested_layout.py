"""IREE's nested layouts: what their text means, checked element by element."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from egraph_opt.linear_layout import nested_layout
from egraph_opt.linear_layout.linear_map import InvalidLayout
from egraph_opt.linear_layout.nested_layout import Nested, NestedDimension
from tests.vector.programs import layout
from tests.vector.programs import nested as layouts

SHAPES = [(24,), (64,), (6, 20), (16, 8), (2, 6, 4)]
GROUPS, LANES = 4, 64

Owners = dict[tuple[int, int], frozenset[tuple[int, ...]]]


def owners(dimensions: Nested) -> Owners:
    """Which elements each lane of each subgroup holds, by the definition in VectorExtAttrs.td."""
    found = {}
    for group, lane in itertools.product(range(GROUPS), range(LANES)):
        axes = []
        for d in dimensions:
            s = group // d.subgroup_stride % d.subgroup if d.subgroup_stride else 0
            t = lane // d.thread_stride % d.thread if d.thread_stride else 0
            axes.append(
                [
                    (((s * d.batch + b) * d.outer + o) * d.thread + t) * d.element + e
                    for b, o, e in itertools.product(range(d.batch), range(d.outer), range(d.element))
                ]
            )
        found[group, lane] = frozenset(itertools.product(*axes))
    return found


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Nested, Nested]:
    """Two layouts of one shape, often two spellings of one."""
    shape = draw(st.sampled_from(SHAPES))
    first = draw(layouts(shape))
    if draw(st.booleans()):
        return first, draw(layouts(shape))
    return first, tuple(draw(respelled(d)) for d in first)


@st.composite
def respelled(draw: st.DrawFn, d: NestedDimension) -> NestedDimension:
    """The same numbers of a dimension, with batch and outer, or all that a thread holds in a row, divided otherwise."""
    held = d.batch * d.outer * (d.element if d.thread == 1 else 1)
    batch = draw(st.sampled_from([n for n in range(1, held + 1) if held % n == 0]))
    outer = draw(st.sampled_from([n for n in range(1, held // batch + 1) if held // batch % n == 0]))
    if d.thread > 1:
        outer = held // batch
    element = held // batch // outer if d.thread == 1 else d.element
    return d._replace(batch=batch, outer=outer, element=element)


@pytest.mark.long
@settings(max_examples=200, deadline=None)
@given(pairs())
def test_one_form_for_each_ownership(pair: tuple[Nested, Nested]) -> None:
    first, second = pair
    same = nested_layout.canonical_ownership(nested_layout.text(first)) == nested_layout.canonical_ownership(
        nested_layout.text(second)
    )
    assert same == (owners(first) == owners(second))
    assert owners(nested_layout.parse(nested_layout.canonical_ownership(nested_layout.text(first)))) == owners(first)


@settings(max_examples=100, deadline=None)
@given(pairs())
def test_what_iree_keeps_in_registers_has_one_owner(pair: tuple[Nested, Nested]) -> None:
    first, second = map(nested_layout.text, pair)
    if not nested_layout.through_shared_memory(first, second):
        assert nested_layout.canonical_ownership(first) == nested_layout.canonical_ownership(second)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(SHAPES).flatmap(layouts), st.data())
def test_dimensions_picked_and_removed(dimensions: Nested, data: st.DataObject) -> None:
    text, rank = nested_layout.text(dimensions), len(dimensions)
    order = data.draw(st.permutations(range(rank)))
    moved = owners(nested_layout.parse(nested_layout.gather_axes(text, order)))
    dropped = data.draw(st.integers(0, rank - 1))
    left = owners(nested_layout.parse(nested_layout.drop_axes(text, (dropped,))))
    for who, elements in owners(dimensions).items():
        assert moved[who] == {tuple(e[d] for d in order) for e in elements}
        assert left[who] == {e[:dropped] + e[dropped + 1 :] for e in elements}


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(SHAPES).flatmap(layouts))
def test_every_element_is_held(dimensions: Nested) -> None:
    text = nested_layout.text(dimensions)
    assert nested_layout.covers(text)
    assert nested_layout.fits(text, tuple(d.extent for d in dimensions))
    everything = set().union(*owners(dimensions).values())
    assert len(everything) == nested_layout.elements_held(text) * len({frozenset(v) for v in owners(dimensions).values()})


def test_shared_lanes_leave_elements_out() -> None:
    """IREE's combination of two operands may give two dimensions the same lanes: then only a diagonal is held."""
    diagonal = layout((1, 1, 1, 16, 1, 0, 1), (1, 1, 1, 16, 1, 0, 1))
    assert not nested_layout.covers(diagonal)
    assert not nested_layout.fits(diagonal, (16, 16))
    assert len(set().union(*owners(nested_layout.parse(diagonal)).values())) == 16


def test_text_is_read_back() -> None:
    text = layout((2, 1, 3, 4, 5, 1, 8))
    assert nested_layout.text(nested_layout.parse(text)) == text
    assert nested_layout.parse(layout()) == ()
    assert nested_layout.elements_held(text) == 15


@pytest.mark.parametrize(
    "text",
    [
        "#ttg.blocked<{}>",
        layout((1, 1, 1, 4, 1, 0, 0)),
        layout((2, 1, 1, 1, 1, 0, 0)),
        layout((1, 0, 1, 1, 1, 0, 0)),
        layout((1, 1, 1, 1, 1, 0, 0)).replace("batch_tile = [1]", "batch_tile = [1, 1]"),
        layout((1, 1, 1, 1, 1, 0, 0)).replace("batch_tile", "bunch_tile"),
    ],
)
def test_what_is_no_layout_is_refused(text: str) -> None:
    with pytest.raises(InvalidLayout):
        nested_layout.parse(text)
