"""Contents of input arrays that expose differences between kernels; they are the same on every machine."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Literal

import numpy as np

from egraph_opt.interpret.element_types import Array, dtype_of, fit
from egraph_opt.verifier.side import ArraySpec, Question

Kind = Literal["integers", "normal", "positive", "negative", "opposed", "small", "large", "special"]
FINITE: tuple[Kind, ...] = ("integers", "normal", "positive", "negative", "opposed", "small", "large")
"""Kinds of finite contents, in the order in which they are tried.

`integers` are small, so that sums are exact in any order. `positive` suit roots and logarithms. `negative` expose kernels that
take zero as the neutral element of a maximum. `opposed` are positive in one array and negative in the others, so that all products
are negative; integers with a declared range are all the least or all the greatest. `small` expose constants (such as an epsilon)
that are added to elements, or bound them from below; with one seed in four, they are zeros. `large` are not so large that products
of a few of them overflow.
"""
ZEROS = 4
"""One seed in this number makes all small contents zero."""
SPECIAL = (np.nan, np.inf, -np.inf, -0.0, 0.0, 3e38, -3e38, 1e-42)


def contents_of(question: Question, kind: Kind, seed: int, indices: Sequence[int] = ()) -> dict[str, Array]:
    """Return random contents of all arrays of a question.

    Args:
        kind: distribution of the floats.
        seed: seed of the random numbers.
        indices: its first entry is the excluded upper bound of integers without a declared range; if empty, they are from -7 to 7.
    """
    if kind == "opposed":
        return _opposed_contents(question, seed, indices)
    return {name: _contents(spec, kind, seed, indices) for name, spec in question.arrays.items()}


def _opposed_contents(question: Question, seed: int, indices: Sequence[int]) -> dict[str, Array]:
    """Return contents where the first float array has another sign than the others, and integers are all at one end of their range."""
    found = {}
    inputs = (name for name, spec in question.arrays.items() if spec.start == "given" and dtype_of(spec.dtype).kind == "f")
    first = next(inputs, "")
    for name, spec in question.arrays.items():
        found[name] = _contents(spec, "positive" if (name == first) == (seed % 2 == 0) else "negative", seed, indices)
        if dtype_of(spec.dtype).kind in "iu" and spec.low is not None and spec.high is not None and spec.dtype != "i1":
            found[name] = fit(np.full(spec.shape, spec.low if seed % 2 == 0 else max(spec.low, spec.high - 1)), spec.dtype)
    return found


def _contents(spec: ArraySpec, kind: Kind, seed: int, indices: Sequence[int]) -> Array:
    random = np.random.Generator(np.random.PCG64([seed, zlib.crc32(spec.name.encode()), len(kind)]))
    dtype = dtype_of(spec.dtype)
    if spec.contents is not None:
        return fit(np.reshape(spec.contents, spec.shape), spec.dtype)
    if dtype.kind == "b":
        return random.integers(0, 2, spec.shape).astype(np.bool_)
    if dtype.kind in "iu":
        return fit(_integers(spec, random, indices), spec.dtype)
    with np.errstate(all="ignore"):
        return fit(_floats(spec, kind, random, seed), spec.dtype)


def _integers(spec: ArraySpec, random: np.random.Generator, indices: Sequence[int]) -> Array:
    low = spec.low if spec.low is not None else 0 if indices or spec.high is not None else -7
    high = spec.high if spec.high is not None else indices[0] if indices else 8
    return random.integers(low, max(high, low + 1), spec.shape)


def _floats(spec: ArraySpec, kind: Kind, random: np.random.Generator, seed: int) -> Array:
    match kind:
        case "integers":
            return random.integers(-7, 8, spec.shape).astype(np.float64)
        case "positive":
            return random.uniform(0.25, 3.0, spec.shape)
        case "negative":
            return -random.uniform(0.25, 3.0, spec.shape)
        case "small":
            return random.normal(0.0, 0.0 if seed % ZEROS == 1 else 1e-3, spec.shape)
        case "large":
            return random.normal(0.0, 30.0, spec.shape)
    normal = random.normal(0.0, 1.0, spec.shape)
    if kind == "special":
        chosen = random.integers(0, 24, spec.shape)
        return np.where(chosen < len(SPECIAL), np.asarray(SPECIAL)[np.minimum(chosen, len(SPECIAL) - 1)], normal)
    return normal
