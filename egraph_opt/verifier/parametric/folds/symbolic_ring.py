"""Ring of polynomials over the reals whose variables (atoms) are array elements at symbolic indices, sizes, and folds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from egraph_opt.verifier.parametric.sizes.index_condition import Condition, at_least
from egraph_opt.verifier.parametric.sizes.index_polynomial import IndexAtom, Polynomial, array_symbol
from egraph_opt.verifier.parametric.sizes.piecewise import Branch, Value
from egraph_opt.verifier.parametric.sizes.size_facts import Facts, NotDecided
from egraph_opt.verifier.proof.reals.extremum_forms import maximum
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import FINITE, MINUS, ONE, Atom, Need
from egraph_opt.verifier.proof.reals.polynomials.ring import Ring

UNWRITTEN = -1
"""Number of the value of an element that was undefined before the first launch and that no program wrote."""
LEAVES = frozenset(("prime", "log_prime", "constant", "element", "index"))
_INNER = {"sum": 0, "max": 0, "function": 1, "integer": 2, "fold": 3}
"""Position in an atom's key from which on its parts are polynomials of the ring, by kind of atom."""


@dataclass(slots=True)
class SymbolicRing(Ring):
    """Ring whose atoms include array elements at index polynomials, index polynomials as reals, and folds (sums and maxima).

    A fold atom has the key (operation, number of binders, conditions, body). Its binders (bound variables) are named `@d.i`, where d is its
    nesting depth.
    """

    facts: Facts = field(default_factory=Facts)
    sizes: frozenset[str] = frozenset()
    has_laws: bool = True
    """True if values are real numbers; otherwise operations are functions without laws, and there are no folds."""
    fold_signs: dict[int, int] = field(default_factory=dict)
    symbol_sets: dict[int, frozenset[str]] = field(default_factory=dict)
    depths: dict[int, int] = field(default_factory=dict)
    domains: dict[tuple[object, ...], list[tuple[Condition, ...]]] = field(default_factory=dict)
    """Condition lists of the existing fold atoms, by operation, number of binders, and body."""

    def atom_sign(self, atom: int) -> int:
        """Return what is known of an atom's sign: 2 if positive, 1 if nonnegative, else 0."""
        found = self.atoms[atom]
        if found.kind == "fold":
            return self.fold_signs.get(atom, 0)
        if found.kind == "index" and found.key[0].symbols <= self.sizes:
            p = found.key[0]
            return 2 if self.facts.holds(at_least(p, 1)) else int(self.facts.holds(at_least(p)))
        return Ring.atom_sign(self, atom)

    def index_number(self, p: Polynomial) -> int:
        """Return an index polynomial as a polynomial of the ring."""
        summands = []
        for m, c in p.terms:
            product = ONE
            for atom in m:
                product = self.product(product, self.index_variable(atom))
            summands.append(self.scale(product, c))
        return self.total(summands)

    def index_variable(self, atom: IndexAtom) -> int:
        """Return a variable of index polynomials as a polynomial of the ring."""
        return self.variable("index", Polynomial({(atom,): 1}))

    def largest(self, values: Iterable[int]) -> int:
        """Return the maximum of some values; constants that are not positive are dropped if another value is never negative."""
        given = list(values)
        if any(p >= FINITE and self.rational(p) is None and self.sign(p) and not self.needs[p] for p in given):
            kept = [p for p in given if p < FINITE or (c := self.rational(p)) is None or c > 0]
            if len(kept) < len(given):
                self.laws.add("maximum_of_nonnegative")
            given = kept
        return maximum(self, given)

    # --- what values depend on
    def inner(self, atom: Atom) -> Iterator[int]:
        """Yield the polynomials of the ring in an atom's key."""
        if atom.kind == "indicator" and atom.key[0] == "positive":
            yield atom.key[1]
        elif atom.kind in _INNER:
            for each in atom.key[_INNER[atom.kind] :]:
                if not isinstance(each, int):
                    raise NotDecided(f"{atom.key[0]} has no form for all sizes")
                yield each
        elif atom.kind not in LEAVES and not (atom.kind == "indicator" and atom.key[0] == "element"):
            raise NotDecided(f"{atom.kind} has no form for all sizes")

    def atoms_in(self, p: int) -> dict[int, None]:
        """Return the atoms of a polynomial and of its exponents, but not those nested in other atoms."""
        found: dict[int, None] = {}
        if p < FINITE:
            return found
        for m, _ in self.parts[p]:
            power, exponent = self.monomials[m]
            found |= dict.fromkeys(atom for atom, _ in self.powers[power])
            found |= self.atoms_in(exponent)
        for need in sorted(self.needs[p], key=repr):
            for q in need[1:]:
                found |= self.atoms_in(q)
        return found

    def symbols(self, p: int) -> frozenset[str]:
        """Return the names of the free symbols in a value, and of the arrays that it reads."""
        if p < FINITE:
            return frozenset()
        found = self.symbol_sets.get(p)
        if found is None:
            found = self.symbol_sets[p] = frozenset().union(*map(self.symbols_of, self.atoms_in(p)))
        return found

    def symbols_of_need(self, need: Need) -> frozenset[str]:
        """Return the names of the free symbols in a need (condition under which a value is defined)."""
        return frozenset().union(*map(self.symbols, need[1:]))

    def symbols_of(self, number: int) -> frozenset[str]:
        """Return the names of the free symbols in an atom, and of the arrays that it reads."""
        atom = self.atoms[number]
        found = frozenset().union(*map(self.symbols, self.inner(atom)))
        if atom.kind == "fold":
            bound = self.binders_of(atom)
            return found.union(*(each.symbols for each in atom.key[2])) - frozenset(bound)
        if atom.kind == "element" or (atom.kind == "indicator" and atom.key[0] == "element"):
            array = atom.key[0] if atom.kind == "element" else atom.key[1]
            found |= {array_symbol(array)}
        return found.union(*(each.symbols for each in atom.key if isinstance(each, Polynomial)))

    def depth(self, p: int) -> int:
        """Return the nesting depth of folds (sums and maxima) in a value."""
        if p < FINITE:
            return 0
        found = self.depths.get(p)
        if found is None:
            found = self.depths[p] = max((self.depth_of(self.atoms[number]) for number in self.atoms_in(p)), default=0)
        return found

    def depth_of(self, atom: Atom) -> int:
        """Return the nesting depth of folds (sums and maxima) in an atom, itself included."""
        inner = max(map(self.depth, self.inner(atom)), default=0)
        return inner + 1 if atom.kind == "fold" else inner

    def binders_of(self, atom: Atom) -> tuple[str, ...]:
        """Return the names of the bound variables of a fold atom."""
        return binder_names(self.depth(atom.key[3]) + 1, atom.key[1])

    def index_polynomials(self, p: int) -> Iterator[Polynomial]:
        """Yield the index polynomials in a value, including those nested in folds."""
        for number in self.atoms_in(p):
            atom = self.atoms[number]
            yield from (each for each in atom.key if isinstance(each, Polynomial))
            if atom.kind == "fold":
                yield from (each.polynomial for each in atom.key[2])
            for inner in self.inner(atom):
                yield from self.index_polynomials(inner)

    def single_atom(self, p: int) -> tuple[Fraction, int] | None:
        """Return c and a if a value is a rational number c times one atom a, else None."""
        if p < FINITE or len(self.parts[p]) != 1 or self.needs[p]:
            return None
        m, c = self.parts[p][0]
        power, exponent = self.monomials[m]
        factors = self.powers[power]
        if exponent != self.constant(0) or len(factors) != 1 or factors[0][1] != 1:
            return None
        return Fraction(c, self.denominators[p]), factors[0][0]


def symbols_of_value(ring: SymbolicRing, value: Value) -> frozenset[str]:
    """Return the names of the free symbols in a value with case distinctions, and of the arrays that it reads."""
    if isinstance(value, Branch):
        return value.condition.symbols | symbols_of_value(ring, value.yes) | symbols_of_value(ring, value.no)
    return value.symbols if isinstance(value, Polynomial) else ring.symbols(value)


def binder_names(depth: int, count: int) -> tuple[str, ...]:
    """Return names for the bound variables of a fold of some nesting depth."""
    return tuple(f"@{depth}.{number}" for number in range(count))


__all__ = ["MINUS", "UNWRITTEN", "SymbolicRing", "binder_names", "symbols_of_value"]
