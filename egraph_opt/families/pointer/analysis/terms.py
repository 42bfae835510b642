"""Terms of the vocabulary for one function, facts about them, and what stands for what."""

from __future__ import annotations

from dataclasses import dataclass, field

from egraph_opt.families.pointer.integers.facts import Facts
from egraph_opt.families.pointer.integers.poly import Poly
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import ScalarType, element_bytes, pointee_of, type_of


@dataclass(frozen=True, slots=True)
class Atom:
    """A scalar that is not taken apart, or the number of iterations that a loop has done; with `trips`, that it does in all."""

    value: Value | None
    loop: Op | None = None
    trips: bool = False


@dataclass(slots=True)
class Terms:
    """Terms by number, in an order in which each stands after its parts; facts as rows; and what stands for what."""

    facts: Facts
    terms: dict[tuple[str | int, ...], int] = field(default_factory=dict)
    rows: dict[tuple[str, tuple[int, ...]], None] = field(default_factory=dict)
    unions: list[tuple[int, int]] = field(default_factory=list)
    term: dict[Value, int] = field(default_factory=dict)
    atoms: list[Atom] = field(default_factory=list)
    loops: dict[Op, int] = field(default_factory=dict)
    counts: dict[int, int] = field(default_factory=dict)
    """The atom that stands for the iterations of each loop."""
    minima: dict[int, tuple[Poly, Poly]] = field(default_factory=dict)
    """Atoms that are the smaller of two numbers, to be computed where it is needed."""
    sizes: set[int] = field(default_factory=set)
    """Terms that are the bytes of an element: the same wherever they stand."""
    needs: dict[Op, int] = field(default_factory=dict)
    """Operations that are not known to be exact, and the terms of what they would be."""
    remainders: dict[Op, None] = field(default_factory=dict)
    """Remainders of lanes or scalars that are not known to leave their operand as it is."""
    bounded: set[Op] = field(default_factory=set)
    """Remainders that every access which depends on them masks to where the dividend is below the divisor: what is said of such a one holds
    in the lanes that are read."""
    clamps: dict[Op, int] = field(default_factory=dict)
    """Clamps that are not known to leave their operand as it is, and the terms that are then not negative in any lane."""
    limits: dict[Op, list[tuple[int, int, int]]] = field(default_factory=dict)
    """Comparisons of numbers that are not known to be within limits, outside of which they would not be bounds: terms with their limits."""
    opaque: set[Value] = field(default_factory=set)
    """Lanes and masks that the vocabulary has no word for."""
    tables: list[Value] = field(default_factory=list)
    """Lanes of one dimension that addresses may be gathered by, and masks of one dimension, each by its number."""
    residual: set[Value] = field(default_factory=set)
    """Parts of masks that are no comparisons, which a select may do the work of."""
    irregular: set[Value] = field(default_factory=set)
    """Lanes that are not known to be an affine function of their index."""
    depends: dict[Value, tuple[Value, ...]] = field(default_factory=dict)
    accesses: list[Op] = field(default_factory=list)
    keys: dict[int, tuple[str | int, ...]] | None = None

    def make(self, symbol: str, *arguments: int) -> int:
        return self.terms.setdefault((symbol, *arguments), len(self.terms))

    def atom(self, atom: Atom) -> int:
        """The number of a new atom."""
        self.atoms.append(atom)
        return len(self.atoms) - 1

    def sum_of(self, term: int) -> tuple[int, int] | None:
        """The two terms that a term adds, whatever width the sum is cut to."""
        if self.keys is None or len(self.keys) != len(self.terms):
            self.keys = {number: key for key, number in self.terms.items()}
        key = self.keys.get(term, ("",))
        if key[0] in ("narrow", "wrapped"):
            key = self.keys[int(key[1])]
        return (int(key[1]), int(key[2])) if key[0] in ("add", "plus") else None

    def fact(self, name: str, *arguments: int) -> None:
        self.rows[name, arguments] = None


def pointee_bytes(text: str) -> int:
    """Bytes that a pointer, or a tensor of pointers, points to per element; 0 where that is not known."""
    pointee = pointee_of(text) or ""
    return element_bytes(pointee) if isinstance(type_of(pointee), ScalarType) else 0
