"""Symbolic array: NumPy functions accept it, and compute expressions over the real numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from egraph_opt.verifier.lift.expression_domain import ElementDependence, Numbers, Unliftable
from egraph_opt.verifier.proof.reals.real_domain import Reals


class SymbolArray(NDArrayOperatorsMixin):
    """Array whose elements are expressions over the real numbers. Unsupported NumPy functions raise Unliftable."""

    __slots__ = ("domain", "kind", "numbers")

    def __init__(self, domain: Reals, numbers: Numbers, kind: str) -> None:
        self.domain, self.numbers, self.kind = domain, np.asarray(numbers, np.int64), kind

    # --- what arrays have
    @property
    def shape(self) -> tuple[int, ...]:
        return self.numbers.shape

    @property
    def ndim(self) -> int:
        return self.numbers.ndim

    @property
    def size(self) -> int:
        return self.numbers.size

    @property
    def dtype(self) -> np.dtype[Any]:
        return np.dtype({"f": np.float64, "i": np.int64, "b": np.bool_}[self.kind])

    @property
    def T(self) -> SymbolArray:
        return self.like(self.numbers.T)

    def like(self, numbers: Numbers, kind: str = "") -> SymbolArray:
        """Return a symbolic array of other expressions, by default of the same kind."""
        return SymbolArray(self.domain, numbers, kind or self.kind)

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[SymbolArray]:
        return (self[i] for i in range(len(self)))

    def __bool__(self) -> bool:
        raise ElementDependence("a branch of the reference depends on an element of an array")

    def __getitem__(self, index: Any) -> SymbolArray:
        parts = index if isinstance(index, tuple) else (index,)
        if any(isinstance(part, SymbolArray) for part in parts):
            raise ElementDependence("an index of the reference depends on an element of an array")
        return self.like(self.numbers[index])

    def __setitem__(self, index: Any, value: Any) -> None:
        parts = index if isinstance(index, tuple) else (index,)
        if any(isinstance(part, SymbolArray) for part in parts):
            raise ElementDependence("an index of the reference depends on an element of an array")
        self.numbers[index] = numbers_of(self.domain, value)

    def astype(self, dtype: Any, *rest: Any, **options: Any) -> SymbolArray:
        """Return the array cast to another type, with unchanged expressions. Raises Unliftable for a cast from floats to integers."""
        kind = np.dtype(dtype).kind.replace("u", "i")
        if "bif".index(kind) < "bif".index(self.kind):
            raise Unliftable("a cast of the reference from floats to integers")
        return self.like(self.numbers.copy(), kind)

    def copy(self) -> SymbolArray:
        return self.like(self.numbers.copy())

    def reshape(self, *shape: Any, **options: Any) -> SymbolArray:
        return self.like(self.numbers.reshape(*shape, **options))

    def transpose(self, *axes: Any) -> SymbolArray:
        return self.like(self.numbers.transpose(*axes))

    def __getattr__(self, name: str) -> Any:
        """Return the NumPy function of this name as a method."""
        function = getattr(np, name, None) if name in METHODS else None
        if function is None:
            raise AttributeError(name)
        return lambda *arguments, **options: function(self, *arguments, **options)

    # --- NumPy's protocols
    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        return PROTOCOLS["ufunc"](self.domain, ufunc, method, inputs, options)

    def __array_function__(self, function: Any, types: Any, arguments: Any, options: Any) -> Any:
        return PROTOCOLS["function"](self.domain, function, arguments, options)


PROTOCOLS: dict[str, Callable[..., Any]] = {}
"""Handlers of `__array_ufunc__` ("ufunc") and `__array_function__` ("function"), which the modules of these functions register."""
METHODS = frozenset(
    "sum mean max min var std prod cumsum squeeze swapaxes ravel clip dot repeat take argmax argmin any all".split()
)
"""Methods of arrays that are implemented by the NumPy functions of the same names."""


def kind_of(value: Any) -> str:
    """Return the kind of an array or number: `f`, `i` or `b`."""
    if isinstance(value, SymbolArray):
        return value.kind
    return np.asarray(value).dtype.kind.replace("u", "i")


def numbers_of(domain: Reals, value: Any) -> Numbers:
    """Return the expressions of a symbolic array, or of NumPy numbers as constants."""
    if isinstance(value, SymbolArray):
        return value.numbers
    array = np.asarray(value)
    if array.dtype == object:
        return np.asarray([int(numbers_of(domain, x)) for x in array.reshape(-1)], np.int64).reshape(array.shape)
    element = {"f": "f64", "i": "i64", "u": "i64", "b": "i1"}.get(array.dtype.kind)
    if element is None:
        raise Unliftable(f"the reference uses an array of {array.dtype}")
    if element == "f64" and not domain.has_wide_arrays:
        return domain.constants(*rounded_constants(array))
    return domain.constants(array, element)


def rounded_constants(array: Any) -> tuple[Any, str]:
    """Return NumPy constants rounded to float32 with the type `f32`; unrounded with `f64` if one would overflow or vanish."""
    with np.errstate(all="ignore"):
        rounded = array.astype(np.float32)
    kept = np.all((np.isfinite(rounded) == np.isfinite(array)) & ((rounded != 0) == (array != 0)))
    return (rounded.astype(np.float64), "f32") if kept else (array, "f64")
