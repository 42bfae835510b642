"""Comparison of the result arrays after a run of the old kernels and one of the new kernels."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from egraph_opt.interpret.element_types import Array
from egraph_opt.verifier.run.side_execution import Outcome
from egraph_opt.verifier.side import Question

RELATIVE, SCALE = 1e-9, 1e-12
"""Tolerance for runs in float64: relative to an element, and relative to the largest element of its array."""


class Difference(NamedTuple):
    """The first element of a result array that differs, with its values from the old and new kernels; None if not written."""

    array: str
    place: tuple[int, ...]
    old: float | int | bool | None
    new: float | int | bool | None


def find_difference(
    question: Question, old: Outcome, new: Outcome, relative: float = RELATIVE, scale: float = SCALE, partial: bool = False
) -> Difference | None:
    """Return the first element of a result array that differs; None if there is none.

    Args:
        relative, scale: tolerance relative to an element, and relative to the array's largest element; 0 for none.
        partial: compare only elements that both runs wrote.
    """
    for name in question.results:
        wrote = old.written[name], new.written[name]
        if question.arrays[name].start == "undefined":
            counts = wrote[0] & wrote[1]
            if not partial and (one := wrote[0] != wrote[1]).any():
                index = first_index(one)
                values = (
                    plain(outcome.arrays[name][index]) if mask[index] else None
                    for outcome, mask in zip((old, new), wrote, strict=True)
                )
                return Difference(name, index, *values)
        else:
            counts = wrote[0] & wrote[1] if partial else np.ones_like(wrote[0])
        bad = counts & ~equal_elements(old.arrays[name], new.arrays[name], relative, scale)
        if bad.any():
            index = first_index(bad)
            return Difference(name, index, plain(old.arrays[name][index]), plain(new.arrays[name][index]))
    return None


def equal_elements(a: Array, b: Array, relative: float = 0.0, scale: float = 0.0) -> Array:
    """Return which elements are equal. All NaNs are equal; 0 and -0 are equal unless both tolerances are zero."""
    if a.dtype.kind != "f" or b.dtype.kind != "f":
        return np.asarray(a == b)
    both_nan = np.isnan(a) & np.isnan(b)
    if not relative and not scale:
        return np.asarray(both_nan | ((a == b) & (np.signbit(a) == np.signbit(b))))
    with np.errstate(all="ignore"):
        x, y = a.astype(np.float64), b.astype(np.float64)
        sizes = np.maximum(np.abs(x), np.abs(y))
        largest = sizes.max(initial=0.0, where=np.isfinite(sizes))
        near = np.isfinite(sizes) & (np.abs(x - y) <= relative * sizes + scale * largest)
    return np.asarray(both_nan | (x == y) | near)


def first_index(mask: Array) -> tuple[int, ...]:
    """Return the index of the first true element of a mask."""
    return tuple(int(i) for i in np.argwhere(mask)[0])


def plain(value: Array) -> float | int | bool:
    """Return an element as a Python number."""
    return value.item()  # type: ignore[no-any-return]
