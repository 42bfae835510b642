"""What is known of the integers in a function: ranges, divisors, and where each comes from.

Ranges are of signed values, and hold for every lane and every iteration. An operation on 32 bits whose exact result has a range inside
32 bits does not overflow; where that cannot be told, the result may be anything, and whoever needs the fact must ask for a guard, unless it
is promised (see `promise`).
Inside a loop that runs at all, its upper bound is above its lower one, and that says something of what the bound was computed from.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import gcd, lcm
from typing import NamedTuple

from egraph_opt.families.pointer.integers.assumed import Bounds, ranges
from egraph_opt.ir.attributes import divisibility, integer, splat, splat_integer
from egraph_opt.ir.module import Block, Op, Value
from egraph_opt.ir.types import integer_bits

AXIS_LIMITS = ((1 << 31) - 1, 65535, 65535)
"""Programs per axis of a grid, at most (CUDA C++ Programming Guide, compute capabilities)."""
DEPTH = 24
"""How far back a bound of a loop is followed."""


class Range(NamedTuple):
    """Least and greatest value, what divides all values (0: nothing but zero), and the reason."""

    low: int
    high: int
    divisor: int = 1
    origin: str = ""

    def within(self, low: int, high: int) -> bool:
        return low <= self.low and self.high <= high

    def plus(self, more: int) -> Range:
        return self._replace(low=self.low + more, high=self.high + more, divisor=gcd(self.divisor, more))

    def met(self, other: Bounds) -> Range:
        """What holds of a value of which both are known; of one that cannot be, what is known of it here."""
        low, high, divisor, origin = other
        low, high = max(self.low, low), min(self.high, high)
        return Range(low, high, lcm(self.divisor, divisor), f"{self.origin}, {origin}") if low <= high else self


def whole(bits: int, divisor: int = 1, origin: str = "its type") -> Range:
    """All values of a width; of multiples of a power of two, the greatest is that much lower."""
    low, high = -(1 << bits - 1), (1 << bits - 1) - 1
    divisor = gcd(divisor, 1 << bits) or 1
    return Range(low, high // divisor * divisor, divisor, origin)


def is_size(parameter: Value) -> bool:
    """Whether a parameter is an integer, as sizes and strides are."""
    return parameter.type.startswith("i") and parameter.type != "index" and integer_bits(parameter.type) > 1


def dense(text: str) -> int | None:
    """The integer that all elements of a constant have: of 32 bits, `4294967295` is -1."""
    number, bits = splat_integer(text), integer_bits(text.partition(" : ")[2])
    if splat(text) == "true":
        return -1
    if number is None or not bits:
        return number
    half = 1 << bits - 1
    return (number + half) % (2 * half) - half


def yielded(block: Block) -> tuple[Value, ...]:
    """What a loop's body hands on."""
    return block.ops[-1].operands if block.ops and block.ops[-1].name == "scf.yield" else ()


@dataclass(slots=True)
class Loop:
    """One `scf.for`: its operation, and the loops around it."""

    op: Op
    around: tuple[Op, ...]


