"""Integer arithmetic as z3 terms: wrapping, quotients, remainders, and the meaning of operations of `arith`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import z3

from egraph_opt.families.pointer.symbolic.lane_facts import LaneFacts, digits, monotone, runs
from egraph_opt.families.pointer.symbolic.symbols import Ranges
from egraph_opt.ir.attributes import integer
from egraph_opt.ir.module import Op
from egraph_opt.ir.semantics.integers import compare
from egraph_opt.ir.types import integer_bits


class Arithmetic(LaneFacts):
    """Evaluator of integer operations in one lane, with facts about arithmetic."""

    __slots__ = ()

    def wrap(self, exact: Any, bits: int, op: Op | None = None) -> Any:
        """Return an exact result wrapped to `bits` bits, or unwrapped if a promise states that it fits.

        `op` is the operation or loop that computes the result; only a promise that covers `op` counts.
        """
        if bits == 64:
            return exact
        self.kept.append(exact)
        conditions = runs(self, op, self.promise) if self.promise is not None and op is not None else None
        if conditions is not None:
            fits = z3.And(exact >= -(1 << bits - 1), exact < 1 << bits - 1)
            self.shared.found.known.append(z3.Implies(z3.And(*conditions), fits) if conditions else fits)
            if not conditions:
                self.shared.fitting.add((exact.get_id(), bits))
        if (exact.get_id(), bits) in self.shared.fitting:
            return exact
        turns = self.shared.unbounded_unknown(("turns", bits, exact.get_id()))
        self.shared.found.turned[turns.get_id()] = turns, exact, bits
        found = exact - (1 << bits) * turns
        self.shared.found.known += [found >= -(1 << bits - 1), found < 1 << bits - 1]
        self.shared.ranges.note(found, -(1 << bits - 1), (1 << bits - 1) - 1)
        return found

    def result_value(self, name: tuple[object, ...], xs: list[Any], found: Any, bits: int) -> Any:
        """Return a 64-bit result: `found` if the operands fit in 64 bits, else an unknown integer, the same for equal operands."""
        if self.guarding and bits == 1:
            self.in_range(xs)
            return found
        if not (held := find_unbounded(xs, self.shared.ranges)):
            return found
        value = self.shared.unknown_integer((*name, self.ids(tuple(xs))), bits)
        self.shared.bounding.setdefault(value.get_id(), set()).update(*map(self.shared.unknowns_in, (found, *xs)))
        self.shared.found.known.append(z3.Implies(z3.And(*map(_in_range, held)), value == found))
        return value

    def divide_by_constant(self, name: str, x: Any, by: int, bits: int) -> Any:
        known = self.shared.ranges.of(x)
        if known is not None and max(map(abs, known)) < by:
            return z3.IntVal(0) if name == "arith.divsi" else x
        self.kept.append(x)
        quotient, rest = (self.shared.unbounded_unknown((part, by, x.get_id())) for part in ("quotient", "rest"))
        sign = z3.If(x >= 0, z3.And(rest >= 0, rest < by), z3.And(rest <= 0, rest > -by))
        self.shared.found.known += [x == by * quotient + rest, sign]
        if known is not None:
            far = max(map(abs, known))
            self.shared.ranges.note(quotient, -(far // by), far // by)
            self.shared.ranges.note(rest, -min(far, by - 1), min(far, by - 1))
        if (parts := digits(x, by)) is not None:  # redundant fact that helps the solver
            alone = z3.And(parts[0] >= 0, parts[1] >= 0, parts[1] < by)
            self.shared.found.known.append(z3.Implies(alone, z3.And(quotient == parts[0], rest == parts[1])))
        found = quotient if name == "arith.divsi" else rest
        if bits < 64:
            return found
        value = self.result_value((name, by), [x], found, 64)
        if name == "arith.remsi":  # holds for every 64-bit value
            self.shared.found.known += [value > -by, value < by]
        return value

    def rounds(self, x: Any, by: Any) -> Any:
        """If `x` is `n * by`, for the `n` completed iterations of a loop with stride `by`, return `n`; None otherwise."""
        for loop, number in self.loops.items():
            if ("counter", number) in self.taken_as and self.at(loop.operands[2]).eq(by):
                done = self.shared.unbounded_unknown(("iterations", number))
                if z3.is_int_value(rest := z3.simplify(x - done * by, som=True)) and rest.as_long() == 0:
                    return done
        return None

    def remainder(self, name: str, x: Any, by: Any, bits: int) -> Any:
        """Return the remainder by a non-constant divisor, with the dividend's sign.

        For non-negative dividends below twice the divisor, facts determine the remainder; otherwise they only bound it.
        """
        found = self.shared.unknown_integer((name, self.ids((x, by))), bits)
        self.shared.found.known += [
            z3.Implies(x >= 0, z3.And(found >= 0, found <= x)),  # the dividend's sign
            z3.Implies(x == 0 if name == "arith.remui" else x <= 0, z3.And(found <= 0, found >= x)),
            z3.Implies(by > 0, z3.And(found < by, found > -by)),  # for dividends of either sign
            z3.Implies(z3.And(x >= 0, x < by), found == x),
            z3.Implies(z3.And(x >= by, x < 2 * by), found == x - by),
        ]
        if name == "arith.remsi":
            self.shared.found.known.append(z3.Implies(by < 0, z3.And(found < -by, found > by)))
            far = max(map(abs, self.shared.ranges.of(by) or (0, 0)))
            if far:  # division by zero does not execute, so its result may be anything
                self.shared.ranges.note(found, 1 - far, far - 1)
        self.same_remainder(name, x, by, found)
        if name == "arith.remsi":
            self.of_block(name, x, by, found)
        if self.moves(found, x, by):
            most = self.shared.ranges.of(by)
            last = by - 1 if most is None or most[1] >= (1 << 31) - 1 else z3.IntVal(most[1] - 1)
            self.shared.below.append((found, last))
        return self.result_value((name, "meant"), [x, by], found, 64) if bits == 64 else found

    def same_remainder(self, name: str, x: Any, by: Any, found: Any) -> None:
        """Add the fact that signed and unsigned remainders of non-negative dividends by equal positive divisors are equal."""
        for other, dividend, divisor, rest in self.shared.remainders:
            if other != name and dividend.eq(x):
                self.shared.found.known.append(z3.Implies(z3.And(x >= 0, by > 0, by == divisor), found == rest))
        self.shared.remainders.append((name, x, by, found))

    def quotient(self, x: Any, by: Any, bits: int) -> Any:
        """Return the quotient by a non-constant divisor; its magnitude is at most the dividend's."""
        found = self.shared.unknown_integer(("arith.divsi", self.ids((x, by))), bits)
        self.shared.found.known += [
            z3.If(x >= 0, z3.And(found <= x, found >= -x), z3.And(found >= x, found <= -x)),
            z3.Implies(z3.And(x >= 0, by > 0), found >= 0),
        ]
        if (known := self.shared.ranges.of(x)) is not None:
            far = max(map(abs, known))
            self.shared.ranges.note(found, -far, far)
        self.add_order_facts(x, by, found)
        self.of_block("arith.divsi", x, by, found)
        return self.result_value(("arith.divsi", "meant"), [x, by], found, 64) if bits == 64 else found

    def whole(self, *factors: Any) -> None:
        """If `factors` are a known quotient and its divisor, add the fact that their product is dividend minus remainder, in 32 bits."""
        for quotient, by in (factors, factors[::-1]):
            for x, divisor, found, _ in self.shared.quotients:
                if found.eq(quotient) and divisor.eq(by):
                    self.shared.found.known.append(factors[0] * factors[1] == x - self.remainder("arith.remsi", x, by, 32))
                    return

    def add_order_facts(self, x: Any, by: Any, found: Any) -> None:
        """Add the facts that a quotient grows with the dividend and falls with the divisor.

        These facts bound a quotient that varies in a loop by a quotient that a guard computes. Also add that a guard's quotient equals the
        program's if dividends and divisors are equal.
        """
        moves = self.moves(found, x, by)
        for dividend, divisor, other, guards in self.shared.quotients:
            if guards != self.guarding and dividend.eq(x):  # a guard clamps its divisors to at least 1
                self.shared.found.known.append(z3.Implies(by == divisor, found == other))
            if (moves and guards) or (self.guarding and other.get_id() in self.shared.moving):
                for (a, b, c), (d, e, f) in (
                    ((x, by, found), (dividend, divisor, other)),
                    ((dividend, divisor, other), (x, by, found)),
                ):
                    self.shared.found.known.append(z3.Implies(z3.And(a <= d, d >= 0, b >= e, e > 0), c <= f))
                mine, end = (found, other) if moves else (other, found)
                self.shared.below.append((mine, end))
                self.shared.bounding[mine.get_id()].update(*map(self.shared.unknowns_in, (dividend, divisor, x, by, end)))
        self.shared.quotients.append((x, by, found, self.guarding))

    def of_block(self, name: str, x: Any, by: Any, found: Any) -> None:
        """Add facts about dividends `start + lane` whose block size divides `start` and the divisor.

        Their quotients are equal, and their remainders are consecutive.
        """
        named = self.shared.unknowns_in
        for other, dividend, divisor, result in self.shared.divided:
            if other == name and named(divisor) == named(by):  # one of the divisors may be clamped
                for (a, b), (c, d) in (((x, found), (dividend, result)), ((dividend, result), (x, found))):
                    sizes = [size for lane, size in self.shared.lanes if lane.get_id() in named(a) - named(c)]
                    if len(sizes) == 1 and named(c) <= named(a):
                        lane, (size,) = a - c, sizes
                        whole = z3.And(c >= 0, by > 0, by == divisor, c % size == 0, by % size == 0, lane >= 0, lane < size)
                        self.shared.found.known.append(z3.Implies(whole, b == (d if name == "arith.divsi" else d + lane)))
        self.shared.divided.append((name, x, by, found))

    def moves(self, found: Any, *xs: Any) -> bool:
        """Return whether `found`, a result for operands `xs`, varies in a loop because an operand does; record this in `moving`."""
        names = self.shared.unknowns_in(xs[0]).union(*map(self.shared.unknowns_in, xs[1:]))
        self.shared.bounding.setdefault(found.get_id(), set()).update(names)
        if names & self.shared.moving:
            self.shared.moving.add(found.get_id())
        return found.get_id() in self.shared.moving

    def in_range(self, xs: list[Any]) -> None:
        self.shared.found.exact += map(_in_range, find_unbounded(xs, self.narrowed or self.shared.ranges))


