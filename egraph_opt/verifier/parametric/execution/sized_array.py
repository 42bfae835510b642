"""Array of symbolic shape: NumPy functions accept it, so that a reference in NumPy is executed for all sizes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from egraph_opt.verifier.parametric.folds.fold_forms import fold
from egraph_opt.verifier.parametric.folds.substitution import Substitution
from egraph_opt.verifier.parametric.folds.symbolic_ring import SymbolicRing
from egraph_opt.verifier.parametric.sizes.index_condition import at_least, less
from egraph_opt.verifier.parametric.sizes.index_polynomial import Polynomial, symbol, whole
from egraph_opt.verifier.parametric.sizes.piecewise import Value, combine
from egraph_opt.verifier.parametric.sizes.size_expressions import SymbolicSize
from egraph_opt.verifier.parametric.sizes.size_facts import NotDecided
from egraph_opt.verifier.proof.reals import indicator_polynomials
from egraph_opt.verifier.proof.reals.float_constants import constant_polynomial
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import MINUS, PLUS
from egraph_opt.verifier.proof.reference.symbol_array import rounded_constants
from egraph_opt.verifier.proof.reference.universal_functions import COMPARISONS, CONDITIONS, FUNCTIONS

FOLDS = {"add": "sum", "maximum": "max", "minimum": "min"}
"""Reductions by ufuncs, as folds."""
METHODS = frozenset(("sum", "max", "min", "mean", "var", "clip", "dot", "swapaxes"))
"""Methods of arrays that are implemented by the NumPy functions of the same names."""


def place(distance: int) -> Polynomial:
    """Return the symbol of the index along an axis, by the axis' distance from the last one; broadcasting keeps it."""
    return symbol(f"a.{distance}")


class SizedArray(NDArrayOperatorsMixin):
    """Array whose elements are one value in the symbols of its axes. Unsupported NumPy functions raise NotDecided."""

    __slots__ = ("extents", "kind", "ring", "value")

    def __init__(self, ring: SymbolicRing, extents: Sequence[Polynomial], value: Value, kind: str) -> None:
        self.ring, self.extents, self.value, self.kind = ring, tuple(extents), value, kind

    @property
    def shape(self) -> tuple[Any, ...]:
        return tuple(SymbolicSize(n, self.ring.facts) if n.constant is None else n.constant for n in self.extents)

    @property
    def ndim(self) -> int:
        return len(self.extents)

    @property
    def T(self) -> SizedArray:
        return transpose(self)

    def __bool__(self) -> bool:
        raise NotDecided("a branch of the reference depends on an element of an array")

    def __getitem__(self, index: Any) -> SizedArray:
        parts = list(index if isinstance(index, tuple) else (index,))
        if Ellipsis in [each for each in parts if each is Ellipsis]:
            spot = next(i for i, each in enumerate(parts) if each is Ellipsis)
            missing = self.ndim - sum(each is not None and each is not Ellipsis for each in parts)
            parts[spot : spot + 1] = [slice(None)] * missing
        parts += [slice(None)] * (self.ndim - sum(each is not None for each in parts))
        if any(each is not None and each != slice(None) for each in parts):
            raise NotDecided("an index of the reference that takes only some elements")
        extents, values, axis = [], {}, 0
        for position, each in enumerate(parts):
            extents.append(whole(1) if each is None else self.extents[axis])
            if each is not None:
                values[place(self.ndim - 1 - axis).text] = place(len(parts) - 1 - position)
                axis += 1
        return SizedArray(self.ring, extents, rename_axes(self.ring, values, self.value), self.kind)

    def astype(self, dtype: Any, *rest: Any, **options: Any) -> SizedArray:
        """Return the array cast to another type, with unchanged values. Raises NotDecided for a cast from floats to integers."""
        kind = np.dtype(dtype).kind.replace("u", "i")
        if "bif".index(kind) < "bif".index(self.kind):
            raise NotDecided("a cast of the reference from floats to integers")
        return SizedArray(self.ring, self.extents, self.value, kind)

    def transpose(self, *axes: Any) -> SizedArray:
        return transpose(self, *axes)

    def __getattr__(self, name: str) -> Any:
        """Return the NumPy function of this name as a method."""
        if name not in METHODS:
            raise AttributeError(name)
        return lambda *arguments, **options: getattr(np, name)(self, *arguments, **options)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        name = ufunc.__name__
        if method == "reduce" and not {key for key in options if options[key] is not None} - {"axis", "keepdims", "dtype"}:
            return reduce_axes(inputs[0], name, options.get("axis", 0), bool(options.get("keepdims")))
        if method != "__call__" or options:
            raise NotDecided(f"np.{name} of the reference with further options has no form for all sizes")
        if name == "matmul":
            return multiply_matrices(self.ring, *inputs)
        return apply_ufunc(self.ring, name, inputs)

    def __array_function__(self, function: Any, types: Any, arguments: Any, options: Any) -> Any:
        found = ARRAY_FUNCTIONS.get(function.__name__)
        if found is None:
            raise NotDecided(f"np.{function.__name__} of the reference has no form for all sizes")
        return found(self.ring, *arguments, **{key: value for key, value in options.items() if value is not np._NoValue})


