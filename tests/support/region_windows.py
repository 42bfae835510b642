"""Windows of tensors, drawn at random, and their elements."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
from hypothesis import strategies as st

from egraph_opt.families.region.vocabulary.window import Axis, Window, window


def outer_axis(axis: Axis, j: Any) -> Any:
    """Return the index in the tensor of element `j` of a slice, along one axis."""
    return axis.offset + j * axis.stride


@st.composite
def windows(draw: st.DrawFn, shape: tuple[int, ...] | None = None) -> Window:
    shape = shape or tuple(draw(st.lists(st.integers(1, 5), min_size=1, max_size=3)))
    axes = []
    for base in shape:
        size = draw(st.integers(1, base))
        stride = draw(st.integers(1, (base - 1) // max(1, size - 1) if size > 1 else 3))
        axes.append((draw(st.integers(0, base - (size - 1) * stride - 1 if size > 1 else base - 1)), size, stride))
    return window(shape, *zip(*axes, strict=True))


def elements(w: Window) -> list[int]:
    """The places of a window's elements in row-major order of its base."""
    shape = tuple(a.base for a in w)
    places = (tuple(outer_axis(a, j) for a, j in zip(w, index, strict=True)) for index in product(*(range(a.size) for a in w)))
    return [int(np.ravel_multi_index(place, shape)) for place in places]
