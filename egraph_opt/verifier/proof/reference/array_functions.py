"""Functions of NumPy, other than the universal ones, on arrays of expressions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from egraph_opt.verifier.lift.columns import apply_once
from egraph_opt.verifier.lift.expression_domain import Unliftable
from egraph_opt.verifier.proof.reals import indicator_polynomials
from egraph_opt.verifier.proof.reals.real_domain import Reals
from egraph_opt.verifier.proof.reference.symbol_array import PROTOCOLS, SymbolArray, kind_of, numbers_of
from egraph_opt.verifier.proof.reference.universal_functions import multiply_matrices, reduce_axes

MOVES = frozenset(
    "reshape transpose swapaxes moveaxis squeeze expand_dims broadcast_to ravel repeat tile flip roll take split array_split"
    " atleast_1d atleast_2d rollaxis copy diagonal delete permute_dims matrix_transpose".split()
)
"""Functions that only move elements of their first argument."""
JOINS = frozenset("concatenate stack vstack hstack".split())
"""Functions that only move elements of a list of arrays."""
_FOLDS = {"sum": "add", "max": "maximum", "amax": "maximum", "min": "minimum", "amin": "minimum"}
Function = Callable[..., Any]


def apply_function(domain: Reals, function: Any, arguments: Sequence[Any], options: Mapping[str, Any]) -> Any:
    """Return the result of a function of NumPy. Raises Unliftable."""
    name = function.__name__
    if name in MOVES:
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


def where(domain: Reals, condition: Any, a: Any, b: Any) -> SymbolArray:
    """Return elements of two arrays by a condition."""
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


def cumulative_sum(domain: Reals, array: Any, axis: int | None = None, **options: Any) -> SymbolArray:
    """Return sums of the elements up to each one."""
    numbers = numbers_of(domain, array)
    rows = numbers.reshape(-1) if axis is None else np.moveaxis(numbers, axis, -1)
    found = [rows[..., 0]]
    for i in range(1, rows.shape[-1]):
        found.append(apply_once(lambda p, q: domain.ring.total((p, q)), (found[-1], rows[..., i])))
    stacked = np.stack(found, axis=-1)
    return SymbolArray(domain, stacked if axis is None else np.moveaxis(stacked, -1, axis), kind_of(array))


def triangle(upper: bool) -> Function:
    """Return the function that keeps one triangle of a matrix and sets the rest to zero."""

    def keep(domain: Reals, array: Any, k: int = 0) -> SymbolArray:
        numbers = numbers_of(domain, array)
        inside = np.tri(numbers.shape[-2], numbers.shape[-1], k - upper, np.bool_)
        return SymbolArray(domain, np.where(~inside if upper else inside, numbers, domain.ring.constant(0)), kind_of(array))

    return keep


def fill_like(value: float) -> Function:
    """Return the function that makes an array of one number, of the shape of another."""
    return lambda domain, array, *rest, **options: SymbolArray(
        domain, np.full(array.shape, int(domain.constants(np.asarray(value), "f64"))), array.kind
    )


def einstein_sum(domain: Reals, subscripts: str, *arrays: Any, **options: Any) -> SymbolArray:
    """Return a sum of products over the axes that the result does not have."""
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
    "cumsum": cumulative_sum,
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
