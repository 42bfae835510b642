"""Encoding of one operation of `arith` or `tt` on integers, pointers or masks as a term."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from egraph_opt.families.pointer.analysis.div_mod import TermDivider, shift
from egraph_opt.families.pointer.analysis.term_table import TermAtom, TermTable
from egraph_opt.families.pointer.integers.interval_analysis import ANALYSED_OPS, LANES
from egraph_opt.families.pointer.prepare.tensor_ops import pointee_bytes
from egraph_opt.ir.attributes import integer, integers
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.semantics.ranges import IntegerRange, dense
from egraph_opt.ir.types import integer_bits, tensor_type

WORD = IntegerRange(-(1 << 31), (1 << 31) - 1)
MODERATE = IntegerRange(-(1 << 62) + (1 << 31), (1 << 62) - (1 << 31))


class TermKind(NamedTuple):
    """Symbols of the address vocabulary for one kind of operand: scalars or tensors."""

    plus: str
    times: str
    wrapped: str
    fits: str


NUMBER = TermKind("plus", "times", "wrapped", "fits_number")
LANE = TermKind("add", "multiply", "narrow", "fits")
VIEWS = ("tt.expand_dims", "tt.broadcast", "tt.trans")
_LESS = {2: (0, 0), 3: (0, 1), 4: (1, 0), 5: (1, 1)}
"""Index i and addend k for each signed predicate of `arith.cmpi`, which means: operand i is less than the other operand plus k."""


class Words:
    """Encoder of operations as terms.

    With `assume`, unproved facts are assumed, such as no overflow. Remainders in `wraps` are never assumed to equal their dividend.
    """

    def __init__(self, terms: TermTable, assume: bool, wraps: Collection[Op] = ()) -> None:
        self.t, self.facts, self.assume, self.wraps = terms, terms.facts, assume, wraps
        self.division = TermDivider(terms, assume)
        self.parts: set[Value] = set()
        """Values whose facts `moderate_parts` has added."""

    def of(self, op: Op) -> int | None:
        """Return the term of an operation's only result; None if the vocabulary of addresses has no symbol for the operation."""
        tensor = tensor_type(op.results[0].type)
        if (
            len(op.results) != 1
            or op.name not in (LANES if tensor else ANALYSED_OPS)
            or any(v not in self.t.term for v in op.operands)
        ):
            return None
        return self.number(op) if tensor is None else self.mask(op) if tensor.element == "i1" else self.lanes(op)

    def number(self, op: Op) -> int | None:
        xs = [self.t.term[v] for v in op.operands]
        if op.name == "arith.constant":
            number = dense(op.attributes["value"])
            return None if number is None or integer_bits(op.results[0].type) == 1 else self.constant(number, NUMBER)
        if op.name == "arith.remsi" and integer_bits(op.results[0].type) > 1:
            return self.remainder(op, "remainder_number", "within_number", xs)
        return self.arithmetic(op, xs, NUMBER)

    def lanes(self, op: Op) -> int | None:
        xs = [self.t.term[v] for v in op.operands]
        rule = LANE_RULES.get(op.name)
        return rule(self, op, xs) if rule else self.arithmetic(op, xs, LANE)

    def arithmetic(self, op: Op, xs: list[int], kind: TermKind) -> int | None:
        """Return the term of an operation that has symbols for both scalars and tensors."""
        t, bits = self.t, integer_bits(op.results[0].type)
        match op.name:
            case "arith.addi":
                found = t.make(kind.plus, *xs)
            case "arith.subi":
                found = t.make(kind.plus, xs[0], t.make(kind.times, self.constant(-1, kind), xs[1]))
            case "arith.muli":
                found = t.make(kind.times, *xs)
            case "arith.shli" if (by := shift(self.facts, op)) is not None:
                found = t.make(kind.times, self.constant(by, kind), xs[0])
            case "arith.extsi" | "arith.index_cast" if 1 < integer_bits(op.operands[0].type) <= bits:
                return xs[0]
            case "arith.trunci" | "arith.index_cast" if integer_bits(op.operands[0].type) > bits == 32:
                found = xs[0]
            case "tt.addptr" if pointee_bytes(op.operands[0].type):
                return t.make(kind.plus, xs[0], t.make(kind.times, self.size(op, kind), xs[1]))
            case _:
                return None
        return found if bits == 64 else self.exact(op, kind, found) if bits == 32 else None

    def constant(self, number: int, kind: TermKind = LANE) -> int:
        found = self.t.make("integer", number)
        return self.t.make("uniform", found) if kind is LANE else found

    def indices(self, op: Op, xs: list[int]) -> int | None:
        start = dense(op.attributes["start"])
        return None if start is None else self.t.make("step", 0, self.t.make("integer", 1), self.constant(start))

    def extend_unsigned(self, op: Op, xs: list[int]) -> int | None:
        """Return the term of a zero extension from 32 to 64 bits, which is the identity if the operand is non-negative."""
        if integer_bits(op.operands[0].type) != 32 or integer_bits(op.results[0].type) != 64:
            return None
        if self.facts.of(op.operands[0], self.facts.inside.get(op, ())).low >= 0:
            self.t.fact("nonnegative", xs[0])
        return self.t.make("unsigned", xs[0])

    def quotient(self, op: Op, xs: list[int]) -> int | None:
        if (parts := self.division.split(op)) is not None:
            return parts[0]
        if (found := self.division.of_block(op)) is not None:
            return found
        x, by = (self.facts.of(v, self.facts.inside.get(op, ())) for v in op.operands)
        if x.low < 0 or x.high >= by.low:
            return None
        self.t.fact("within", *xs)
        return self.t.make("quotient", *xs)

    def remainder_of_lanes(self, op: Op, xs: list[int]) -> int | None:
        parts = self.division.split(op)
        found = self.division.of_block(op) if parts is None and op not in self.wraps else None
        return parts[1] if parts is not None else self.remainder(op, "remainder", "within", xs) if found is None else found

    def remainder_of_words(self, op: Op, xs: list[int]) -> int | None:
        return self.remainder(op, "remainder_unsigned", "within_words", xs) if integer_bits(op.results[0].type) == 32 else None

    def select(self, op: Op, xs: list[int]) -> int | None:
        return self.clamp(op, xs) if tensor_type(op.operands[0].type) else self.choice(xs)

    def mask(self, op: Op) -> int | None:
        t = self.t
        xs = [t.term[v] for v in op.operands]
        match op.name:
            case "arith.constant":
                return t.make("always") if dense(op.attributes["value"]) == -1 else None
            case "arith.andi" | "arith.muli":  # a product of booleans is their conjunction
                return t.make("both", *xs)
            case "tt.splat":
                t.fact("flag", xs[0])
                return t.make("truth", xs[0])
            case "tt.expand_dims" | "tt.broadcast" | "tt.trans":
                return t.make("view_mask", self.view(op), xs[0])
            case "arith.cmpi":
                return self.comparison(op, xs)
            case "arith.select" if tensor_type(op.operands[0].type) is None:
                return self.choice(xs, masks=True)
        return None

    def comparison(self, op: Op, xs: list[int]) -> int | None:
        """Return the term of a comparison.

        An unsigned comparison becomes signed if its operands are known to be non-negative. Otherwise it becomes `below` (unsigned `<`),
        whose right side must be proved non-negative.
        """
        t, predicate = self.t, integer(op.attributes["predicate"])
        ranges = [self.facts.of(v, self.facts.inside.get(op, ())) for v in op.operands]
        if integer_bits(op.operands[0].type) not in (32, 64):
            return None
        self.moderate_parts(op)
        if predicate == 0:
            return t.make("both", *(self.less(op, xs, ranges, low, 1) for low in (0, 1)))
        if predicate == 1:
            return self.unequal(op, xs, ranges)
        low, more = _LESS[predicate if predicate < 6 else predicate - 4]
        if predicate < 6 or min(ranges[0].low, ranges[1].low) >= 0:
            return self.less(op, xs, ranges, low, more)
        limit, found = self.limit(xs[1 - low], ranges[1 - low], more)
        self.within(op, "nonnegative", limit, found, more, (1 << 31) - 1)
        self.moderate(op, [xs[low], limit], [ranges[low], found])
        t.fact("small", self.constant(-1))  # a rule needs this fact for -1
        return t.make("below", xs[low], limit)

    def less(self, op: Op, xs: list[int], ranges: list[IntegerRange], low: int, more: int) -> int:
        """Return the term of `x < y + more`, where `x` is the operand with index `low`."""
        limit, found = self.limit(xs[1 - low], ranges[1 - low], more)
        self.moderate(op, [*xs, limit], [*ranges, found])
        for x, known in ((xs[low], ranges[low]), (limit, found)):
            if known.within(*WORD[:2]):
                self.t.fact("fits", x)
        return self.t.make("less", xs[low], limit)

    def limit(self, x: int, found: IntegerRange, more: int) -> tuple[int, IntegerRange]:
        if not more:
            return x, found
        return self.t.make("add", x, self.constant(more)), found.plus(more)

    def unequal(self, op: Op, xs: list[int], ranges: list[IntegerRange]) -> int | None:
        """Return the term of `x < y` or `y < x` that equals `x != y`, or None.

        This is possible if one operand is a constant that equals the least or greatest value of the other operand.
        """
        for x, k in ((0, 1), (1, 0)):
            number = ranges[k]
            if number.low == number.high and number.low in (ranges[x].low, ranges[x].high):
                return self.less(op, xs, ranges, k if number.low == ranges[x].low else x, 0)
        return None

    def moderate(self, op: Op, xs: list[int], ranges: list[IntegerRange]) -> None:
        for x, found in zip(xs, ranges, strict=True):
            self.within(op, "small", x, found, *MODERATE[:2])

    def moderate_parts(self, op: Op) -> None:
        """Add the fact `small` for each tensor that a comparison depends on, if its range rules out overflow of one 64-bit sum."""
        loops, left = self.facts.inside.get(op, ()), list(op.operands)
        while left:
            value = left.pop()
            if value in self.parts or value not in self.t.term or integer_bits(value.type) not in (32, 64):
                continue
            self.parts.add(value)
            if tensor_type(value.type) and self.facts.of(value, loops).within(*MODERATE[:2]):
                self.t.fact("small", self.t.term[value])
            if (source := self.facts.defined.get(value)) is not None and source.name in LANES:
                left += source.operands

    def within(self, op: Op, fact: str, x: int, found: IntegerRange, low: int, high: int) -> None:
        """Add the fact that `x` is in `[low, high]`, if known or assumed. An assumed range is recorded to be checked."""
        known = found.within(low, high)
        if known or self.assume:
            self.t.fact(fact, x)
        if not known and (x, low, high) not in (limits := self.t.limits.setdefault(op, [])):
            limits.append((x, low, high))

    def size(self, op: Op, kind: TermKind) -> int:
        found = self.constant(pointee_bytes(op.operands[0].type), kind)
        self.t.sizes.add(found)
        return found

    # --- facts
    def exact(self, op: Op, kind: TermKind, found: int) -> int:
        """Return the term of a 32-bit operation, whose result before truncation is `found`; add the fact of no overflow, if known."""
        whole = self.facts.exact(op)
        if whole and whole.within(*WORD[:2]):
            self.t.fact(kind.fits, found)
        elif op in self.facts.promised:
            self.facts.taken[op] = None
            self.t.fact(kind.fits, found)
        else:
            if self.assume:
                self.t.fact(kind.fits, found)
            self.t.exact_terms[op] = found
        return self.t.make(kind.wrapped, found)

    def remainder(self, op: Op, symbol: str, fact: str, xs: list[int]) -> int:
        """Return the term of a remainder; add the fact that it equals its dividend, if known."""
        x, by = (self.facts.of(v, self.facts.inside.get(op, ())) for v in op.operands)
        found = self.t.make(symbol, *xs)
        known = x.low >= 0 and (x.high < by.low or op in self.t.bounded)
        lanes = symbol != "remainder_number"  # `pid % group` is meant to wrap around, and is a number as good as another
        if known or (self.assume and lanes and op not in self.wraps):
            self.t.fact(fact, *xs)
        if not known and lanes:
            self.t.remainders[op] = None
        return found

    def choice(self, xs: Sequence[int], masks: bool = False) -> int:
        self.t.fact("flag", xs[0])
        return self.t.make("either_mask" if masks else "either", *xs)

    def clamp(self, op: Op, xs: list[int]) -> int | None:
        """Return the term of a minimum, maximum or select; add the fact that it equals an operand, if known."""
        if integer_bits(op.results[0].type) not in (32, 64):
            return None
        t, one = self.t, self.constant(1)
        loops = self.facts.inside.get(op, ())
        if op.name == "arith.select":
            source = self.facts.defined.get(op.operands[0])
            predicate = integer(source.attributes["predicate"]) if source and source.name == "arith.cmpi" else 0
            if source is None or predicate not in _LESS or any(v not in t.term for v in source.operands):
                return None
            left, more = _LESS[predicate]
            pair, strict = (source.operands[left], source.operands[1 - left]), 1 - more
            found = t.make("blend", *xs)
            row: tuple[str, tuple[int, ...]] = ("holds", (xs[0],))
        else:
            kept = 1 if self.even(op.operands[0]) else 0
            mine, limit = (op.operands[kept], op.operands[1 - kept])
            terms = t.term[mine], t.term[limit]
            lowest = op.name == "arith.minsi"
            pair, strict = ((mine, limit) if lowest else (limit, mine)), 0
            found = t.make("minimum" if lowest else "maximum", *terms)
            row = ("at_most", terms if lowest else terms[::-1])
        low, high = pair
        known = self.facts.of(low, loops).high + strict <= self.facts.of(high, loops).low
        if known or self.assume:
            t.fact(row[0], *row[1])
        if not known:
            minus = self.constant(-1)
            room = t.make("add", t.term[high], t.make("multiply", minus, t.term[low]))
            t.clamps[op] = t.make("add", room, t.make("multiply", minus, one)) if strict else room
        return found

    def even(self, value: Value) -> bool:
        """Return whether a tensor is a `tt.splat` or constant, possibly after `tt.expand_dims` and `tt.broadcast`."""
        op = self.facts.defined.get(value)
        while op is not None and op.name in ("tt.broadcast", "tt.expand_dims"):
            op = self.facts.defined.get(op.operands[0])
        return op is not None and op.name in ("tt.splat", "arith.constant")

    def view(self, op: Op) -> int:
        """Return the number of a new `View` (index map) for a shape operation, and add facts on where it maps each dimension."""
        source, target = (tensor_type(v.type) for v in (op.operands[0], op.results[0]))
        assert source and target
        number = self.t.atom(TermAtom(None))
        order = list(range(len(source.shape)))
        if op.name == "tt.expand_dims":
            axis = integer(op.attributes["axis"])
            order = [d + (d >= axis) for d in order]
        elif op.name == "tt.trans":
            taken = integers(op.attributes["order"])
            order = [taken.index(d) for d in order]
        for d, e in enumerate(order):
            if source.shape[d] == target.shape[e]:
                self.t.fact("carries", number, d, e)
            elif source.shape[d] == 1:
                self.t.fact("flattens", number, d)
        return number


LANE_RULES: dict[str, Callable[[Words, Op, list[int]], int | None]] = {
    "arith.constant": lambda words, op, xs: None if (n := dense(op.attributes["value"])) is None else words.constant(n),
    "tt.make_range": Words.indices,
    "tt.splat": lambda words, op, xs: None if tensor_type(op.operands[0].type) else words.t.make("uniform", xs[0]),
    **dict.fromkeys(VIEWS, lambda words, op, xs: words.t.make("view", words.view(op), xs[0])),
    "arith.extui": Words.extend_unsigned,
    "arith.divsi": Words.quotient,
    "arith.remsi": Words.remainder_of_lanes,
    "arith.remui": Words.remainder_of_words,
    "arith.select": Words.select,
    **dict.fromkeys(("arith.minsi", "arith.maxsi"), Words.clamp),
}
"""Encoder of each operation on tensors that `Words.arithmetic` does not encode."""
