"""Folds (sums and maxima over symbolic domains) in normal form, as atoms of the ring. Bound variables are named by nesting depth."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations

from egraph_opt.verifier.parametric.folds.fold_domain import (
    Domain,
    existence,
    interval_of,
    is_bound,
    join_binders,
    reduce_conditions,
    solve_equalities,
)
from egraph_opt.verifier.parametric.folds.substitution import Substitution
from egraph_opt.verifier.parametric.folds.symbolic_ring import SymbolicRing, binder_names
from egraph_opt.verifier.parametric.sizes.index_condition import Condition, at_least
from egraph_opt.verifier.parametric.sizes.index_polynomial import symbol
from egraph_opt.verifier.parametric.sizes.piecewise import Branch, Path, Value, cases, choose, combine, conditions_of, restrict
from egraph_opt.verifier.parametric.sizes.size_facts import NotDecided
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import FINITE, MINUS, NOTHING, ONE, UNDEFINED, UNIT, ZERO, Need

ORDERS = 3
"""Largest number of bound variables whose orders are all tried to find an equal fold."""


def fold(ring: SymbolicRing, operation: str, binders: Sequence[str], conditions: Sequence[Condition], value: Value) -> Value:
    """Return the sum, maximum or minimum of a value over all binders (bound variables) that meet the conditions."""
    if not ring.has_laws:
        raise NotDecided("the order of a sum or maximum is not compared")
    if not ring.facts.about.keys().isdisjoint(binders):  # facts would hide the conditions that are the domain
        opened = {name: symbol(ring.facts.new_symbol("b")) for name in binders}
        there = Substitution(ring, opened)
        conditions = [there.condition(each) for each in conditions]
        return fold(ring, operation, [each.text for each in opened.values()], conditions, there.value(value))
    if operation == "min":
        opposite = fold(ring, "max", binders, conditions, combine(lambda p: ring.scale(p, -1), value))
        return combine(lambda p: ring.scale(p, -1), opposite)
    outer = sorted((each for each in conditions_of(value) if not is_bound(each, binders)), key=lambda each: each.text)
    if outer:
        parts = [fold(ring, operation, binders, conditions, restrict(value, outer[0], side)) for side in (True, False)]
        return choose(outer[0], *parts)
    neutral = ZERO if operation == "sum" else MINUS
    total: Value = neutral
    for path, leaf in cases(value):
        if not isinstance(leaf, int):
            raise NotDecided("a fold of integers")
        if leaf == neutral or ring.facts.excludes((*conditions, *path)):
            continue
        ring.laws.add(f"{operation}_in_any_order")
        domain = Domain(tuple(binders), (*conditions, *path), leaf)
        if operation == "sum":
            total = combine(lambda p, q: ring.total((p, q)), total, fold_sum(ring, domain))
        else:
            total = combine(lambda p, q: ring.largest((p, q)), total, fold_maximum(ring, domain))
    return total


def solve_domain(ring: SymbolicRing, domain: Domain) -> tuple[Domain, Path]:
    """Eliminate bound variables with only one value. Return the domain, and its unproved conditions that have no bound variables."""
    domain = solve_equalities(ring, domain)
    guards = tuple(each for each in domain.conditions if not is_bound(each, domain.binders))
    doubtful = tuple(each for each in guards if not ring.facts.holds(each))
    return domain._replace(conditions=tuple(each for each in domain.conditions if each not in guards)), doubtful


def choose_all(conditions: Sequence[Condition], value: Value, other: Value) -> Value:
    """Return the case distinction that is `value` if all conditions are true, else `other`."""
    for condition in reversed(conditions):
        value = choose(condition, value, other)
    return value


# --- sums
def fold_sum(ring: SymbolicRing, domain: Domain) -> Value:
    """Return the sum over a domain, whose body is one value without conditions."""
    if domain.body < FINITE:
        return UNDEFINED
    domain, guards = solve_domain(ring, domain)
    if not domain.binders:
        return choose_all(guards, domain.body, ZERO)
    body = ring.resolve_sums(domain.body)
    total = ring.total(fold_term(ring, domain, m, Fraction(c)) for m, c in ring.terms(body))
    if (sign := ring.sign(ring.bare(body))) and total >= FINITE and not ring.is_partial(body):
        ring.learn_sign(total, 2 if sign == 2 and is_never_empty(ring, domain) else 1)
    needs = quantified_needs(ring, domain, ring.needs[body])
    return choose_all(guards, ring.with_needs(total, needs), ZERO)


def is_never_empty(ring: SymbolicRing, domain: Domain) -> bool:
    """Return whether a domain is proved not to be empty, for all sizes that meet the assumptions."""
    lives = existence(domain.binders, domain.conditions)
    return lives is not None and all(each.symbols <= ring.sizes and ring.facts.holds(each) for each in lives)


def fold_term(ring: SymbolicRing, domain: Domain, monomial: int, coefficient: Fraction) -> int:
    """Return the sum of one term over a domain. Factors without bound variables are taken out."""
    ring.laws.add("factor_out_of_sum")
    power, exponent = ring.monomials[monomial]
    binders = frozenset(domain.binders)

    def inside(p: int) -> bool:
        return not ring.symbols(p).isdisjoint(binders)

    here = [(a, k) for a, k in ring.powers[power] if not ring.symbols_of(a).isdisjoint(binders)]
    outside = tuple(each for each in ring.powers[power] if each not in here)
    moved = {m: c for m, c in ring.terms(exponent) if not inside(ring.polynomial({m: 1}))}
    kept = {m: c for m, c in ring.terms(exponent) if m not in moved}
    factor = ring.polynomial({ring.monomial(ring.power(outside), ring.polynomial(moved)): coefficient})
    nested = next((a for a, k in here if k == 1 and ring.atoms[a].kind == "fold" and ring.atoms[a].key[0] == "sum"), None)
    rest = ring.polynomial({ring.monomial(ring.power(tuple(f for f in here if f[0] != nested)), ring.polynomial(kept)): 1})
    if nested is not None:
        ring.laws.add("exchange_of_folds")
        opened = open_fold(ring, nested)
        both = Domain(
            (*domain.binders, *opened.binders), (*domain.conditions, *opened.conditions), ring.product(rest, opened.body)
        )
        found = fold_sum(ring, both)
        if isinstance(found, int):
            return ring.product(factor, found)
        raise NotDecided("a sum of sums depends on a condition")
    domain = domain._replace(body=rest)
    while (counted := count_binder(ring, domain)) is not None:
        domain = counted
        if not domain.binders:
            return ring.product(factor, domain.body)
    domain = normal_domain(ring, domain)
    if (counted := count_binder(ring, domain)) is not None:
        if not counted.binders:
            return ring.product(factor, counted.body)
        found = fold_sum(ring, counted)
        if isinstance(found, int):
            return ring.product(factor, found)
    return ring.product(factor, fold_atom(ring, "sum", domain))


def normal_domain(ring: SymbolicRing, domain: Domain) -> Domain:
    """Join bound variables where possible, and drop redundant conditions."""
    domain = join_binders(ring, domain)
    return domain._replace(conditions=reduce_conditions(ring.facts, domain.binders, domain.conditions))


def count_binder(ring: SymbolicRing, domain: Domain) -> Domain | None:
    """Eliminate a bound variable that the body does not use: multiply by the number of its values. None if there is none."""
    for name in domain.binders:
        if name in ring.symbols(domain.body):
            continue
        reduced = reduce_conditions(ring.facts, domain.binders, domain.conditions)
        interval = interval_of(name, reduced)
        if interval is None:
            continue
        count = interval.high - interval.low + 1
        others = tuple(each for each in reduced if name not in each.symbols)
        if ring.facts.holds(at_least(count), others):
            ring.laws.add("sum_of_ones")
            binders = tuple(b for b in domain.binders if b != name)
            return Domain(binders, others, ring.product(ring.index_number(count), domain.body))
    return None


def quantified_needs(ring: SymbolicRing, domain: Domain, needs: frozenset[Need]) -> frozenset[Need]:
    """Return conditions for a body to be defined on its whole domain; `needs`: those at one point. Some become fold atoms `every ...`."""
    found: frozenset[Need] = NOTHING
    for need in sorted(needs, key=repr):
        if ring.symbols_of_need(need).isdisjoint(domain.binders):
            found |= {need}
            continue
        if len(need) > 2:
            raise NotDecided("a value within a fold is defined under a condition")
        if ring.sign(need[1]) >= (1 if need[0] == "nonnegative" else 2):
            continue
        every = fold_atom(ring, f"every {need[0]}", normal_domain(ring, domain._replace(body=ring.bare(need[1]))))
        found |= {(need[0], every)}
    return found


# --- maxima
def fold_maximum(ring: SymbolicRing, domain: Domain) -> Value:
    """Return the maximum over a domain, or minus infinity if the domain is empty. The body is one value without conditions."""
    if domain.body < FINITE:
        return UNDEFINED
    domain, guards = solve_domain(ring, domain)
    if not domain.binders:
        return choose_all(guards, domain.body, MINUS)
    lives = existence(domain.binders, reduce_conditions(ring.facts, domain.binders, domain.conditions))
    if lives is None:
        raise NotDecided("a maximum over a range of which it is not known whether it is empty")
    needs = quantified_needs(ring, domain, ring.needs[domain.body])
    found = ring.with_needs(maximum_of(ring, domain._replace(body=ring.bare(domain.body))), needs)
    doubtful = [each for each in lives if not ring.facts.holds(each, guards)]
    return choose_all((*guards, *doubtful), found, MINUS)


def maximum_of(ring: SymbolicRing, domain: Domain) -> int:
    """Return the maximum over a domain that is not empty. The body is one value without conditions."""
    binders = frozenset(domain.binders)
    if ring.symbols(domain.body).isdisjoint(binders):
        return domain.body
    shared = {m: c for m, c in ring.terms(domain.body) if ring.symbols(ring.polynomial({m: 1})).isdisjoint(binders)}
    if shared:
        ring.laws.add("maximum_of_sums")
        addend = ring.polynomial(shared)
        rest = domain._replace(body=ring.difference(domain.body, addend))
        return ring.total((addend, maximum_of(ring, rest)))
    content = abs(Fraction(ring.primitive(domain.body, positive=True)[0]))
    if content != 1:
        ring.laws.add("maximum_of_multiples")
        scaled = domain._replace(body=ring.scale(domain.body, 1 / content))
        return ring.scale(maximum_of(ring, scaled), content)
    single = ring.single_atom(domain.body)
    if single is not None and single[0] == 1:
        atom = ring.atoms[single[1]]
        if atom.kind == "max" and not any(ring.scale(p, -1) in atom.key for p in atom.key):
            ring.laws.add("nested_maximum")
            return ring.largest(maximum_of(ring, domain._replace(body=p)) for p in atom.key)
        if atom.kind == "fold" and atom.key[0] == "max":
            ring.laws.add("exchange_of_folds")
            opened = open_fold(ring, single[1])
            return maximum_of(
                ring,
                Domain((*domain.binders, *opened.binders), (*domain.conditions, *opened.conditions), opened.body),
            )  # fmt: skip
    return fold_atom(ring, "max", normal_domain(ring, domain))


# --- atoms
def open_fold(ring: SymbolicRing, number: int) -> Domain:
    """Return the domain of a fold atom, with fresh names for its bound variables."""
    atom = ring.atoms[number]
    names = {old: symbol(ring.facts.new_symbol("b")) for old in ring.binders_of(atom)}
    return Domain(
        tuple(each.text for each in names.values()),
        tuple(each.substitute(names) for each in atom.key[2]),
        Substitution(ring, names).number(atom.key[3]),
    )


def fold_atom(ring: SymbolicRing, operation: str, domain: Domain) -> int:
    """Return a fold as an atom of the ring. Folds of the same body over equivalent domains become one atom."""
    depth, count = ring.depth(domain.body) + 1, len(domain.binders)
    names = binder_names(depth, count)
    orders = permutations(domain.binders) if count <= ORDERS else [domain.binders]
    forms = []
    for order in orders:
        renaming = {old: symbol(new) for old, new in zip(order, names, strict=True)}
        conditions = tuple(sorted((each.substitute(renaming) for each in domain.conditions), key=lambda each: each.text))
        forms.append((conditions, Substitution(ring, renaming).number(domain.body)))
    for conditions, body in forms:
        for known in ring.domains.get((operation, count, body), ()):
            if known == conditions or are_equivalent(ring, known, conditions):
                return atom_of(ring, operation, count, known, body)
    conditions, body = forms[0]
    ring.domains.setdefault((operation, count, body), []).append(conditions)
    found = atom_of(ring, operation, count, conditions, body)
    sign = ring.sign(domain.body)
    single = ring.single_atom(found)
    if single is not None and sign and operation in ("sum", "max"):
        full = operation == "max" or (sign == 2 and is_never_empty(ring, domain))
        ring.fold_signs[single[1]] = sign if full else 1
    return found


def atom_of(ring: SymbolicRing, operation: str, count: int, conditions: tuple[Condition, ...], body: int) -> int:
    """Return the polynomial that consists of one fold atom."""
    number = ring.atom("fold", operation, count, conditions, ring.bare(body))
    return ring.polynomial({ring.monomial(ring.power(((number, 1),)), ZERO): 1})


def are_equivalent(ring: SymbolicRing, one: Sequence[Condition], other: Sequence[Condition]) -> bool:
    """Return whether two lists of conditions are proved to imply each other."""
    facts = ring.facts
    return all(facts.holds(each, one) for each in other) and all(facts.holds(each, other) for each in one)


def refold(ring: SymbolicRing, operation: str, binders: tuple[str, ...], conditions: tuple[Condition, ...], body: int) -> int:
    """Bring a fold into normal form again after a substitution. The domain of a maximum must not be empty."""
    domain = Domain(binders, tuple(each for each in conditions if not each.truth), body)
    if operation == "max":
        return maximum_of(ring, domain)
    if operation != "sum":
        return fold_atom(ring, operation, normal_domain(ring, domain))
    found = fold_sum(ring, domain)
    if isinstance(found, Branch):
        return fold_atom(ring, operation, domain)
    assert isinstance(found, int)
    return found


__all__ = ["ONE", "UNIT", "fold", "refold"]
