"""Base class for rule families that map operations of straight-line code to symbols of rules and back.

Operations with a symbol are pure and become terms. The other operations of the function's only block keep their order; the terms
that they use are the roots. A selected term becomes an operation just before its first user.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from egraph_opt.checker import EQUAL, Outcome, Verdict
from egraph_opt.core.options import SearchOptions
from egraph_opt.core.saturation import Arguments, Key, SaturatedTerms
from egraph_opt.core.task import FunctionChoice
from egraph_opt.errors import Unsupported
from egraph_opt.ir.module import Module, Op, Value
from egraph_opt.ir.rewriting.rewrite import replace_body_ops, replace_uses
from egraph_opt.operations.additive_task import FunctionTerms, Selection, SumTask
from egraph_opt.prover.obligation import World, holds
from egraph_opt.text.round_trip import only_function

O = TypeVar("O", bound=SearchOptions)  # noqa: E741


@dataclass(frozen=True, slots=True)
class Straight(FunctionTerms):
    """Function of one block as terms: the number of each value's term, and the values that are leaves, since no term computes them."""

    function: Op
    number: dict[Value, int]
    values: list[Value]


class ExternalEffects(NamedTuple):
    """Operations of a function that are not terms, for a comparison of two functions.

    `said` describes these operations. `meanings` has the type and the z3 expression of each term that they use.
    """

    said: list[Any]
    meanings: list[tuple[str, Any]]


class OperationTask(SumTask[O, Straight], Generic[O]):
    """Task whose terms are the operations for which the vocabulary has a symbol, in functions of one block without regions."""

    outer: ClassVar[str] = "value"
    """Symbol of leaf terms, which stand for values that no term computes, such as the function's arguments."""

    @abstractmethod
    def word_of(self, op: Op) -> Key:
        """Return the symbol and the numeric arguments of an operation, without its operands; () if the operation has no symbol.

        An operation with a symbol is pure, has one result, and has operands of types that `world_of` knows.
        """

    @abstractmethod
    def value_of(self, number: int, type: str) -> Key:
        """Return the symbol and the arguments of a leaf term, which stands for a value that no term computes.

        The values that no term computes are numbered; `number` and `type` are those of this value.
        """

    @abstractmethod
    def build_op(self, symbol: str, numbers: Arguments, operands: Sequence[Value]) -> Op:
        """Return the operation for a symbol with numeric arguments, applied to operands."""

    @abstractmethod
    def world_of(self, type: str) -> World | None:
        """Return the interpretation in z3 of values of a type; None if such values are not terms."""

    def terms_of(self, op: Op) -> list[Value]:
        """Return those operands of an operation that are terms."""
        return [v for v in op.operands if self.world_of(v.type)]

    def encode(self, function: Op) -> Straight | None:
        """Encode operations with a symbol as terms; return None if no other operation uses a term. Raises Unsupported."""
        (block, *rest) = function.regions[0].blocks
        if rest or any(op.regions for op in block.ops):
            raise Unsupported("its control flow is not understood: it has more than one block")
        keys: list[Key] = []
        roots: list[int] = []
        program = Straight(keys, roots, self.facts(), function, {}, [])

        def term(v: Value) -> int:
            if v not in program.number:
                program.number[v] = len(keys)
                keys.append(self.value_of(len(program.values), v.type))
                program.values.append(v)
            return program.number[v]

        for op in block.ops:
            operands = [term(v) for v in self.terms_of(op)]
            if key := self.word_of(op):
                program.number[op.results[0]] = len(keys)
                keys.append((*key, *operands))
            else:
                roots += operands
        return program if roots else None

    def facts(self) -> Sequence[tuple[str, Arguments]]:
        """Return the conditions of rules on integers that hold before the rules run, each as a name with arguments."""
        return ()

    def elaborate(self, found: FunctionChoice[Straight, SaturatedTerms, Selection]) -> Op:
        """Return the function with operations for the selected terms. Operations of the original function are kept if their terms
        are selected.
        """
        program, best = found.program, found.choice
        (block,) = program.function.regions[0].blocks
        terms = {program.number[op.results[0]]: op for op in block.ops if self.word_of(op)}
        made: dict[int, Value] = {}
        ops: list[Op] = []
        for op in block.ops:
            if self.word_of(op):
                continue
            roots = {v: best.of[program.number[v]] for v in self.terms_of(op)}
            for c in best.below(roots.values(), made):
                symbol, numbers = best.selected[c][0], best.numbers(c)
                if symbol == self.outer:
                    made[c] = program.values[numbers[0]]
                    continue
                operands = tuple(made[child] for child in best.children(c))
                old = terms.get(best.loaded.get(best.selected[c], -1))
                ops.append(replace(old, operands=operands) if old else self.build_op(symbol, numbers, operands))
                made[c] = ops[-1].results[0]
            ops.append(replace_uses(op, {v: made[c] for v, c in roots.items() if made[c] is not v}))
        return replace_body_ops(program.function, tuple(ops))

    each_alone = True

    def prove(self, before: Module, after: Module) -> Verdict:
        """Return whether two functions have the same operations besides terms, in the same order, on terms that z3 proves equal."""
        old, new = (self.outside(only_function(module)) for module in (before, after))
        if old.said != new.said:
            return Verdict(Outcome.NOT_PROVED, "it does something else besides its terms")
        worlds = [self.world_of(type) for type, _ in old.meanings]
        pairs = zip(worlds, old.meanings, new.meanings, strict=True)
        if all(world is not None and holds(world.same(a, b)) for world, (_, a), (_, b) in pairs):
            return EQUAL
        return Verdict(Outcome.NOT_PROVED, "a term that it uses has another value")

    def outside(self, function: Op) -> ExternalEffects:
        """Return the operations of a function that are not terms, with their results identified by position."""
        found, known = ExternalEffects([], []), dict[Value, Any]()
        places = count()
        for op in function.walk():
            if key := self.word_of(op):
                known[op.results[0]] = self.meaning(key, op.results[0].type, [known[v] for v in op.operands])
                continue
            terms = self.terms_of(op)
            found.meanings.extend((v.type, known[v]) for v in terms)
            others = [v.type if v in terms else known[v] for v in op.operands]
            found.said.append((op.name, dict(op.attributes), op.successors, [v.type for v in op.results], others))
            for v in (*op.results, *(v for region in op.regions for block in region.blocks for v in block.arguments)):
                n = next(places)
                known[v] = self.meaning(self.value_of(n, v.type), v.type, ()) if self.world_of(v.type) else (n, v.type)
        return found

    def meaning(self, key: Key, type: str, operands: Sequence[Any]) -> Any:
        """Return the z3 meaning of a symbol applied to operands."""
        return self.language().vocabulary.words[str(key[0])].meaning(self.world_of(type), *key[1:], *operands)
