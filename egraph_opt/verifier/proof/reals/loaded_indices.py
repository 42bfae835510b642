"""Loads at indices that are themselves loaded from arrays."""

from __future__ import annotations

from egraph_opt.verifier.proof.reals.extremum_forms import shared_terms
from egraph_opt.verifier.proof.reals.integer_forms import Integers
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import FINITE, UNDEFINED, UNIT, ZERO

INDEX_VALUES = 256
"""Largest number of values of an index for which a load becomes a selection among all elements."""


def element_by_index(integers: Integers, contents: tuple[int, ...], offset: int, size: int) -> int | None:
    """Return an element at a symbolic offset, as a sum of the possible elements, each times the indicator of its index.

    The offset has to be linear in one integer with few values, else None. Indices outside of the array are assumed not to occur.
    """
    ring = integers.ring
    unknown = [(m, c) for m, c in ring.parts[offset] if m != UNIT]
    if len(unknown) != 1 or ring.denominators[offset] != 1:
        return None
    monomial, step = unknown[0]
    bounds = integers.monomial_interval(monomial)
    if bounds is None or bounds[1] - bounds[0] >= INDEX_VALUES:
        return None
    index = ring.polynomial({monomial: 1})
    start = dict(ring.parts[offset]).get(UNIT, 0)
    chosen: dict[int, int] = {}
    for value in range(bounds[0], bounds[1] + 1):
        place, beyond = divmod(start + step * value, size)
        if not beyond and 0 <= place < len(contents):
            if contents[place] < FINITE:
                return UNDEFINED
            chosen[value] = contents[place]
    ring.laws.add("element_by_index")
    shared = ring.polynomial(shared_terms(ring, set(chosen.values()))) if len(set(chosen.values())) > 1 else ZERO
    summands = [shared]
    for value, content in chosen.items():
        equal = integers.compare(0, "i64", index, ring.constant(value))
        summands.append(ring.product(equal, ring.difference(content, shared)))
    return ring.total(summands)
