"""Floats without laws, for proofs to the last bit: a value is an operation with its operands, an input element or a constant."""

from __future__ import annotations

from collections.abc import Callable

from egraph_opt.interpret.element_types import element_of
from egraph_opt.ir.module import Op
from egraph_opt.verifier.lift.expression_domain import Unliftable
from egraph_opt.verifier.proof.bit_domain import key_of
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import FINITE, ONE, UNDEFINED, ZERO
from egraph_opt.verifier.proof.reals.real_domain import FLOAT_OPERATIONS, LOGIC_OPERATIONS, Reals

OTHERS = frozenset(("tt.fp_to_fp", "tt.mulhiui", "tt.bitcast"))
"""Elementwise operations outside of the dialects `arith` and `math`, besides those of `FLOAT_OPERATIONS`."""


class Uninterpreted(Reals):
    """Symbolic execution in which each elementwise operation is a function of its operands, known only by what it is."""

    def function(self, op: Op) -> Callable[..., int]:
        ring, name = self.ring, op.name
        if len(op.results) != 1 or not (name in FLOAT_OPERATIONS or name in OTHERS or name.startswith(("arith.", "math."))):
            raise Unliftable(f"{name} is not known to be elementwise")
        key = key_of(op)
        decide = super().function(op) if name in LOGIC_OPERATIONS and element_of(op.results[0].type) == "i1" else None

        def apply(*numbers: int) -> int:
            if min(numbers) < FINITE:
                return UNDEFINED
            if decide is not None and not {ONE, ZERO}.isdisjoint(numbers):
                return decide(*numbers)
            return ring.variable("function", key, *numbers)

        return apply

    def constant(self, value: float, element: str) -> int:
        return self.ring.variable("function", ("constant", element, float(value).hex()))

    def choose(self, condition: int, a: int, b: int) -> int:
        """Return `a` if a condition is true, else `b`."""
        if condition in (ONE, ZERO):
            return a if condition == ONE else b
        if min(condition, a, b) < FINITE:
            return UNDEFINED
        return a if a == b else self.ring.variable("function", "select", condition, a, b)
