"""Bounds of values that only a loop computes, by interval arithmetic in a guard before the loop.

`[0, X] / [D, ...]` is in `[0, X / D]`, and a remainder by `[..., D]` is in `[0, D - 1]`. The guard also checks that divisors are
positive, dividends are non-negative, and no operation overflows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from egraph_opt.families.pointer.analysis.access_facts import Numbers, RequiredFact
from egraph_opt.families.pointer.analysis.term_table import TermAtom
from egraph_opt.families.pointer.integers.interval_analysis import yield_values
from egraph_opt.families.pointer.prepare.tensor_ops import NotRaised
from egraph_opt.ir.create import binary
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.polynomial import Poly
from egraph_opt.ir.semantics.ranges import IntegerRange, exact
from egraph_opt.ir.types import integer_bits

MAX_NUMBER = 1 << 62
"""Largest magnitude of numbers that the guard computes, in 64 bits."""
Interval = tuple[Poly, Poly]
"""Least and greatest value, as polynomials that are available before the guarded operations."""
ZERO, ONE = Poly(), Poly.number(1)


class GuardWriter(Protocol):
    """Interface of the guard builder (`egraph_opt.families.pointer.emit.guard`) that `RuntimeEnds` uses to compute and check values."""

    numbers: Numbers
    limits: dict[Poly, tuple[int, int, int]]

    def add(self, fact: RequiredFact, loops: tuple[Op, ...]) -> None: ...
    def end_of(self, loop: Op) -> Poly: ...
    def known_range(self, poly: Poly, loops: tuple[Op, ...]) -> tuple[int, int]: ...
    def put(self, op: Op) -> Value: ...
    def number(self, poly: Poly) -> Value: ...
    def copy(self, value: Value) -> Value: ...


@dataclass(slots=True)
class RuntimeEnds:
    """Interval analysis by a guard at run time, which computes bounds and checks the conditions of these bounds."""

    guard: GuardWriter
    memo: dict[Value, Interval] = field(default_factory=dict)
    made: set[Value] = field(default_factory=set)
    """Values that the guard computes and the original function does not contain."""

    def of(self, value: Value) -> Interval:
        """Return bounds of a value that hold in every iteration.

        Raises:
            NotRaised: the bounds are not available before the guarded operations.
        """
        if value not in self.memo:
            before = dict(self.guard.limits), dict(self.memo)
            try:
                self.memo[value] = self.computed_interval(value)
            except NotRaised:  # drop checks that no bound relies on
                self.guard.limits, self.memo = before
                raise
        return self.memo[value]

    def computed_interval(self, value: Value) -> Interval:
        facts = self.guard.numbers.terms.facts
        try:
            self.guard.copy(value)
        except NotRaised:
            if value in facts.loops:
                return self.carried_interval(value, facts.loops[value].op)
            op = facts.defined.get(value)
            if op is None or op.name not in RULES:
                raise
            return self.fitting(op, RULES[op.name](self, *map(self.of, op.operands)))
        known = facts.of(value)
        number = Poly.number(known.low) if known.low == known.high else self.number(value)
        return number, number

    def number(self, value: Value) -> Poly:
        atoms = self.guard.numbers.terms.atoms
        known = next((n for n, atom in enumerate(atoms) if atom.value is value), None)
        return Poly.atom(self.guard.numbers.terms.atom(TermAtom(value)) if known is None else known)

    def carried_interval(self, value: Value, loop: Op) -> Interval:
        """Return bounds of an induction variable, or of a loop-carried value that grows by a constant in each iteration."""
        terms, block = self.guard.numbers.terms, loop.regions[0].blocks[0]
        step, number = terms.facts.of(loop.operands[2]), block.arguments.index(value) - 1
        if "unsignedCmp" in loop.attributes or step.low < 1 or loop not in terms.loops:
            raise NotRaised(f"needs a check of {value.name}, which is not known before")
        if number < 0:
            return self.of(loop.operands[0])[0], self.of(loop.operands[1])[1] - ONE
        op = terms.facts.defined.get(yield_values(block)[number])
        each = terms.facts.of(op.operands[1 - op.operands.index(value)]) if op is not None and value in op.operands else None
        if op is None or op.name != "arith.addi" or each is None or each.low != each.high:
            raise NotRaised(f"needs a check of {value.name}, which is not known before")
        total = Poly.number(each.low) * self.guard.end_of(loop)
        low, high = self.of(loop.operands[3 + number])
        return self.fitting(op, (low + total, high) if each.low < 0 else (low, high + total))

    def fitting(self, op: Op, ends: Interval) -> Interval:
        """Return the bounds of a result, after adding checks that the operation does not overflow."""
        bits = integer_bits(op.results[0].type)
        known = self.guard.numbers.terms.facts.exact(op)
        most = min(1 << bits - 1, MAX_NUMBER)
        if known is None or not known.within(-most, most - 1):
            self.require(ends[0], -most, MAX_NUMBER)
            self.require(ends[1], -MAX_NUMBER, most - 1)
        return ends

    def require(self, number: Poly, low: int, high: int = MAX_NUMBER) -> None:
        """Add a check that a polynomial is in `[low, high]`, unless this is known.

        Raises:
            NotRaised: the guard cannot check the polynomial.
        """
        if not self.range(number).within(low, high):
            self.guard.add(RequiredFact(number, low, high, 1, f"{low} <= {self.guard.numbers.text(number)} <= {high}"), ())

    def put(self, name: str, x: Poly, y: Poly) -> Poly:
        """Emit a 64-bit operation on two polynomials, and return its result.

        Raises:
            NotRaised: an operand may not fit in 64 bits.
        """
        ranges = [self.range(number) for number in (x, y)]
        if not all(known.within(-MAX_NUMBER, MAX_NUMBER) for known in ranges):
            raise NotRaised("needs a check of a number that 64 bits may not hold")
        op = binary(name, *map(self.guard.number, (x, y)))
        result, found = self.guard.put(op), exact(op, ranges)
        assert found
        self.made.add(result)
        self.guard.numbers.terms.facts.memo[result] = found
        return self.number(result)

    def range(self, number: Poly) -> IntegerRange:
        numbers = self.guard.numbers
        before = numbers.trusted, numbers.kept
        numbers.trusted, numbers.kept = set(), ()
        low, high = self.guard.known_range(number, ())
        numbers.trusted, numbers.kept = before
        return IntegerRange(low, high)


def _sum(ends: RuntimeEnds, x: Interval, y: Interval) -> Interval:
    return x[0] + y[0], x[1] + y[1]


def _difference(ends: RuntimeEnds, x: Interval, y: Interval) -> Interval:
    return x[0] - y[1], x[1] - y[0]


def _product(ends: RuntimeEnds, x: Interval, y: Interval) -> Interval:
    """Return bounds of a product. If neither factor is constant, the guard checks that both are non-negative."""
    for factor, other in ((x, y), (y, x)):
        if factor[0] == factor[1] and (number := factor[0].constant) is not None:
            products = other[0] * factor[0], other[1] * factor[0]
            return products if number >= 0 else products[::-1]
    for least, _ in (x, y):
        ends.require(least, 0)
    return x[0] * y[0], x[1] * y[1]


def _quotient(ends: RuntimeEnds, x: Interval, by: Interval) -> Interval:
    """Return bounds of a quotient. The guard checks that the divisor is positive.

    Unless dividend and divisor are known exactly, the guard also checks that the dividend is non-negative.
    """
    ends.require(by[0], 1)
    most = ends.put("arith.divsi", x[1], _at_least_one(ends, by[0]))
    if x[0] == x[1] and by[0] == by[1]:
        return most, most
    ends.require(x[0], 0)
    return ZERO, most


def _remainder(ends: RuntimeEnds, x: Interval, by: Interval) -> Interval:
    """Return bounds of a remainder. The guard checks that the dividend is non-negative and the divisor positive."""
    ends.require(x[0], 0)
    ends.require(by[0], 1)
    return ZERO, by[1] - ONE


def _at_least_one(ends: RuntimeEnds, number: Poly) -> Poly:
    """Return a divisor clamped to at least 1, because the guard divides before it has checked the divisor."""
    return number if ends.range(number).low >= 1 else _min_or_max(ends, "arith.maxsi", number, ONE)


def _least(ends: RuntimeEnds, x: Interval, y: Interval) -> Interval:
    constant = next((number for number in (x[1], y[1]) if number.constant is not None), None)
    most = constant if constant is not None else _min_or_max(ends, "arith.minsi", x[1], y[1])
    return _min_or_max(ends, "arith.minsi", x[0], y[0]), most


def _greatest(ends: RuntimeEnds, x: Interval, y: Interval) -> Interval:
    return _min_or_max(ends, "arith.maxsi", x[0], y[0]), _min_or_max(ends, "arith.maxsi", x[1], y[1])


def _min_or_max(ends: RuntimeEnds, name: str, x: Poly, y: Poly) -> Poly:
    room = ends.range(x - y)
    least = name == "arith.minsi"
    if room.high <= 0 or room.low >= 0:
        return x if (room.high <= 0) == least else y
    return ends.put(name, x, y)


def _without_sign(ends: RuntimeEnds, x: Interval) -> Interval:
    ends.require(x[0], 0)
    return x


RULES: dict[str, Callable[..., Interval]] = {
    "arith.addi": _sum,
    "arith.subi": _difference,
    "arith.muli": _product,
    "arith.divsi": _quotient,
    "arith.remsi": _remainder,
    "arith.minsi": _least,
    "arith.maxsi": _greatest,
    "arith.extui": _without_sign,
    **dict.fromkeys(("arith.extsi", "arith.trunci", "arith.index_cast"), lambda ends, x: x),
}
"""Transfer function of each operation, from bounds of its operands to bounds of its result."""
