"""Ranges with error bounds, and their propagation through operations.

The exact value lies between `low` and `high`. The computed one differs from it by at most `absolute` + `relative` * |exact value|.

Errors of operations are those of `families.numerics.error_bounds`, which names its sources, and of CUDA's documented functions.
Products of errors are kept, so that no bound is a first-order estimate. NaN stands for what has no bound.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from egraph_opt.families.numerics import error_bounds

Array = npt.NDArray[Any]
UNITS = {"f16": 2.0**-11, "bf16": 2.0**-8, "f32": 2.0**-24, "f64": 2.0**-53, "f8E5M2": 2.0**-3, "f8E4M3FN": 2.0**-4}
"""Largest relative error of one rounding to a type."""
LEAST = {"f16": 2.0**-24, "bf16": 2.0**-126, "f32": 2.0**-126, "f64": 2.0**-1022, "f8E5M2": 2.0**-16, "f8E4M3FN": 2.0**-9}
"""Largest absolute error of one rounding to a type near zero, where small results may be flushed to zero."""
LARGEST = {"f16": 65504.0, "bf16": 3.3e38, "f32": 3.4e38, "f64": 1.7e308, "f8E5M2": 57344.0, "f8E4M3FN": 448.0}
ULPS = {"arith.divf": 4, "math.sqrt": 4, "math.rsqrt": 4, "math.exp2": 4, "math.exp": 4, "math.log": 4, "math.log2": 4, "math.tanh": 8,
        "math.erf": 8}  # fmt: skip
"""Error bound of an operation, in multiples of one rounding: at least the documented error of its fast form on the GPU."""


class Errors(NamedTuple):
    """Arrays of ranges with error bounds; NaN where there is no bound."""

    low: Array
    high: Array
    absolute: Array
    relative: Array

    @property
    def size(self) -> Array:
        """Largest magnitude of the exact value."""
        return np.maximum(np.abs(self.low), np.abs(self.high))

    @property
    def error(self) -> Array:
        """Bound on the absolute error: `absolute` plus the relative error of the largest magnitude."""
        return self.absolute + scale_error(self.relative, self.size)

    @property
    def one_sign(self) -> Array:
        """Whether the exact value cannot change its sign."""
        return (self.low >= 0) | (self.high <= 0)


def scale_error(factor: Array, size: Array) -> Array:
    """Return `factor * size`, where zero times infinity is zero."""
    return np.where(factor == 0, 0.0, factor * size)


def exact(low: Array, high: Array) -> Errors:
    """Return ranges without errors."""
    return Errors(low, high, np.zeros_like(low), np.zeros_like(low))


def add_rounding(x: Errors, element: str, roundings: int = 1) -> Errors:
    """Add the error of rounding to a type. Values that may overflow lose their bound; infinities are exact."""
    unit = roundings * UNITS[element]
    infinite = np.isinf(x.low) & (x.low == x.high)
    absolute = x.absolute * (1 + unit) + LEAST[element]
    relative = x.relative + unit + unit * x.relative
    over = ~infinite & ~(x.size * (1 + relative) + absolute <= LARGEST[element])
    zero = (x.low == 0) & (x.high == 0) & (x.absolute == 0)
    keep = infinite | zero
    low = np.where(over, np.nan, x.low)
    return Errors(low, np.where(over, np.nan, x.high), np.where(keep, x.absolute, absolute), np.where(keep, 0.0, relative))


def add(a: Errors, b: Errors) -> Errors:
    """Return error bounds of sums before their rounding; relative errors are kept where both operands have the same sign."""
    low, high = a.low + b.low, a.high + b.high
    together = ((a.low >= 0) & (b.low >= 0)) | ((a.high <= 0) & (b.high <= 0))
    absolute = np.where(together, a.absolute + b.absolute, a.error + b.error)
    return Errors(low, high, absolute, np.where(together, np.maximum(a.relative, b.relative), 0.0))


def negate(a: Errors) -> Errors:
    return Errors(-a.high, -a.low, a.absolute, a.relative)


def multiply(a: Errors, b: Errors, square: Array) -> Errors:
    """Return error bounds of products before their rounding; `square`: where both factors are the same value."""
    ends = np.stack([a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high])
    low, high = np.min(ends, axis=0), np.max(ends, axis=0)
    low = np.where(square & (low < 0), 0.0, low)
    absolute = (
        scale_error(b.absolute * (1 + a.relative), a.size)
        + scale_error(a.absolute * (1 + b.relative), b.size)
        + a.absolute * b.absolute
    )
    return Errors(low, high, absolute, a.relative + b.relative + a.relative * b.relative)


def own_relative(x: Errors) -> Array:
    """Return the total error as a relative one; NaN for values that may be zero, and for relative errors of 0.5 or more."""
    least = np.where(x.low > 0, x.low, np.where(x.high < 0, -x.high, np.nan))
    found = x.relative + x.absolute / least
    return np.where(found < 0.5, found, np.nan)


def divide(a: Errors, b: Errors) -> Errors:
    """Return error bounds of quotients before their rounding; there is no bound where the divisor may be zero."""
    off = own_relative(b)
    off = off / (1 - off)
    inverse = Errors(1 / b.high, 1 / b.low, np.zeros_like(off), off)
    return multiply(
        a, Errors(np.where(np.isnan(off), np.nan, inverse.low), inverse.high, inverse.absolute, off), np.zeros(off.shape, bool)
    )


def exponential(x: Errors, base_2: bool) -> Errors:
    """Return error bounds of powers of e or 2 in `f32`: an exponent's absolute error becomes a relative error of the power."""
    scale = np.log(2.0) if base_2 else 1.0
    reach = x.error + scale_error(np.full(x.low.shape, 4 * UNITS["f32"]), np.where(np.isinf(x.size), 0.0, x.size))
    with np.errstate(all="ignore"):
        relative = np.where(np.isinf(x.low) & (x.low == x.high), 0.0, np.expm1(reach * scale))
        low, high = (np.exp2 if base_2 else np.exp)(x.low), (np.exp2 if base_2 else np.exp)(x.high)
    outward = 1e-14
    return Errors(low * (1 - outward), high * (1 + outward), np.zeros_like(low), relative)