def find_unbounded(xs: list[Any], ranges: Ranges) -> list[Any]:
    """Return the terms whose ranges do not prove that they fit in 64 bits."""
    return [x for x in xs if not fits_by_range(x, 64, ranges)]


def fits_by_range(x: Any, bits: int, ranges: Ranges) -> bool:
    known = ranges.of(x)
    return known is not None and -(1 << bits - 1) <= known[0] and known[1] < 1 << bits - 1


def _in_range(x: Any) -> Any:
    return z3.And(x >= -(1 << 63), x < 1 << 63)


Rule = Callable[[Arithmetic, Op, list[Any], int], Any]
"""Function that returns an operation's result from its operand terms and its width; None if unknown."""

LEAVES = 64
"""Maximum number of constants in a conditional factor for which the product is expanded by cases."""


def _sum(program: Arithmetic, op: Op, xs: list[Any], bits: int) -> Any:
    return program.wrap(xs[0] + xs[1], bits, op) if bits > 1 else None


def _difference(program: Arithmetic, op: Op, xs: list[Any], bits: int) -> Any:
    return program.wrap(xs[0] - xs[1], bits, op) if bits > 1 else None


def _product(program: Arithmetic, op: Op, xs: list[Any], bits: int) -> Any:
    if bits == 1:
        return z3.And(*xs)
    for x, y in (xs, xs[::-1]):
        if z3.is_app_of(y, z3.Z3_OP_ITE) and 0 < _leaves(y) <= LEAVES:
            return program.wrap(_times(x, y), bits, op)
    monotone(program.shared, *xs)
    if bits == 32:
        program.whole(*xs)
    return program.wrap(xs[0] * xs[1], bits, op)