def rename_axes(ring: SymbolicRing, values: Mapping[str, Polynomial], value: Value) -> Value:
    """Return a value with other symbols for axes."""
    changed = {name: index for name, index in values.items() if index != symbol(name)}
    return Substitution(ring, changed, divide=ring.facts.divide).value(value)


def array_of(ring: SymbolicRing, value: Any) -> SizedArray:
    """Return an array, a number or a size as an array."""
    if isinstance(value, SizedArray):
        return value
    if isinstance(value, SymbolicSize):
        return SizedArray(ring, (), ring.index_number(value.number), "i")
    if np.ndim(value) or np.asarray(value).dtype.kind not in "bif":
        raise NotDecided("an array that the reference makes has no form for all sizes")
    number, kind = np.asarray(value).item(), np.asarray(value).dtype.kind
    if number != number:
        raise NotDecided("the reference uses NaN")
    if number in (float("inf"), float("-inf")):
        return SizedArray(ring, (), PLUS if number > 0 else MINUS, kind)
    if kind != "f":
        return SizedArray(ring, (), ring.constant(int(number)), kind)
    rounded, element = rounded_constants(np.asarray(number))
    return SizedArray(ring, (), constant_polynomial(ring, float(rounded), element), kind)


def broadcast(ring: SymbolicRing, arrays: Sequence[SizedArray]) -> tuple[Polynomial, ...]:
    """Return the extents of arrays that are broadcast together. Raises NotDecided unless they are known to fit."""
    found: list[Polynomial] = []
    for distance in range(max(each.ndim for each in arrays)):
        given = [each.extents[-1 - distance] for each in arrays if distance < each.ndim]
        extents = list(dict.fromkeys(each for each in given if each.constant != 1)) or [whole(1)]
        if len(extents) > 1:
            raise NotDecided(f"arrays of the reference have {extents[0]} and {extents[1]} elements along one axis")
        found.insert(0, extents[0])
    return tuple(found)


def apply_ufunc(ring: SymbolicRing, name: str, inputs: Sequence[Any]) -> SizedArray:
    """Return the result of a ufunc on arrays, sizes and numbers."""
    arrays = [array_of(ring, each) for each in inputs]
    kinds = {each.kind for each in arrays}
    function: Callable[..., int]
    if name in COMPARISONS and "f" in kinds:
        function, kind = partial(indicator_polynomials.compare, ring, COMPARISONS[name][0]), "b"
    elif kinds == {"b"} and name in CONDITIONS:
        function, kind = partial(CONDITIONS[name], ring), "b"
    elif name in FUNCTIONS and kinds != {"b"}:
        exact = "f" not in kinds and name in ("add", "subtract", "multiply", "negative", "maximum", "minimum")
        function, kind = partial(FUNCTIONS[name], ring), "i" if exact else "f"
    else:
        raise NotDecided(f"np.{name} of the reference has no form for all sizes")
    return SizedArray(ring, broadcast(ring, arrays), elementwise(ring, function, arrays), kind)


def elementwise(ring: SymbolicRing, function: Callable[..., int], arrays: Sequence[SizedArray]) -> Value:
    """Return the value of a function of elements; indices in arrays of integers count as real numbers."""

    def apply(*leaves: Value) -> int:
        return function(*(ring.index_number(each) if isinstance(each, Polynomial) else each for each in leaves))

    return combine(apply, *(each.value for each in arrays))


