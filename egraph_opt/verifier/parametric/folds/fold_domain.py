"""Domains of folds (sums and maxima): bound variables are eliminated or joined, and redundant conditions are dropped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from egraph_opt.verifier.parametric.folds.substitution import Substitution
from egraph_opt.verifier.parametric.folds.symbolic_ring import SymbolicRing
from egraph_opt.verifier.parametric.sizes.index_condition import Condition, at_least, less
from egraph_opt.verifier.parametric.sizes.index_polynomial import Polynomial, atoms_of, linear_part, split_multiple, symbol, whole
from egraph_opt.verifier.parametric.sizes.size_facts import Facts


class Domain(NamedTuple):
    """Bound variables of a fold (sum or maximum), the conditions that restrict them, and the folded value."""

    binders: tuple[str, ...]
    conditions: tuple[Condition, ...]
    body: int


def is_bound(condition: Condition, binders: Iterable[str]) -> bool:
    """Return whether a condition depends on a bound variable."""
    return not condition.symbols.isdisjoint(binders)


def solve_equalities(ring: SymbolicRing, domain: Domain) -> Domain:
    """Eliminate the bound variables that have only one value under the conditions."""
    while (found := determined_binder(ring.facts, domain)) is not None:
        name, value, used = found
        ring.laws.add("fold_of_one_element")
        there = Substitution(ring, {name: value}, divide=ring.facts.divide)
        rest = tuple(there.condition(each) for each in domain.conditions if each not in used)
        domain = Domain(tuple(b for b in domain.binders if b != name), rest, there.number(domain.body))
    return domain


def determined_binder(facts: Facts, domain: Domain) -> tuple[str, Polynomial, tuple[Condition, ...]] | None:
    """Return a bound variable that has only one value, this value, and the conditions that determine it."""
    for condition in domain.conditions:
        for name in domain.binders:
            parts = linear_part(condition.polynomial, name)
            factor = parts[0].constant if parts is not None else None
            if parts is None or factor is None:
                continue
            if condition.kind == "==" and factor in (1, -1):
                return name, parts[1] * -factor, (condition,)
            if condition.kind == ">=" and factor < 0:  # with e - c * k >= 0 and c * k - e + c - 1 >= 0, k is e // c
                for other in domain.conditions:
                    between = (condition.polynomial + other.polynomial).constant
                    if other.kind == ">=" and between is not None and between == -factor - 1:
                        return name, facts.divide(parts[1], whole(-factor)), (condition, other)
    for name in domain.binders:
        bounds = bounds_of(name, domain.conditions)
        if bounds is not None and len(bounds[0]) == 1 and facts.holds(at_least(bounds[0][0], symbol(name)), domain.conditions):
            return name, bounds[0][0], ()
    return None


def join_binders(ring: SymbolicRing, domain: Domain) -> Domain:
    """Replace two bound variables (block number, position in it) by one, if the body uses only `size * block + position`."""
    for block in domain.binders:
        for inner in domain.binders:
            if block != inner and (found := join_pair(ring, domain, block, inner)) is not None:
                return join_binders(ring, found)
    return domain


def join_pair(ring: SymbolicRing, domain: Domain, block: str, inner: str) -> Domain | None:
    """Replace the variables `block` and `inner` (a position in a block) by one; None if the body uses them otherwise."""
    seen = [*ring.index_polynomials(domain.body), *(each.polynomial for each in domain.conditions)]
    for size in block_sizes(seen, block, inner):
        place = symbol(inner)
        if size.constant is None and not ring.facts.holds(at_least(size, 1)):
            continue
        if not (ring.facts.holds(at_least(place), domain.conditions) and ring.facts.holds(less(place, size), domain.conditions)):
            continue
        joined = symbol(ring.facts.new_symbol("u"))
        moved = Substitution(ring, {inner: joined - size * symbol(block)})
        body = moved.number(domain.body)
        if block in ring.symbols(body):
            continue
        ring.laws.add("join_of_blocks")
        number = ring.facts.divide(joined, size)
        values = {block: number, inner: joined - size * number}
        conditions = tuple(found for each in domain.conditions if not (found := each.substitute(values)).truth)
        if has_gaps(ring.facts, conditions, number):
            continue
        names = tuple(joined.text if name == block else name for name in domain.binders if name != inner)
        return Domain(names, conditions, body)
    return None


def has_gaps(facts: Facts, conditions: tuple[Condition, ...], number: Polynomial) -> bool:
    """Return whether conditions restrict the position in a block, so that joined variables do not take all values in a range."""
    blocks = {text for text, atom in atoms_of((number,)).items() if atom.kind == "quotient"}
    doubtful = [each for each in conditions if not atoms_of((each.polynomial,)).keys().isdisjoint(blocks)]
    return any(not facts.holds(each, [other for other in conditions if other not in doubtful]) for each in doubtful)


def block_sizes(polynomials: Iterable[Polynomial], block: str, inner: str) -> list[Polynomial]:
    """Return the sizes s for which polynomials contain multiples of `s * block + inner`."""
    found: dict[Polynomial, None] = {}
    for p in polynomials:
        if block in p.symbols and inner in p.symbols:
            ours, theirs = linear_part(p, block), linear_part(p, inner)
            if ours is None or theirs is None:
                continue
            size, rest = split_multiple(ours[0], theirs[0]) if len(theirs[0].terms) == 1 else (ours[0], theirs[0])
            if not rest.terms and size.constant != 1:
                found[size if (size.constant or 1) > 0 else -size] = None
    return list(found)


def reduce_conditions(facts: Facts, binders: Sequence[str], conditions: Iterable[Condition]) -> tuple[Condition, ...]:
    """Drop conditions that follow from the others and from the facts."""
    kept = [each for each in dict.fromkeys(conditions) if not each.truth]

    def weight(condition: Condition) -> tuple[bool, bool, str]:
        free = condition.symbols - set(binders)
        return ("//" not in condition.text, bool(free), condition.text)

    for condition in sorted(kept, key=weight):
        rest = [each for each in kept if each != condition]
        if facts.holds(condition, rest):
            kept = rest
    return tuple(sorted(kept, key=lambda each: each.text))


class Interval(NamedTuple):
    """Lower and upper bound of a bound variable, both included."""

    low: Polynomial
    high: Polynomial


def bounds_of(name: str, conditions: Iterable[Condition]) -> tuple[list[Polynomial], list[Condition]] | None:
    """Return the lower bounds of a variable and the conditions that bound it from above; None if it has other conditions."""
    lows, highs = [], []
    for condition in conditions:
        if name not in condition.symbols:
            continue
        parts = linear_part(condition.polynomial, name)
        factor = parts[0].constant if parts is not None else None
        if condition.kind != ">=" or parts is None or factor is None or factor > 1:
            return None
        if factor == 1:
            lows.append(-parts[1])
        else:
            highs.append(condition)
    return lows, highs


def interval_of(name: str, conditions: Iterable[Condition]) -> Interval | None:
    """Return the range of a variable; None unless it has one lower and one upper bound, each with coefficient 1 or -1."""
    found = bounds_of(name, conditions)
    if found is None or len(found[0]) != 1 or len(found[1]) != 1:
        return None
    parts = linear_part(found[1][0].polynomial, name)
    assert parts is not None
    return Interval(found[0][0], parts[1]) if parts[0].constant == -1 else None


def existence(binders: Sequence[str], conditions: Iterable[Condition]) -> tuple[Condition, ...] | None:
    """Return conditions, free of bound variables, under which a domain is not empty; None if they are not found."""
    left = list(conditions)
    todo = list(binders)
    while todo:
        for name in todo:
            here = [each for each in left if name in each.symbols]
            if not here:
                todo.remove(name)
                break
            found = bounds_of(name, here)
            if found is None or len(found[0]) != 1 or name in found[0][0].symbols:
                continue
            value = {name: found[0][0]}
            left = [each for each in left if each not in here] + [each.substitute(value) for each in found[1]]
            todo.remove(name)
            break
        else:
            return None
    return tuple(each for each in dict.fromkeys(left) if not each.truth)
