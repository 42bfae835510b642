"""The words of tensor algebra with their meanings: what is computed of each element, and where elements are moved.

A tensor is a function from places to elements. An operation on elements does the same at each place, whatever it is: what is not told
apart below is a function that nothing is known of, but that it is one. So a rule that is proved says for floats that every element is
computed by the same operations from the same elements: no bit of it differs, NaN, infinities and signed zeros included. A movement takes
the element of each place of its result from one place of its operand. Elements are bit vectors of 1, 8, 16, 32 and 64 bits, a world each.
"""

# mypy: disable-error-code="empty-body"
from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from egraph_opt.core.rule import Rule
from egraph_opt.core.vocabulary import Fact, Integer, Name, Term, Vocabulary
from egraph_opt.prover import Proof, worlds

BACK_END = "z3: bit vectors, places and what is not told apart uninterpreted"
words = Vocabulary("algebra", prover="egraph_opt.families.algebra.vocabulary")

AND, OR, ADD, MULTIPLY, OFFSET, SELECT = range(1, 7)
"""What is told apart: `arith.andi`, `arith.ori`, `arith.addi` and `arith.muli` that wrap around, `tt.addptr`, `arith.select`."""
OTHERS = 16
"""From here on, an operation that nothing else is known of."""


class Tensor(Term):
    """The elements of a tensor, or of a scalar, which has one place."""


class Shape(Name):
    """The extents of a tensor."""


class Movement(Name):
    """A splat, broadcast, transposition, or change of extents: from which place the element of each place comes."""


class Form(Name):
    """How an operation is written: its name, attributes and element types."""


@dataclass(frozen=True)
class Meaning:
    """A tensor: its element at a place, its shape, and whether operands have the shapes that operations ask for."""

    at: Callable[[Any], Any]
    shape: Any
    legal: Any = True


@dataclass(frozen=True)
class World(worlds.World):
    """Elements of some bits."""

    bits: int

    def unknown(self, name: str, sort: Any) -> Any:
        import z3

        if sort is Tensor:
            return Meaning(z3.Function(name, place(), z3.BitVecSort(self.bits)), z3.BitVec(f"{name}'s shape", 64))
        return z3.BitVec(name, 64)

    def assumed(self, before: Meaning) -> Iterable[Any]:
        return (before.legal,)

    def same(self, before: Meaning, after: Meaning) -> Any:
        import z3

        return z3.And(after.legal, before.shape == after.shape, before.at(here()) == after.at(here()))

    def show(self, model: Any, side: Meaning) -> str:
        import z3

        legal, shape, element = (model.eval(e, True) for e in (z3.And(side.legal), side.shape, side.at(here())))
        return f"shape {shape}, legal: {legal}, element at {model.eval(here(), True)}: {element}"

    def number(self, a: Any) -> Any:
        """Return a number of a rule, or one that a variable stands for."""
        import z3

        return z3.BitVecVal(a, 64) if isinstance(a, int) else a

    def apply(self, function: Any, form: Any, shape: Any, *operands: Meaning) -> Meaning:
        """Return an operation on elements: what is told apart by its number, or else a function of its number and form."""
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
                result = z3.If(f == code, value, result)
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
    """From which place a movement takes the element of a place."""
    import z3

    return z3.Function("origin", z3.BitVecSort(64), place(), place())


def ends() -> tuple[Any, Any]:
    """Return the shapes that a movement takes and gives."""
    import z3

    number = z3.BitVecSort(64)
    return z3.Function("taken", number, number), z3.Function("given", number, number)


def prove(rule: Rule, steps: int) -> Proof:
    """Prove a rule for elements of all widths. Raises Unsound, NoAnswer."""
    strength = "all shapes and places, elements of 1, 8, 16, 32 and 64 bits"
    return worlds.proved(rule, steps, (World(1), World(8), World(16), World(32), World(64)), strength)


def here() -> Any:
    """Return the place at which both sides of a rule are compared: any. What a condition says of all places is assumed there
    alone.
    """
    import z3

    return z3.Const("here", place())


def _composed(w: World, first: Any, second: Any, both: Any) -> Any:
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
    """An operation on each element."""


@words.symbol(lambda w, f, e, s, x, y: w.apply(f, e, s, x, y))
def apply2(f: Integer, e: Form, s: Shape, x: Tensor, y: Tensor) -> Tensor:
    """An operation on each element of two tensors."""


@words.symbol(lambda w, f, e, s, x, y, z: w.apply(f, e, s, x, y, z))
def apply3(f: Integer, e: Form, s: Shape, x: Tensor, y: Tensor, z: Tensor) -> Tensor:
    """An operation on each element of three tensors."""


@words.fact(lambda w, m, s, t: _ends(m, s, t))
def shapes(m: Movement, s: Shape, t: Shape) -> Fact:
    """A movement takes one shape and gives another."""


@words.fact(_composed)
def composed(first: Movement, second: Movement, both: Movement) -> Fact:
    """One movement does what two do, one after the other."""


@words.fact(_undone)
def undone(first: Movement, second: Movement) -> Fact:
    """The second movement takes back what the first one does."""


def _ends(m: Any, s: Any, t: Any) -> Any:
    import z3

    taken, given = ends()
    return z3.And(taken(m) == s, given(m) == t)
