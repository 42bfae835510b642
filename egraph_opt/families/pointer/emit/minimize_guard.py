"""Weakest guard: tests that follow from the others are dropped.

Implications are decided in linear arithmetic over the rationals (z3's simplex), with a variable for each product of atoms. It
relates a product to its factors by the products of their bounds (McCormick's envelopes): bounds that always hold and those that
other tests check. This is incomplete; a test that it cannot drop is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

import z3

from egraph_opt.families.pointer.symbolic.solver import spend
from egraph_opt.families.pointer.symbolic.z3_capi import conjunction
from egraph_opt.ir.polynomial import Monomial, Poly

STEPS = 100_000
"""Limit of the solver for one question (z3's `rlimit`): some milliseconds; if it gives up, the answer is no."""
MAX_TESTS = 160
"""Most tests of a guard that is weakened."""
SIGNED_LIMIT = 1 << 63
CONSTRAINT_WORK = 70
"""Steps of work that it takes to make one constraint, about. Questions are not counted: most take less than a millisecond."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim `number >= bound`, `number <= bound`, or `bound` divides the number; `safe` if 64 bits hold the number in any case."""

    number: Poly
    kind: Literal["least", "most", "divides"]
    bound: int
    safe: bool


def weakest(tests: list[Claim], known: Callable[[Monomial], tuple[int, int]], divisor: Callable[[int], int]) -> list[Claim]:
    """Return an equivalent subset of tests, in the same order: none follows from the others, as far as this method can tell.

    A test may rest on earlier ones for its number to fit in 64 bits, and still can.

    Args:
        known: the least and greatest value of a product of atoms, without the tests.
        divisor: the known divisor of an atom.
    """
    if not 1 < len(tests) <= MAX_TESTS:
        return tests
    system = _System(tests, known)
    unsafe = [j for j, test in enumerate(tests) if not test.safe]
    kept = list(range(len(tests)))
    behind = {j: system.fits(j, kept) for j in unsafe}
    if any(found is None for found in behind.values()):
        return tests
    for i in reversed(range(len(tests))):
        rest = [k for k in kept if k != i]
        if tests[i].kind == "divides":
            follows = any(_divides(tests[k], tests[i], divisor) for k in rest if tests[k].kind == "divides")
        else:
            follows = system.follows(i, rest)
        if follows:  # what does not rest on it fits as before
            again = {j: system.fits(j, rest) for j in unsafe if j > i and j in rest and i in (behind[j] or ())}
            if all(found is not None for found in again.values()):
                kept, behind = rest, behind | again
    return [tests[k] for k in kept]


def _divides(given: Claim, wanted: Claim, divisor: Callable[[int], int]) -> bool:
    """Return whether divisibility of one number implies that of another: each term that is no multiple of the first is divisible anyway."""
    if given.bound % wanted.bound or len(given.number.terms) != 1:
        return False
    _, rest = wanted.number.split(given.number)
    for monomial, coefficient in rest.terms:
        product = coefficient
        for a in monomial:
            product *= divisor(a)
        if product % wanted.bound:
            return False
    return True


class _System:
    """Tests as switches of linear constraints, with one variable for each product."""

    def __init__(self, tests: list[Claim], known: Callable[[Monomial], tuple[int, int]]) -> None:
        self.tests, self.known = tests, known
        self.solver = z3.SolverFor("QF_LRA")
        self.solver.set("rlimit", STEPS)
        self.variables: dict[Monomial, Any] = {}
        for test in tests:
            for monomial, _ in test.number.terms:
                self.product(monomial)
        self.on = [z3.Bool(f"on{i}") for i in range(len(tests))]
        self.off = [z3.Bool(f"off{i}") for i in range(len(tests))]
        self.out = [z3.Bool(f"out{i}") for i in range(len(tests))]
        for i, test in enumerate(tests):
            term = self.term(test.number)
            if test.kind != "divides":
                holds = term >= test.bound if test.kind == "least" else term <= test.bound
                self.add(z3.Implies(self.on[i], holds))
                self.add(z3.Implies(self.off[i], z3.Not(holds)))
            if not test.safe:
                self.add(z3.Implies(self.out[i], z3.Or(term < -SIGNED_LIMIT, term >= SIGNED_LIMIT)))
        for monomial in list(self.variables):
            self.envelopes(monomial)

    def add(self, constraint: Any) -> None:
        """Add a constraint."""
        spend(CONSTRAINT_WORK)
        self.solver.add(constraint)

    def product(self, monomial: Monomial) -> None:
        """Add a variable for a product, and for its factors."""
        if monomial and monomial not in self.variables:
            x = self.variables[monomial] = z3.Real(f"x{len(self.variables)}")
            low, high = self.known(monomial)
            self.add(x >= low)
            self.add(x <= high)
            for a, rest in _parts(monomial):
                self.product((a,))
                self.product(rest)

    def term(self, poly: Poly) -> Any:
        return z3.Sum([c * self.variables[m] if m else z3.RealVal(c) for m, c in poly.terms] or [z3.RealVal(0)])

    def bounds(self, monomial: Monomial, sign: int) -> list[tuple[Fraction, list[Any]]]:
        """Return lower bounds (`sign` 1) or upper ones (-1) of a product, each with the tests that it rests on."""
        found: list[tuple[Fraction, list[Any]]] = [(Fraction(self.known(monomial)[sign < 0]), [])]
        for on, test in zip(self.on, self.tests, strict=True):
            if test.kind != "divides" and len(test.number.terms) == 1 and test.number.terms[0][0] == monomial:
                coefficient = test.number.terms[0][1]
                if (coefficient > 0) == ((test.kind == "least") == (sign > 0)):
                    found.append((Fraction(test.bound, coefficient), [on]))
        return found

    def envelopes(self, monomial: Monomial) -> None:
        for a, rest in _parts(monomial):
            x, y, xy = (self.variables[m] for m in ((a,), rest, monomial))
            ends = [(t, q, _exact(q) * x, second) for t in (1, -1) for q, second in self.bounds(rest, t)]
            for s in (1, -1):
                for p, first in self.bounds((a,), s):
                    less = xy - _exact(p) * y
                    for t, q, qx, second in ends:
                        end = less - qx
                        envelope = end >= _exact(-p * q) if s == t else end <= _exact(-p * q)
                        tests = [*first, *second]
                        if tests:
                            envelope = z3.Implies(conjunction(tests) if len(tests) > 1 else tests[0], envelope)
                        self.add(envelope)

    def follows(self, i: int, rest: list[int]) -> bool:
        return self.is_refuted(self.off[i], rest)

    def fits(self, j: int, kept: list[int]) -> set[int] | None:
        """The tests before it that make the number of a test fit in 64 bits; None where they do not."""
        if not self.is_refuted(self.out[j], [k for k in kept if k < j]):
            return None
        core = {switch.get_id() for switch in self.solver.unsat_core()}
        return {k for k in kept if self.on[k].get_id() in core}

    def is_refuted(self, switch: Any, kept: list[int]) -> bool:
        """Return whether a switch contradicts tests that hold."""
        return bool(self.solver.check(switch, *(self.on[k] for k in kept)) == z3.unsat)


def _exact(number: Fraction) -> Any:
    return z3.RealVal(f"{number.numerator}/{number.denominator}")


def _parts(monomial: Monomial) -> Iterator[tuple[int, Monomial]]:
    """Yield each atom of a product of several atoms, with the remaining product."""
    for i, a in enumerate(monomial):
        if len(monomial) > 1 and (i == 0 or monomial[i - 1] != a):
            yield a, monomial[:i] + monomial[i + 1 :]
