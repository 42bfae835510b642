"""Welford reductions (mean, sum of squared deviations and weight together), expressed by plain sums and quotients."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from egraph_opt.ir.module import Op
from egraph_opt.verifier.parametric.execution.symbolic_program import SymbolicProgram
from egraph_opt.verifier.parametric.folds.fold_forms import fold
from egraph_opt.verifier.parametric.folds.symbolic_ring import SymbolicRing
from egraph_opt.verifier.parametric.sizes.index_condition import Condition
from egraph_opt.verifier.parametric.sizes.piecewise import Value, cases, combine
from egraph_opt.verifier.parametric.sizes.size_facts import NotDecided
from egraph_opt.verifier.proof.reals.element_comparison import clear_denominators
from egraph_opt.verifier.proof.reals.function_forms import power_of
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import FINITE, ZERO


def moments(ring: SymbolicRing, mean: int, squares: int, weight: int) -> tuple[int, int, int]:
    """Convert a mean, sum of squared deviations and weight to weighted sums of elements, of their squares, and of ones."""
    first = ring.product(weight, mean)
    return first, ring.total((squares, ring.product(first, mean))), weight


def adds_moments(program: SymbolicProgram, op: Op) -> bool:
    """Return whether the region of a reduction merges Welford's triples correctly, also for weights of zero."""
    ring = program.ring
    parts = [[ring.variable("element", f"%{side}.{part}") for part in ("mean", "squares")] for side in ("left", "right")]
    weights = [(ZERO, ring.variable("constant", f"weight on the {side}", 1.0)) for side in ("left", "right")]
    for chosen in product(*weights):
        left, right = ([*each, weight] for each, weight in zip(parts, chosen, strict=True))
        joined = program.region(op.regions[0], [*left, *right])
        if not all(isinstance(each, int) and each >= FINITE for each in joined):
            return False
        sums = [moments(ring, *each) for each in (joined, left, right)]
        for total, a, b in zip(*sums, strict=True):
            rest = ring.difference(ring.bare(total), ring.bare(ring.total((a, b))))
            if rest < FINITE or clear_denominators(ring, rest) != ZERO:
                return False
    return True


def reduce_moments(
    program: SymbolicProgram, op: Op, binder: str, conditions: Sequence[Condition], values: Sequence[Value]
) -> list[Value]:
    """Return mean, sum of squared deviations and weight over a range, from those of its elements."""
    ring = program.ring
    if len(values) != 3 or not adds_moments(program, op):
        raise NotDecided("a reduction of several tensors that is none of mean, squared deviations and weight")
    if any(not isinstance(leaf, int) or leaf < FINITE or not ring.sign(leaf) for _, leaf in cases(values[2])):
        raise NotDecided("a weight that may be negative")
    ring.laws.add("welford")
    sums = [
        fold(ring, "sum", (binder,), conditions, combine(lambda *leaves, part=part: moments(ring, *leaves)[part], *values))
        for part in range(3)
    ]

    def mean(first: int, weight: int) -> int:
        return ring.product(first, power_of(ring, weight, -1))

    def squares(first: int, second: int, weight: int) -> int:
        return ring.difference(second, ring.product(first, mean(first, weight)))

    first, second, weight = sums
    return [combine(mean, first, weight), combine(squares, first, second, weight), weight]
