"""Quotients and remainders simplified by divisibility, or computed once for a block of lanes.

If the block size divides `start` and the divisor `d`, all lanes of `(start + lane) / d` are equal. The remainder of a lane is the first
lane's remainder plus `lane`. `hoist_div_mod` computes quotient and remainder of the first lane.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from egraph_opt.families.pointer.analysis.term_table import TermAtom, TermTable
from egraph_opt.families.pointer.integers.interval_analysis import Facts, as_remainder
from egraph_opt.ir.create import binary, constant
from egraph_opt.ir.def_use import defining_ops
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.rewriting.rewrite import substitute
from egraph_opt.ir.semantics.ranges import IntegerRange, dense
from egraph_opt.ir.types import tensor_type

NAMES = ("arith.divsi", "arith.remsi")


class QuotientParts(NamedTuple):
    """Scalars `start` and `by`, and tensor `lanes`, of a quotient or remainder `(start + lanes) / by`."""

    start: Value
    lanes: Value
    by: Value


def parts(op: Op, defined: dict[Value, Op]) -> QuotientParts | None:
    """Match `(start + lanes) / by`, or a remainder of this form whose quotient the function also computes; None for others."""
    found = _parts(op, defined)
    if found is None or op.name == "arith.divsi":
        return found
    others = (_parts(other, defined) for other in defined.values() if other.name == "arith.divsi")
    return found if any(other is not None and (other.start, other.by) == (found.start, found.by) for other in others) else None


def _parts(op: Op, defined: dict[Value, Op]) -> QuotientParts | None:
    if op.name not in NAMES or not tensor_type(op.results[0].type):
        return None
    total, by = (defined.get(v) for v in op.operands)
    if total is None or by is None or total.name != "arith.addi" or by.name != "tt.splat" or tensor_type(by.operands[0].type):
        return None
    if (divisor := defined.get(by.operands[0])) is not None and divisor.name == "arith.constant":
        return None
    for value, lanes in (total.operands, total.operands[::-1]):
        start = defined.get(value)
        if start is not None and start.name == "tt.splat" and not tensor_type(start.operands[0].type):
            return QuotientParts(start.operands[0], lanes, by.operands[0])
    return None


def hoist_div_mod(function: Op) -> Op:
    """Insert a scalar `start / max(by, 1)` before each tensor `(start + lanes) / by`, and likewise for remainders."""
    defined = defining_ops(function.walk())
    before: dict[Op, list[Op]] = {}
    for op in function.walk():
        named = as_remainder(op, defined) or op
        found = parts(named, defined)
        if found is not None and first_lane(named.name, found, defined) is None:
            before[op] = new = _compute_first_lane(named.name, found)
            defined.update({v: made for made in new for v in made.results})
    return substitute(function, before, {}) if before else function


def first_lane(name: str, block: QuotientParts, defined: dict[Value, Op]) -> Value | None:
    """Return the scalar quotient or remainder of lane 0 that `hoist_div_mod` has inserted for `block`; None if there is none."""
    for op in defined.values():
        if op.name == name and op.operands[0] is block.start and (by := defined.get(op.operands[1])) is not None:
            least = defined.get(by.operands[-1]) if by.name == "arith.maxsi" and by.operands[0] is block.by else None
            if least is not None and dense(least.attributes.get("value", "")) == 1:
                return op.results[0]
    return None


def _compute_first_lane(name: str, block: QuotientParts) -> list[Op]:
    one = constant(1, block.by.type)
    by = binary("arith.maxsi", block.by, one.results[0])
    return [one, by, binary(name, block.start, by.results[0])]


@dataclass(frozen=True, slots=True)
class TermDivider:
    """Encoder of quotients and remainders as terms. With `assume`, facts that make a simplification valid are assumed if unproved."""

    t: TermTable
    assume: bool

    def split(self, op: Op) -> tuple[int, int] | None:
        """Return the terms of quotient and remainder of `q * c + r` by the constant `c`, or None.

        `(program * 64 + lane) // 64` is `program`.
        """
        (source, by), number = (self.t.facts.defined.get(v) for v in op.operands), self.t.facts.of(op.operands[1])
        if source is None or by is None or source.name != "arith.addi" or number.low != number.high or number.low < 1:
            return None
        if not self.assume and source in self.t.exact_terms:
            return None
        for x, rest in (source.operands, source.operands[::-1]):
            whole, part = self.assumed_range(x), self.assumed_range(rest)
            if whole.low < 0 or whole.divisor % number.low or part.low < 0 or part.high >= number.low:
                continue
            if (quotient := self.over(x, number.low)) is not None:
                return quotient, self.t.term[rest]
        return None

    def of_block(self, op: Op) -> int | None:
        """Return the term of `(start + lanes) / by` or of its remainder, derived from the scalar result of lane 0; or None."""
        facts = self.t.facts
        if (found := parts(op, facts.defined)) is None:
            return None
        total = facts.defined[op.operands[0]]
        if total in self.t.exact_terms and not self.assume:
            return None
        loops = facts.inside.get(op, ())
        start, by, lanes = facts.of(found.start, loops), facts.of(found.by, loops), self.assumed_range(found.lanes)
        size = lanes.high + 1
        if lanes.low < 0 or start.divisor % size or any(v not in self.t.term for v in (*found, total.results[0])):
            return None
        if start.low < 0 or by.low < 1 or by.divisor % size:
            if not self.assume:
                return None
            self.t.blocks[op] = self.t.term[found.start], self.t.term[found.by], size
        if (value := first_lane(op.name, found, facts.defined)) is None:
            return None
        if value not in self.t.term:
            self.t.term[value] = self.t.make("atom", self.t.atom(TermAtom(value)))
        number = self.t.make("uniform", self.t.term[value])
        return number if op.name == "arith.divsi" else self.t.make("add", number, self.t.term[found.lanes])

    def over(self, value: Value, by: int) -> int | None:
        """Return the term of `value / by` if `value` is a product with a constant factor that `by` divides; None otherwise."""
        op = self.t.facts.defined.get(value)
        lanes = tensor_type(value.type) is not None
        if op is None or value not in self.t.term:
            return None
        if op.name == "tt.splat":
            number = self.over(op.operands[0], by)
            return None if number is None else self.t.make("uniform", number)
        factor = shift(self.t.facts, op) if op.name == "arith.shli" else None
        for x, other in ((0, 1), (1, 0)) if op.name == "arith.muli" else ((0, 1),):
            known = self.t.facts.of(op.operands[other]) if op.name == "arith.muli" else None
            many = known.low if known is not None and known.low == known.high else factor
            if many and many % by == 0:
                times = self.t.make("integer", many // by)
                pair = self.t.make("uniform", times) if lanes else times, self.t.term[op.operands[x]]
                return self.t.make("multiply" if lanes else "times", *pair)
        return None

    def assumed_range(self, value: Value) -> IntegerRange:
        """Return the range of a value; with `assume`, as if operations of unknown range did not overflow."""
        op = self.t.facts.defined.get(value)
        if op is not None and op.name in ("tt.splat", "tt.broadcast", "tt.expand_dims"):
            return self.assumed_range(op.operands[0])
        exact = self.t.facts.exact(op) if self.assume and op is not None and op in self.t.exact_terms else None
        return exact or self.t.facts.of(value, self.t.facts.inside.get(op, ()) if op is not None else ())


def shift(facts: Facts, op: Op) -> int | None:
    """Return the factor of a left shift of 32-bit integers; None if unknown."""
    by = facts.of(op.operands[1])
    return 1 << by.low if by.low == by.high and 0 <= by.low < 31 else None
