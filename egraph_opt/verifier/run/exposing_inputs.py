"""Contents of input arrays that expose differences between kernels; they are the same on every machine."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Literal

import numpy as np

from egraph_opt.interpret.element_types import Array, dtype_of, fit
from egraph_opt.verifier.run.widening import float_constants
from egraph_opt.verifier.side import ArraySpec, Question

Kind = Literal["integers", "normal", "positive", "negative", "opposed", "small", "large", "borders", "special"]
FINITE: tuple[Kind, ...] = ("integers", "normal", "positive", "negative", "opposed", "small", "large", "borders")
"""Kinds of finite contents, in the order in which they are tried.

`integers` are small, so that sums are exact in any order. `positive` suit roots and logarithms. `negative` expose kernels that
take zero as the neutral element of a maximum. `opposed` are positive in one array and negative in the others, so that all products
are negative; integers with a declared range are all the least or all the greatest. `small` expose constants (such as an epsilon)
that are added to elements, or bound them from below; with one seed in four, they are zeros. `large` are not so large that products
of a few of them overflow. `borders` are halves of integers, where rounding has ties, and numbers at and beside the constants of the
kernels, where clamps and conditions change.
"""
MAY_OVERFLOW: tuple[Kind, ...] = ("large", "borders")
"""Kinds of contents whose exponentials or products may overflow."""
MOST = 1e4
"""Greatest magnitude of a constant whose neighbours are tried as contents."""
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
    borders = _borders(question) if kind == "borders" else ()
    return {name: _contents(spec, kind, seed, indices, borders) for name, spec in question.arrays.items()}


def _borders(question: Question) -> Sequence[float]:
    """Return halves of integers, and the kernels' constants with their neighbours, of both signs."""
    launches = (*question.old.launches, *question.new.launches)
    constants = sorted({abs(number) for each in launches for number in float_constants(each.function) if abs(number) <= MOST})
    near = [number * factor for number in constants for factor in (1.0, 1.0 - 2.0**-7, 1.0 + 2.0**-7)]
    return [0.0, *(sign * number for number in {*near, *(n / 2 for n in range(1, 8))} if number for sign in (1.0, -1.0))]


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


def _contents(spec: ArraySpec, kind: Kind, seed: int, indices: Sequence[int], borders: Sequence[float] = ()) -> Array:
    random = np.random.Generator(np.random.PCG64([seed, zlib.crc32(spec.name.encode()), len(kind)]))
    dtype = dtype_of(spec.dtype)
    if spec.contents is not None:
        return fit(np.reshape(spec.contents, spec.shape), spec.dtype)
    if dtype.kind == "b":
        return random.integers(0, 2, spec.shape).astype(np.bool_)
    if dtype.kind in "iu":
        return fit(_integers(spec, random, indices), spec.dtype)
    with np.errstate(all="ignore"):
        return fit(_spread(borders, spec, seed) if borders else _floats(spec, kind, random, seed), spec.dtype)


def _spread(numbers: Sequence[float], spec: ArraySpec, seed: int) -> Array:
    """Return contents that take the numbers one after the other, in an order that depends on the array; a later seed goes on."""
    order = np.random.Generator(np.random.PCG64(zlib.crc32(spec.name.encode()))).permutation(np.sort(numbers))
    return np.asarray(order[(seed * spec.size + np.arange(spec.size)) % len(order)].reshape(spec.shape))


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
