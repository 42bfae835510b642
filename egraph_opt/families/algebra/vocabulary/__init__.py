"""Vocabulary of tensor algebra with semantics: elementwise operations and movements of elements.

A tensor is a function from indices to elements. An elementwise operation is the same function at each index. Operations with the
number `OTHERS` are uninterpreted functions. So a proved rule on floats applies the same operations to the same elements: results are
bitwise equal, including NaN, infinities and signed zeros. A movement maps each result index to an operand index. Elements are bit vectors
of 1, 8, 16, 32 or 64 bits; a rule is proved for each width.
"""

# mypy: disable-error-code="empty-body"
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from egraph_opt.core.rule import Rule
from egraph_opt.core.vocabulary import Fact, Integer, Name, Term, Vocabulary
from egraph_opt.families.algebra.vocabulary import counterexample, unreachable_patterns
from egraph_opt.families.algebra.vocabulary.numbers import ADD as ADD
from egraph_opt.families.algebra.vocabulary.numbers import AND as AND
from egraph_opt.families.algebra.vocabulary.numbers import MULTIPLY as MULTIPLY
from egraph_opt.families.algebra.vocabulary.numbers import OFFSET as OFFSET
from egraph_opt.families.algebra.vocabulary.numbers import OR as OR
from egraph_opt.families.algebra.vocabulary.numbers import OTHERS as OTHERS
from egraph_opt.families.algebra.vocabulary.numbers import SELECT as SELECT
from egraph_opt.prover import Proof, obligation

BACK_END = "z3: bit vectors, places and what is not told apart uninterpreted"
words = Vocabulary("algebra", prover="egraph_opt.families.algebra.vocabulary", never=unreachable_patterns.never)


class Tensor(Term):
    """The elements of a tensor; a scalar has one."""


class Shape(Name):
    """Extents of a tensor."""


class Movement(Name):
    """A splat, broadcast, transposition or reshape: a map from each result index to an operand index."""


class Form(Name):
    """What identifies an operation apart from operands and extents: its name, attributes and element types."""


@dataclass(frozen=True)
class Meaning:
    """Semantics of a tensor: its element at an index, its shape, and the condition that operands have valid shapes."""

    at: Callable[[Any], Any]
    shape: Any
    legal: Any = True

    @property
    def typed(self) -> tuple[Any, ...]:
        """Return the z3 conditions under which the tensor is well typed."""
        import z3

        return () if self.legal is True else (z3.And(self.legal),)


@dataclass(frozen=True)
class World(obligation.World):
    """z3 semantics of the vocabulary for elements of `bits` bits."""

    bits: int

    def unknown(self, name: str, sort: Any) -> Any:
        import z3

        if sort is Tensor:
            return Meaning(z3.Function(name, place(), z3.BitVecSort(self.bits)), z3.BitVec(f"{name}'s shape", 64))
        return z3.BitVec(name, 64)

    def assumptions(self, before: Meaning) -> Iterable[Any]:
        return (before.legal,)

    def same(self, before: Meaning, after: Meaning) -> Any:
        import z3

        return z3.And(after.legal, before.shape == after.shape, before.at(here()) == after.at(here()))

    def show(self, model: Any, side: Meaning) -> str:
        return counterexample.describe_side(model, side, here())

    def bounds(self, rule: Rule, known: Mapping[str, Any], goals: Sequence[Any]) -> Iterable[Sequence[Any]]:
        return counterexample.bounds(rule, known, goals)

    def describe_counterexample(self, model: Any, rule: Rule, known: Mapping[str, Any], goals: Sequence[Any]) -> str:
        return counterexample.describe_counterexample(model, rule, known, goals)

    def number(self, a: Any) -> Any:
        """Return an integer in a rule as a 64-bit z3 vector. A variable is already one."""
        import z3

        return z3.BitVecVal(int(a), 64) if isinstance(a, int) else a

    def apply(self, function: Any, form: Any, shape: Any, *operands: Meaning) -> Meaning:
        """Return the meaning of an elementwise operation: uninterpreted if its number is `OTHERS`, else interpreted."""
        import z3

        f, e, s = self.number(function), self.number(form), self.number(shape)
        element = z3.BitVecSort(self.bits)
        other = z3.Function(f"apply{len(operands)}", z3.BitVecSort(64), z3.BitVecSort(64), *[element] * (len(operands) + 1))
        scaled = z3.Function("scaled", z3.BitVecSort(64), element, element)

        def at(i: Any) -> Any:
            x = [operand.at(i) for operand in operands]
            result = other(f, e, *x)
            if len(x) == 2:
                known = {
                    AND: x[0] & x[1],
                    OR: x[0] | x[1],
                    ADD: x[0] + x[1],
                    MULTIPLY: x[0] * x[1],
                    OFFSET: x[0] + scaled(e, x[1]),
                }
            else:
                known = {SELECT: z3.If(z3.Extract(0, 0, x[0]) == 1, x[1], x[2])} if len(x) == 3 else {}
            for code, value in known.items():
                result = z3.If(f == int(code), value, result)
            return result

        return Meaning(at, s, z3.And(*(z3.And(x.legal, x.shape == s) for x in operands)))

    def move(self, m: Any, x: Meaning) -> Meaning:
        import z3

        return Meaning(lambda i: x.at(origin()(m, i)), ends()[1](m), z3.And(x.legal, x.shape == ends()[0](m)))


