"""Vocabulary of the equations between values of kernels: partial functions of real numbers, with semantics in z3.

An equation states that both sides are defined for the same numbers, and are equal there. A term is defined if its parts are, and no
divisor is zero, no operand of a root negative, and no operand of a logarithm zero or negative.
"""

# mypy: disable-error-code="empty-body"
from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from egraph_opt.core.rule import Rule
from egraph_opt.core.vocabulary import Fact, Integer, Name, Term, Vocabulary
from egraph_opt.prover import Proof, obligation
from egraph_opt.prover.counterexample_text import text, unknowns_in, values

BACK_END = "z3: partial functions of real numbers; roots by their square, other functions by monotony"
STRENGTH = "all real numbers"
words = Vocabulary("verify", prover="egraph_opt.verifier.vocabulary")


class Value(Term):
    """A real number that a kernel computes, or no number where an operation is not defined. A condition is 1 or 0."""


class Function(Name):
    """A function of all real numbers that never decreases, such as exp, erf or floor."""


@dataclass(frozen=True)
class Meaning:
    """Semantics of a value: its number, and the condition under which it is defined."""

    number: Any
    defined: Any


@dataclass(frozen=True)
class World(obligation.World):
    """z3 semantics of the vocabulary, with the axioms about each application of an uninterpreted function in a rule."""

    applications: dict[str, list[tuple[Any, Any]]] = field(default_factory=dict, compare=False)
    """Pairs of argument and result, by function."""

    def unknown(self, name: str, sort: Any) -> Any:
        import z3

        return Meaning(z3.Real(name), z3.Bool(f"{name} is defined")) if sort is Value else z3.Int(name)

    def apply(self, function: str, x: Meaning, defined: Any = True) -> Meaning:
        """Return the meaning of an uninterpreted function of a number, with the condition that it is defined there."""
        import z3

        result = z3.Function(function, z3.RealSort(), z3.RealSort())(x.number)
        self.applications.setdefault(function, []).append((x.number, result))
        return Meaning(result, z3.And(x.defined, defined))

    def assumptions(self, before: Meaning) -> Iterator[Any]:
        import z3

        for x, r in self.applications.get("root", ()):
            yield z3.Implies(x >= 0, z3.And(r >= 0, r * r == x))
        for found in self.applications.values():
            for (x, r), (y, s) in combinations(found, 2):
                yield z3.And(z3.Implies(x <= y, r <= s), z3.Implies(y <= x, s <= r))

    def same(self, before: Meaning, after: Meaning) -> Any:
        import z3

        return z3.And(before.defined == after.defined, z3.Implies(before.defined, before.number == after.number))

    def show(self, model: Any, side: Meaning) -> str:
        import z3

        defined = z3.is_true(model.eval(z3.And(side.defined), model_completion=True))
        return text(model.eval(side.number, model_completion=True)) if defined else "not defined"

    def bounds(self, rule: Rule, known: Mapping[str, Any], goals: Sequence[Any]) -> Iterable[Sequence[Any]]:
        import z3

        numbers = [term for term in unknowns_in(goals) if z3.is_real(term)]
        for most in (2, 4):
            yield [z3.Or(*(term == n for n in range(-most, most + 1))) for term in numbers]

    def describe_counterexample(self, model: Any, rule: Rule, known: Mapping[str, Any], goals: Sequence[Any]) -> str:
        return values(model, goals, rule.variables)


def prove(rule: Rule, steps: int) -> Proof:
    """Prove a rule over the real numbers.

    Raises:
        Unsound: a counterexample exists.
        NoAnswer: the solver gave up.
    """
    return obligation.prove_rule(rule, steps, (World(),), STRENGTH)


def _strict(number: Any, *parts: Meaning, when: Any = True) -> Meaning:
    import z3

    return Meaning(number, z3.And(when, *(x.defined for x in parts)))


def _larger(x: Meaning, y: Meaning) -> Any:
    import z3

    return z3.If(x.number > y.number, x.number, y.number)


def _negative(x: Meaning) -> Meaning:
    return Meaning(-x.number, x.defined)


def _when(condition: Any) -> Any:
    import z3

    return z3.If(condition, z3.RealVal(1), z3.RealVal(0))


def _sign_fact(x: Meaning, condition: Any) -> Any:
    import z3

    return z3.Implies(x.defined, condition)


@words.symbol(lambda w, n: w.unknown(f"value {n}", Value))
def leaf(n: Integer) -> Value:
    """The value with number `n`."""


@words.symbol(lambda w, x, y: _strict(x.number + y.number, x, y))
def add(x: Value, y: Value) -> Value:
    """The sum of `x` and `y`."""


@words.symbol(lambda w, x, y: _strict(x.number * y.number, x, y))
def multiply(x: Value, y: Value) -> Value:
    """The product of `x` and `y`."""


@words.symbol(lambda w, x: _negative(x))
def negate(x: Value) -> Value:
    """The number -`x`."""


@words.symbol(lambda w, x: _strict(1 / x.number, x, when=x.number != 0))
def reciprocal(x: Value) -> Value:
    """The reciprocal of a nonzero `x`."""


@words.symbol(lambda w, x, y: _strict(_larger(x, y), x, y))
def maximum(x: Value, y: Value) -> Value:
    """The larger one of `x` and `y`."""


@words.symbol(lambda w, x, y: _strict(-_larger(_negative(x), _negative(y)), x, y))
def minimum(x: Value, y: Value) -> Value:
    """The smaller one of `x` and `y`."""


@words.symbol(lambda w, x: _strict(_larger(x, _negative(x)), x))
def absolute(x: Value) -> Value:
    """The absolute value of `x`."""


@words.symbol(lambda w, x: w.apply("root", x, x.number >= 0))
def root(x: Value) -> Value:
    """The root of a nonnegative `x`."""


@words.symbol(lambda w, x: w.apply("logarithm", x, x.number > 0))
def logarithm(x: Value) -> Value:
    """The logarithm of a positive `x`."""


@words.symbol(lambda w, f, x: w.apply(f"increasing {f}", x))
def increasing(f: Function, x: Value) -> Value:
    """The function `f` of `x`."""


@words.symbol(lambda w, x, y: _strict(_when(x.number > y.number), x, y))
def greater(x: Value, y: Value) -> Value:
    """One if `x` > `y`, else zero."""


@words.fact(lambda w, x: _sign_fact(x, x.number > 0))
def positive(x: Value) -> Fact:
    """`x` is positive if defined."""


@words.fact(lambda w, x: _sign_fact(x, x.number >= 0))
def nonnegative(x: Value) -> Fact:
    """`x` is not negative if defined."""
