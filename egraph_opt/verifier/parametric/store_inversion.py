"""Inversion of stores: after a launch, each element of an array is expressed as a function of its own index.

The offset of a store is a sum of multiples of its binders (program ids, tile indices, loop counters). Each factor must exceed the sum of
all smaller multiples. Then the binders are quotients and remainders of the index, and no element is written twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from egraph_opt.verifier.parametric.execution.memory_operations import whole_number
from egraph_opt.verifier.parametric.execution.symbolic_arrays import Contents, SymbolicArray, axis_indices
from egraph_opt.verifier.parametric.execution.symbolic_program import Store
from egraph_opt.verifier.parametric.folds.fold_domain import existence, reduce_conditions
from egraph_opt.verifier.parametric.folds.fold_forms import choose_all, fold, refold
from egraph_opt.verifier.parametric.folds.substitution import Substitution
from egraph_opt.verifier.parametric.folds.symbolic_ring import UNWRITTEN, SymbolicRing, symbols_of_value
from egraph_opt.verifier.parametric.sizes.index_condition import Condition, at_least, equal, less
from egraph_opt.verifier.parametric.sizes.index_polynomial import Polynomial, linear_part, substitute_symbols, symbol, whole
from egraph_opt.verifier.parametric.sizes.piecewise import Path, Value, cases, combine, prune, restrict_all
from egraph_opt.verifier.parametric.sizes.size_facts import Facts, NotDecided
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import ONE, UNDEFINED, ZERO


class Piece(NamedTuple):
    """Part of a store, under conditions for which its offset is one polynomial. Binders are program ids, tile indices and loop counters."""

    binders: tuple[str, ...]
    conditions: Path
    offset: Polynomial
    value: Value
    store: Store


class Written(NamedTuple):
    """Effect of a piece of a store on an array: conditions on the index of a written element, and the value there."""

    domain: Path
    value: Value
    adds: bool
    place: str


def contents_after(ring: SymbolicRing, before: Contents, stores: Sequence[Store], flat: bool) -> Contents:
    """Return the contents of an array after a launch. Raises NotDecided if two stores, not both atomic additions, may write one element."""
    array, facts = before.array, ring.facts
    written = [invert_piece(ring, array, piece, flat) for store in stores for piece in pieces_of(ring, store)]
    for number, one in enumerate(written):
        for other in written[:number]:
            both_add = one.adds and other.adds
            if not both_add and not facts.excludes((*one.domain, *other.domain)):
                raise NotDecided(f"two stores may write one element of {array.name}", one.place)
    value: Value = before.value if before.value is not None else before.element(ring, array.index_symbols(flat))
    for each in written:
        if each.adds:
            value = choose_all(each.domain, combine(lambda p, q: sum_with_old(ring, p, q), value, each.value), value)
        else:
            value = choose_all(each.domain, each.value, value)
    return Contents(array, prune(facts, value), flat)


def sum_with_old(ring: SymbolicRing, p: int, q: int) -> int:
    """Return the sum of an old element and an added one; undefined if either was never written."""
    return UNDEFINED if UNWRITTEN in (p, q) else ring.total((p, q))


def pieces_of(ring: SymbolicRing, store: Store) -> list[Piece]:
    """Split a store into pieces, each with one polynomial as its offset, and drop those that are masked out."""
    facts, found = ring.facts, []
    binders = dict.fromkeys(store.binders)
    for path, active in cases(store.mask, store.path):
        if active == ZERO:
            continue
        for within, offset in cases(store.offset, path):
            if facts.excludes(within):
                continue
            if active != ONE:
                raise NotDecided("a store whose mask depends on a value", store.place)
            value = prune(facts, restrict_all(store.value, within), within)
            found.append(Piece(tuple(binders), within, whole_number(offset), value, store))
    return found


def facts_about(facts: Facts, binders: Sequence[str]) -> Path:
    """Return the range conditions of program ids, tile indices and loop counters."""
    return tuple(each for name in binders for each in facts.about.get(name, ()) if each not in facts.implied)


def invert_piece(ring: SymbolicRing, array: SymbolicArray, piece: Piece, flat: bool) -> Written:
    """Express what a piece of a store writes as a function of the element's index."""
    facts, place = ring.facts, piece.store.place
    targets = array.index_symbols(flat)
    given = (*piece.conditions, *facts_about(facts, piece.binders))
    if flat:
        indices: tuple[Polynomial, ...] | None = (piece.offset,) if array.is_dense else None
    else:
        indices = axis_indices(facts, array, piece.offset, piece.conditions)
    if indices is None:
        raise NotDecided(f"the places in {array.name} that a store writes have no inverse", place)
    values = {name: whole(0) for name in piece.binders if facts.holds(equal(symbol(name)), given)}
    extra: list[Condition] = []
    ring.laws.add("digits_of_place")
    for index, target in zip(indices, targets, strict=True):
        solve_index(facts, piece.binders, index, target, given, values, extra, place)
    there = Substitution(ring, values, {}, partial(refold, ring), facts.divide)
    free = [name for name in piece.binders if name not in values]
    conditions = [*extra, *(there.condition(each) for each in given)]
    value = there.value(piece.value)
    if piece.store.adds and not ring.has_laws:
        raise NotDecided("the order of additions is not known", place)
    if piece.store.adds:
        return written_sum(ring, piece, free, conditions, value)
    symbols = symbols_of_value(ring, value)
    used = [name for name in free if name in symbols or any(name in each.symbols for each in extra)]
    own = facts_about(facts, free)
    if used or any(not each.symbols.isdisjoint(free) for each in conditions if each not in own):
        raise NotDecided(f"several programs or iterations may write one element of {array.name}", place)
    lives = existence(free, own)
    if lives is None:
        raise NotDecided(f"it is not known whether a program writes {array.name}", place)
    kept = reduce_conditions(facts, (), (*(each for each in conditions if each not in own), *lives))
    return Written(kept, prune(facts, restrict_all(value, kept), kept), False, place)


