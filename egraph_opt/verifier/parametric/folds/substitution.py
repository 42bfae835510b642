"""Substitution in symbolic values: of index polynomials for symbols, and of closed forms for placeholders of loop-carried values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from egraph_opt.verifier.parametric.folds.symbolic_ring import SymbolicRing, binder_names
from egraph_opt.verifier.parametric.sizes.index_condition import Condition
from egraph_opt.verifier.parametric.sizes.index_polynomial import Polynomial, array_symbol, quotient, substitute_symbols, symbol
from egraph_opt.verifier.parametric.sizes.piecewise import Branch, Value, choose
from egraph_opt.verifier.proof.reals.function_forms import UNARY, exponential, power_of
from egraph_opt.verifier.proof.reals.indicator_polynomials import is_positive
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import FINITE, ONE, ZERO
from egraph_opt.verifier.proof.reals.real_domain import power

Fill = Callable[[tuple[Polynomial, ...]], int]
"""Function from indices to the element that replaces an element of a placeholder."""
Refold = Callable[[str, tuple[str, ...], tuple[Condition, ...], int], int]
"""Function that makes a fold from its operation, binders, conditions and body."""


@dataclass(slots=True)
class Substitution:
    """Substitution in values of one ring. Its methods return their argument after the substitution.

    Attributes:
        values: index polynomial that replaces each symbol.
        fills: function that gives the elements of each placeholder.
        refold: function that brings a changed fold (sum or maximum) into normal form; None leaves the form as it is.
    """

    ring: SymbolicRing
    values: Mapping[str, Polynomial] = field(default_factory=dict)
    fills: Mapping[str, Fill] = field(default_factory=dict)
    refold: Refold | None = None
    divide: Callable[[Polynomial, Polynomial], Polynomial] = quotient
    done: dict[int, int] = field(default_factory=dict)
    names: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self.names = frozenset((*self.values, *map(array_symbol, self.fills)))

    def value(self, value: Value) -> Value:
        """Return a value with case distinctions after the substitution."""
        if isinstance(value, Branch):
            return choose(self.condition(value.condition), self.value(value.yes), self.value(value.no))
        return self.index(value) if isinstance(value, Polynomial) else self.number(value)

    def index(self, p: Polynomial) -> Polynomial:
        """Return an index after the substitution."""
        return substitute_symbols(p, self.values, self.divide)

    def condition(self, condition: Condition) -> Condition:
        """Return a condition after the substitution."""
        return condition.substitute(self.values, self.divide)

    def number(self, p: int) -> int:
        """Return a polynomial of the ring after the substitution."""
        ring = self.ring
        if p < FINITE or ring.symbols(p).isdisjoint(self.names):
            return p
        found = self.done.get(p)
        if found is None:
            summands = []
            kept = {}
            for m, c in ring.terms(p):
                power_number, exponent = ring.monomials[m]
                product = ONE if exponent == ZERO else exponential(ring, self.number(exponent))
                for atom, k in ring.powers[power_number]:
                    product = ring.product(product, power_of(ring, self.atom(atom), k))
                if product >= FINITE and len(ring.parts[product]) == 1 and product == ring.polynomial({m: 1}):
                    kept[m] = c
                else:
                    summands.append(ring.scale(product, c))
            found = ring.total((ring.polynomial(kept), *summands))
            if found >= FINITE:
                if p in ring.signs and not ring.is_partial(p):
                    ring.learn_sign(ring.bare(found), ring.signs[p])
                needs = frozenset((n[0], *map(self.number, n[1:])) for n in ring.needs[p])
                found = ring.with_needs(found, needs)
            self.done[p] = found
        return found

    def atom(self, number: int) -> int:
        """Return an atom of the ring after the substitution, as a polynomial."""
        ring = self.ring
        atom = ring.atoms[number]
        if ring.symbols_of(number).isdisjoint(self.names):
            return ring.polynomial({ring.monomial(ring.power(((number, 1),)), ZERO): 1})
        key = atom.key
        match atom.kind:
            case "element" if key[0] in self.fills:
                return self.fills[key[0]](tuple(map(self.index, key[1:])))
            case "index":
                return ring.index_number(self.index(key[0]))
            case "sum":
                return self.number(key[0])
            case "max":
                return ring.largest(map(self.number, key))
            case "indicator" if key[0] == "positive":
                return is_positive(ring, self.number(key[1]))
            case "fold":
                return self.fold(number)
            case "function" if len(key) == 2 and key[0] in UNARY:
                return UNARY[key[0]](ring, self.number(key[1]))
            case "function" if key[0] == "powf":
                return power(ring, self.number(key[1]), self.number(key[2]))
        changed = [self.index(each) if isinstance(each, Polynomial) else each for each in key]
        inner = list(ring.inner(atom))
        if inner:
            changed[len(key) - len(inner) :] = [ring.bare(self.number(p)) for p in inner]
        return ring.variable(atom.kind, *changed)

    def fold(self, number: int) -> int:
        """Return a fold atom after the substitution, as a polynomial. Its bound variables are not substituted."""
        ring = self.ring
        operation, count, conditions, body = ring.atoms[number].key
        own = names_before = ring.binders_of(ring.atoms[number])
        if self.fills or self.refold is not None:  # what is filled in may have binders of the same names
            opened = {old: symbol(ring.facts.new_symbol("b")) for old in own}
            own = tuple(each.text for each in opened.values())
            conditions = tuple(each.substitute(opened) for each in conditions)
            body = Substitution(ring, opened).number(body)
            names_before = ()
        changed = tuple(self.condition(each) for each in conditions)
        inner = self.number(body)
        if self.refold is not None:
            return self.refold(operation, own, changed, inner)
        depth = ring.depth(inner) + 1
        if binder_names(depth, count) != names_before:
            renaming = {old: symbol(new) for old, new in zip(own, binder_names(depth, count), strict=True)}
            changed = tuple(each.substitute(renaming) for each in changed)
            inner = Substitution(ring, renaming).number(inner)
        if operation == "sum" and any(each.truth is False for each in changed):
            return ZERO
        kept = tuple(sorted((each for each in set(changed) if not each.truth), key=lambda each: each.text))
        atom = ring.atom("fold", operation, count, kept, inner)
        ring.fold_signs.setdefault(atom, ring.fold_signs.get(number, 0))
        return ring.polynomial({ring.monomial(ring.power(((atom, 1),)), ZERO): 1})
