"""Minimisation of a guard: removal of tests that other tests imply.

z3's simplex decides implications in linear rational arithmetic, with one variable for each product of values. McCormick envelopes
relate a product to its factors, by static bounds and by bounds that other tests check. The method is incomplete: a test
not proved redundant is kept.
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
"""z3's `rlimit` for one query, which allows it some milliseconds. A query beyond this limit proves nothing."""
MAX_TESTS = 160
"""Maximum number of tests in a guard. A guard with more tests is not minimised."""
SIGNED_LIMIT = 1 << 63
CONSTRAINT_WORK = 70
"""Approximate cost of making one constraint, in steps of the work budget (1 µs each). Queries are short and not charged."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Test `number >= bound`, `number <= bound`, or `bound` divides `number`; `safe` if `number` always fits in 64 bits."""

    number: Poly
    kind: Literal["least", "most", "divides"]
    bound: int
    safe: bool


def weakest(tests: list[Claim], known: Callable[[Monomial], tuple[int, int]], divisor: Callable[[int], int]) -> list[Claim]:
    """Return an equivalent subset of the tests, in the same order, without any test that is proved redundant.

    A test may rely on earlier tests to bound its polynomial to 64 bits; the subset keeps these earlier tests.

    Args:
        known: returns static bounds of a product of opaque scalars (atoms).
        divisor: returns the known divisor of an opaque scalar.
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
        if follows:  # tests that do not rely on test i fit as before
            again = {j: system.fits(j, rest) for j in unsafe if j > i and j in rest and i in (behind[j] or ())}
            if all(found is not None for found in again.values()):
                kept, behind = rest, behind | again
    return [tests[k] for k in kept]


def _divides(given: Claim, wanted: Claim, divisor: Callable[[int], int]) -> bool:
    """Return whether divisibility test `given` implies `wanted`.

    The divisor of `wanted` must divide the divisor of `given`, and must divide the difference of the two polynomials.
    """
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
    """Linear constraints of the tests, with a variable for each product of opaque scalars. Boolean switches enable the constraints."""

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
        spend(CONSTRAINT_WORK)
        self.solver.add(constraint)

    def product(self, monomial: Monomial) -> None:
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
        """Return lower (`sign` 1) or upper (`sign` -1) bounds of a product, each with the switches of the tests that imply it."""
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
        """Return the earlier tests in `kept` that ensure that the polynomial of test `j` fits in 64 bits, or None."""
        if not self.is_refuted(self.out[j], [k for k in kept if k < j]):
            return None
        core = {switch.get_id() for switch in self.solver.unsat_core()}
        return {k for k in kept if self.on[k].get_id() in core}

    def is_refuted(self, switch: Any, kept: list[int]) -> bool:
        return bool(self.solver.check(switch, *(self.on[k] for k in kept)) == z3.unsat)


def _exact(number: Fraction) -> Any:
    return z3.RealVal(f"{number.numerator}/{number.denominator}")


def _parts(monomial: Monomial) -> Iterator[tuple[int, Monomial]]:
    for i, a in enumerate(monomial):
        if len(monomial) > 1 and (i == 0 or monomial[i - 1] != a):
            yield a, monomial[:i] + monomial[i + 1 :]