def _leaves(term: Any) -> int:
    """Return the number of constants among which a conditional term selects; 0 if another term may be selected."""
    if not z3.is_app_of(term, z3.Z3_OP_ITE):
        return int(z3.is_int_value(term))
    parts = [_leaves(part) for part in term.children()[1:]]
    return sum(parts) if all(parts) else 0


def _times(x: Any, term: Any) -> Any:
    """Return the product of `x` and a conditional selection of constants, expanded by cases so that the solver sees linear terms."""
    if z3.is_app_of(term, z3.Z3_OP_ITE):
        condition, *parts = term.children()
        return z3.If(condition, *(_times(x, part) for part in parts))
    return z3.simplify(term * x) if term.as_long() in (0, 1) else term * x


def _shift(program: Arithmetic, op: Op, xs: list[Any], bits: int) -> Any:
    by = _number(xs[1])
    return program.wrap(xs[0] * (1 << by), bits, op) if by is not None and 0 <= by < 31 else None


def _least(program: Arithmetic, op: Op, xs: list[Any], bits: int) -> Any:
    found = z3.If((xs[0] < xs[1]) == (op.name == "arith.minsi"), xs[0], xs[1])
    ranges = [known for x in xs if (known := program.shared.ranges.of(x)) is not None]
    if len(ranges) == len(xs):
        pick = min if op.name == "arith.minsi" else max
        program.shared.ranges.note(found, pick(low for low, _ in ranges), pick(high for _, high in ranges))
    return program.result_value((op.name,), xs, found, 64) if bits == 64 else found


