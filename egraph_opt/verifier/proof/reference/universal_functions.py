"""NumPy ufuncs on symbolic arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial, reduce
from math import prod
from typing import Any

import numpy as np

from egraph_opt.verifier.lift.distinct_rows import apply_once
from egraph_opt.verifier.lift.expression_domain import Numbers, Unliftable
from egraph_opt.verifier.proof.reals import indicator_polynomials
from egraph_opt.verifier.proof.reals.extremum_forms import absolute, maximum, minimum
from egraph_opt.verifier.proof.reals.function_forms import UNARY, exponential, logarithm, power_of
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import FINITE
from egraph_opt.verifier.proof.reals.polynomials.ring import Ring
from egraph_opt.verifier.proof.reals.real_domain import Reals, named_total, power, quotient
from egraph_opt.verifier.proof.reference.special_functions import ERROR_FUNCTION
from egraph_opt.verifier.proof.reference.symbol_array import PROTOCOLS, SymbolArray, kind_of, numbers_of

COMPARISONS = {
    "equal": (1, 0),
    "not_equal": (6, 1),
    "less": (4, 2),
    "less_equal": (5, 3),
    "greater": (2, 4),
    "greater_equal": (3, 5),
}
"""Predicate numbers in `arith.cmpf` and `arith.cmpi`, by the name of NumPy's comparison."""
_KEPT = "exp exp2 expm1 log log2 log10 log1p sqrt tanh sin cos tan sinh cosh floor ceil trunc cbrt erf erfc".split()
FUNCTIONS: dict[str, Callable[..., int]] = {
    **{name: UNARY[name] for name in _KEPT},
    "add": lambda ring, p, q: ring.total((p, q)),
    "subtract": Ring.difference,
    "multiply": Ring.product,
    "divide": quotient,
    "negative": lambda ring, p: ring.scale(p, -1),
    "positive": lambda ring, p: p,
    "square": lambda ring, p: ring.product(p, p),
    "reciprocal": lambda ring, p: power_of(ring, p, -1),
    "absolute": absolute,
    "fabs": absolute,
    "power": power,
    "float_power": power,
    "maximum": lambda ring, p, q: maximum(ring, (p, q)),
    "fmax": lambda ring, p, q: maximum(ring, (p, q)),
    "minimum": lambda ring, p, q: minimum(ring, (p, q)),
    "fmin": lambda ring, p, q: minimum(ring, (p, q)),
    "rint": UNARY["roundeven"],
    **{f"arc{name[1:]}": UNARY[name] for name in "atan asin acos asinh acosh atanh".split()},
    "sign": lambda ring, p: ring.difference(*(indicator_polynomials.is_positive(ring, ring.scale(p, c)) for c in (1, -1))),
    "logaddexp": lambda ring, p, q: logarithm(ring, ring.total((exponential(ring, p), exponential(ring, q)))),
}
"""Ufuncs on numbers, by name."""
CONDITIONS: dict[str, Callable[..., int]] = {
    "logical_and": indicator_polynomials.conjunction,
    "bitwise_and": indicator_polynomials.conjunction,
    "logical_or": indicator_polynomials.disjunction,
    "bitwise_or": indicator_polynomials.disjunction,
    "logical_xor": indicator_polynomials.exclusive,
    "bitwise_xor": indicator_polynomials.exclusive,
    "logical_not": indicator_polynomials.negation,
    "invert": indicator_polynomials.negation,
}
"""Ufuncs on truth values, by name."""
FOLDS: dict[str, Callable[..., int]] = {
    "add": Ring.total,
    "maximum": maximum,
    "minimum": minimum,
    "multiply": lambda ring, values: reduce(ring.product, values),
}
FOLD_LAWS = {"add": "sum_in_any_order", "maximum": "max_in_any_order", "minimum": "min_in_any_order"}


