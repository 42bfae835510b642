"""The words of the rules, and what each means: a bit, and whether it is defined. All operations of an undefined bit are undefined."""

# mypy: disable-error-code="empty-body"
from dataclasses import dataclass
from typing import Any

import z3

from egraph_opt.core.rule import Rule
from egraph_opt.core.vocabulary import Integer, Term, Vocabulary
from egraph_opt.prover import Proof, obligation

BACK_END = "z3: booleans"
words = Vocabulary("logic", prover="my_egraph_opt.logic.vocabulary")


class Bit(Term):
    """A value of type `i1`."""


@dataclass(frozen=True)
class Meaning:
    """Meaning of a term."""

    bit: Any
    defined: Any = True


class World(obligation.World):
    """World in which terms have their meanings: rules are proved and outputs are compared in it."""

    def unknown(self, name: str, sort: Any) -> Any:
        return Meaning(z3.Bool(name), z3.Bool(f"{name} is defined")) if sort is Bit else z3.Int(name)

    def both(self, x: Meaning, y: Meaning, bit: Any) -> Meaning:
        return Meaning(bit, z3.And(x.defined, y.defined))

    def same(self, before: Meaning, after: Meaning) -> Any:
        return z3.And(before.defined == after.defined, z3.Implies(before.defined, before.bit == after.bit))

    def show(self, model: Any, side: Meaning) -> str:
        return f"{model.eval(z3.And(side.bit), True)}, defined: {model.eval(z3.And(side.defined), True)}"


def prove(rule: Rule, steps: int) -> Proof:
    """Prove a rule for all bits, defined or not."""
    return obligation.prove_rule(rule, steps, (World(),), "all bits")


@words.symbol(lambda w, n: w.unknown(f"value {n}", Bit))
def value(n: Integer) -> Bit:
    """The n-th bit that the program is given."""


@words.symbol(lambda w: Meaning(z3.BoolVal(True)))
def always() -> Bit:
    """True."""


@words.symbol(lambda w, x, y: w.both(x, y, z3.And(x.bit, y.bit)))
def conjunction(x: Bit, y: Bit) -> Bit:
    """Both bits: `arith.andi`."""


@words.symbol(lambda w, x, y: w.both(x, y, z3.Or(x.bit, y.bit)))
def disjunction(x: Bit, y: Bit) -> Bit:
    """At least one of the bits: `arith.ori`."""


@words.symbol(lambda w, x, y: w.both(x, y, z3.Xor(x.bit, y.bit)))
def difference(x: Bit, y: Bit) -> Bit:
    """Exactly one of the bits: `arith.xori`."""