def place() -> Any:
    """Return the z3 sort of element indices."""
    import z3

    return z3.DeclareSort("Place")


def origin() -> Any:
    """Return the z3 function from (data movement, result index) to operand index."""
    import z3

    return z3.Function("origin", z3.BitVecSort(64), place(), place())


def ends() -> tuple[Any, Any]:
    """Return the z3 functions from a data movement to its operand shape and result shape."""
    import z3

    number = z3.BitVecSort(64)
    return z3.Function("taken", number, number), z3.Function("given", number, number)


def prove(rule: Rule, steps: int) -> Proof:
    """Prove a rule for elements of every width.

    Raises:
        Unsound: a counterexample exists.
        NoAnswer: the solver gave up.
    """
    strength = "all shapes and places, elements of 1, 8, 16, 32 and 64 bits"
    return obligation.prove_rule(rule, steps, (World(1), World(8), World(16), World(32), World(64)), strength)


def here() -> Any:
    """Return the arbitrary index at which both sides of a rule are compared. Facts about all indices are assumed only at this index."""
    import z3

    return z3.Const("here", place())


def _state_composition(w: World, first: Any, second: Any, both: Any) -> Any:
    import z3

    from_, (taken, given) = origin(), ends()
    shapes = z3.And(taken(both) == taken(first), given(first) == taken(second), given(both) == given(second))
    return z3.And(shapes, from_(both, here()) == from_(first, from_(second, here())))


def _undone(w: World, first: Any, second: Any) -> Any:
    import z3

    from_, (taken, given) = origin(), ends()
    shapes = z3.And(given(first) == taken(second), given(second) == taken(first))
    return z3.And(shapes, from_(first, from_(second, here())) == here())


@words.symbol(lambda w, n, s: Meaning(w.unknown(f"value {n}", Tensor).at, w.number(s)))
def value(n: Integer, s: Shape) -> Tensor:
    """The external value with number `n`, of shape `s`: it is used by encoded operations, but not computed by one."""


@words.symbol(lambda w, m, x: w.move(m, x))
def move(m: Movement, x: Tensor) -> Tensor:
    """The data movement `m` (splat, broadcast, transposition or reshape) applied to `x`."""


@words.symbol(lambda w, f, e, s, x: w.apply(f, e, s, x))
def apply1(f: Integer, e: Form, s: Shape, x: Tensor) -> Tensor:
    """The elementwise operation `f` on one tensor, with attributes and types `e` and result shape `s`.

    `f` is always `OTHERS` (16): the form `e` says which operation it is.
    """


@words.symbol(lambda w, f, e, s, x, y: w.apply(f, e, s, x, y))
def apply2(f: Integer, e: Form, s: Shape, x: Tensor, y: Tensor) -> Tensor:
    """The elementwise operation `f` on two tensors, with attributes and types `e` and result shape `s`.

    `f` is `AND` (1), `OR` (2), `ADD` (3), `MULTIPLY` (4), `OFFSET` (5, `tt.addptr`), or `OTHERS` (16): the form `e` says which.
    """


@words.symbol(lambda w, f, e, s, x, y, z: w.apply(f, e, s, x, y, z))
def apply3(f: Integer, e: Form, s: Shape, x: Tensor, y: Tensor, z: Tensor) -> Tensor:
    """The elementwise operation `f` on three tensors, with attributes and types `e` and result shape `s`.

    `f` is `SELECT` (6, `arith.select`), or `OTHERS` (16): the form `e` says which operation it is.
    """


@words.fact(lambda w, m, s, t: _ends(m, s, t))
def shapes(m: Movement, s: Shape, t: Shape) -> Fact:
    """The data movement `m` maps a tensor of shape `s` to one of shape `t`."""


@words.fact(_state_composition)
def composed(first: Movement, second: Movement, both: Movement) -> Fact:
    """The data movement `both` equals `first` followed by `second`."""


@words.fact(_undone)
def undone(first: Movement, second: Movement) -> Fact:
    """The data movement `second` is the inverse of `first`."""


def _ends(m: Any, s: Any, t: Any) -> Any:
    import z3

    taken, given = ends()
    return z3.And(taken(m) == s, given(m) == t)