def apply_ufunc(domain: Reals, ufunc: Any, method: str, inputs: Sequence[Any], options: Mapping[str, Any]) -> Any:
    """Return the result of a NumPy ufunc (or of its `reduce` method) on symbolic arrays. Raises Unliftable."""
    name = "erf" if ufunc is ERROR_FUNCTION else ufunc.__name__
    if {key for key in options if options[key] is not None} - {"axis", "keepdims", "dtype", "out"} or options.get("out"):
        raise Unliftable(f"np.{name} of the reference with further options")
    if method == "reduce":
        return reduce_axes(domain, name, inputs[0], options.get("axis", 0), bool(options.get("keepdims")))
    if method != "__call__":
        raise Unliftable(f"np.{name}.{method} of the reference is not known")
    if name == "matmul":
        return multiply_matrices(domain, *inputs)
    kinds = [kind_of(x) for x in inputs]
    arrays = np.broadcast_arrays(*(numbers_of(domain, x) for x in inputs))
    if name in COMPARISONS:
        of_floats, of_integers = COMPARISONS[name]
        compare = partial(indicator_polynomials.compare, domain.ring, of_floats)
        if "f" not in kinds:
            compare = partial(domain.integers.compare, of_integers, "i64")
        return SymbolArray(domain, apply_once(compare, arrays), "b")
    if set(kinds) == {"b"}:
        if name not in CONDITIONS:
            raise Unliftable(f"np.{name} of truth values in the reference is not known")
        return SymbolArray(domain, apply_once(partial(CONDITIONS[name], domain.ring), arrays), "b")
    if name in FUNCTIONS:
        kind = "i" if "f" not in kinds and name in ("add", "subtract", "multiply", "negative", "maximum", "minimum") else "f"
        return SymbolArray(domain, apply_once(partial(FUNCTIONS[name], domain.ring), arrays), kind)
    if name in ("isnan", "isinf", "isfinite") and all(p >= FINITE and not domain.ring.needs[p] for p in arrays[0].flat):
        return np.full(arrays[0].shape, name == "isfinite")
    raise Unliftable(f"np.{name} of the reference is not known")


def reduce_axes(domain: Reals, name: str, array: Any, axis: Any, keepdims: bool) -> SymbolArray:
    """Return a reduction by the ufunc `name` along one axis, several, or all (None)."""
    if name not in FOLDS:
        raise Unliftable(f"np.{name}.reduce of the reference is not known")
    rows, shape = rows_along(numbers_of(domain, array), axis, keepdims)
    fold = partial(named_total if name == "add" else FOLDS[name], domain.ring)
    if name in FOLD_LAWS:
        domain.ring.laws.add(FOLD_LAWS[name])
    flat = [fold(row) for row in rows.tolist()]
    kind = kind_of(array)
    return SymbolArray(domain, np.asarray(flat, np.int64).reshape(shape), "i" if kind == "b" else kind)


def rows_along(numbers: Numbers, axis: Any, keepdims: bool) -> tuple[Numbers, tuple[int, ...]]:
    """Return a matrix whose rows are to be reduced, for one axis, several or all (None), and the shape of the result."""
    axes = tuple(range(numbers.ndim)) if axis is None else tuple(a % numbers.ndim for a in np.atleast_1d(axis).tolist())
    kept = [a for a in range(numbers.ndim) if a not in axes]
    extents = tuple(numbers.shape[a] for a in kept)
    shape = tuple(1 if a in axes else n for a, n in enumerate(numbers.shape)) if keepdims else extents
    return numbers.transpose(*kept, *axes).reshape(prod(extents), -1), shape


def multiply_matrices(domain: Reals, left: Any, right: Any) -> SymbolArray:
    """Return `np.matmul` of two symbolic arrays: matrices, vectors, or batches of matrices."""
    a, b = numbers_of(domain, left), numbers_of(domain, right)
    if not a.ndim or not b.ndim or a.shape[-1] != b.shape[-2 if b.ndim > 1 else 0]:
        raise Unliftable("the reference multiplies matrices whose extents differ")
    x = a if a.ndim > 1 else a[None, :]
    y = b if b.ndim > 1 else b[:, None]
    batch = np.broadcast_shapes(x.shape[:-2], y.shape[:-2])
    x, y = np.broadcast_to(x, (*batch, *x.shape[-2:])), np.broadcast_to(y, (*batch, *y.shape[-2:]))
    found = np.asarray(
        [
            [[domain.ring.inner_product(row, column, domain.ring.constant(0)) for column in n.T.tolist()] for row in m.tolist()]
            for m, n in zip(x.reshape(-1, *x.shape[-2:]), y.reshape(-1, *y.shape[-2:]), strict=True)
        ],
        np.int64,
    ).reshape(*batch, x.shape[-2], y.shape[-1])
    domain.ring.laws.add("dot_is_sum_of_products")
    return SymbolArray(domain, matrix_result(found, a, b), "f")


def matrix_result(found: Numbers, a: Numbers, b: Numbers) -> Numbers:
    """Return a matrix product without the axes of extent 1 that were added to operands that are vectors."""
    found = found[..., 0, :] if a.ndim == 1 else found
    return found[..., 0] if b.ndim == 1 else found


PROTOCOLS["ufunc"] = apply_ufunc
