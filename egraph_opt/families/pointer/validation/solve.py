"""Questions to the solver about a claim, and additional facts for a second try."""

from __future__ import annotations

from typing import Any, NamedTuple

import z3

from egraph_opt.families.pointer.symbolic.arithmetic import within
from egraph_opt.families.pointer.symbolic.ask import Solver
from egraph_opt.families.pointer.symbolic.refute import refute
from egraph_opt.families.pointer.symbolic.unknowns import Shared
from egraph_opt.families.pointer.validation.given import Guard

TOGETHER, FIRST, STEPS = 40_000, 600_000, 1_000_000
"""Steps that the solver may take for all claims of one access at once, for one claim, and for one where that was too little. One that
gives up has proved nothing."""
FITS = 15_000
"""Steps for one question of whether a number fits in its width."""


class Claims(NamedTuple):
    """Claims of one access."""

    active: Any
    """Truth of lanes that are active."""
    same: Any
    """Equality of two addresses that is claimed of such lanes."""
    rest: list[Any]
    """Claims about all lanes."""


def reduced(shared: Shared, facts: list[Any], wanted: Claims, none: list[tuple[Any, Any]]) -> list[Any]:
    """Return the claims, with zero for the turns in `none`, and the dividend for each remainder that is equal to it in active lanes.

    The solver is asked of these without the products that they are factors of; the rest is mostly one sum of products.
    """

    def put(term: Any, *more: tuple[Any, Any]) -> Any:
        return z3.simplify(z3.substitute(term, *more, *none), som=True)

    active, same = put(wanted.active), put(wanted.same)
    for _, x, _, rest in reversed(shared.remainders):
        if not z3.is_true(same) and rest.get_id() in shared.named(same):
            dividend = put(x)
            if refute(facts, z3.Implies(active, rest == dividend), FITS)[0] == z3.unsat:
                same = put(same, (rest, dividend))
    return [*map(put, wanted.rest), z3.simplify(z3.Implies(active, same))]


def fitting(shared: Shared, guard: Guard) -> list[Any]:
    """The turns of numbers that were brought into their width and that were in it before, by a guard and what is known of nothing else.

    Without these, the remaining claim about addresses is mostly the equality of two sums of products.
    """
    solver: Solver | None = None
    found: list[Any] = []
    about: dict[int, list[Any]] = {}
    for fact in shared.found.known:
        for name in shared.named(fact):
            about.setdefault(name, []).append(fact)
    for turn, exact, bits in shared.found.turned.values():
        if not within(exact, bits, guard.ranges):
            if solver is None:
                solver = Solver((*guard.conjuncts, *(before == 0 for before in found)))
            names = shared.named(exact).union(*map(shared.named, about.get(turn.get_id(), ())))
            # In the order in which they became known: that of identities depends on what the process did before.
            near = [fact for fact in shared.found.known if (own := shared.named(fact)) and own <= names]
            if solver.refute(z3.Implies(z3.And(*near), turn == 0), FITS)[0] != z3.unsat:
                continue
        found.append(turn)
        if solver is not None:
            solver.tell((turn == 0,))
    return found
