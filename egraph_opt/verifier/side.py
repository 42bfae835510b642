"""The question as data: two sides, each a sequence of launches over arrays that both sides share by name.

A side is everything that runs between the given arrays and the results. Both sides start from the same contents. The sides are equal if
every array of `Question.results` has the same elements afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import prod
from typing import Any, Literal

from egraph_opt.ir.module import Op

Role = Literal["input", "output", "both", "scalar"]
"""How a launch uses an argument: it reads the array, writes it, does both, or takes a number."""
Start = Literal["given", "zeros", "undefined"]
"""Contents of an array before the first launch: any that both sides share, zeros, or nothing that may be read."""


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a launch.

    Attributes:
        name: name of the kernel's parameter, as its TTIR writes it (`%x_ptr`).
        type: type of the parameter in TTIR.
        role: use of the argument in this launch.
        array: name of the array behind a pointer, empty for a scalar.
        shape, strides: extents of that array, and its strides in elements.
        dtype: element type of the array, or type of the scalar, as in TTIR (`bf16`, `i32`).
        value: number of a scalar; None for an array.
        symbol: expression over the sizes that gave the number, such as `N`; empty for a plain number.
        assumptions: facts about the value, as conditions over its symbol (`N > 0`, `N % 16 == 0`).
        offset: elements of the array before the one that the pointer points to.
    """

    name: str
    type: str
    role: Role
    array: str = ""
    shape: tuple[int, ...] = ()
    strides: tuple[int, ...] = ()
    dtype: str = ""
    value: int | float | bool | None = None
    symbol: str = ""
    assumptions: tuple[str, ...] = ()
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Launch:
    """One launch of a kernel: the function, with its compile-time constants folded in, its grid, and an argument per parameter."""

    function: Op
    grid: tuple[int, int, int]
    arguments: tuple[Argument, ...]
    functions: Mapping[str, Op] = field(default_factory=dict)
    """Functions that `tt.call` may call, by symbol."""
    constexprs: Mapping[str, object] = field(default_factory=dict)
    """Compile-time constants, by name, for messages."""
    source: str = ""
    """Where the kernel comes from, for messages: `softmax.py:kernel`, or a file of TTIR."""
    extents: tuple[int | str, ...] | Callable[[Mapping[str, Any]], Any] = ()
    """Extents of the grid as expressions over sizes, constants and parameters, or the function that gives them."""
    parameters: tuple[str, ...] = ()
    """Names of the parameters in the kernel's source."""

    @property
    def name(self) -> str:
        """Symbol of the function."""
        return self.function.attributes.get("sym_name", "").strip('"')


@dataclass(frozen=True, slots=True)
class Side:
    """Launches, one after the other: the next one starts when all programs of the last one have ended.

    A side may be a function on arrays of NumPy, `reference`, instead; it has no launches then.
    """

    name: str
    launches: tuple[Launch, ...]
    reference: Callable[..., Any] | None = None


@dataclass(frozen=True, slots=True)
class ArraySpec:
    """An array that both sides share by name.

    Attributes:
        name: name of the array.
        dtype: element type as in TTIR.
        shape, strides: extents, and strides in elements. Elements between are no part of the array.
        start: what it holds before the first launch.
        low, high: range of integer contents, `high` excluded, where it is given.
    """

    name: str
    dtype: str
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    start: Start = "given"
    low: int | None = None
    high: int | None = None

    @property
    def size(self) -> int:
        """Number of elements."""
        return prod(self.shape)

    @property
    def extent(self) -> int:
        """Number of elements from the first to the last one, with those between."""
        return 1 + sum((n - 1) * s for n, s in zip(self.shape, self.strides, strict=True)) if self.size else 0


@dataclass(frozen=True, slots=True)
class Question:
    """Do two sides compute the same results?

    Attributes:
        old, new: the sides.
        arrays: all arrays by name, those between launches included.
        results: names of the arrays that count.
        sizes: the given sizes, by symbol.
        assumptions: conditions on the sizes, for which the answer is meant to hold.
        open_sizes: sizes whose numbers are examples: a proof has to hold for all that meet the assumptions.
    """

    old: Side
    new: Side
    arrays: Mapping[str, ArraySpec]
    results: tuple[str, ...]
    sizes: Mapping[str, int] = field(default_factory=dict)
    assumptions: tuple[str, ...] = ()
    open_sizes: tuple[str, ...] = ()


def row_major(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return the strides of elements in row-major order without gaps."""
    return tuple(prod(shape[axis + 1 :]) for axis in range(len(shape)))
