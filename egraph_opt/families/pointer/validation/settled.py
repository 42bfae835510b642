"""Terms that a guard makes simpler: numbers that fit in their width, and numbers of which a condition always selects the same one.

Without these, the remaining claim about addresses is mostly the equality of two sums of products. A solver would else ask for each
case in each product: a stride that a limit is put on is the stride itself where the guard checks that limit.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import z3

from egraph_opt.families.pointer.symbolic.arithmetic import within
from egraph_opt.families.pointer.symbolic.raw import conjunction, selected
from egraph_opt.families.pointer.symbolic.refute import Growing
from egraph_opt.families.pointer.symbolic.unknowns import Shared
from egraph_opt.families.pointer.validation.given import Guard

FITS = 15_000
"""Steps for one question of whether a number fits in its width, or what a condition selects."""


class Settled:
    """Equal terms by a guard and facts that share no unknowns with others but those of a term: enough for questions about it alone."""

    def __init__(self, shared: Shared, guard: Guard, claims: Iterable[Any]) -> None:
        """Look at the numbers that were brought into their width, in the order in which they were made, then at the claims."""
        self.shared, self.guard = shared, guard
        self.given = self.known = [*shared.found.known]
        """Facts, as they were found and with the numbers that conditions select."""
        self.none: list[Any] = []
        """Turns of numbers that are in their width already: nothing was taken off."""
        self.ways: list[tuple[Any, Any]] = []
        """Numbers that a condition selects, each with the one that it always selects."""
        self.growing = Growing(guard.conjuncts)
        self.about: dict[int, list[int]] = {}
        for number, fact in enumerate(self.given):
            for name in shared.named(fact):
                self.about.setdefault(name, []).append(number)
        seen: set[int] = set()
        for turn, number, bits in shared.found.turned.values():
            self.settle(choices([number], seen))
            self.fit(turn, self.put(number), bits)
        self.settle(choices(claims, set()))

    @property
    def equal(self) -> list[tuple[Any, Any]]:
        """All pairs of equal terms."""
        return [*self.ways, *((turn, z3.IntVal(0)) for turn in self.none)]

    @property
    def facts(self) -> list[Any]:
        """Known facts, the guard itself as it is, since the rest rests on it, and what was found."""
        return [*self.known, *self.guard.conjuncts, *(turn == 0 for turn in self.none)]

    def put(self, term: Any) -> Any:
        """Return a term with the simpler ones in place of those that are equal."""
        return z3.substitute(term, *self.equal) if self.ways or self.none else term

    def fit(self, turn: Any, exact: Any, bits: int) -> None:
        """Note that a number is in its width, if that is so."""
        about = [self.known[n] for n in self.about.get(turn.get_id(), ())]
        if within(exact, bits, self.guard.ranges) or self.holds(turn == 0, exact, *about):
            self.none.append(turn)
            self.growing.tell(turn == 0)

    def settle(self, found: list[Any]) -> None:
        """Note the numbers of which a condition always selects one."""
        done = {choice.get_id() for choice, _ in self.ways}
        for choice in found:
            if choice.get_id() in done:
                continue
            condition, *ways = map(self.put, choice.children())
            same = ways[0] == ways[1]
            for truth, way in ((condition, ways[0]), (z3.Not(condition), ways[1])):
                if self.holds(z3.Or(truth, same), condition, *ways):
                    self.ways.append((choice, way))
                    self.known = [*map(self.chosen, self.given, self.known)]
                    break

    def chosen(self, given: Any, known: Any) -> Any:
        """Return a fact, of which an older form is known, with the numbers that conditions select."""
        named = self.shared.named
        return z3.substitute(given, *self.ways) if named(self.ways[-1][0]) <= named(given) else known

    def holds(self, claim: Any, *about: Any) -> bool:
        """Return whether a claim follows from the facts about some terms.

        They are in the order in which they became known: that of identities depends on what the process did before.
        """
        names = self.shared.around(frozenset().union(*map(self.shared.named, about)))
        near = [fact for fact in self.known if (own := self.shared.named(fact)) and own <= names]
        return self.growing.holds(z3.Implies(conjunction(near), claim) if near else claim, FITS)


def choices(terms: Iterable[Any], seen: set[int]) -> list[Any]:
    """Return the numbers in terms that a comparison selects, each after those in it; of terms that were `seen`, by identity, none."""
    return [choice for choice in selected(terms, seen) if not z3.is_const(choice.arg(0))]
