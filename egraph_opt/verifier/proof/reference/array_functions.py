"""NumPy functions other than ufuncs on symbolic arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial, reduce
from typing import Any

import numpy as np

from egraph_opt.verifier.lift.distinct_rows import apply_once
from egraph_opt.verifier.lift.expression_domain import ElementDependence, Unliftable
from egraph_opt.verifier.proof.reals import indicator_polynomials
from egraph_opt.verifier.proof.reals.extremum_indices import index_of_extremum
from egraph_opt.verifier.proof.reals.loaded_indices import element_by_index
from egraph_opt.verifier.proof.reals.real_domain import Reals
from egraph_opt.verifier.proof.reference.symbol_array import PROTOCOLS, SymbolArray, kind_of, numbers_of
from egraph_opt.verifier.proof.reference.universal_functions import multiply_matrices, reduce_axes, rows_along

MOVES = frozenset(
    "reshape transpose swapaxes moveaxis squeeze expand_dims broadcast_to ravel repeat tile flip roll take split array_split"
    " atleast_1d atleast_2d rollaxis copy diagonal diag delete permute_dims matrix_transpose rot90 fliplr flipud resize"
    " sliding_window_view".split()
)
"""Functions that only move elements of their first argument."""
JOINS = frozenset("concatenate stack vstack hstack dstack column_stack".split())
"""Functions that only move elements of a list of arrays."""
_FOLDS = {"sum": "add", "max": "maximum", "amax": "maximum", "min": "minimum", "amin": "minimum"}
Function = Callable[..., Any]


def apply_function(domain: Reals, function: Any, arguments: Sequence[Any], options: Mapping[str, Any]) -> Any:
    """Return the result of a NumPy function on symbolic arrays. Raises Unliftable for an unsupported one."""
    name = function.__name__
    if name in MOVES:
        if any(isinstance(x, SymbolArray) for x in (*arguments[1:], *options.values())):
            raise ElementDependence(f"np.{name} of the reference at places that depend on an element of an array")
        moved = function(numbers_of(domain, arguments[0]), *arguments[1:], **options)
        kind = kind_of(arguments[0])
        return [SymbolArray(domain, x, kind) for x in moved] if isinstance(moved, list) else SymbolArray(domain, moved, kind)
    if name in JOINS:
        parts = [numbers_of(domain, x) for x in arguments[0]]
        kinds = {kind_of(x) for x in arguments[0]}
        return SymbolArray(
            domain, function(parts, *arguments[1:], **options), "f" if "f" in kinds else min(kinds, key="ib".index)
        )
    if name in _FOLDS:
        return fold(domain, _FOLDS[name], *arguments, **options)
    if name in TABLE:
        return TABLE[name](domain, *arguments, **options)
    raise Unliftable(f"np.{name} of the reference is not known")


def fold(
    domain: Reals, name: str, array: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = False
) -> Any:
    """Return a sum, maximum or minimum along axes."""
    if out is not None:
        raise Unliftable("a function of the reference writes into an array")
    return reduce_axes(domain, name, array, axis, keepdims is True)


def mean(domain: Reals, array: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = False) -> Any:
    """Return a mean along axes."""
    total = fold(domain, "add", array, axis, keepdims=keepdims)
    return total / (array.size // total.size)


def variance(
    domain: Reals, array: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: int = 0, keepdims: Any = False
) -> Any:
    """Return a variance along axes: the mean of squared deviations from the mean."""
    centred = array - mean(domain, array, axis, keepdims=True)
    total = fold(domain, "add", centred * centred, axis, keepdims=keepdims)
    return total / (array.size // total.size - ddof)


def deviation(domain: Reals, *arguments: Any, **options: Any) -> Any:
    """Return a standard deviation along axes."""
    return np.sqrt(variance(domain, *arguments, **options))


def quantifier(step: Callable[..., int]) -> Function:
    """Return `np.any` or `np.all` on symbolic arrays, by a disjunction or conjunction (`step`) of two conditions."""

    def decide(domain: Reals, array: Any, axis: Any = None, out: Any = None, keepdims: Any = False) -> SymbolArray:
        if kind_of(array) != "b":
            raise Unliftable("np.any or np.all of numbers in the reference")
        rows, shape = rows_along(numbers_of(domain, array), axis, keepdims is True)
        flat = [reduce(partial(step, domain.ring), row) for row in rows.tolist()]
        return SymbolArray(domain, np.asarray(flat, np.int64).reshape(shape), "b")

    return decide


def where(domain: Reals, condition: Any, a: Any, b: Any) -> SymbolArray:
    """Return `np.where` of a condition and two arrays, each symbolic or not."""
    kind = "f" if "f" in (kind_of(a), kind_of(b)) else kind_of(a)
    x, y = numbers_of(domain, a), numbers_of(domain, b)
    if not isinstance(condition, SymbolArray):
        return SymbolArray(domain, np.where(condition, x, y), kind)
    parts = np.broadcast_arrays(condition.numbers, x, y)
    return SymbolArray(domain, apply_once(partial(indicator_polynomials.select, domain.ring), parts), kind)


def clip(domain: Reals, array: Any, low: Any = None, high: Any = None, **options: Any) -> Any:
    """Return an array between bounds."""
    found = array if low is None else np.maximum(array, low)
    return found if high is None else np.minimum(found, high)


def cumulative(step: Callable[[Any, int, int], int]) -> Function:
    """Return a cumulative fold (such as `np.cumsum`) on symbolic arrays, by the operation `step` on two elements."""

    def scan(domain: Reals, array: Any, axis: int | None = None, **options: Any) -> SymbolArray:
        numbers = numbers_of(domain, array)
        rows = numbers.reshape(-1) if axis is None else np.moveaxis(numbers, axis, -1)
        found = [rows[..., 0]]
        for i in range(1, rows.shape[-1]):
            found.append(apply_once(partial(step, domain.ring), (found[-1], rows[..., i])))
        stacked = np.stack(found, axis=-1)
        kind = kind_of(array).replace("b", "i")
        return SymbolArray(domain, stacked if axis is None else np.moveaxis(stacked, -1, axis), kind)

    return scan


def product(domain: Reals, array: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = False) -> Any:
    """Return a product along axes."""
    return fold(domain, "multiply", array, axis, keepdims=keepdims)


def extremum_index(name: str) -> Function:
    """Return `np.argmax` or `np.argmin` on symbolic arrays."""

    def index(domain: Reals, array: Any, axis: int | None = None, out: Any = None, *, keepdims: Any = False) -> SymbolArray:
        numbers = numbers_of(domain, array)
        rows = numbers.reshape(1, -1) if axis is None else np.moveaxis(numbers, axis, -1)
        flat = [index_of_extremum(domain.integers, name, row) for row in rows.reshape(-1, rows.shape[-1]).tolist()]
        found = np.asarray(flat, np.int64).reshape(() if axis is None else rows.shape[:-1])
        return SymbolArray(domain, np.expand_dims(found, axis) if keepdims is True and axis is not None else found, "i")

    return index


def norm(domain: Reals, array: Any, ord: Any = None, axis: Any = None, keepdims: Any = False) -> Any:
    """Return `np.linalg.norm` of symbolic arrays. Raises Unliftable for norms of matrices other than Frobenius."""
    keep = keepdims is True
    if ord in (None, "fro") or (ord == 2 and (array.ndim == 1 or (np.ndim(axis) == 0 and axis is not None))):
        return np.sqrt(fold(domain, "add", array * array, axis, keepdims=keep))
    if array.ndim > 1 and (axis is None or np.ndim(axis) > 0):
        raise Unliftable(f"np.linalg.norm of matrices in the reference, of order {ord}")
    sizes = np.abs(array)
    if ord in (np.inf, -np.inf):
        return fold(domain, "maximum" if ord > 0 else "minimum", sizes, axis, keepdims=keep)
    total = fold(domain, "add", sizes if ord == 1 else sizes**ord, axis, keepdims=keep)
    return total if ord == 1 else total ** (1 / ord)


def pad(domain: Reals, array: Any, widths: Any, mode: Any = "constant", **options: Any) -> SymbolArray:
    """Return an array with a border."""
    if mode not in ("constant", "edge", "reflect", "symmetric", "wrap", "empty") or set(options) - {
        "constant_values",
        "reflect_type",
    }:
        raise Unliftable(f"np.pad of the reference in mode {mode}")
    if options.get("reflect_type", "even") != "even":
        raise Unliftable("np.pad of the reference, which computes")
    given = {}
    if mode == "constant":
        kind = kind_of(array)
        value = np.asarray(options.get("constant_values", 0)).astype(np.float64 if kind == "f" else np.int64)
        given["constant_values"] = numbers_of(domain, value)
    return SymbolArray(domain, np.pad(numbers_of(domain, array), widths, mode, **given), kind_of(array))


def take_along_axis(domain: Reals, array: Any, indices: Any, axis: int | None = -1) -> SymbolArray:
    """Return elements at indices along an axis; the indices may be symbolic."""
    numbers = numbers_of(domain, array)
    if not isinstance(indices, SymbolArray):
        return SymbolArray(domain, np.take_along_axis(numbers, indices, axis), kind_of(array))
    if axis is None:
        numbers, axis = numbers.reshape(-1), 0
    rows, places = np.moveaxis(numbers, axis, -1), np.moveaxis(indices.numbers, axis, -1)
    rows = np.broadcast_to(rows, (*np.broadcast_shapes(rows.shape[:-1], places.shape[:-1]), rows.shape[-1]))
    places = np.broadcast_to(places, (*rows.shape[:-1], places.shape[-1]))
    found = [
        [element_at(domain, tuple(row), place) for place in each]
        for row, each in zip(
            rows.reshape(-1, rows.shape[-1]).tolist(), places.reshape(-1, places.shape[-1]).tolist(), strict=True
        )
    ]
    return SymbolArray(domain, np.moveaxis(np.asarray(found, np.int64).reshape(places.shape), -1, axis), kind_of(array))


def element_at(domain: Reals, row: tuple[int, ...], place: int) -> int:
    """Return an element of a row at a symbolic index; only a constant index may be negative."""
    known = domain.ring.rational(place)
    if isinstance(known, int) and -len(row) <= known < len(row):
        return row[known]
    found = element_by_index(domain.integers, row, place, 1)
    if found is None or not domain.integers.fits_between(place, 0, len(row) - 1):
        raise Unliftable("an index of the reference may lie outside of its array, or its range is not known")
    return found


def triangle(upper: bool) -> Function:
    """Return `np.triu` or `np.tril` on symbolic arrays."""

    def keep(domain: Reals, array: Any, k: int = 0) -> SymbolArray:
        numbers = numbers_of(domain, array)
        inside = np.tri(numbers.shape[-2], numbers.shape[-1], k - upper, np.bool_)
        return SymbolArray(domain, np.where(~inside if upper else inside, numbers, domain.ring.constant(0)), kind_of(array))

    return keep


def fill_like(value: float) -> Function:
    """Return a function such as `np.zeros_like`: an array of one number with the shape of another array."""
    return lambda domain, array, *rest, **options: SymbolArray(
        domain, np.full(array.shape, int(numbers_of(domain, np.asarray(value)))), array.kind
    )


def einstein_sum(domain: Reals, subscripts: str, *arrays: Any, **options: Any) -> SymbolArray:
    """Return `np.einsum` of symbolic arrays."""
    inputs, _, output = subscripts.replace(" ", "").partition("->")
    names = inputs.split(",")
    if "..." in subscripts or any(len(set(each)) < len(each) for each in names) or len(names) != len(arrays):
        raise Unliftable(f"np.einsum of the reference with {subscripts}")
    if "->" not in subscripts:
        output = "".join(sorted(n for n in set(inputs) - {","} if inputs.count(n) == 1))
    order = output + "".join(sorted(set(inputs) - set(output) - {","}))
    product: Any = 1.0
    for each, array in zip(names, arrays, strict=True):
        kept = [n for n in order if n in each]
        moved = np.transpose(array, [each.index(n) for n in kept])
        product = product * np.reshape(moved, [moved.shape[kept.index(n)] if n in kept else 1 for n in order])
    summed = tuple(range(len(output), len(order)))
    return reduce_axes(domain, "add", product, summed, False) if summed else product


TABLE: dict[str, Function] = {
    "mean": mean,
    "var": variance,
    "std": deviation,
    "where": where,
    "clip": clip,
    "cumsum": cumulative(lambda ring, p, q: ring.total((p, q))),
    "cumprod": cumulative(lambda ring, p, q: ring.product(p, q)),
    "prod": product,
    "norm": norm,
    "any": quantifier(indicator_polynomials.disjunction),
    "all": quantifier(indicator_polynomials.conjunction),
    "argmax": extremum_index("argmax"),
    "argmin": extremum_index("argmin"),
    "pad": pad,
    "take_along_axis": take_along_axis,
    "inner": lambda domain, a, b: multiply_matrices(domain, a, b.T),
    "outer": lambda domain, a, b: np.ravel(a)[:, None] * np.ravel(b)[None, :],
    "vdot": lambda domain, a, b: multiply_matrices(domain, np.ravel(a), np.ravel(b)),
    "trace": lambda domain, array: fold(domain, "add", np.diagonal(array), -1),
    "tril": triangle(False),
    "triu": triangle(True),
    "zeros_like": fill_like(0.0),
    "ones_like": fill_like(1.0),
    "empty_like": fill_like(0.0),
    "dot": multiply_matrices,
    "einsum": einstein_sum,
    "full_like": lambda domain, array, value, *rest, **options: fill_like(value)(domain, array),
}
PROTOCOLS["function"] = apply_function