def written_sum(ring: SymbolicRing, piece: Piece, free: list[str], conditions: list[Condition], value: Value) -> Written:
    """Return what atomic additions add to an element: the sum over the free binders, which its index does not determine."""
    outer = tuple(each for each in conditions if each.symbols.isdisjoint(free))
    inner = tuple(each for each in conditions if each not in outer)
    ring.laws.add("sum_in_any_order")
    total = fold(ring, "sum", free, inner, value) if free else value
    return Written(reduce_conditions(ring.facts, (), outer), total, True, piece.store.place)


def solve_index(
    facts: Facts,
    binders: Sequence[str],
    index: Polynomial,
    target: Polynomial,
    given: Path,
    values: dict[str, Polynomial],
    extra: list[Condition],
    place: str,
) -> None:
    """Solve `index == target` for the binders: add the solution to `values`, and to `extra` the conditions under which there is one."""
    index = substitute_symbols(index, values, facts.divide)
    here = [name for name in binders if name in index.symbols]
    steps: list[tuple[Polynomial, str]] = []
    rest = index
    for name in here:
        parts = linear_part(rest, name)
        if parts is None or not parts[0].symbols.isdisjoint(binders):
            raise NotDecided("an offset that is no sum of multiples of its binders", place)
        steps.append((parts[0], name))
        rest = parts[1]
    target = target - rest
    if not steps:
        extra.append(equal(target))
        return
    order_steps(steps)
    while steps:
        factor, name = steps.pop(0)
        below = whole(0)
        for step, lower in steps:
            below = below + step * symbol(lower)
        if not (facts.holds(at_least(below), given) and facts.holds(less(below, factor), given)):
            raise NotDecided("an offset whose multiples overlap", place)
        if factor.constant is None and not facts.holds(at_least(factor, 1)):
            raise NotDecided("an offset with a factor that may not be positive", place)
        values[name] = facts.divide(target, factor)
        target = target - factor * values[name]
    if target.terms:
        extra.append(equal(target))


def order_steps(steps: list[tuple[Polynomial, str]]) -> None:
    """Sort pairs of factor and binder from large to small factors. A product of more symbols is taken to be larger."""
    steps.sort(key=lambda each: (-max(len(m) for m, _ in each[0].terms), -max(abs(c) for _, c in each[0].terms)))
