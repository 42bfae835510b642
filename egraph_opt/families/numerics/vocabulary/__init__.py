"""Vocabulary of bounded rules with semantics over the real numbers, at indices over three axes.

A rule states that two terms are the same real number at each index. `error_bounds` bounds the distance of floats from that number.
Exponentials satisfy a single law, exp(x - y) = exp(x) / exp(y), and are positive.
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
from egraph_opt.prover.counterexample_text import text

BACK_END = "z3: real numbers at places of three axes, exponentials of differences as quotients"
words = Vocabulary("numerics", prover="egraph_opt.families.numerics.vocabulary")
EXTENTS = (1, 2, 16)
ALIKE = ((0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (0, 1, 2))
"""Ways in which a rule's axis names may denote the same axis: one axis number for each name. A rule must hold in every case."""
AxisIndices = tuple[int, ...]


class Real(Term):
    """A real number at each index."""


class Axis(Name):
    """An axis: rows, loop iterations, or columns."""


class Mask(Name):
    """A boolean at each index."""


class Precision(Name):
    """The precision of a matrix product."""


@dataclass(frozen=True)
class Meaning:
    """Semantics of a value: its real number at an index, and the exponential of that number."""

    at: Callable[[AxisIndices], Any]
    power: Callable[[AxisIndices], Any]


@dataclass(frozen=True)
class World(obligation.World):
    """z3 semantics of the vocabulary, with `extent` indices along each axis.

    `axes` gives an axis to each axis name of a rule, in order of occurrence.
    """

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

        def power(i: AxisIndices) -> Any:
            any_real = z3.Real(f"{counterexample.POWER}{name}{i}")
            return z3.If(any_real > 0, any_real, 1)

        return Meaning(lambda i: z3.Real(f"{name}{i}"), power)

    def other(self, at: Callable[[AxisIndices], Any]) -> Meaning:
        """Return the meaning of a value that is `at(i)` at index `i`; its exponential is an uninterpreted function of that number."""
        import z3

        power = z3.Function("power", z3.RealSort(), z3.RealSort())
        return Meaning(at, lambda i: power(at(i)))

    def along(self, axis: int, i: AxisIndices) -> Iterable[AxisIndices]:
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


HERE: AxisIndices = (0, 0, 0)
"""Index at which both sides of a rule are compared. The index is arbitrary, since meanings treat all indices alike."""


def prove(rule: Rule, steps: int) -> Proof:
    """Prove a rule over the real numbers.

    Raises:
        Unsound: a counterexample exists.
        NoAnswer: the solver gave up.
    """
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
    """An opaque value."""


@words.symbol(lambda w, x, y: w.other(lambda i: x.at(i) * y.at(i)))
def multiply(x: Real, y: Real) -> Real:
    """The product of `x` and `y`."""


@words.symbol(lambda w, x, y: Meaning(lambda i: x.at(i) - y.at(i), lambda i: x.power(i) / y.power(i)))
def subtract(x: Real, y: Real) -> Real:
    """The difference `x` - `y`."""


@words.symbol(lambda w, b, x: w.other(x.power))
def power(b: Integer, x: Real) -> Real:
    """Two (`b` = 0) or e (`b` = 1) to the power of `x`. The law of differences, p(x - y) = p(x) / p(y), holds for both."""


@words.symbol(_mask)
def mask(m: Mask, x: Real) -> Real:
    """The value `x` where `m` is true, and zero elsewhere."""


@words.symbol(_sum)
def total(a: Axis, x: Real) -> Real:
    """The sum of `x` along axis `a`."""


@words.symbol(lambda w, p, a, x, y: _sum(w, a, w.other(lambda i: x.at(i) * y.at(i))))
def dot(p: Precision, a: Axis, x: Real, y: Real) -> Real:
    """A matrix product: the sum of `x` * `y` along axis `a`, in precision `p`."""


@words.fact(lambda w, x, a: _free(w, x, a))
def free(x: Real, a: Axis) -> Fact:
    """The value `x` is constant along axis `a`."""


@words.fact(_state_unmasked)
def unmasked(m: Mask, a: Axis) -> Fact:
    """The mask `m` is constant along axis `a`."""


@words.fact(lambda w, x, y, c: None, guide=True)
def between(x: Real, y: Real, c: Real) -> Fact:
    """The value `c` is a candidate between `x` and `y`, to split the difference `x` - `y` into (`x` - `c`) + (`c` - `y`)."""


@words.fact(lambda w, a, row, column: None, guide=True)
def product_along(a: Axis, row: Axis, column: Axis) -> Fact:
    """A matrix product with rows `row` and columns `column` may sum along axis `a`."""


@words.fact(lambda w, x, a: None, guide=True)
def lacks(x: Real, a: Axis) -> Fact:
    """The value `x` is constant along axis `a`, so a product may omit the axis."""


@words.fact(lambda w, p: None, guide=True)
def available(p: Precision) -> Fact:
    """The target supports precision `p`."""


SEARCH = """
(rule ((= .e (multiply .x .y)) (free .x .a) (free .y .a)) ((free .e .a)) :ruleset search)
(rule ((= .e (subtract .x .y)) (free .x .a) (free .y .a)) ((free .e .a)) :ruleset search)
(rule ((= .e (power .b .x)) (free .x .a)) ((free .e .a)) :ruleset search)
(rule ((= .e (mask .m .x)) (free .x .a) (unmasked .m .a)) ((free .e .a)) :ruleset search)
(rule ((free .x .a)) ((lacks .x .a)) :ruleset search)
(rule ((= .e (total .a .x))) ((free .e .a)) :ruleset search)
(rule ((= .e (total .b .x)) (free .x .a)) ((free .e .a)) :ruleset search)
"""
"""egglog rules that derive the axes along which values are constant; the checker verifies these facts."""