def reduce_axes(array: SizedArray, name: str, axis: Any, keepdims: bool) -> SizedArray:
    """Return a sum, maximum or minimum along one axis, several, or all (None)."""
    if name not in FOLDS or array.kind == "b":
        raise NotDecided(f"np.{name}.reduce of the reference has no form for all sizes")
    axes = range(array.ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    ring, facts = array.ring, array.ring.facts
    for number in sorted((each % array.ndim for each in axes), reverse=True):
        distance, extent = array.ndim - 1 - number, array.extents[number]
        if name != "add" and not facts.holds(at_least(extent, 1)):
            raise NotDecided("a maximum of the reference over an axis that may be empty")
        binder = symbol(facts.new_symbol("j"))
        values = {place(distance).text: binder}
        extents = [whole(1) if i == number else n for i, n in enumerate(array.extents) if keepdims or i != number]
        if not keepdims:
            values |= {place(far).text: place(far - 1) for far in range(distance + 1, array.ndim)}
        body = rename_axes(ring, values, array.value)
        value = fold(ring, FOLDS[name], (binder.text,), (at_least(binder), less(binder, extent)), body)
        array = SizedArray(ring, extents, value, array.kind)
    return array


def transpose(array: SizedArray, *axes: Any) -> SizedArray:
    """Return an array with its axes in another order, by default reversed."""
    order = axes[0] if len(axes) == 1 and isinstance(axes[0], tuple | list) else axes
    order = [each % array.ndim for each in order or range(array.ndim - 1, -1, -1)]
    last = array.ndim - 1
    values = {place(last - old).text: place(last - new) for new, old in enumerate(order)}
    return SizedArray(array.ring, [array.extents[old] for old in order], rename_axes(array.ring, values, array.value), array.kind)


def multiply_matrices(ring: SymbolicRing, left: Any, right: Any) -> SizedArray:
    """Return the product of two matrices, or of stacks of matrices of equal shape."""
    a, b = array_of(ring, left), array_of(ring, right)
    if a.ndim < 2 or b.ndim < 2 or "f" not in (a.kind + b.kind) or a.extents[-1] != b.extents[-2]:
        raise NotDecided("a product of the reference that is not one of matrices of equal inner extents")
    rows = SizedArray(ring, (*a.extents, whole(1)), rename_axes(ring, shift(a.ndim), a.value), a.kind)
    columns = SizedArray(ring, (*b.extents[:-2], whole(1), *b.extents[-2:]), rename_axes(ring, shift(b.ndim, 2), b.value), b.kind)
    ring.laws.add("dot_is_sum_of_products")
    return reduce_axes(apply_ufunc(ring, "multiply", (rows, columns)), "add", -2, False)


def shift(rank: int, start: int = 0) -> dict[str, Polynomial]:
    """Return new symbols for the axes from some distance on, one farther from the last axis."""
    return {place(distance).text: place(distance + 1) for distance in range(start, rank)}


def mean(
    ring: SymbolicRing, array: SizedArray, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = False
) -> Any:
    """Return the mean along axes."""
    axes = range(array.ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    count = whole(1)
    for each in axes:
        count = count * array.extents[each]
    return reduce_axes(array, "add", axis, bool(keepdims)) / SymbolicSize(count, ring.facts)


def variance(ring: SymbolicRing, array: SizedArray, axis: Any = None, dtype: Any = None, out: Any = None, ddof: int = 0,
             keepdims: Any = False) -> Any:  # fmt: skip
    """Return the variance along axes, without a correction."""
    if ddof:
        raise NotDecided("np.var of the reference with ddof has no form for all sizes")
    deviation = array - mean(ring, array, axis, keepdims=True)
    return mean(ring, deviation * deviation, axis, keepdims=keepdims)


def where(ring: SymbolicRing, condition: Any, a: Any, b: Any) -> SizedArray:
    """Return elements of one array where a condition is true, else of another one."""
    arrays = [array_of(ring, each) for each in (condition, a, b)]
    value = elementwise(ring, partial(indicator_polynomials.select, ring), arrays)
    return SizedArray(ring, broadcast(ring, arrays), value, max(arrays[1].kind, arrays[2].kind, key="bif".index))


def reduction(name: str) -> Callable[..., Any]:
    """Return NumPy's function that reduces by a ufunc."""

    def reduce(ring: SymbolicRing, array: SizedArray, axis: Any = None, dtype: Any = None, out: Any = None,
               keepdims: Any = False) -> SizedArray:  # fmt: skip
        return reduce_axes(array, name, axis, bool(keepdims))

    return reduce


ARRAY_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "sum": reduction("add"),
    "max": reduction("maximum"),
    "amax": reduction("maximum"),
    "min": reduction("minimum"),
    "amin": reduction("minimum"),
    "mean": mean,
    "var": variance,
    "where": where,
    "transpose": lambda ring, array, axes=None: transpose(array, *(axes or ())),
    "swapaxes": lambda ring, array, a, b: transpose(array, [{a % array.ndim: b % array.ndim, b % array.ndim: a % array.ndim}.get(i, i)
                                                            for i in range(array.ndim)]),
    "expand_dims": lambda ring, array, axis: array[tuple([slice(None)] * (axis % (array.ndim + 1)) + [None])],
    "dot": multiply_matrices,
    "clip": lambda ring, array, low, high: np.minimum(np.maximum(array, low), high),
}  # fmt: skip
"""NumPy's functions on arrays of symbolic shape, by name."""
