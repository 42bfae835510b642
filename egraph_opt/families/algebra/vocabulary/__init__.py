"""Vocabulary of tensor algebra with meanings: the computation of each element, and movements of elements.

A tensor is a function from places to elements. An elementwise operation does the same at each place. All but the operations
distinguished below are unknown functions. So a proved rule says for floats that every element is computed by the same operations
from the same elements: it is bitwise equal, including NaN, infinities and signed zeros. A movement takes the element of each
place of its result from one place of its operand. Elements are bit vectors of 1, 8, 16, 32 and 64 bits, with one world for each
width.
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
    """Elements of a tensor, or of a scalar, which has one place."""


class Shape(Name):
    """Extents of a tensor."""


class Movement(Name):
    """Splat, broadcast, transposition, or change of extents: a map from each place to the place its element comes from."""


class Form(Name):
    """Form of an operation: its name, attributes and element types."""


@dataclass(frozen=True)
class Meaning:
    """Meaning of a tensor: its element at a place, its shape, and whether operands have the shapes that operations require."""

    at: Callable[[Any], Any]
    shape: Any
    legal: Any = True

    @property
    def typed(self) -> tuple[Any, ...]:
        """Return the conditions under which the tensor is well typed."""
        import z3

        return () if self.legal is True else (z3.And(self.legal),)


@dataclass(frozen=True)
class World(obligation.World):
    """Elements of one width in bits."""

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
        """Return a number of a rule, or the number that a variable stands for."""
        import z3

        return z3.BitVecVal(int(a), 64) if isinstance(a, int) else a

    def apply(self, function: Any, form: Any, shape: Any, *operands: Meaning) -> Meaning:
        """Return an elementwise operation: a known one by its number, or else an unknown function of its number and form."""
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
        """Return a movement."""
        import z3

        return Meaning(lambda i: x.at(origin()(m, i)), ends()[1](m), z3.And(x.legal, x.shape == ends()[0](m)))


def place() -> Any:
    """Return the sort of places."""
    import z3

    return z3.DeclareSort("Place")


def origin() -> Any:
    """Return the function from a place of a movement's result to the place its element comes from."""
    import z3

    return z3.Function("origin", z3.BitVecSort(64), place(), place())


def ends() -> tuple[Any, Any]:
    """Return the functions from a movement to the shapes of its operand and of its result."""
    import z3

    number = z3.BitVecSort(64)
    return z3.Function("taken", number, number), z3.Function("given", number, number)


def prove(rule: Rule, steps: int) -> Proof:
    """Prove a rule for elements of all widths. Raises Unsound, NoAnswer."""
    strength = "all shapes and places, elements of 1, 8, 16, 32 and 64 bits"
    return obligation.prove_rule(rule, steps, (World(1), World(8), World(16), World(32), World(64)), strength)


def here() -> Any:
    """Return the place at which both sides of a rule are compared, an arbitrary one. Conditions on all places are assumed there alone."""
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
    """A value from outside of the terms."""


@words.symbol(lambda w, m, x: w.move(m, x))
def move(m: Movement, x: Tensor) -> Tensor:
    """A movement of elements."""


@words.symbol(lambda w, f, e, s, x: w.apply(f, e, s, x))
def apply1(f: Integer, e: Form, s: Shape, x: Tensor) -> Tensor:
    """The operation `f` on each element, of form `e` and result shape `s`: `OTHERS`, since none with a known meaning has one operand."""


@words.symbol(lambda w, f, e, s, x, y: w.apply(f, e, s, x, y))
def apply2(f: Integer, e: Form, s: Shape, x: Tensor, y: Tensor) -> Tensor:
    """The operation `f` on each element of two tensors, of form `e` and result shape `s`.

    `f` is `AND` (1), `OR` (2), `ADD` (3), `MULTIPLY` (4) or `OFFSET` (5, `tt.addptr`); other operations have the number `OTHERS` (16),
    and their form says which one it is.
    """


@words.symbol(lambda w, f, e, s, x, y, z: w.apply(f, e, s, x, y, z))
def apply3(f: Integer, e: Form, s: Shape, x: Tensor, y: Tensor, z: Tensor) -> Tensor:
    """The operation `f` on each element of three tensors, of form `e` and result shape `s`: `SELECT` (6, `arith.select`), or `OTHERS`
    (16), and the form says which one it is.
    """


@words.fact(lambda w, m, s, t: _ends(m, s, t))
def shapes(m: Movement, s: Shape, t: Shape) -> Fact:
    """A movement takes a tensor of one shape and gives one of another."""


@words.fact(_state_composition)
def composed(first: Movement, second: Movement, both: Movement) -> Fact:
    """One movement equals two others, one after the other."""


@words.fact(_undone)
def undone(first: Movement, second: Movement) -> Fact:
    """The second movement is the inverse of the first one."""


def _ends(m: Any, s: Any, t: Any) -> Any:
    import z3

    taken, given = ends()
    return z3.And(taken(m) == s, given(m) == t)
