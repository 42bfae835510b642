"""Quotients and remainders that are known from how a number was put together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from egraph_opt.families.pointer.integers.range import Range
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import tensor_type

if TYPE_CHECKING:
    from egraph_opt.families.pointer.analysis.words import Words


def split(words: Words, op: Op) -> tuple[int, int] | None:
    """The quotient and the remainder by a constant of what is put together of them: `(program * 64 + lane) // 64` is `program`."""
    (source, by), number = (words.facts.defined.get(v) for v in op.operands), words.facts.of(op.operands[1])
    if source is None or by is None or source.name != "arith.addi" or number.low != number.high or number.low < 1:
        return None
    if not words.assume and source in words.t.needs:
        return None
    for x, rest in (source.operands, source.operands[::-1]):
        whole, part = believed(words, x), believed(words, rest)
        if whole.low < 0 or whole.divisor % number.low or part.low < 0 or part.high >= number.low:
            continue
        if (quotient := over(words, x, number.low)) is not None:
            return quotient, words.t.term[rest]
    return None


def over(words: Words, value: Value, by: int) -> int | None:
    """The term of a multiple of a number, divided by it."""
    op = words.facts.defined.get(value)
    lanes = tensor_type(value.type) is not None
    if op is None or value not in words.t.term:
        return None
    if op.name == "tt.splat":
        number = over(words, op.operands[0], by)
        return None if number is None else words.t.make("uniform", number)
    factor = words.shift(op) if op.name == "arith.shli" else None
    for x, other in ((0, 1), (1, 0)) if op.name == "arith.muli" else ((0, 1),):
        known = words.facts.of(op.operands[other]) if op.name == "arith.muli" else None
        many = known.low if known is not None and known.low == known.high else factor
        if many and many % by == 0:
            times = words.t.make("integer", many // by)
            pair = words.t.make("uniform", times) if lanes else times, words.t.term[op.operands[x]]
            return words.t.make("multiply" if lanes else "times", *pair)
    return None


def believed(words: Words, value: Value) -> Range:
    """The range of a value, if all is exact that is taken to be."""
    op = words.facts.defined.get(value)
    if op is not None and op.name in ("tt.splat", "tt.broadcast", "tt.expand_dims"):
        return believed(words, op.operands[0])
    exact = words.facts.exact(op) if words.assume and op is not None and op in words.t.needs else None
    return exact or words.facts.of(value, words.facts.inside.get(op, ()) if op is not None else ())