class Facts:
    """Ranges of a function's integers. Ask `of` for a value, `exact` for an operation as if it had no width."""

    def __init__(self, function: Op) -> None:
        self.defined: dict[Value, Op] = {}
        self.loops: dict[Value, Loop] = {}
        self.inside: dict[Op, tuple[Op, ...]] = {}
        self.hints: dict[Value, int] = {}
        self.memo: dict[Value, Range] = {}
        self.refined: dict[Op, dict[Value, tuple[int, str]]] = {}
        self.promised: Collection[Op] = ()
        """Operations that are promised not to overflow."""
        self.taken: dict[Op, None] = {}
        """Those of which that was needed."""
        self.least: int | None = None
        """What all parameters that are integers are promised to be at least."""
        self.hints.update(zip(function.regions[0].blocks[0].arguments, divisibility(function), strict=True))
        self._enter(function, ())
        self.assumed = ranges(function, self.defined, self._constant)

    def _enter(self, op: Op, around: tuple[Op, ...]) -> None:
        stack = [(op, around)]
        while stack:
            op, around = stack.pop()
            for region in op.regions:
                for block in region.blocks:
                    if op.name == "scf.for":
                        self.loops.update(dict.fromkeys(block.arguments, Loop(op, around)))
                    inner = (*around, op) if op.name == "scf.for" else around
                    for below in block.ops:
                        self.inside[below] = inner
                        self.defined.update(dict.fromkeys(below.results, below))
                        stack.append((below, inner))

    def of(self, value: Value, loops: tuple[Op, ...] = ()) -> Range:
        """The range of a value, seen from inside some loops."""
        found = self._base(value)
        for loop in loops:
            least = self._refine(loop).get(value)
            if least and least[0] > found.low:
                found = found._replace(low=least[0], origin=f"{found.origin}, {least[1]}")
        return found

    def _base(self, value: Value) -> Range:
        if (known := self.memo.get(value)) is None:
            bits = integer_bits(value.type)
            self.memo[value] = whole(bits or 64)  # what a cycle sees
            known = self._compute(value, bits) if bits else whole(64)
            if value in self.assumed:
                known = known.met(self.assumed[value])
            self.memo[value] = known
        return known

    def _constant(self, value: Value) -> int | None:
        op = self.defined.get(value)
        return dense(op.attributes.get("value", "")) if op is not None and op.name == "arith.constant" else None

    def _compute(self, value: Value, bits: int) -> Range:
        if value in self.hints:
            divisor = self.hints[value]
            found = whole(bits, divisor, f"tt.divisibility = {divisor}" if divisor > 1 else "its type")
            if self.least is not None and is_size(value):
                found = found._replace(low=self.least, origin=f"{found.origin}; the promise")
            return found
        if value in self.loops:
            return self._carried(value, bits)
        op = self.defined.get(value)
        if op is None:
            return whole(bits)
        if op.name == "scf.for":  # ranges of what a loop carries hold after its last iteration too
            return self.of(op.regions[0].blocks[0].arguments[1 + op.results.index(value)], self.inside.get(op, ()))
        if op.name == "scf.if" and len(op.regions) == 2:
            both = [self.of(yielded(r.blocks[0])[op.results.index(value)], self.inside.get(op, ())) for r in op.regions]
            low, high = min(x.low for x in both), max(x.high for x in both)
            return Range(low, high, gcd(*(x.divisor for x in both)), f"the conditional at line {op.line}")
        exact = self.exact(op)
        everything = whole(bits, exact.divisor if exact else 1)
        if exact and exact.within(everything.low, (1 << bits - 1) - 1):
            return exact
        return self._kept(op, exact, bits) if exact and op in self.promised else everything

    def _kept(self, op: Op, exact: Range, bits: int) -> Range:
        """The range of a result that is promised to fit in its width."""
        low, high = max(exact.low, -(1 << bits - 1)), min(exact.high, (1 << bits - 1) - 1)
        if low > high:  # it never does
            return whole(bits)
        self.taken[op] = None
        return exact._replace(low=low, high=high, origin=f"{exact.origin}; the promise")

    def _carried(self, value: Value, bits: int) -> Range:
        """A loop's counter, or a value that each iteration adds a known amount to."""
        loop = self.loops[value]
        block = loop.op.regions[0].blocks[0]
        lower, upper, stride = (self.of(v, loop.around) for v in loop.op.operands[:3])
        if "unsignedCmp" in loop.op.attributes or stride.low < 1:
            return whole(bits)
        if value is block.arguments[0]:
            by = gcd(lower.divisor, stride.divisor) or 1
            greatest = max(lower.low, (upper.high - 1) // by * by)
            return Range(lower.low, greatest, by, f"the bounds of {value.name}")
        number = block.arguments.index(value) - 1
        initial = self.of(loop.op.operands[3 + number], loop.around)
        trips = max(0, -(-(upper.high - lower.low) // stride.low))
        if (change := self._change(yielded(block)[number], value, loop.around)) is not None:
            low, high = initial.low + min(0, change.low * trips), initial.high + max(0, change.high * trips)
            steps = Range(low, high, gcd(initial.divisor, change.divisor), f"{trips} steps of {value.name} at most")
            if steps.within(-(1 << bits - 1), (1 << bits - 1) - 1):
                return steps
            if (last := self.defined.get(yielded(block)[number])) in self.promised and last is not None:
                return self._kept(last, steps, bits)  # each step is exact
        return whole(bits)

    def _change(self, value: Value, start: Value, around: tuple[Op, ...]) -> Range | None:
        """The range of `value - start`, where the one is the other and sums; in between, sums may wrap around and back."""
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
        return Range(low, high, divisor)

    def _leads(self, value: Value, start: Value) -> bool:
        """Whether sums lead from a value back to `start`, along their first such operand."""
        for _ in range(DEPTH):
            if value is start:
                return True
            op = self.defined.get(value)
            if op is None or op.name not in ("arith.addi", "arith.subi"):
                return False
            value = op.operands[1] if op.name == "arith.addi" and op.operands[1] is start else op.operands[0]
        return False

    def exact(self, op: Op, loops: tuple[Op, ...] | None = None) -> Range | None:
        """What an operation would give if its result had no width."""
        loops = self.inside.get(op, ()) if loops is None else loops
        xs = [self.of(v, loops) for v in op.operands]
        match op.name:
            case "arith.constant":
                number = dense(op.attributes.get("value", ""))
                return None if number is None else Range(number, number, abs(number), "a constant")
            case "tt.get_program_id":
                axis = integer(op.attributes["axis"])
                return Range(0, AXIS_LIMITS[axis] - 1, 1, f"program id along {'xyz'[axis]}")
            case "tt.get_num_programs":
                axis = integer(op.attributes["axis"])
                return Range(1, AXIS_LIMITS[axis], 1, f"programs along {'xyz'[axis]}")
            case "tt.make_range":
                start, end = (dense(op.attributes[name]) for name in ("start", "end"))
                if start is None or end is None:
                    return None
                return Range(start, end - 1, 1, "a range")
            case (
                "tt.splat"
                | "tt.broadcast"
                | "tt.expand_dims"
                | "tt.trans"
                | "tt.reshape"
                | "arith.extsi"
                | "arith.index_cast"
                | "arith.trunci"
            ):
                return xs[0] if xs and integer_bits(op.operands[0].type) else None
            case "arith.extui":
                return (
                    xs[0]
                    if xs[0].low >= 0
                    else Range(0, (1 << integer_bits(op.operands[0].type)) - 1, xs[0].divisor, "extended without sign")
                )
            case "arith.addi":
                return _range(xs, xs[0].low + xs[1].low, xs[0].high + xs[1].high, gcd(xs[0].divisor, xs[1].divisor))
            case "arith.subi":
                return _range(xs, xs[0].low - xs[1].high, xs[0].high - xs[1].low, gcd(xs[0].divisor, xs[1].divisor))
            case "arith.muli":
                return _corners(xs, xs[0].divisor * xs[1].divisor)
            case "arith.shli" if xs[1].low == xs[1].high and 0 <= xs[1].low < 31:
                by = 1 << xs[1].low
                return _range(xs[:1], xs[0].low * by, xs[0].high * by, xs[0].divisor * by)
            case "arith.divsi" | "arith.divui" | "arith.shrsi" if xs[1].low == xs[1].high and xs[1].low > 0:
                by = 1 << xs[1].low if op.name == "arith.shrsi" and xs[1].low < 64 else xs[1].low
                if op.name == "arith.divui" and xs[0].low < 0:
                    return None
                floor = op.name == "arith.shrsi"
                low, high = (x // by if floor or x >= 0 else -(-x // by) for x in xs[0][:2])
                return _range(xs[:1], low, high, xs[0].divisor // by if xs[0].divisor % by == 0 and xs[0].divisor else 1)
            case "arith.divsi" if xs[0].low >= 0 and xs[1].low > 0:
                return _range(xs, xs[0].low // xs[1].high, xs[0].high // xs[1].low, 1)
            case "arith.remsi" | "arith.remui" if xs[1].low > 0 and (xs[0].low >= 0 or op.name == "arith.remsi"):
                high = min(xs[0].high, xs[1].high - 1)
                return _range(xs, 0 if xs[0].low >= 0 else 1 - xs[1].high, max(0, high), gcd(xs[0].divisor, xs[1].divisor))
            case "arith.remsi":  # the sign is that of the dividend
                return _range(xs[:1], min(0, xs[0].low), max(0, xs[0].high), 1)
            case "arith.divsi":
                most = max(map(abs, xs[0][:2]))
                return _range(xs[:1], -most, most, 1)
            case "arith.minsi":
                return _range(xs, min(xs[0].low, xs[1].low), min(xs[0].high, xs[1].high), gcd(xs[0].divisor, xs[1].divisor))
            case "arith.maxsi":
                return _range(xs, max(xs[0].low, xs[1].low), max(xs[0].high, xs[1].high), gcd(xs[0].divisor, xs[1].divisor))
            case "arith.select":
                return _range(xs[1:], min(xs[1].low, xs[2].low), max(xs[1].high, xs[2].high), gcd(xs[1].divisor, xs[2].divisor))
        return None

    def _refine(self, loop: Op) -> dict[Value, tuple[int, str]]:
        """Least values of what a loop's upper bound is computed from, given that it runs."""
        if loop not in self.refined:
            found: dict[Value, tuple[int, str]] = {}
            self.refined[loop] = found
            if "unsignedCmp" not in loop.attributes:
                outer = self.inside.get(loop, ())
                value, least = loop.operands[1], self.of(loop.operands[0], outer).low + 1
                for _ in range(DEPTH):
                    found[value] = least, f"the loop at line {loop.line} runs"
                    op = self.defined.get(value)
                    constant = [self._base(v) for v in op.operands] if op else []
                    if op is None or len(constant) != 2 or constant[1].low != constant[1].high:
                        break
                    number = constant[1].low
                    if op.name == "arith.addi" and number >= 0 and least - number > -(1 << 31):
                        least -= number  # had the sum wrapped around, it would be below `number - 2^31`
                        if least + number < number - (1 << integer_bits(value.type) - 1):
                            break
                    elif op.name == "arith.divsi" and number > 0 and least > 0:
                        least *= number
                    else:
                        break
                    value = op.operands[0]
        return self.refined[loop]


def _range(xs: list[Range], low: int, high: int, divisor: int) -> Range:
    return Range(low, high, divisor, "; ".join(dict.fromkeys(x.origin for x in xs if x.origin not in ("a constant", "a range"))))


def _corners(xs: list[Range], divisor: int) -> Range:
    products = [a * b for a in xs[0][:2] for b in xs[1][:2]]
    return _range(xs, min(products), max(products), divisor)
