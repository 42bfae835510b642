"""Windows in another grouping of dimensions, compared with numpy on all elements of random windows."""

from __future__ import annotations

from math import prod

import numpy as np

from egraph_opt.families.region.vocabulary.symbolic_extent import Sizes
from egraph_opt.families.region.vocabulary.window import Axis, Window, base_shape, inner_shape
from egraph_opt.families.region.vocabulary.window_reshaping import ONE, regroup_window, reshape_window
from egraph_opt.ir.module import Value


def elements(w: Window) -> np.ndarray:
    """The places of the elements of a window in its base, in order."""
    places = np.arange(prod(base_shape(w))).reshape(base_shape(w))
    return places[tuple(slice(a.offset, a.offset + (a.size - 1) * a.stride + 1, a.stride) for a in w)].reshape(-1)


def random_window(random: np.random.Generator) -> Window:
    axes = []
    for _ in range(int(random.integers(1, 4))):
        base = int(random.integers(1, 7))
        if random.random() < 0.5:
            axes.append(Axis(0, base, 1, base))
            continue
        size = int(random.integers(1, base + 1))
        stride = int(random.integers(1, (base - 1) // max(size - 1, 1) + 1)) if 1 < size < base else 1
        axes.append(Axis(int(random.integers(0, base - (size - 1) * stride)), size, stride, base))
    return tuple(axes)


def shapes(n: int, depth: int = 3) -> list[tuple[int, ...]]:
    """All shapes of `n` elements of up to `depth` dimensions."""
    found = [(n,)]
    if depth > 1:
        found += [(k, *rest) for k in range(1, n + 1) if n % k == 0 for rest in shapes(n // k, depth - 1)]
    return list(dict.fromkeys(found))


def test_a_regrouped_window_has_the_same_elements() -> None:
    random, known = np.random.default_rng(0), 0
    for _ in range(300):
        w = random_window(random)
        for shape in shapes(prod(inner_shape(w))):
            if (v := regroup_window(w, shape)) is not None:
                assert inner_shape(v) == shape
                assert prod(base_shape(v)) == prod(base_shape(w))
                assert (elements(v) == elements(w)).all(), (w, v)
                known += shape != inner_shape(w)
    assert known > 500


def test_a_window_keeps_its_own_shape() -> None:
    random = np.random.default_rng(1)
    for _ in range(100):
        w = random_window(random)
        assert regroup_window(w, inner_shape(w)) is not None


def test_what_is_not_evenly_spaced_is_not_merged() -> None:
    """Two columns of three: rows lie three apart, so the four elements are no row."""
    assert regroup_window((Axis(0, 2, 1, 2), Axis(0, 2, 1, 3)), (4,)) is None
    assert regroup_window((Axis(0, 4, 1, 6),), (2, 2)) == (Axis(0, 2, 1, 3), Axis(0, 2, 1, 2))
    assert regroup_window((Axis(1, 4, 1, 6),), (2, 2)) is None


def test_a_reshaped_window_has_the_same_elements_of_its_base() -> None:
    """In merged and divided dimensions, and in those that gain or lose dimensions of one element."""
    random, known = np.random.default_rng(2), 0
    for _ in range(300):
        w = random_window(random)
        for shape in shapes(prod(base_shape(w))):
            if (v := reshape_window(w, shape)) is not None:
                assert base_shape(v) == shape
                assert (elements(v) == elements(w)).all(), (w, v)
                known += shape != base_shape(w)
    assert known > 300


def test_a_window_at_run_time_gains_and_loses_dimensions_of_one_element() -> None:
    sizes = Sizes()
    rows, at = (sizes.atom(Value("index", f"%{name}"), 8) for name in ("rows", "at"))
    w = (Axis(at, 1, 1, rows), Axis(0, 4, 1, 4))
    wide = reshape_window(w, (1, rows, 1, 4))
    assert wide == (ONE, w[0], ONE, w[1])
    assert reshape_window(wide, (rows, 4)) == w
    assert reshape_window(w, (4, rows)) is None
