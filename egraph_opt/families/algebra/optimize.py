"""Stages of tensor algebra, called by `egraph_opt.core.pipeline`: encode, saturate, extract, emit, prove."""

from __future__ import annotations

from functools import cache

from egraph_opt.checker import Verdict, check
from egraph_opt.core.saturation import Arguments, Language, SaturatedTerms
from egraph_opt.core.task import FunctionChoice
from egraph_opt.cost.checked_model import query_cost
from egraph_opt.families.algebra.emit import FunctionEmitter
from egraph_opt.families.algebra.encode import EncodedFunction, encode
from egraph_opt.families.algebra.interning import format_tensor_type
from egraph_opt.families.algebra.options import AlgebraOptions
from egraph_opt.families.algebra.vocabulary import words
from egraph_opt.ir.module import Module, Op
from egraph_opt.operations.additive_task import Selection, SumTask, select
from egraph_opt.rules import book

CHANGE = 0.02
"""Minimum saving in cycles that justifies an operation that the input does not contain."""


@cache
def language() -> Language:
    """Return the vocabulary with the rules of `algebra`."""
    return Language(words, book("algebra"))


class AlgebraTask(SumTask[AlgebraOptions, EncodedFunction]):
    """Task on one TTIR module."""

    program: EncodedFunction

    def language(self) -> Language:
        return language()

    def encode(self, function: Op) -> EncodedFunction | None:
        program = encode(function)
        if program is not None:
            self.program = program
        return program

    def price(self, symbol: str, numbers: Arguments) -> float:
        """Return the cost model's price of a term's operation, given by its symbol and its numbers for operation, form and shape."""
        model, tables = self.options.model, self.program.tables
        if symbol == "value":
            return 0.0
        if symbol == "move":
            return query_cost(model, symbol, model.cost, "", (), format_tensor_type(tables.movement_of(numbers[0]).given, "i32"))
        written, shape = tables.form_of(numbers[1]), tables.extents_of(numbers[2])
        operands = tuple(format_tensor_type(shape, element) for element in written.elements)
        return query_cost(model, written.name, model.cost, written.name, operands, format_tensor_type(shape, written.result))

    def extract(self, program: EncodedFunction, graph: SaturatedTerms) -> Selection:
        limits = self.options.work_limit, self.options.time_limit
        return select(language().vocabulary, program, graph, self.price, *limits, weight=weights(program, graph), change=CHANGE)

    def elaborate(self, found: FunctionChoice[EncodedFunction, SaturatedTerms, Selection]) -> Op:
        return FunctionEmitter(found.program, found.choice).function()

    def prove(self, before: Module, after: Module) -> Verdict:
        return same(before, after)


def same(before: Module, after: Module) -> Verdict:
    """Check that two modules are equal, up to the order of elementwise operations, data movements and integer additions."""
    return check(before, after, elements=True)


def weights(program: EncodedFunction, graph: SaturatedTerms) -> dict[int, float]:
    """Return a lower bound on how often the value of each e-class is computed, per execution of the function.

    It is the execution count of the innermost block that defines an input of the value.
    """
    found: dict[int, float] = {}
    for number, key in enumerate(program.keys):
        c = graph.classes[number]
        if key[0] == "value":
            found[c] = min(program.weights[number], found.get(c, program.weights[number]))
    ways = [
        (c, words.words[symbol].split_arguments(arguments)[0]) for symbol, rows in graph.rows.items() for arguments, c in rows
    ]
    ways = [(c, children) for c, children in ways if children]
    changed = True
    while changed:
        changed = False
        for c, children in ways:
            if all(child in found for child in children):
                weight = max(found[child] for child in children)
                if weight < found.get(c, float("inf")):
                    found[c], changed = weight, True
    return found
