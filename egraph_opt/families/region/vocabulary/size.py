"""Extents and offsets: numbers, or polynomials over values known only at run time.

A comparison of such sizes is True if it holds for all values that the program allows, and False if that is not known: a rule's
condition that cannot be decided is not met. Atoms are extents and offsets of a program's own operations, so none is negative.
Source of the upper limit: IREE 3.13 assumes every extent to be below 2**53 (`util.assume.int` in the code it compiles).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

from egraph_opt.ir.module import Value
from egraph_opt.ir.polynomial import Poly

DYNAMIC = -(1 << 63)
"""Placeholder that MLIR writes for a number that an operand gives."""
FACTOR_LIMIT = 1 << 10
"""Factor limit: the product of an extent and a number below it fits 64 bits."""


@dataclass(frozen=True, eq=False, slots=True)
class Size:
    """Polynomial that is not constant. `facts` are polynomials of the same program that are known not to be negative."""

    poly: Poly
    facts: list[Poly] = field(repr=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Size) and self.poly == other.poly

    def __hash__(self) -> int:
        return hash(self.poly)

    def _with(self, poly: Poly) -> Any:
        constant = poly.constant
        return Size(poly, self.facts) if constant is None else constant

    def __add__(self, other: Any) -> Any:
        return self._with(self.poly + poly_of(other))

    def __mul__(self, other: Any) -> Any:
        return self._with(self.poly * poly_of(other))

    def __sub__(self, other: Any) -> Any:
        return self._with(self.poly - poly_of(other))

    def __rsub__(self, other: Any) -> Any:
        return self._with(poly_of(other) - self.poly)

    __radd__, __rmul__ = __add__, __mul__

    def __divmod__(self, divisor: int) -> tuple[Any, Any]:
        """Return the quotient and the rest. A rest that is not the number 0 may still be 0."""
        quotient, rest = self.poly.split(Poly.number(divisor))
        return self._with(quotient), self._with(rest)

    def __ge__(self, other: Any) -> bool:
        return self.is_nonnegative(self.poly - poly_of(other))

    def __le__(self, other: Any) -> bool:
        return self.is_nonnegative(poly_of(other) - self.poly)

    def __gt__(self, other: Any) -> bool:
        return bool(self >= other + 1)

    def __lt__(self, other: Any) -> bool:
        return bool(self <= other - 1)

    def is_nonnegative(self, poly: Poly) -> bool:
        """Return whether a polynomial is known not to be negative: by its coefficients, or as a fact plus such a polynomial."""
        return _no_negative(poly) or any(_no_negative(poly - fact) for fact in self.facts)


Extent = int | Size
Shape = tuple[Any, ...]
"""Extents, outermost first."""


def poly_of(size: Extent) -> Poly:
    """Return a size as a polynomial."""
    return size.poly if isinstance(size, Size) else Poly.number(size)


def _no_negative(poly: Poly) -> bool:
    return all(coefficient >= 0 for _, coefficient in poly.terms)


@dataclass
class Sizes:
    """Atoms of one program, facts on them, and their values in cost models."""

    atoms: dict[Value, int] = field(default_factory=dict)
    facts: list[Poly] = field(default_factory=list)
    assumed: list[int] = field(default_factory=list)

    def atom(self, value: Value, assumed: int) -> Size:
        """Return a value that is an extent or an offset, as a size."""
        number = self.atoms.setdefault(value, len(self.atoms))
        if number == len(self.assumed):
            self.assumed.append(assumed)
        return Size(Poly.atom(number), self.facts)

    def learn(self, *sizes: Extent) -> None:
        """Record sizes that are not negative."""
        for size in sizes:
            if isinstance(size, Size) and not _no_negative(size.poly) and size.poly not in self.facts:
                self.facts.append(size.poly)

    def number(self, size: Extent) -> int:
        """Return the value of a size in cost models."""
        if not isinstance(size, Size):
            return size
        return sum(c * prod(self.assumed[a] for a in monomial) for monomial, c in size.poly.terms)

    def numbers(self, shape: Sequence[Extent]) -> tuple[int, ...]:
        """Return `number` of each extent."""
        return tuple(map(self.number, shape))

    def values(self, size: Size) -> list[tuple[list[Value], int]]:
        """Return a size as a sum of products of values, each with a factor."""
        named = list(self.atoms)
        return [([named[a] for a in monomial], c) for monomial, c in size.poly.terms]