def _least_without_sign(program: Arithmetic, op: Op, xs: list[Any], bits: int) -> Any:
    if bits == 1:
        return None
    x, y = (z3.If(x < 0, x + (1 << bits), x) for x in xs)
    found = z3.If(x < y, *xs)
    return program.result_value((op.name,), xs, found, 64) if bits == 64 else found


def _quotient(program: Arithmetic, op: Op, xs: list[Any], bits: int) -> Any:
    by = _number(xs[1])
    if by is not None and by > 0:
        return program.divide_by_constant(op.name, xs[0], by, bits)
    if bits == 64 and (done := program.rounds(xs[0], xs[1])) is not None:
        return program.result_value((op.name,), xs, done, 64)
    return program.quotient(xs[0], xs[1], bits) if bits > 1 else None


def _remainder(program: Arithmetic, op: Op, xs: list[Any], bits: int) -> Any:
    by = _number(xs[1])
    if by is not None and by > 0:
        return program.divide_by_constant(op.name, xs[0], by, bits)
    return program.remainder(op.name, xs[0], xs[1], bits) if bits > 1 else None


def _remainder_of_words(program: Arithmetic, op: Op, xs: list[Any], bits: int) -> Any:
    """Return the result of `arith.remui`: exact for a non-negative dividend and constant divisor, else an unknown integer with bounds."""
    by = _number(xs[1])
    if by is not None and by > 0 and bits == 32:
        return z3.If(
            xs[0] >= 0, program.divide_by_constant("arith.remsi", xs[0], by, bits), program.remainder(op.name, xs[0], xs[1], bits)
        )
    return program.remainder(op.name, xs[0], xs[1], bits) if bits in (32, 64) else None


def _compare(program: Arithmetic, op: Op, xs: list[Any], bits: int) -> Any:
    predicate, width = integer(op.attributes["predicate"]), integer_bits(op.operands[0].type)
    if width == 1:
        return None
    found = compare(predicate, xs[0], xs[1], lambda x: z3.If(x < 0, x + (1 << width), x))
    return program.result_value(("compared", op.attributes["predicate"]), xs, found, 1) if width == 64 else found


def _extend_unsigned(program: Arithmetic, op: Op, xs: list[Any], bits: int) -> Any:
    width = integer_bits(op.operands[0].type)
    return z3.If(xs[0] < 0, xs[0] + (1 << width), xs[0]) if width in (8, 16, 32) else None


def _cast(program: Arithmetic, op: Op, xs: list[Any], bits: int) -> Any:
    width = integer_bits(op.operands[0].type)
    if width == 1:
        return z3.If(xs[0], -1, 0) if op.name == "arith.extsi" else None
    return xs[0] if bits >= width else program.wrap(xs[0], bits)


def _number(x: Any) -> int | None:
    return x.as_long() if z3.is_int_value(x) else None


RULES: dict[str, Rule] = {
    "arith.addi": _sum,
    "arith.subi": _difference,
    "arith.muli": _product,
    "arith.andi": lambda program, op, xs, bits: z3.And(*xs) if bits == 1 else None,
    "arith.ori": lambda program, op, xs, bits: z3.Or(*xs) if bits == 1 else None,
    "arith.trunci": lambda program, op, xs, bits: program.wrap(xs[0], bits) if bits > 1 else None,
    "arith.cmpi": _compare,
    **dict.fromkeys(("arith.minsi", "arith.maxsi"), _least),
    "arith.minui": _least_without_sign,
    "arith.select": lambda program, op, xs, bits: z3.If(*xs),
    "arith.extui": _extend_unsigned,
    "arith.shli": _shift,
    "arith.divsi": _quotient,
    "arith.remsi": _remainder,
    "arith.remui": _remainder_of_words,
    **dict.fromkeys(("arith.extsi", "arith.index_cast"), _cast),
}
"""Evaluator of each operation of `arith`."""
