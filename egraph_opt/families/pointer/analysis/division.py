"""Quotients and remainders that follow from how a number was computed."""

from __future__ import annotations

from dataclasses import dataclass

from egraph_opt.families.pointer.analysis.terms import Atom, Terms
from egraph_opt.families.pointer.integers.facts import Facts
from egraph_opt.families.pointer.prepare.blocks import first_lane, parts
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.semantics.ranges import Range
from egraph_opt.ir.types import tensor_type


@dataclass(frozen=True, slots=True)
class Division:
    """Divider of terms; with `assume`, facts that were not derived are assumed."""

    t: Terms
    assume: bool

    def split(self, op: Op) -> tuple[int, int] | None:
        """Return quotient and remainder by a constant of a number made of both: `(program * 64 + lane) // 64` is `program`."""
        (source, by), number = (self.t.facts.defined.get(v) for v in op.operands), self.t.facts.of(op.operands[1])
        if source is None or by is None or source.name != "arith.addi" or number.low != number.high or number.low < 1:
            return None
        if not self.assume and source in self.t.needs:
            return None
        for x, rest in (source.operands, source.operands[::-1]):
            whole, part = self.believed(x), self.believed(rest)
            if whole.low < 0 or whole.divisor % number.low or part.low < 0 or part.high >= number.low:
                continue
            if (quotient := self.over(x, number.low)) is not None:
                return quotient, self.t.term[rest]
        return None

    def of_block(self, op: Op) -> int | None:
        """Return the term of a quotient or a remainder of a block's lanes by one number, from that of the block's first lane."""
        facts = self.t.facts
        if (found := parts(op, facts.defined)) is None:
            return None
        total = facts.defined[op.operands[0]]
        if total in self.t.needs and not self.assume:
            return None
        loops = facts.inside.get(op, ())
        start, by, lanes = facts.of(found.start, loops), facts.of(found.by, loops), self.believed(found.lanes)
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
            self.t.term[value] = self.t.make("atom", self.t.atom(Atom(value)))
        number = self.t.make("uniform", self.t.term[value])
        return number if op.name == "arith.divsi" else self.t.make("add", number, self.t.term[found.lanes])

    def over(self, value: Value, by: int) -> int | None:
        """Return the term of a multiple of a number, divided by that number."""
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

    def believed(self, value: Value) -> Range:
        """Return the range of a value, if all operations assumed exact are exact."""
        op = self.t.facts.defined.get(value)
        if op is not None and op.name in ("tt.splat", "tt.broadcast", "tt.expand_dims"):
            return self.believed(op.operands[0])
        exact = self.t.facts.exact(op) if self.assume and op is not None and op in self.t.needs else None
        return exact or self.t.facts.of(value, self.t.facts.inside.get(op, ()) if op is not None else ())


def shift(facts: Facts, op: Op) -> int | None:
    """Return the factor of a left shift of words, if it is known."""
    by = facts.of(op.operands[1])
    return 1 << by.low if by.low == by.high and 0 <= by.low < 31 else None
