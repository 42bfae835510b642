"""Windows: what rules take for granted of them is proved by running their code on symbols, and compared with enumeration."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from egraph_opt.families.region.vocabulary.name_table import WordNumbers
from egraph_opt.families.region.vocabulary.window import (
    Axis,
    Window,
    apart_axis,
    compose,
    compose_axis,
    covers,
    dense,
    disjoint,
    end_axis,
    fits_axis,
    gaps,
    in_a_row,
    inner_shape,
    interval,
    permute_window,
    relative,
    whole,
    whole_axis,
    window,
)
from egraph_opt.families.region.vocabulary.window_facts import gathering, operand_windows
from tests.support.region_windows import elements, outer_axis, windows


def axis(name: str) -> Axis:
    return Axis(*(z3.Int(f"{what} of {name}") for what in ("offset", "size", "stride", "base")))


def holds(claim: Any, *given: Any) -> bool:
    """Return whether a claim follows for all integers; a solver that gives up fails the test."""
    solver = z3.Solver()
    solver.set("timeout", 20_000)
    solver.add(*given, z3.Not(claim))
    answer = solver.check()
    assert answer != z3.unknown, solver.reason_unknown()
    return bool(answer == z3.unsat)


J, K = z3.Ints("j k")
A, B = axis("a"), axis("b")


def inside(j: Any, a: Axis) -> Any:
    return z3.And(j >= 0, j < a.size)


def test_a_window_stays_inside_its_base() -> None:
    at = outer_axis(A, J)
    assert holds(z3.And(at >= 0, at < A.base), *fits_axis(A), inside(J, A))


def test_a_window_reaches_no_element_twice() -> None:
    assert holds(J == K, *fits_axis(A), inside(J, A), inside(K, A), outer_axis(A, J) == outer_axis(A, K))


def test_a_composed_window_goes_where_the_two_lead() -> None:
    both = compose_axis(A, B)
    assert holds(outer_axis(both, J) == outer_axis(B, outer_axis(A, J)))
    assert holds(z3.And(both.size == A.size, both.base == B.base))


def test_the_composed_window_of_iree_3_13_goes_elsewhere() -> None:
    """FusionPreprocessing.cpp:124 adds offsets and sets the stride to 1: right where the inner stride is 1, wrong elsewhere."""
    both = Axis(B.offset + A.offset * B.stride, A.size, 1, B.base)
    claim = outer_axis(both, J) == outer_axis(B, outer_axis(A, J))
    conditions = (*fits_axis(A), *fits_axis(B), A.base == B.size, inside(J, A), B.stride == 1)
    assert holds(claim, *conditions, A.stride == 1)
    assert not holds(claim, *conditions)


def test_windows_apart_share_nothing() -> None:
    given = (*fits_axis(A), *fits_axis(B), inside(J, A), inside(K, B))
    for apart in apart_axis(A, B):
        assert holds(outer_axis(A, J) != outer_axis(B, K), *given, apart)
    assert not holds(outer_axis(A, J) != outer_axis(B, K), *given)


def test_a_whole_window_changes_nothing() -> None:
    assert holds(outer_axis(A, J) == J, *whole_axis(A))


@given(windows(), st.data())
@settings(max_examples=300, deadline=None)
def test_windows_of_windows(outer: Window, data: st.DataObject) -> None:
    inner = data.draw(windows(inner_shape(outer)))
    both = compose(inner, outer)
    where = elements(outer)
    assert elements(both) == [where[k] for k in elements(inner)]
    assert (found := relative(both, outer)) is not None and elements(found) == elements(inner)


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_two_windows_of_one_base(data: st.DataObject) -> None:
    a = data.draw(windows())
    shape = tuple(x.base for x in a)
    b = data.draw(windows(shape))
    shared = set(elements(a)) & set(elements(b))
    if disjoint(a, b):
        assert not shared
    assert (relative(a, b) is not None) == (set(elements(a)) <= set(elements(b)))
    assert whole(a) == (elements(a) == list(range(int(np.prod(shape)))))
    first, last = interval(a)
    assert (first, last) == (min(elements(a)), max(elements(a)) + 1)
    if not shared:
        assert covers((a, b)) == (len({*elements(a), *elements(b)}) == np.prod(shape))


@pytest.mark.parametrize("shape", [(4,), (3, 4), (2, 3, 2), (1, 4, 3), (3, 1, 2)])
def test_dense_is_exact(shape: tuple[int, ...]) -> None:
    """Of all windows those are dense whose elements are one run: IREE's test misses some, which have a stride on one element."""
    for sizes in product(*(range(1, n + 1) for n in shape)):
        for offsets in product(*(range(n - size + 1) for n, size in zip(shape, sizes, strict=True))):
            for strides in product((1, 2), repeat=len(shape)):
                ends = [o + (n - 1) * s for o, n, s in zip(offsets, sizes, strides, strict=True)]
                if all(end < n for end, n in zip(ends, shape, strict=True)):
                    w = window(shape, offsets, sizes, strides)
                    places = elements(w)
                    assert dense(w) == (places == list(range(places[0], places[0] + len(places))))


