"""Symbolic extents and offsets: numbers, or polynomials over run-time values.

A comparison is True only if it provably holds for all allowed values. The variables are a program's extents and offsets, which are
nonnegative and below 2**53, as IREE 3.13 assumes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

from egraph_opt.ir.module import Value
from egraph_opt.ir.polynomial import Poly

DYNAMIC = -(1 << 63)
"""MLIR's placeholder for a number given by an operand."""
FACTOR_LIMIT = 1 << 10
"""Exclusive upper bound on constant factors of extents, so that products fit 64 bits."""


@dataclass(frozen=True, eq=False, slots=True)
class Size:
    """Non-constant polynomial over extents and offsets. `facts` are polynomials of the same program that are nonnegative."""

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
        """Divide by a number; return quotient and remainder. A remainder that is a polynomial may be 0 at run time."""
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
        """Return whether a polynomial is provably nonnegative: it, or its difference to one of `facts`, has no negative coefficient."""
        return _no_negative(poly) or any(_no_negative(poly - fact) for fact in self.facts)


Extent = int | Size
Shape = tuple[Any, ...]
"""Extents, outermost first."""


def poly_of(size: Extent) -> Poly:
    """Return a number or symbolic size as a polynomial."""
    return size.poly if isinstance(size, Size) else Poly.number(size)


def _no_negative(poly: Poly) -> bool:
    return all(coefficient >= 0 for _, coefficient in poly.terms)


@dataclass
class Sizes:
    """Variables of a program's symbolic sizes, facts on them, and the values that cost models use."""

    atoms: dict[Value, int] = field(default_factory=dict)
    facts: list[Poly] = field(default_factory=list)
    assumed: list[int] = field(default_factory=list)

    def atom(self, value: Value, assumed: int) -> Size:
        """Return the symbolic size of an extent or offset, with value `assumed` in cost models."""
        number = self.atoms.setdefault(value, len(self.atoms))
        if number == len(self.assumed):
            self.assumed.append(assumed)
        return Size(Poly.atom(number), self.facts)

    def learn(self, *sizes: Extent) -> None:
        """Record sizes as nonnegative."""
        for size in sizes:
            if isinstance(size, Size) and not _no_negative(size.poly) and size.poly not in self.facts:
                self.facts.append(size.poly)

    def number(self, size: Extent) -> int:
        """Return the number that cost models use for an extent or offset that may be dynamic."""
        if not isinstance(size, Size):
            return size
        return sum(c * prod(self.assumed[a] for a in monomial) for monomial, c in size.poly.terms)

    def numbers(self, shape: Sequence[Extent]) -> tuple[int, ...]:
        return tuple(map(self.number, shape))

    def values(self, size: Size) -> list[tuple[list[Value], int]]:
        """Return a size as a sum of products; each product is a pair (factors, coefficient)."""
        named = list(self.atoms)
        return [([named[a] for a in monomial], c) for monomial, c in size.poly.terms]