def logarithm(x: Errors, base_2: bool) -> Errors:
    """Return error bounds of logarithms; there is no bound where the operand may not be positive."""
    off = np.where(x.low > 0, own_relative(x), np.nan)
    scale = np.log2(np.e) if base_2 else 1.0
    low, high = np.log(x.low) * scale, np.log(x.high) * scale
    return Errors(low, high, -np.log1p(-off) * scale + 2.0**-21, np.zeros_like(low))


def root(x: Errors, reciprocal: bool) -> Errors:
    """Return error bounds of square roots, or of their reciprocals; none where the operand may be outside of the function's domain."""
    off = np.where(
        x.low > 0, own_relative(x), np.where((x.low == 0) & (x.absolute == 0) & ~np.bool_(reciprocal), x.relative, np.nan)
    )
    low, high = np.sqrt(x.low), np.sqrt(x.high)
    if reciprocal:
        return Errors(np.where(np.isnan(off), np.nan, 1 / high), 1 / low, np.zeros_like(off), 1 / np.sqrt(1 - off) - 1)
    return Errors(np.where(np.isnan(off), np.nan, low), high, np.zeros_like(off), off)


def extremum(a: Errors, b: Errors, largest: bool) -> Errors:
    """Return error bounds of maxima or minima: at most the larger error of the operands."""
    pick = np.maximum if largest else np.minimum
    low, high = pick(a.low, b.low), pick(a.high, b.high)
    kept = (a.low >= 0) & (b.low >= 0) & np.bool_(largest)
    absolute = np.where(kept, np.maximum(a.absolute, b.absolute), np.maximum(a.error, b.error))
    return Errors(low, high, absolute, np.where(kept, np.maximum(a.relative, b.relative), 0.0))


def absolute_value(a: Errors) -> Errors:
    low = np.where(a.one_sign, np.minimum(np.abs(a.low), np.abs(a.high)), 0.0)
    return Errors(low, a.size, a.absolute, a.relative)