@given(windows(), st.data())
@settings(max_examples=200, deadline=None)
def test_transposed_windows(w: Window, data: st.DataObject) -> None:
    shape = tuple(a.base for a in w)
    order = data.draw(st.permutations(range(len(shape))))
    mask = np.zeros(shape, bool)
    mask.reshape(-1)[elements(w)] = True
    turned = np.zeros([shape[i] for i in order], bool)
    turned.reshape(-1)[elements(permute_window(order, w))] = True
    assert np.array_equal(np.transpose(mask, order), turned)
    assert all(dense(permute_window(p, w)) and not dense(w) for p in gathering(w))
    numbered = np.array(elements(w)).reshape(inner_shape(w))  # where each element lies, and where it lies once both are turned
    there = np.transpose(np.arange(np.prod(shape)).reshape(shape), order).reshape(-1)[elements(permute_window(order, w))]
    assert there.tolist() == np.transpose(numbered, order).reshape(-1).tolist()


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_windows_that_follow(data: st.DataObject) -> None:
    """A part of a result read through an indexing map is read through the same map of a part of the operand."""
    result = tuple(data.draw(st.lists(st.integers(1, 5), min_size=1, max_size=3)))
    m = tuple(data.draw(st.lists(st.sampled_from([None, *range(len(result))]), min_size=1, max_size=3)))
    operand = tuple(data.draw(st.integers(1, 4)) if axis is None else result[axis] for axis in m)
    w, names = data.draw(windows(result)), WordNumbers()
    names.map(m, operand, result)
    ((same, v),) = operand_windows(names, w)
    assert same == m and (m, inner_shape(v), inner_shape(w)) in names.spread
    x = np.arange(np.prod(operand)).reshape(operand)
    part = x.reshape(-1)[elements(v)].reshape(inner_shape(v))

    def read(x: np.ndarray, i: tuple[int, ...]) -> list[int]:
        return list(x[tuple(slice(None) if axis is None else i[axis] for axis in m)].reshape(-1))

    for j in np.ndindex(*inner_shape(w)):
        assert read(part, j) == read(x, tuple(outer_axis(axis, k) for axis, k in zip(w, j, strict=True)))


@given(windows())
@settings(max_examples=300, deadline=None)
def test_padding_in_a_row(w: Window) -> None:
    """Property of `flattened`, element by element: the window of the padding at the end, inserted into the row, is the window of
    the padding."""
    found = in_a_row(w)
    if found is None:
        shape = tuple(a.base for a in w)
        behind = int(np.ravel_multi_index(tuple(a.offset for a in w), shape))
        rows = next((k for k, n in enumerate(shape) if n != 1), 0)
        assert any(a.stride != 1 for a in w) or behind + w[rows].size * np.prod(shape[rows + 1 :]) > np.prod(shape)
        return
    u, (row,) = found
    assert inner_shape(u) == inner_shape(w) and row.base == np.prod([a.base for a in w])
    assert row.size == np.prod([a.base for a in u])
    assert [row.offset + k for k in elements(u)] == elements(w)


@pytest.mark.parametrize("rank", [2, 3, 4])
def test_padding_in_a_row_for_all_sizes(rank: int) -> None:
    """The same for all sizes: an index goes to one place by both ways, and so does each index of the base to one of its own."""
    indices, offsets, bases = (z3.Ints(" ".join(f"{name}{k}" for k in range(rank))) for name in "jlb")
    place = total = z3.IntVal(0)
    for k in range(rank):
        place, total = place * bases[k] + indices[k], total * bases[k] + offsets[k]
    whole = z3.IntVal(0)
    for k in range(rank):
        whole = whole * bases[k] + (indices[k] + offsets[k])
    assert z3.simplify(whole - place - total, som=True).eq(z3.IntVal(0))


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_gaps_are_what_is_left(data: st.DataObject) -> None:
    shape = data.draw(st.sampled_from([(7,), (6, 2), (1, 5, 2)]))
    found = data.draw(st.lists(windows(shape), min_size=1, max_size=3))
    left = gaps(found)
    held = {k for w in found for k in elements(w)}
    assert all(dense(w) for w in left)
    if left:
        assert sorted(k for w in left for k in elements(w)) == sorted(set(range(int(np.prod(shape)))) - held)
    elif all(dense(w) for w in found) and len(shape) == 1:
        assert len(held) == shape[0]


def test_a_window_must_lie_inside() -> None:
    with pytest.raises(ValueError, match="no window of"):
        window((4,), [2], [3], [1])
    assert end_axis(Axis(1, 3, 2, 8)) == 6
