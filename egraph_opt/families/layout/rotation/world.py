"""Semantics of the `rotation.term` vocabulary in z3.

Numbers are 32-bit vectors that wrap. Memory contents, valid addresses, operation results and undefined values are uninterpreted
functions. Facts about a loop are asserted at an arbitrary step, the iteration after it, and the first iteration of a loop entered
at it. These three steps suffice for proofs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import z3

from egraph_opt.core.rule import Rule
from egraph_opt.families.layout.rotation.term import Loop, Meaning, Value
from egraph_opt.prover import Proof, obligation
from egraph_opt.prover.counterexample_text import text

BACK_END = "z3: bit vectors, arrays, uninterpreted functions"
STRENGTH = "all numbers of 32 bits, all contents of memory, any number of iterations, none too"
BITS = 32


@dataclass
class RotationWorld(obligation.World):
    """Interpretation of the rotation vocabulary, with uninterpreted functions in z3."""

    loops: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        step, bits, number, truth = z3.DeclareSort("Step"), z3.BitVecSort(BITS), z3.IntSort(), z3.BoolSort()
        self.leaf = z3.Function("leaf", number, step, bits)
        self.counter = z3.Function("counter", number, step, bits)
        self.compute = z3.Function("compute", number, bits, bits, bits)
        self.memory = z3.Function("memory", number, step, z3.ArraySort(bits, bits))
        self.there = z3.Function("there", number, bits, truth)
        self.is_first = z3.Function("is_first", number, step, truth)
        self.running = z3.Function("running", number, step, truth)
        self.before, self.outside, self.after, self.begin = (
            z3.Function(name, number, step, step) for name in ("before", "outside", "after", "begin")
        )
        self.nothing = z3.BitVec("nothing", BITS)
        self.choose, self.implies = z3.If, z3.Implies
        self.step = step

    def all(self, claims: Iterable[Any]) -> Any:
        return z3.And(*claims)

    def holds(self, mask: Any) -> Any:
        return mask != 0

    def bit(self, claim: Any) -> Any:
        return z3.If(claim, z3.BitVecVal(1, BITS), z3.BitVecVal(0, BITS))

    def read(self, array: Any, k: Any, address: Any) -> Any:
        """Return the contents of an array at an address in a step `k` (an iteration of a loop, or a loop's entry)."""
        return self.memory(array, k)[address]

    def since(self, loop: Any, k: Any) -> Any:
        """Return the step before iteration `k` of a loop: the previous iteration or, for the first iteration, the entry of the loop."""
        return z3.If(self.is_first(loop, k), self.outside(loop, k), self.before(loop, k))

    def steps(self, loop: Any) -> tuple[Any, Any, Any]:
        """Return an arbitrary step, the iteration after this step, and the first iteration of a loop entered at this step."""
        k = self.point
        return k, self.after(loop, k), self.begin(loop, k)

    def everywhere(self, loop: Any, claim: Callable[[Any], Any]) -> Any:
        return z3.And(*map(claim, self.steps(loop)))

    def unknown(self, name: str, sort: Any) -> Any:
        if sort is Value:
            at = z3.Function(name, self.step, z3.BitVecSort(BITS))
            return Meaning(at, lambda k: z3.BoolVal(True), lambda k: z3.BoolVal(True))
        number = z3.Int(name)
        if sort is Loop:
            self.loops.append(number)
        return number

    @cached_property
    def point(self) -> Any:
        return z3.Const("step", self.step)

    def reads(self, side: Meaning, k: Any) -> Any:
        """Return the z3 condition that one side of a rule loads only valid addresses, at loop entry and in iterations that run."""
        return z3.And(side.enters(k), z3.Implies(z3.And(*(self.running(loop, k) for loop in self.loops)), side.runs(k)))

    def assumptions(self, before: Meaning) -> Iterable[Any]:
        """Yield z3 axioms about the order of steps, and the condition that the loads of the rule's left side are valid."""
        yield self.reads(before, self.point)
        for loop in self.loops:
            k, after, begin = self.steps(loop)
            yield z3.And(z3.Not(self.is_first(loop, after)), self.before(loop, after) == k)
            yield z3.And(self.is_first(loop, begin), self.outside(loop, begin) == k)
            for step in (k, after):
                follows = z3.And(self.running(loop, step), z3.Not(self.is_first(loop, step)))
                yield z3.Implies(follows, self.running(loop, self.before(loop, step)))
            yield z3.And(self.reads(before, after), self.reads(before, begin))

    def same(self, before: Meaning, after: Meaning) -> Any:
        return z3.And(before.at(self.point) == after.at(self.point), self.reads(after, self.point))

    def show(self, model: Any, side: Meaning) -> str:
        value = text(model.eval(side.at(self.point), True))
        reads = [z3.is_true(model.eval(claim(self.point), True)) for claim in (side.enters, side.runs)]
        return f"{value}" + ("" if reads[0] else ", and reads too much before the loop") + ("" if reads[1] else ", and in it")


def prove(rule: Rule, steps: int) -> Proof:
    """Prove a rule about loop-carried loads, as `egraph_opt.prover.prove` does; `steps` limits the work of z3."""
    return obligation.prove_rule(rule, steps, [RotationWorld()], STRENGTH)
