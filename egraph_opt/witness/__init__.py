"""Search for a witness: an input for which the reference interpreter gives different results for two programs.

    found_difference(before, after)     description of the witness, or an empty string

The checker only proves equality; this search only refutes it. The search is deterministic. An input counts only if the first
program has defined behaviour. This excludes accesses out of bounds, violated assumptions, hints and flags, divisions by zero, and
observable results that depend on undefined values. Undefined values have other values in the second program than in the first.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import NamedTuple

from egraph_opt.checker import Outcome, Verdict
from egraph_opt.checker.values.attribute import value
from egraph_opt.checker.values.tensor_type_parser import tensor_type
from egraph_opt.interpret.errors import NotModelled, OutOfBounds, StepLimit
from egraph_opt.ir.module import Module, Op, symbol_name
from egraph_opt.witness.execution import BrokenHint, StrictMachine, UndefinedRun, work_limit
from egraph_opt.witness.inputs import RUNS, SPECIAL, Inputs, constants_of, inputs_of
from egraph_opt.witness.rounding import inexact, tolerance_of

__all__ = ["found_difference", "with_witness"]

FUNCTIONS = ("tt.func", "func.func")
PROMISE = "egraph_opt."
"""Prefix of the attributes with preconditions on callers."""
_LAYOUT = re.compile(r",\s*#.*(?=>>)")
"""Pattern of the layout in a descriptor's block type."""


def found_difference(before: Module, after: Module, name: str = "", strict: bool = True) -> str:
    """Search for a witness that two programs differ; return its description, or an empty string.

    Args:
        before, after: the programs.
        name: function to compare; all by default.
        strict: whether rounding differences count, if the interpreter models all operations bit-exactly.
    """
    olds, news = _functions(before), _functions(after)
    for symbol, old in olds.items():
        if name and symbol != name.rpartition("/")[2]:
            continue
        new = news.get(symbol)
        if new is None:
            if old.attributes.get("sym_visibility", "") == '"public"' and old.regions and old.regions[0].blocks:
                return f"there is no function @{symbol} any more"
            continue
        if witness := FunctionPair(symbol, old, new, olds, news, strict).difference():
            return witness
    return ""


def with_witness(verdict: Verdict, before: Module, after: Module, strict: bool = True) -> Verdict:
    """Return the verdict, changed to `different` if an input is found on which the programs differ (a witness)."""
    found = "" if verdict.equal else found_difference(before, after, verdict.function, strict)
    return replace(verdict, outcome=Outcome.DIFFERENT, witness=found, limited=False) if found else verdict


def _functions(module: Module) -> dict[str, Op]:
    found: dict[str, Op] = {}
    for op in module.op.walk():
        if op.name in FUNCTIONS:
            symbol = symbol_name(op)
            if symbol in found:
                return {}
            found[symbol] = op
    return found


_UNRUN = (NotModelled, StepLimit, ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""Exceptions that make a run inconclusive."""


class FunctionPair(NamedTuple):
    """Two functions to compare, with all functions of their modules by name."""

    symbol: str
    old: Op
    new: Op
    olds: Mapping[str, Op]
    news: Mapping[str, Op]
    strict: bool

    def difference(self) -> str:
        """Search for an input on which the functions differ (a witness); return its description, or an empty string."""
        if not all(len(op.regions) == 1 and op.regions[0].blocks for op in (self.old, self.new)):
            return ""
        taken = [[_erase_layout(v.type) for v in op.regions[0].blocks[0].arguments] for op in (self.old, self.new)]
        if taken[0] != taken[1]:  # raised accesses may need additional parameters
            return "" if self.has_promise("") else f"@{self.symbol} takes other arguments"
        if 0 in (work_limit(self.old), work_limit(self.new)):
            return ""
        plain = [(number, None) for number in range(RUNS if self.strict else SPECIAL)]
        for number, whole in (*plain, *enumerate(constants_of(self.old, self.new), 1)):
            given = inputs_of(self.old, number, whole)
            if given is None:
                return ""
            if (given.positive or not self.has_promise("positive_parameters")) and (found := self.on_input(given)):
                return f"@{self.symbol} on {given.description()}: {found}"
        return ""

    def has_promise(self, name: str) -> bool:
        """Return whether the new function's attributes state the precondition `name`, or any precondition if `name` is empty."""
        return any(each.startswith(PROMISE + name) for each in self.new.attributes)

    def on_input(self, given: Inputs) -> str:
        """Return the difference on one input as text; empty if the results are equal or the first function is undefined on the input."""
        exact = self.has_promise("no_overflow")
        limits = work_limit(self.old), work_limit(self.new)
        try:
            first, again = (
                StrictMachine(given.copy(), self.olds, fill, self.old, exact_integers=exact).result(limits[0]) for fill in (0, 1)
            )
        except (UndefinedRun, OutOfBounds, AssertionError, *_UNRUN):
            return ""
        if first.difference(again, 0.0):
            return ""  # an observable result depends on an undefined value
        tolerance = 0.0 if self.strict and not (first.inexact or _rounds(self.new)) else tolerance_of(self.old, self.new)
        try:
            second = StrictMachine(given.copy(), self.news, 2, self.new, as_any=True).result(limits[1])
        except BrokenHint as broken:
            return str(broken)
        except OutOfBounds as beyond:
            return "" if self.has_promise("readable") else f"the output makes {beyond}, and the input none beyond its buffers"
        except (AssertionError, UndefinedRun):
            return "the output does what is undefined, and the input does not"
        except _UNRUN:
            return ""
        return first.difference(second, tolerance)


def _erase_layout(type: str) -> Hashable:
    if "tensordesc" in type:
        return _LAYOUT.sub("", type)
    tensor = tensor_type(type)
    return tensor._replace(encoding=None) if tensor else "memory" if "memdesc" in type else value(type)


def _rounds(function: Op) -> bool:
    """Return whether a function has operations that the interpreter does not model bit-exactly."""
    return any(inexact(op) for op in function.walk())
