"""Words of bounded rules and their meanings: real numbers at places of three axes.

A rule says that two terms are the same real number at each place. `error_bounds` says how far floats are from it: the error that each
word adds. An exponential is known by one law, which makes differences quotients: the exponential of a difference is the quotient
of the exponentials, and that of a value is some positive number.
"""

# mypy: disable-error-code="empty-body"
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from egraph_opt.core.rule import Rule
from egraph_opt.core.vocabulary import Fact, Integer, Name, Term, Vocabulary
from egraph_opt.families.numerics.vocabulary import counterexample
from egraph_opt.prover import Proof, obligation
from egraph_opt.prover.counterexample import text

BACK_END = "z3: real numbers at places of three axes, exponentials of differences as quotients"
words = Vocabulary("numerics", prover="egraph_opt.families.numerics.vocabulary")
EXTENTS = (1, 2, 16)
ALIKE = ((0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (0, 1, 2))
"""Patterns of equal axes in a rule, in the order of their names: a rule must hold in every case."""
Place = tuple[int, ...]


class Real(Term):
    """Real number at each place."""


class Axis(Name):
    """Axis: rows, iterations of the loop, or columns."""


class Mask(Name):
    """Truth value at each place."""


class Precision(Name):
    """Precision of a matrix product."""


@dataclass(frozen=True)
class Meaning:
    """Real number at a place, and its exponential."""

    at: Callable[[Place], Any]
    power: Callable[[Place], Any]


@dataclass(frozen=True)
class World(obligation.World):
    """Axes of `extent` places; `axes` are those that a rule's names stand for, in the order in which they occur."""

    extent: int
    axes: tuple[int, ...]
    known: dict[str, int] = field(default_factory=dict, compare=False)

    def unknown(self, name: str, sort: Any) -> Any:
        import z3

        if sort is Real:
            return self.leaf(name)
        if sort is Mask:
            return lambda i: z3.Bool(f"{name}{i}")
        return self.axes[self.known.setdefault(name, len(self.known))] if sort is Axis else z3.Int(name)

    def leaf(self, name: str) -> Meaning:
        import z3

        def power(i: Place) -> Any:
            any_real = z3.Real(f"{counterexample.POWER}{name}{i}")
            return z3.If(any_real > 0, any_real, 1)

        return Meaning(lambda i: z3.Real(f"{name}{i}"), power)

    def other(self, at: Callable[[Place], Any]) -> Meaning:
        """Return a value whose exponential is unknown."""
        import z3

        power = z3.Function("power", z3.RealSort(), z3.RealSort())
        return Meaning(at, lambda i: power(at(i)))

    def along(self, axis: int, i: Place) -> Iterable[Place]:
        """Return the places that a sum at a place runs over."""
        return ((*i[:axis], k, *i[axis + 1 :]) for k in range(self.extent))

    def same(self, before: Meaning, after: Meaning) -> Any:
        return before.at(HERE) == after.at(HERE)

    def show(self, model: Any, side: Meaning) -> str:
        place = f" at {HERE}" if self.extent > 1 else ""
        return f"{text(model.eval(side.at(HERE), True))}{place}"

    def bounds(self, rule: Rule, known: Mapping[str, Any], goals: Sequence[Any]) -> Iterable[Sequence[Any]]:
        return counterexample.bounds(goals)

    def describe_counterexample(self, model: Any, rule: Rule, known: Mapping[str, Any], goals: Sequence[Any]) -> str:
        axes = {name: known[name] for name, sort in rule.variables.items() if sort is Axis}
        return counterexample.describe_counterexample(model, rule, axes, self.extent, goals)


HERE: Place = (0, 0, 0)
"""Place at which both sides are compared: any, since no word tells places apart except by what it sums over."""


def prove(rule: Rule, steps: int) -> Proof:
    """Prove a rule. Raises Unsound, NoAnswer."""
    strength = f"real numbers, axes of {', '.join(map(str, EXTENTS))} places"
    names = sum(sort is Axis for sort in rule.variables.values())
    cases = sorted({axes[:names] for axes in ALIKE})
    return obligation.prove_rule(rule, steps, tuple(World(extent, axes) for extent in EXTENTS for axes in cases), strength)


def _sum(w: World, axis: Any, x: Meaning) -> Meaning:
    import z3

    return w.other(lambda i: z3.Sum([x.at(k) for k in w.along(axis, i)]))


def _free(w: World, x: Meaning, axis: Any) -> Any:
    import z3

    first, *others = w.along(axis, HERE)
    return z3.And(z3.BoolVal(True), *(z3.And(x.at(i) == x.at(first), x.power(i) == x.power(first)) for i in others))


def _state_unmasked(w: World, m: Any, axis: Any) -> Any:
    import z3

    first, *others = w.along(axis, HERE)
    return z3.And(z3.BoolVal(True), *(m(i) == m(first) for i in others))


def _mask(w: World, m: Any, x: Meaning) -> Meaning:
    import z3

    return w.other(lambda i: z3.If(m(i), x.at(i), 0))


@words.symbol(lambda w, n: w.leaf(f"leaf {n}"))
def leaf(n: Integer) -> Real:
    """A value that is not analysed further."""


@words.symbol(lambda w, x, y: w.other(lambda i: x.at(i) * y.at(i)))
def multiply(x: Real, y: Real) -> Real:
    """A product."""


@words.symbol(lambda w, x, y: Meaning(lambda i: x.at(i) - y.at(i), lambda i: x.power(i) / y.power(i)))
def subtract(x: Real, y: Real) -> Real:
    """A difference."""


@words.symbol(lambda w, b, x: w.other(x.power))
def power(b: Integer, x: Real) -> Real:
    """Two (0) or e (1), to the power of a value. The law of differences is the same for both."""


@words.symbol(_mask)
def mask(m: Mask, x: Real) -> Real:
    """A value where a mask holds, and zero elsewhere."""


@words.symbol(_sum)
def total(a: Axis, x: Real) -> Real:
    """A sum along an axis."""


@words.symbol(lambda w, p, a, x, y: _sum(w, a, w.other(lambda i: x.at(i) * y.at(i))))
def dot(p: Precision, a: Axis, x: Real, y: Real) -> Real:
    """A matrix product: the sum along an axis of products."""


@words.fact(lambda w, x, a: _free(w, x, a))
def free(x: Real, a: Axis) -> Fact:
    """A value is the same along an axis."""


@words.fact(_state_unmasked)
def unmasked(m: Mask, a: Axis) -> Fact:
    """A mask is the same along an axis."""


@words.fact(lambda w, x, y, c: None, guide=True)
def between(x: Real, y: Real, c: Real) -> Fact:
    """A third value is worth a try between the two of a difference: from the first to it, and from it to the second."""


@words.fact(lambda w, a, row, column: None, guide=True)
def product_along(a: Axis, row: Axis, column: Axis) -> Fact:
    """A matrix product may sum along an axis, and has the other two."""


@words.fact(lambda w, x, a: None, guide=True)
def lacks(x: Real, a: Axis) -> Fact:
    """A value is the same along an axis, so that a matrix of it need not have it: a product is one without it too."""


@words.fact(lambda w, p: None, guide=True)
def available(p: Precision) -> Fact:
    """The target supports this precision of a product."""


SEARCH = """
(rule ((= .e (multiply .x .y)) (free .x .a) (free .y .a)) ((free .e .a)) :ruleset search)
(rule ((= .e (subtract .x .y)) (free .x .a) (free .y .a)) ((free .e .a)) :ruleset search)
(rule ((= .e (power .b .x)) (free .x .a)) ((free .e .a)) :ruleset search)
(rule ((= .e (mask .m .x)) (free .x .a) (unmasked .m .a)) ((free .e .a)) :ruleset search)
(rule ((free .x .a)) ((lacks .x .a)) :ruleset search)
(rule ((= .e (total .a .x))) ((free .e .a)) :ruleset search)
(rule ((= .e (total .b .x)) (free .x .a)) ((free .e .a)) :ruleset search)
"""
"""Rules for the axes along which values vary, from those of their parts; the checker examines them again."""
