"""Stages of bounded algebra: encode each loop, saturate, compute Pareto fronts, select terms within the error budget, emit, prove."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from egraph_opt.checker import EQUAL, Outcome, Verdict
from egraph_opt.checker.real_arithmetic import check_real_equality
from egraph_opt.core.engine import Limits
from egraph_opt.core.observers import tell
from egraph_opt.core.result import FunctionResult, format_cost
from egraph_opt.core.saturation import Language, saturate
from egraph_opt.core.task import Clock, Optimized, Task
from egraph_opt.errors import Unsupported
from egraph_opt.families.numerics import error_bounds
from egraph_opt.families.numerics.emit import LoopEmitter
from egraph_opt.families.numerics.encode import EncodedLoop, encode
from egraph_opt.families.numerics.error_propagation import state_errors
from egraph_opt.families.numerics.options import NumericsOptions
from egraph_opt.families.numerics.pareto_extraction import BoundedTerm, Fronts, total_cost, underflow_error, within
from egraph_opt.families.numerics.vectorizable_loops import loop_of, loops_of
from egraph_opt.families.numerics.vocabulary import SEARCH, words
from egraph_opt.ir.def_use import defining_ops
from egraph_opt.ir.module import Module, Op, symbol_name
from egraph_opt.ir.rewriting.rewrite import substitute
from egraph_opt.rules import book


@cache
def language() -> Language:
    return Language(words, book("numerics"), SEARCH)


@dataclass(frozen=True)
class ReplacedLoop:
    """Replacement of a loop: new operations, costs before and after, the error of each result and store, and the loss by underflow."""

    ops: list[Op]
    before: float
    after: float
    errors: dict[object, Fraction]
    flushed: Fraction


class NumericsTask(Task[NumericsOptions]):
    """Task on a TTIR module: sums in its loops become matrix products."""

    claim = "equal over the real numbers"

    def alternatives(self, unit: Op) -> Iterator[Optimized]:
        yield self.replace_loops(unit)

    def replace_loops(self, function: Op) -> Optimized:
        """Return a function with its loops replaced, or the unchanged function, and a record of the result."""
        known, changes, reasons = defining_ops(function.walk()), {}, []
        for op in loops_of(function.regions[0]):
            inside = set(op.walk())
            used = {v for other in function.walk() if other not in inside or other is op for v in other.operands}
            try:
                with self.clock.stage("encode"):
                    program = encode(loop_of(op, known, used), known)
                tell("encode", program)
                changes[op] = self.rewrite_loop(program)
            except Unsupported as error:
                reasons.append(f"loop at line {op.line}: {error}")
        before, after = (sum(getattr(change, name) for change in changes.values()) for name in ("before", "after"))
        count = sum(1 for _ in function.walk())
        if not changes:
            why = "left unchanged: " + ("; ".join(reasons) or "it has no loop")
            return function, FunctionResult(symbol_name(function), count, 0.0, 0.0, 0.0, False, remark=why)
        new = substitute(function, {}, {op: change.ops for op, change in changes.items()})
        said = state_errors(function, {op: (change.errors, change.flushed) for op, change in changes.items()})
        return new, FunctionResult(symbol_name(function), count, before, after, 0.0, False, notes=(*said, *reasons))

    def rewrite_loop(self, program: EncodedLoop) -> ReplacedLoop:
        """Return a loop's replacement.

        Raises:
            Unsupported: no replacement within the error budget is cheaper; the message says why.
        """
        fronts, given = search_loop(program, self.options.target, self.clock)
        chosen: dict[int, BoundedTerm] = {}
        for root, own in given.items():
            found = fronts.products(root)
            if not found:
                raise Unsupported("no sum in it is a product of matrices")
            chosen[root] = within(found, self.options.budget.of(own.error))
        before, after = total_cost(given.values()), total_cost(chosen.values())
        if after >= before:
            raise Unsupported(
                f"the cheapest program within the budget costs {format_cost(after, 4)} cycles, and the loop {format_cost(before, 4)}"
            )
        sums, stores = [[chosen[n] for n in terms] for terms in program.sums], [chosen[n] for n in program.stores]
        with self.clock.stage("decode"):
            ops = LoopEmitter(program, sums, stores).replacement_ops()
        errors: dict[object, Fraction] = {}
        for total, terms in zip(program.loop.sums, sums, strict=True):
            errors[program.loop.op.results[total.result]] = sum_error(terms)
        errors.update({store: term.error for store, term in zip(program.loop.stores, stores, strict=True)})
        return ReplacedLoop(ops, before, after, errors, max(underflow_error(term, program.extents) for term in chosen.values()))

    def prove(self, before: Module, after: Module) -> Verdict:
        """Return the checker's verdict that the replaced loops are equal over the real numbers."""
        reason = check_real_equality(before, after)
        return Verdict(Outcome.NOT_PROVED, reason) if reason else EQUAL


def search_loop(program: EncodedLoop, target: str, clock: Clock) -> tuple[Fronts, dict[int, BoundedTerm]]:
    """Return the Pareto fronts of a loop's terms, and the input's own term for each summed or stored value.

    Args:
        program: the loop.
        target: the processor whose cost constants are used.
        clock: measures the time of the stages.

    Raises:
        Unsupported: terms nest too deeply.
    """
    symbols = [word.name for word in words.symbols]
    with clock.stage("saturate"):
        graph = saturate(language(), enumerate(program.keys), program.facts, (), Limits(), [*symbols, "free"])
    tell("saturate", graph)
    with clock.stage("extract"):
        fronts = Fronts(program, graph, target)
    return fronts, {root: fronts.input_term(root) for root in program.roots}


def sum_error(terms: Iterable[BoundedTerm]) -> Fraction:
    """Return an error bound of a loop-carried sum: an initial value without error, plus the values of `terms`."""
    every = list(terms)
    return error_bounds.both(max(term.error for term in every), error_bounds.bound_sum(len(every) + 1))
