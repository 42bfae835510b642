"""Interval and divisibility analysis of a function's integers.

Intervals are signed and hold for every lane and iteration. A 32-bit operation whose exact interval fits in 32 bits does not
overflow. If the exact interval does not fit, the result may be anything, unless a promise (see `assumptions`) or a guard covers the
operation. If a loop runs, its upper bound exceeds its lower bound, which also bounds the operands that compute the upper bound.

`x - x / d * d` is a remainder for every nonzero divisor, even if operations wrap around, and `x / d * d` lies between 0 and `x`.

`llvm.intr.assume` (`tl.assume` in Triton) is trusted, as in LLVM. Only assumptions that run whenever the function runs count: in
the entry block, before any write, branch, call or possible termination.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import gcd, lcm

from egraph_opt.checker.access.effects import OpEffect, effect
from egraph_opt.ir.attributes import divisibility, integer
from egraph_opt.ir.create import binary
from egraph_opt.ir.module import Block, Op, Value
from egraph_opt.ir.semantics.ranges import AXIS_LIMITS, IntegerRange, dense, exact, whole
from egraph_opt.ir.types import integer_bits

ANALYSED_OPS = frozenset(
    "arith.constant arith.addi arith.subi arith.muli arith.shli arith.remsi arith.extsi arith.extui arith.trunci arith.index_cast"
    " arith.andi arith.cmpi tt.addptr tt.splat tt.make_range tt.expand_dims tt.broadcast tt.trans".split()
)
"""Pure operations, on scalars or tensors, that the vocabulary of addresses can express."""
LANES = ANALYSED_OPS | frozenset("arith.select arith.minsi arith.maxsi arith.divsi arith.remui".split())
"""Operations that the vocabulary of addresses can express on tensors. Scalar results of those not in `ANALYSED_OPS` are opaque."""


def find_varying(loop: Op) -> set[Value]:
    """Return the values in a loop that may differ between iterations."""
    found = set(loop.regions[0].blocks[0].arguments)
    for op in loop.walk():
        if op is not loop and (op.name not in LANES or found.intersection(op.operands)):
            found.update(op.results)
            found.update(a for r in op.regions for b in r.blocks for a in b.arguments)
    return found


def match_product_of_quotient(op: Op | None, defined: Mapping[Value, Op]) -> tuple[Value, Value] | None:
    """Match a 32-bit `x / d * d`; return `(x, d)`, or None."""
    if op is None or op.name != "arith.muli" or integer_bits(op.results[0].type) != 32:
        return None
    for quotient, by in (op.operands, op.operands[::-1]):
        source = defined.get(quotient)
        if source is not None and source.name == "arith.divsi" and source.operands[1] is by:
            return source.operands[0], by
    return None


def as_remainder(op: Op, defined: Mapping[Value, Op]) -> Op | None:
    """Return the `arith.remsi` that equals a difference `x - x / d * d`; None for other operations."""
    if (
        op.name != "arith.subi"
        or (found := match_product_of_quotient(defined.get(op.operands[1]), defined)) is None
        or found[0] is not op.operands[0]
    ):
        return None
    return replace(binary("arith.remsi", *found), results=op.results, line=op.line, location=op.location)


ASSUME = "llvm.intr.assume"
EQUAL, LESS, AT_MOST, GREATER, AT_LEAST = 0, 2, 3, 4, 5
MIRRORED_PREDICATES = {EQUAL: EQUAL, LESS: GREATER, AT_MOST: AT_LEAST, GREATER: LESS, AT_LEAST: AT_MOST}
"""Signed predicates of `arith.cmpi` that bound a value, and their mirror images."""
Bounds = tuple[int, int, int]
"""Least value, greatest value and divisor, as in `egraph_opt.ir.semantics.ranges.IntegerRange`."""
ANY = -(1 << 63), (1 << 63) - 1


def conditions(function: Op) -> Iterator[Op]:
    """Yield the `llvm.intr.assume` operations at the start of a function."""
    for op in function.regions[0].blocks[0].ops:
        if op.name == ASSUME:
            yield op
        elif effect(op) not in (OpEffect.PURE, OpEffect.READ):
            return


def ranges(function: Op, defined: dict[Value, Op], constant: Callable[[Value], int | None]) -> dict[Value, Bounds]:
    """Return the intervals and divisors that `llvm.intr.assume` states about single values."""
    found: dict[Value, Bounds] = {}
    for assume in conditions(function):
        todo = [assume.operands[0]]
        while todo:
            op = defined.get(todo.pop())
            if op is not None and op.name == "arith.andi":
                todo += op.operands
            if op is None or op.name != "arith.cmpi":
                continue
            predicate = integer(op.attributes["predicate"])
            for (value, other), p in ((op.operands, predicate), (op.operands[::-1], MIRRORED_PREDICATES.get(predicate, -1))):
                number = constant(other)
                if number is None or p not in MIRRORED_PREDICATES:
                    continue
                low = number + (p == GREATER) if p in (EQUAL, GREATER, AT_LEAST) else ANY[0]
                high = number - (p == LESS) if p in (EQUAL, LESS, AT_MOST) else ANY[1]
                _more(found, value, (low, high, 1))
                if (p, number) == (EQUAL, 0) and (divided := _match_zero_remainder(defined.get(value), constant)):
                    _more(found, divided[0], (*ANY, divided[1]))
    return found


def _more(found: dict[Value, Bounds], value: Value, more: Bounds) -> None:
    low, high, divisor = found.get(value, more)
    found[value] = max(low, more[0]), min(high, more[1]), lcm(divisor, more[2])


def _match_zero_remainder(op: Op | None, constant: Callable[[Value], int | None]) -> tuple[Value, int] | None:
    if op is None or op.name not in ("arith.remsi", "arith.remui") or not (by := constant(op.operands[1])):
        return None
    if op.name == "arith.remui" and by & (by - 1):  # a negative dividend has another remainder unless the divisor is a power of 2
        return None
    return op.operands[0], abs(by)


DEPTH = 24
"""Maximum number of operations followed back along a chain of sums or from a loop bound."""


def is_size(parameter: Value) -> bool:
    """Return whether a parameter is an integer of more than one bit, as sizes and strides are."""
    return parameter.type.startswith("i") and parameter.type != "index" and integer_bits(parameter.type) > 1


def yield_values(block: Block) -> tuple[Value, ...]:
    return block.ops[-1].operands if block.ops and block.ops[-1].name == "scf.yield" else ()


@dataclass(slots=True)
class NestedLoop:
    """`scf.for` and its enclosing loops."""

    op: Op
    around: tuple[Op, ...]


class Facts:
    """Intervals of a function's integers: `of` for a value, `exact` for an operation's result with unlimited width."""

    def __init__(self, function: Op, grid: Sequence[int] = AXIS_LIMITS) -> None:
        self.grid = grid
        self.defined: dict[Value, Op] = {}
        """Defining operation of each value; a remainder replaces an equal difference."""
        self.loops: dict[Value, NestedLoop] = {}
        self.inside: dict[Op, tuple[Op, ...]] = {}
        self.open: dict[Value, Op] = {}
        """Results and carried values of each `scf.while`."""
        self.hints: dict[Value, int] = {}
        self.memo: dict[Value, IntegerRange] = {}
        self.refined: dict[Op, dict[Value, int]] = {}
        self.promised: Collection[Op] = ()
        """Operations promised not to overflow."""
        self.taken: dict[Op, None] = {}
        """Operations whose no-overflow promise some interval relies on."""
        self.least: int | None = None
        """Promised lower bound of all integer parameters."""
        self.hints.update(zip(function.regions[0].blocks[0].arguments, divisibility(function), strict=True))
        self._enter(function, ())
        for value, op in list(self.defined.items()):
            if (found := as_remainder(op, self.defined)) is not None:
                self.defined[value], self.inside[found] = found, self.inside[op]
        self.assumed = ranges(function, self.defined, self._constant)

    def _enter(self, op: Op, around: tuple[Op, ...]) -> None:
        stack = [(op, around)]
        while stack:
            op, around = stack.pop()
            if op.name == "scf.while":
                self.open.update(
                    dict.fromkeys((*op.results, *(a for r in op.regions for b in r.blocks for a in b.arguments)), op)
                )
            for region in op.regions:
                for block in region.blocks:
                    if op.name == "scf.for":
                        self.loops.update(dict.fromkeys(block.arguments, NestedLoop(op, around)))
                    inner = (*around, op) if op.name == "scf.for" else around
                    for below in block.ops:
                        self.inside[below] = inner
                        self.defined.update(dict.fromkeys(below.results, below))
                        stack.append((below, inner))

    def of(self, value: Value, loops: tuple[Op, ...] = ()) -> IntegerRange:
        """Return the interval of a value inside some loops."""
        found = self._base(value)
        for loop in loops:
            least = self._refine(loop).get(value, found.low)
            found = found._replace(low=max(least, found.low))
        return found

    def _base(self, value: Value) -> IntegerRange:
        if (known := self.memo.get(value)) is None:
            bits = integer_bits(value.type)
            self.memo[value] = whole(bits or 64)  # initial range in a cycle of definitions
            known = self._compute(value, bits) if bits else whole(64)
            if value in self.assumed:
                known = known.intersect(self.assumed[value])
            self.memo[value] = known
        return known

    def _constant(self, value: Value) -> int | None:
        op = self.defined.get(value)
        return dense(op.attributes.get("value", "")) if op is not None and op.name == "arith.constant" else None

    def _compute(self, value: Value, bits: int) -> IntegerRange:
        if value in self.hints:
            divisor = self.hints[value]
            found = whole(bits, divisor)
            if self.least is not None and is_size(value):
                found = found._replace(low=self.least)
            return found
        if value in self.loops:
            return self._carried_range(value, bits)
        op = self.defined.get(value)
        if op is None:
            return whole(bits)
        if op.name == "scf.for":  # the range also holds after the last iteration
            return self.of(op.regions[0].blocks[0].arguments[1 + op.results.index(value)], self.inside.get(op, ()))
        if op.name == "scf.if" and len(op.regions) == 2:
            both = [self.of(yield_values(r.blocks[0])[op.results.index(value)], self.inside.get(op, ())) for r in op.regions]
            low, high = min(x.low for x in both), max(x.high for x in both)
            return IntegerRange(low, high, gcd(*(x.divisor for x in both)))
        exact = self.exact(op)
        everything = whole(bits, exact.divisor if exact else 1)
        if exact and exact.within(everything.low, (1 << bits - 1) - 1):
            return exact
        return self._promised_range(op, exact, bits) if exact and op in self.promised else everything

    def _promised_range(self, op: Op, exact: IntegerRange, bits: int) -> IntegerRange:
        low, high = max(exact.low, -(1 << bits - 1)), min(exact.high, (1 << bits - 1) - 1)
        if low > high:  # no value fits
            return whole(bits)
        self.taken[op] = None
        return exact._replace(low=low, high=high)

    def _carried_range(self, value: Value, bits: int) -> IntegerRange:
        """Return the interval of an induction variable, or of a loop-carried value with a bounded change in each iteration."""
        loop = self.loops[value]
        block = loop.op.regions[0].blocks[0]
        lower, upper, stride = (self.of(v, loop.around) for v in loop.op.operands[:3])
        if "unsignedCmp" in loop.op.attributes or stride.low < 1:
            return whole(bits)
        if value is block.arguments[0]:
            by = gcd(lower.divisor, stride.divisor) or 1
            greatest = max(lower.low, (upper.high - 1) // by * by)
            return IntegerRange(lower.low, greatest, by)
        number = block.arguments.index(value) - 1
        initial = self.of(loop.op.operands[3 + number], loop.around)
        trips = max(0, -(-(upper.high - lower.low) // stride.low))
        if (change := self._change(yield_values(block)[number], value, loop.around)) is not None:
            low, high = initial.low + min(0, change.low * trips), initial.high + max(0, change.high * trips)
            steps = IntegerRange(low, high, gcd(initial.divisor, change.divisor))
            if steps.within(-(1 << bits - 1), (1 << bits - 1) - 1):
                return steps
            if (last := self.defined.get(yield_values(block)[number])) in self.promised and last is not None:
                return self._promised_range(last, steps, bits)  # no step overflows
        return whole(bits)

    def _change(self, value: Value, start: Value, around: tuple[Op, ...]) -> IntegerRange | None:
        """Return the interval of `value - start` if `value` is a chain of sums on `start`; None otherwise. Intermediate sums may wrap."""
        low = high = divisor = 0
        while value is not start:
            op = self.defined.get(value)
            if op is None or op.name not in ("arith.addi", "arith.subi") or low < -(1 << 70) or high > 1 << 70:
                return None
            sides = (0, 1) if op.name == "arith.addi" else (0,)
            side = next((s for s in sides if self._leads(op.operands[s], start)), None)
            if side is None:
                return None
            by = self.of(op.operands[1 - side], around)
            ends = (by.low, by.high) if op.name == "arith.addi" else (-by.high, -by.low)
            low, high, divisor = low + ends[0], high + ends[1], gcd(divisor, by.divisor)
            value = op.operands[side]
        return IntegerRange(low, high, divisor)

    def _leads(self, value: Value, start: Value) -> bool:
        """Return whether a chain of sums and differences leads from `start` to `value` through first operands.

        `start` itself may also be the second operand of a sum.
        """
        for _ in range(DEPTH):
            if value is start:
                return True
            op = self.defined.get(value)
            if op is None or op.name not in ("arith.addi", "arith.subi"):
                return False
            value = op.operands[1] if op.name == "arith.addi" and op.operands[1] is start else op.operands[0]
        return False

    def exact(self, op: Op, loops: tuple[Op, ...] | None = None) -> IntegerRange | None:
        """Return the interval of an operation's result with unlimited width."""
        loops = self.inside.get(op, ()) if loops is None else loops
        found = exact(op, [self.of(v, loops) for v in op.operands], self.grid)
        if found is not None and (parts := match_product_of_quotient(op, self.defined)) is not None:
            x = self.of(parts[0], loops)
            found = found.intersect((min(0, x.low), max(0, x.high), 1))
        return found

    def _refine(self, loop: Op) -> dict[Value, int]:
        """Return lower bounds, valid if the loop runs, of the values from which the loop's upper bound is computed."""
        if loop not in self.refined:
            found: dict[Value, int] = {}
            self.refined[loop] = found
            if "unsignedCmp" not in loop.attributes:
                outer = self.inside.get(loop, ())
                value, least = loop.operands[1], self.of(loop.operands[0], outer).low + 1
                for _ in range(DEPTH):
                    found[value] = least
                    op = self.defined.get(value)
                    constant = [self._base(v) for v in op.operands] if op else []
                    if op is None or len(constant) != 2 or constant[1].low != constant[1].high:
                        break
                    number = constant[1].low
                    if op.name == "arith.addi" and number >= 0 and least - number > -(1 << 31):
                        least -= number  # a wrapped sum would be below `number - 2^31`
                        if least + number < number - (1 << integer_bits(value.type) - 1):
                            break
                    elif op.name == "arith.divsi" and number > 0 and least > 0:
                        least *= number
                    else:
                        break
                    value = op.operands[0]
        return self.refined[loop]