def choose(a: Errors, b: Errors, flips: Array) -> Errors:
    """Return error bounds of a selection between two values; `flips`: where rounding may change the condition."""
    low, high = np.minimum(a.low, b.low), np.maximum(a.high, b.high)
    absolute = np.maximum(a.absolute, b.absolute) + np.where(flips, high - low, 0.0)
    return Errors(low, high, absolute, np.maximum(a.relative, b.relative))


def bounded_function(x: Errors, slope: float) -> Errors:
    """Return error bounds of a function with values between -1 and 1 whose slope is at most `slope`, such as tanh."""
    return Errors(-np.ones_like(x.low) + 0 * x.low, np.ones_like(x.low), slope * x.error, np.zeros_like(x.low))


def growth(terms: int, unit: float) -> float:
    """Return the error bound of a sum of `terms` terms in any order, as a factor of the sum of their magnitudes; NaN if too large."""
    reach = (terms - 1) * unit / (1 - unit)
    return float(error_bounds.bound_exp(Fraction(reach))) if reach < 1 else math.nan


def sum_rows(x: Errors, element: str) -> Errors:
    """Return error bounds of sums along the last axis, added in any order."""
    n = x.low.shape[-1]
    grow = growth(n, UNITS[element])
    together = np.all(x.low >= 0, axis=-1) | np.all(x.high <= 0, axis=-1)
    relative = np.max(x.relative, axis=-1)
    kept = Errors(x.low.sum(-1), x.high.sum(-1), x.absolute.sum(-1), relative)
    moved = x.error.sum(-1)
    free = Errors(kept.low, kept.high, moved + grow * (x.size.sum(-1) + moved), np.zeros_like(relative))
    grown = Errors(kept.low, kept.high, kept.absolute * (1 + grow), relative + grow + relative * grow)
    absolute = np.where(together, grown.absolute, free.absolute) + n * LEAST[element]
    return Errors(kept.low, kept.high, absolute, np.where(together, grown.relative, 0.0))


def multiply_matrices(a: Errors, b: Errors, c: Errors, precision: error_bounds.ProductPrecision, tensor_core: bool) -> Errors:
    """Return error bounds of c plus the product of two matrices, from sums of products of magnitudes."""
    terms = a.low.shape[-1]
    size_a, size_b, off_a, off_b = a.size, b.size, a.error, b.error
    both = size_a @ size_b
    natural = np.all(a.low >= 0) and np.all(b.low >= 0)
    low, high = (a.low @ b.low, a.high @ b.high) if natural else (-both, both)
    moved = size_a @ off_b + off_a @ size_b + off_a @ off_b
    chosen = error_bounds.ProductPrecision("", 1, precision.split) if tensor_core and not precision.products else precision
    grow = float(error_bounds.dot(chosen, terms))
    total = both + moved + c.size + c.error
    return Errors(c.low + low, c.high + high, c.error + moved + grow * total + terms * LEAST["f32"], np.zeros_like(low))


EXACT: dict[str, Callable[..., Errors]] = {
    "arith.negf": negate,
    "math.absf": absolute_value,
    "arith.maxnumf": lambda a, b: extremum(a, b, True),
    "arith.maximumf": lambda a, b: extremum(a, b, True),
    "arith.minnumf": lambda a, b: extremum(a, b, False),
    "arith.minimumf": lambda a, b: extremum(a, b, False),
}
"""Propagation through operations that do not round."""
ROUNDED: dict[str, Callable[..., Errors]] = {
    "arith.addf": add,
    "arith.divf": divide,
    "arith.truncf": lambda x: x,
    "tt.fp_to_fp": lambda x: x,
    "arith.sitofp": lambda x: x,
    "math.exp": lambda x: exponential(x, False),
    "math.exp2": lambda x: exponential(x, True),
    "math.log": lambda x: logarithm(x, False),
    "math.log2": lambda x: logarithm(x, True),
    "math.sqrt": lambda x: root(x, False),
    "math.rsqrt": lambda x: root(x, True),
    "math.tanh": lambda x: bounded_function(x, 1.0),
    "math.erf": lambda x: bounded_function(x, 1.13),
}
"""Propagation through operations whose result is then rounded, once or as often as `ULPS` gives."""
