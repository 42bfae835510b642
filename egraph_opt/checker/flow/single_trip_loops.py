"""Loops that run exactly once for all arguments of a function: one SMT query per loop, over 32-bit bit vectors.

The terms are the checker's own, built from MLIR's ArithOps.td and SCFOps.td. Bit vectors wrap around like machine integers. An unknown
value is unconstrained.
"""

from __future__ import annotations

from typing import Any

from egraph_opt.checker.values.constant import value_of
from egraph_opt.ir.module import Op, Value

WORK = 4_000_000
"""Work limit of the solver per loop (z3's `rlimit`); beyond it, nothing is proved."""
QUESTIONS = 64
"""Maximum number of SMT queries per function."""
DEPTH = 32
"""Maximum length of a def-use chain that is followed backwards."""
TYPE, BITS, MOST = "i32", 32, (1 << 31) - 1


class FunctionLoops:
    """Loops of a function, with queries whether they run exactly once."""

    def __init__(self, function: Op) -> None:
        self.function = function
        self.asked = 0
        self._made: dict[Value, Op] = {}
        self._around: dict[Op, Op] = {}

    def run_once(self, loop: Op) -> bool:
        """Return whether a 32-bit `scf.for` is proved to have trip count 1 wherever it runs."""
        lower, upper, step = loop.operands[:3]
        if not _is_signed(loop) or not loop.regions or self.asked >= QUESTIONS:
            return False
        if not self._around:
            self._look()
        first, stride = self.number(lower), self.number(step)
        if first is None or stride is None or stride <= 0 or first + stride > MOST:
            return False
        self.asked += 1
        try:
            import z3  # imported on first query
        except ImportError:  # without a solver, nothing is proved
            return False
        terms = _Terms(z3, self)
        end = terms.term_of(upper, DEPTH)
        solver = z3.SolverFor("QF_BV", ctx=terms.context)
        solver.set("rlimit", WORK)
        solver.add(*terms.counters(loop), z3.Not(z3.And(end > first, end <= first + stride)))
        return bool(solver.check() == z3.unsat)

    def made_by(self, value: Value) -> Op | None:
        """Return the operation that defines a value, if it has a single result; else None."""
        return self._made.get(value)

    def enclosing_op(self, op: Op) -> Op | None:
        return self._around.get(op)

    def number(self, value: Value) -> int | None:
        op = self._made.get(value)
        found = value_of(op) if op is not None and op.name == "arith.constant" and value.type == TYPE else None
        return found - (found >> BITS - 1 << BITS) if isinstance(found, int) else None

    def _look(self) -> None:
        for op in self.function.walk():
            if len(op.results) == 1:
                self._made[op.results[0]] = op
            self._around.update((inner, op) for region in op.regions for block in region.blocks for inner in block.ops)


def _is_signed(loop: Op) -> bool:
    return (
        loop.name == "scf.for"
        and len(loop.operands) >= 3
        and all(v.type == TYPE for v in loop.operands[:3])
        and "unsignedCmp" not in loop.attributes
    )


class _Terms:
    """SMT terms of values at the start of a loop."""

    def __init__(self, z3: Any, loops: FunctionLoops) -> None:
        self.z3, self.loops, self.context = z3, loops, z3.Context()  # in a shared context, earlier terms affect the term order
        self.known: dict[Value, Any] = {}

    def counters(self, loop: Op) -> list[Any]:
        """Return bounds of the enclosing loops' counters: less than the upper bound and, without overflow, at least the lower bound."""
        found = []
        around = self.loops.enclosing_op(loop)
        while around is not None:
            if _is_signed(around) and len(around.regions) == 1 and len(around.regions[0].blocks) == 1:
                counter, begin, end = (
                    self.term_of(v, DEPTH) for v in (*around.regions[0].blocks[0].arguments[:1], *around.operands[:2])
                )
                found.append(counter < end)
                stride = self.loops.number(around.operands[2])
                if stride is not None and stride > 0:
                    found.append(self.z3.Implies(end <= MOST - stride + 1, counter >= begin))
            around = self.loops.enclosing_op(around)
        return found

    def term_of(self, value: Value, depth: int) -> Any:
        if value not in self.known:
            self.known[value] = self._build_term(value, depth)
        return self.known[value]

    def _build_term(self, value: Value, depth: int) -> Any:
        z3 = self.z3
        number, op = self.loops.number(value), self.loops.made_by(value)
        if number is not None:
            return z3.BitVecVal(number, BITS, self.context)
        if op is not None and depth and len(op.operands) == 2 and all(v.type == TYPE for v in (value, *op.operands)):
            a, b = (self.term_of(v, depth - 1) for v in op.operands)
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
        return z3.BitVec(f"v{len(self.known)} {value.name}", BITS, self.context)


def _quotient(z3: Any, a: Any, divisor: int) -> Any:
    """Return the term of a division that rounds to zero; a power-of-two divisor gets a form that is easy for the solver."""
    places = divisor.bit_length() - 1
    if divisor != 1 << places:
        return a / divisor
    return (a + z3.If(a < 0, z3.BitVecVal(divisor - 1, BITS, a.ctx), z3.BitVecVal(0, BITS, a.ctx))) >> places
