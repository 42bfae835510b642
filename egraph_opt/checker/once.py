"""Loops that run exactly once, whatever a function is given: one question to the solver for each, on numbers of 32 bits.

The checker's own: terms are bit vectors, which wrap around as machine integers do, made here from MLIR's ArithOps.td and SCFOps.td.
What is not known of a value is nothing: it may be any number.
"""

from __future__ import annotations

from typing import Any

from egraph_opt.checker.values.constant import value_of
from egraph_opt.ir.module import Op, Value

WORK = 4_000_000
"""What the solver may do for one loop (z3's `rlimit`). Where that is too little the answer is no."""
QUESTIONS = 64
"""How many loops of one function are asked about."""
DEPTH = 32
"""How many operations back a number is followed."""
TYPE, BITS, MOST = "i32", 32, (1 << 31) - 1


class Loops:
    """The loops of one function."""

    def __init__(self, function: Op) -> None:
        self.function = function
        self.asked = 0
        self._made: dict[Value, Op] = {}
        self._around: dict[Op, Op] = {}

    def run_once(self, loop: Op) -> bool:
        """Whether it is proved that an `scf.for` on 32 bits makes one iteration wherever it runs."""
        lower, upper, step = loop.operands[:3]
        if not _signed(loop) or not loop.regions or self.asked >= QUESTIONS:
            return False
        if not self._around:
            self._look()
        first, stride = self.number(lower), self.number(step)
        if first is None or stride is None or stride <= 0 or first + stride > MOST:
            return False
        self.asked += 1
        try:
            import z3  # loaded where there is a question
        except ImportError:  # then nothing is proved of any loop
            return False
        terms = _Terms(z3, self)
        end = terms.of(upper, DEPTH)
        solver = z3.SolverFor("QF_BV")
        solver.set("rlimit", WORK)
        solver.add(*terms.counters(loop), z3.Not(z3.And(end > first, end <= first + stride)))
        return bool(solver.check() == z3.unsat)

    def made_by(self, value: Value) -> Op | None:
        """The operation with one result that makes a value."""
        return self._made.get(value)

    def around(self, op: Op) -> Op | None:
        """The operation whose region another one stands in."""
        return self._around.get(op)

    def number(self, value: Value) -> int | None:
        """Return what a value is, where it is a constant."""
        op = self._made.get(value)
        found = value_of(op) if op is not None and op.name == "arith.constant" and value.type == TYPE else None
        return found - (found >> BITS - 1 << BITS) if isinstance(found, int) else None

    def _look(self) -> None:
        for op in self.function.walk():
            if len(op.results) == 1:
                self._made[op.results[0]] = op
            self._around.update((inner, op) for region in op.regions for block in region.blocks for inner in block.ops)


def _signed(loop: Op) -> bool:
    return (
        loop.name == "scf.for"
        and len(loop.operands) >= 3
        and all(v.type == TYPE for v in loop.operands[:3])
        and "unsignedCmp" not in loop.attributes
    )


class _Terms:
    """Values of a function as terms, where one of its loops begins."""

    def __init__(self, z3: Any, loops: Loops) -> None:
        self.z3, self.loops = z3, loops
        self.known: dict[Value, Any] = {}

    def counters(self, loop: Op) -> list[Any]:
        """What is true of the counters of the loops around one: each is below its end, and not below its begin unless it overflows."""
        found = []
        around = self.loops.around(loop)
        while around is not None:
            if _signed(around) and len(around.regions) == 1 and len(around.regions[0].blocks) == 1:
                counter, begin, end = (
                    self.of(v, DEPTH) for v in (*around.regions[0].blocks[0].arguments[:1], *around.operands[:2])
                )
                found.append(counter < end)
                stride = self.loops.number(around.operands[2])
                if stride is not None and stride > 0:
                    found.append(self.z3.Implies(end <= MOST - stride + 1, counter >= begin))
            around = self.loops.around(around)
        return found

    def of(self, value: Value, depth: int) -> Any:
        """The term of a number of 32 bits."""
        if value not in self.known:
            self.known[value] = self._made(value, depth)
        return self.known[value]

    def _made(self, value: Value, depth: int) -> Any:
        z3 = self.z3
        number, op = self.loops.number(value), self.loops.made_by(value)
        if number is not None:
            return z3.BitVecVal(number, BITS)
        if op is not None and depth and len(op.operands) == 2 and all(v.type == TYPE for v in (value, *op.operands)):
            a, b = (self.of(v, depth - 1) for v in op.operands)
            divisor = self.loops.number(op.operands[1])
            match op.name:
                case "arith.addi":
                    return a + b
                case "arith.subi":
                    return a - b
                case "arith.muli":
                    return a * b
                case "arith.minsi":
                    return z3.If(a < b, a, b)
                case "arith.maxsi":
                    return z3.If(a < b, b, a)
                case "arith.divsi" if divisor is not None and divisor > 0:
                    return _quotient(z3, a, divisor)
                case "arith.remsi" if divisor is not None and divisor > 0:
                    return a - divisor * _quotient(z3, a, divisor)
        return z3.BitVec(f"v{len(self.known)} {value.name}", BITS)


def _quotient(z3: Any, a: Any, divisor: int) -> Any:
    """Division that rounds to zero; by a power of two in the way that a solver finds easy."""
    places = divisor.bit_length() - 1
    if divisor != 1 << places:
        return a / z3.BitVecVal(divisor, BITS)
    return (a + z3.If(a < 0, z3.BitVecVal(divisor - 1, BITS), z3.BitVecVal(0, BITS))) >> places
