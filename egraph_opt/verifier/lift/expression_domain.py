"""Domain of expressions: interface of the values in lifting. Each expression has an id, and a tensor is an array of ids."""

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
"""Array of expression ids, which are numbers that a `Domain` gives to its expressions."""
Array = npt.NDArray[Any]
Combine = Callable[[tuple[Numbers, ...], tuple[Numbers, ...]], tuple[Numbers, ...]]
"""Combiner of a reduction: it takes two operands and returns their combination, each as one slice per reduced tensor."""


class Unliftable(EgraphOptError):
    """Error raised if a kernel cannot be lifted, with the reason and the operation."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.place = ""


class ElementDependence(Unliftable):
    """Error raised if an address, a branch or a loop depends on an element of an array in a way that no expression describes."""


@dataclass(frozen=True, slots=True)
class Symbols:
    """Tensor whose elements are expressions, as an array of ids; a scalar has rank 0."""

    numbers: Numbers

    @property
    def shape(self) -> tuple[int, ...]:
        return self.numbers.shape


class Domain(ABC):
    """Interface of an expression language: it creates expressions, applies operations to them, and gives them ids."""

    undefined = 0
    """Id of an undefined value, for example of an element that a load masks out without `other`."""

    @abstractmethod
    def constants(self, values: Array, element: str) -> Numbers:
        """Return constant expressions for an array of numbers."""

    @abstractmethod
    def elements(self, array: str, element: str, indices: Array) -> Numbers:
        """Return expressions for elements of an array with the contents before the first launch."""

    @abstractmethod
    def known_values(self, numbers: Numbers, element: str) -> Array | None:
        """Return the values of integer or boolean expressions as an array, or None unless all are constants."""

    @abstractmethod
    def pointwise(self, op: Op, operands: Sequence[Numbers]) -> tuple[Numbers, ...]:
        """Apply an elementwise operation to operands of one shape."""

    @abstractmethod
    def select(self, condition: Numbers, a: Numbers, b: Numbers, element: str) -> Numbers:
        """Return elementwise `a` where the condition is true, else `b`."""

    @abstractmethod
    def accumulate(self, kind: int, element: str, old: Numbers, new: Numbers) -> Numbers:
        """Return elements after an atomic update, whose `kind` is the number of Triton's `atomic_rmw_op`."""

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
        """Return the number of the array to which an address expression points; None if it is not known."""

    def lies_between(self, pointer: int, low: int, high: int) -> bool:
        """Return whether an address is known to lie between two others, inclusive."""
        return False

    @abstractmethod
    def gather(self, array: str, element: str, contents: tuple[int, ...], pointer: int, start: int) -> int:
        """Return the element of an array at an address expression. The array's elements are `contents`, from address `start` on."""
