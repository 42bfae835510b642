"""Questions to the solver about a claim, and additional facts for a second try."""

from __future__ import annotations

from typing import Any, NamedTuple

import z3

from egraph_opt.families.pointer.symbolic.refute import refute
from egraph_opt.families.pointer.symbolic.unknowns import Shared
from egraph_opt.families.pointer.validation.settled import FITS

TOGETHER, FIRST, STEPS = 40_000, 600_000, 1_000_000
"""Steps that the solver may take for all claims of one access at once, for one claim, and for one where that was too little. One that
gives up has proved nothing."""


class Claims(NamedTuple):
    """Claims of one access."""

    active: Any
    """Truth of lanes that are active."""
    same: Any
    """Equality of two addresses that is claimed of such lanes."""
    rest: list[Any]
    """Claims about all lanes."""


def reduced(shared: Shared, facts: list[Any], wanted: Claims, equal: list[tuple[Any, Any]]) -> list[Any]:
    """Return the claims, with equal terms in place of some, and the dividend for each remainder that is equal to it in active lanes.

    The solver is asked of these without the products that they are factors of; the rest is mostly one sum of products.
    """

    def put(term: Any, *more: tuple[Any, Any]) -> Any:
        return z3.simplify(z3.substitute(term, *more, *equal), som=True)

    active, same = put(wanted.active), put(wanted.same)
    for _, x, _, rest in reversed(shared.remainders):
        if not z3.is_true(same) and rest.get_id() in shared.named(same):
            dividend = put(x)
            if refute(facts, z3.Implies(active, rest == dividend), FITS)[0] == z3.unsat:
                same = put(same, (rest, dividend))
    return [*map(put, wanted.rest), z3.simplify(z3.Implies(active, same))]
