"""Pareto front of cost and error: programs from the cheapest to the most exact, each proved within its own error budget."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from egraph_opt.core.output.cost_front import Measure, Measures
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.core.result import Result
from egraph_opt.core.task import Clock
from egraph_opt.errors import Unsupported
from egraph_opt.extract import Corner, Front
from egraph_opt.families.numerics.encode import encode
from egraph_opt.families.numerics.optimize import search_loop
from egraph_opt.families.numerics.options import NumericsOptions
from egraph_opt.families.numerics.pareto_extraction import BoundedTerm
from egraph_opt.families.numerics.vectorizable_loops import loop_of, loops_of
from egraph_opt.ir.def_use import defining_ops
from egraph_opt.ir.module import Op
from egraph_opt.text import read


def between(text: str, filename: str, options: NumericsOptions) -> tuple[tuple[float, float], Front[Result]]:
    """Return a program's cost and error bound, and its Pareto front by rising cost.

    The program is optimised once for each error bound that a loop can have, with this error as the budget; `options.numerics` is ignored.
    If no loop changes, the front contains only the program. Errors are relative to the magnitude (the same sum over absolute
    values). A program's error is the largest error of the loops that could change.

    Raises:
        InputError: the text is not MLIR, or belongs to another family.
    """
    found = [each for function in read(text, filename).functions() for each in _fronts(function, options.target)]
    budgets = sorted({term.error for _, terms in found for term in terms}, reverse=True)
    own = max((given.error for given, _ in found), default=Fraction(0))
    corners: list[Corner[Result]] = []
    start = 0.0
    for budget in budgets:
        result = optimize_text(text, filename, replace(options, numerics=_decimal(budget)))
        start = result.cost_before or start
        error = max((_least(terms, budget) for _, terms in found), default=own)
        if result.ir != text and (not corners or result.ir != corners[-1].found.ir):
            corners.append(Corner(result.cost_after, float(error), result))
    if not corners:
        return (start, float(own)), Front([Corner(start, float(own), optimize_text(text, filename, options))], False)
    return (start, float(own)), Front(corners, False)


def _fronts(function: Op, target: str) -> Iterator[tuple[BoundedTerm, list[BoundedTerm]]]:
    """Yield, for each value that a loop sums or stores, the input's term and the alternatives with matrix products."""
    known = defining_ops(function.walk())
    inside: dict[Op, set[Op]] = {op: set(op.walk()) for op in loops_of(function.regions[0])}
    for op, mine in inside.items():
        used = {v for other in function.walk() if other not in mine or other is op for v in other.operands}
        try:
            program = encode(loop_of(op, known, used), known)
            fronts, given = search_loop(program, target, Clock())
        except Unsupported:
            continue
        for root, term in given.items():
            yield term, fronts.products(root)


def _least(terms: list[BoundedTerm], budget: Fraction) -> Fraction:
    """Return the error of the cheapest of `terms` whose error is within the budget."""
    return (
        min((term for term in terms if term.error <= budget), key=lambda term: (term.cost, term.error)).error
        if terms
        else Fraction(0)
    )


def _decimal(budget: Fraction) -> str:
    return f"{math.nextafter(float(budget), 1.0):.17g}"


CYCLES_AND_ERROR = Measures({"cycles": Measure("cycles", "cycles"), "error": Measure("error", "of the magnitude")}, between)
