"""Union of sums over adjoining ranges: two sums of the same body become one over both ranges."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from egraph_opt.verifier.parametric.folds.fold_domain import Domain, bounds_of, reduce_conditions
from egraph_opt.verifier.parametric.folds.fold_forms import fold_atom, open_fold
from egraph_opt.verifier.parametric.folds.substitution import Substitution
from egraph_opt.verifier.parametric.folds.symbolic_ring import SymbolicRing
from egraph_opt.verifier.parametric.sizes.index_condition import Condition
from egraph_opt.verifier.parametric.sizes.index_polynomial import Polynomial, linear_part, split_multiple, symbol
from egraph_opt.verifier.parametric.sizes.size_facts import Facts
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import FINITE, Rational


def unite_folds(ring: SymbolicRing, p: int, given: Sequence[Condition] = ()) -> int:
    """Join sums with equal bodies in a polynomial, if their ranges adjoin under the given conditions."""
    if p < FINITE:
        return p
    terms = dict(ring.terms(p))
    for one, other in combinations(terms, 2):
        found = unite_pair(ring, one, other, given) if terms[one] == terms[other] else None
        if found is not None:
            rest: dict[int, Rational] = {m: c for m, c in terms.items() if m not in (one, other)}
            total = ring.total((ring.polynomial(rest), ring.scale(found, terms[one])))
            return unite_folds(ring, ring.with_needs(total, ring.needs[p]), given)
    return p


def unite_pair(ring: SymbolicRing, one: int, other: int, given: Sequence[Condition]) -> int | None:
    """Join two monomials that differ only in a sum, if the ranges of both sums adjoin; else return None."""
    (powers, exponent), (others, addend) = ring.monomials[one], ring.monomials[other]
    mine, theirs = dict(ring.powers[powers]), dict(ring.powers[others])
    left, right = ([a for a, k in each.items() if k == 1 and is_sum(ring, a)] for each in (mine, theirs))
    for a in left:
        for b in right:
            rest = {atom: k for atom, k in mine.items() if atom != a}
            if exponent != addend or a == b or rest != {atom: k for atom, k in theirs.items() if atom != b}:
                continue
            found = unite_atoms(ring, a, b, given)
            if found is not None:
                factor = ring.polynomial({ring.monomial(ring.power(tuple(sorted(rest.items()))), exponent): 1})
                return ring.product(factor, found)
    return None


def is_sum(ring: SymbolicRing, atom: int) -> bool:
    """Return whether an atom is a sum over one bound variable."""
    return ring.atoms[atom].kind == "fold" and ring.atoms[atom].key[:2] == ("sum", 1)


def unite_atoms(ring: SymbolicRing, a: int, b: int, given: Sequence[Condition]) -> int | None:
    """Join two sum atoms into one sum over both ranges; None if that is not possible."""
    one, other = open_fold(ring, a), open_fold(ring, b)
    name = one.binders[0]
    for shift in shifts(ring, one, other):
        moved = Substitution(ring, {other.binders[0]: symbol(name) - shift})
        if moved.number(other.body) != one.body:
            continue
        theirs = tuple(moved.condition(each) for each in other.conditions)
        united = union_of(ring.facts, one.conditions, theirs, given) or union_of(ring.facts, theirs, one.conditions, given)
        if united is not None:
            ring.laws.add("union_of_ranges")
            domain = Domain((name,), reduce_conditions(ring.facts, (name,), united), one.body)
            return fold_atom(ring, "sum", from_zero(ring, domain))
    return None


def from_zero(ring: SymbolicRing, domain: Domain) -> Domain:
    """Shift the bound variable of a domain so that its lower bound, if it has exactly one, becomes zero."""
    (name,) = domain.binders
    found = bounds_of(name, domain.conditions)
    if found is None or len(found[0]) != 1 or not found[0][0].terms:
        return domain
    moved = Substitution(ring, {name: symbol(name) + found[0][0]})
    return Domain(domain.binders, tuple(map(moved.condition, domain.conditions)), moved.number(domain.body))


def shifts(ring: SymbolicRing, one: Domain, other: Domain) -> list[Polynomial]:
    """Return candidate offsets between the bound variables of two folds, from the indices in their bodies."""
    found: dict[Polynomial, None] = {}
    parts = [
        [linear_part(p, each.binders[0]) for p in ring.index_polynomials(each.body) if each.binders[0] in p.symbols]
        for each in (one, other)
    ]
    for mine in parts[0]:
        for theirs in parts[1]:
            if mine is not None and theirs is not None and mine[0] == theirs[0]:
                shift, rest = split_multiple(theirs[1] - mine[1], mine[0])
                if not rest.terms:
                    found[shift] = None
    return list(found)


def union_of(
    facts: Facts, one: Sequence[Condition], other: Sequence[Condition], given: Sequence[Condition]
) -> tuple[Condition, ...] | None:
    """Return the conditions of the union of two ranges; None unless a condition of the first is false in the whole second one."""
    for apart in one:
        opposite = apart.opposite()
        if not facts.holds(opposite, (*other, *given)):
            continue
        for dropped in other:
            both = [each for each in (*one, *other) if each not in (apart, dropped)]
            first, second = (*both, apart, *given), (*both, opposite, *given)
            if all(facts.holds(each, first) for each in one) and all(facts.holds(each, second) for each in other):
                within = all(facts.holds(each, (*one, *given)) for each in both)
                if within and all(facts.holds(each, (*other, *given)) for each in both):
                    return tuple(dict.fromkeys(both))
    return None
