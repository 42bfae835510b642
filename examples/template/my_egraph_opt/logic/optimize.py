"""The steps of the family: which operation is which word."""

from collections.abc import Sequence
from functools import cache

from egraph_opt.core.saturation import Arguments, Key, Language
from egraph_opt.ir import create
from egraph_opt.ir.module import Op, Value
from egraph_opt.operations.task import OperationTask
from egraph_opt.rules import book
from my_egraph_opt.logic import LogicOptions
from my_egraph_opt.logic.vocabulary import World, words

OPERATION = {"conjunction": "arith.andi", "disjunction": "arith.ori", "difference": "arith.xori"}
WORD = {name: word for word, name in OPERATION.items()}


@cache
def language() -> Language:
    """The words and the rules. Rules of a package are proved when their book is first loaded."""
    return Language(words, book("logic"))


class LogicTask(OperationTask[LogicOptions]):
    """A module of functions on bits."""

    def language(self) -> Language:
        return language()

    def world_of(self, type: str) -> World | None:
        return World() if type == "i1" else None

    def word_of(self, op: Op) -> Key:
        if not op.results or op.results[0].type != "i1":
            return ()
        if op.name == "arith.constant":
            return ("always",) if op.attributes["value"] == "true" else ()
        return (WORD[op.name],) if op.name in WORD else ()

    def value_of(self, number: int, type: str) -> Key:
        return "value", number

    def build_op(self, symbol: str, numbers: Arguments, operands: Sequence[Value]) -> Op:
        if symbol == "always":
            return create.operation("arith.constant", (), "i1", ("arith.constant true",), value="true")
        return create.binary(OPERATION[symbol], *operands)
