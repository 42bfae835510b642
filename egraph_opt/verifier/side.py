"""The question whether two sides (old and new) compute the same. A side is a sequence of kernel launches on named arrays.

Both sides run on arrays of the same names with the same initial contents. They are equal if every array of `Question.results` has the
same elements afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import prod
from typing import Any, Literal

from egraph_opt.ir.module import Op, symbol_name

Role = Literal["input", "output", "both", "scalar"]
"""How a launch uses an argument: it reads the array, writes it, does both, or takes a number."""
Start = Literal["given", "zeros", "undefined"]
"""Contents of an array before the first launch: arbitrary but equal for both sides, zeros, or undefined."""


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a launch.

    Attributes:
        name: name of the kernel's parameter, as its TTIR writes it (`%x_ptr`).
        type: type of the parameter in TTIR.
        role: whether the launch reads or writes the array, or takes a scalar.
        array: name of the array to which the argument points; empty for a scalar.
        shape, strides: extents of that array, and its strides in elements.
        dtype: element type of the array, or type of the scalar, as in TTIR (`bf16`, `i32`).
        value: number of a scalar; None for an array.
        symbol: expression over the sizes that gave the number, such as `N`; empty for a plain number.
        assumptions: facts about the value, as conditions over its symbol (`N > 0`, `N % 16 == 0`).
        offset: offset of the pointer from the start of the array, in elements.
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
    """One launch of a kernel: its function (with compile-time constants substituted), grid, and an argument for each parameter."""

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
    """Grid as the user wrote it: expressions over sizes, constants and parameters, or a function that returns the extents."""
    parameters: tuple[str, ...] = ()
    """Names of the parameters in the kernel's source."""

    @property
    def name(self) -> str:
        """Symbol of the kernel's function."""
        return symbol_name(self.function)


@dataclass(frozen=True, slots=True)
class Side:
    """Sequence of kernel launches, each of which starts after all programs of the one before have ended.

    Instead of launches a side may have `reference`, a function on NumPy arrays that returns the results.
    """

    name: str
    launches: tuple[Launch, ...]
    reference: Callable[..., Any] | None = None


@dataclass(frozen=True, slots=True)
class ArraySpec:
    """An array of a question, which both sides refer to by its name.

    Attributes:
        name: name of the array.
        dtype: element type as in TTIR.
        shape, strides: extents, and strides in elements. Elements in gaps between strides are no part of the array.
        start: contents before the first launch.
        low, high: range of integer contents, `high` excluded; None if it is not given.
        contents: known integer contents in row-major order, for one case of a proof; None if they are arbitrary.
    """

    name: str
    dtype: str
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    start: Start = "given"
    low: int | None = None
    high: int | None = None
    contents: tuple[int, ...] | None = None

    @property
    def size(self) -> int:
        """Number of elements."""
        return prod(self.shape)

    @property
    def extent(self) -> int:
        """Number of elements from the first to the last one, including gaps that strides leave."""
        return 1 + sum((n - 1) * s for n, s in zip(self.shape, self.strides, strict=True)) if self.size else 0


@dataclass(frozen=True, slots=True)
class Question:
    """The question whether two sides compute the same results.

    Attributes:
        old, new: the sides.
        arrays: all arrays by name, including temporaries between launches.
        results: names of the result arrays, which are compared.
        sizes: numbers of the sizes, by name.
        assumptions: conditions on the sizes, such as `N % 16 == 0`, which the verdict may presuppose.
        open_sizes: names of sizes whose numbers are only examples: the verdict is asked for all numbers that meet the assumptions.
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
