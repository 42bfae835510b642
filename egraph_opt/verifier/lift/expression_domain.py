"""Domain of expressions: what a lifted value is. Each expression has a number, and arrays of numbers stand for tensors."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from egraph_opt.errors import EgraphOptError
from egraph_opt.ir.module import Op

Numbers = npt.NDArray[np.int64]
"""Numbers of expressions."""
Array = npt.NDArray[Any]
Combine = Callable[[tuple[Numbers, ...], tuple[Numbers, ...]], tuple[Numbers, ...]]
"""Function that combines two rows of tensors, as the region of a reduction does."""


class Unliftable(EgraphOptError):
    """Error raised where a side has no expressions: the reason, and the operation's place."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.place = ""


@dataclass(frozen=True, slots=True)
class Symbols:
    """Tensor, or scalar of rank 0, whose elements are expressions."""

    numbers: Numbers

    @property
    def shape(self) -> tuple[int, ...]:
        return self.numbers.shape


class Domain(ABC):
    """Expressions, and the operations on them."""

    undefined = 0
    """Number of a value that nobody knows, for example of an element that a load masks out without another value."""

    @abstractmethod
    def constants(self, values: Array, element: str) -> Numbers:
        """Return the expressions of numbers."""

    @abstractmethod
    def elements(self, array: str, element: str, indices: Array) -> Numbers:
        """Return the expressions of elements of an array, as it was before the first launch."""

    @abstractmethod
    def known_values(self, numbers: Numbers, element: str) -> Array | None:
        """Return integers or truth values as numbers, if all of them are constant."""

    @abstractmethod
    def pointwise(self, op: Op, operands: Sequence[Numbers]) -> tuple[Numbers, ...]:
        """Return the results of an operation on elements of operands, which have one shape."""

    @abstractmethod
    def select(self, condition: Numbers, a: Numbers, b: Numbers, element: str) -> Numbers:
        """Return a where a condition holds, else b."""

    @abstractmethod
    def accumulate(self, kind: int, element: str, old: Numbers, new: Numbers) -> Numbers:
        """Return elements after an atomic operation, by the number of its kind."""

    @abstractmethod
    def reduce(self, op: Op, tensors: Sequence[Numbers], combine: Combine) -> tuple[Numbers, ...]:
        """Reduce tensors along their last axis."""

    @abstractmethod
    def scan(self, op: Op, tensors: Sequence[Numbers], combine: Combine) -> tuple[Numbers, ...]:
        """Scan tensors along their last axis, from its start."""

    @abstractmethod
    def dot(self, op: Op, a: Numbers, b: Numbers, c: Numbers) -> Numbers:
        """Return c plus the product of two matrices."""

    @abstractmethod
    def buffer_of(self, pointer: int) -> int | None:
        """Return the number of the array into which an address points that is an expression; None if it is not known."""

    @abstractmethod
    def gather(self, array: str, element: str, contents: tuple[int, ...], pointer: int, start: int) -> int:
        """Return the element of an array at an address that is an expression; the first element is at `start`."""
