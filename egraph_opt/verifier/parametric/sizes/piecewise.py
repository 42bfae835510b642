"""Values by cases: ordered decision diagrams over conditions on indices, with a polynomial at each leaf."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from egraph_opt.verifier.parametric.sizes.index_condition import Condition
from egraph_opt.verifier.parametric.sizes.index_polynomial import Polynomial
from egraph_opt.verifier.parametric.sizes.size_facts import Facts

Leaf = Polynomial | int
"""Value without cases: an index polynomial, or the number of a polynomial of the ring."""


class Branch:
    """Inner node of a decision diagram. Conditions along a path are sorted by text. Of a condition and its opposite only one is used."""

    __slots__ = ("condition", "key", "no", "yes")

    def __init__(self, condition: Condition, yes: Value, no: Value) -> None:
        self.condition, self.yes, self.no = condition, yes, no
        self.key = (condition.text, value_key(yes), value_key(no))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Branch) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"({self.condition} ? {self.yes} : {self.no})"


Value = Leaf | Branch
Path = tuple[Condition, ...]


def value_key(value: Value) -> Any:
    """Return a hashable key that is the same for equal values."""
    return value.key if isinstance(value, Branch) else value.text if isinstance(value, Polynomial) else value


def orient(condition: Condition) -> tuple[Condition, bool]:
    """Return whichever of a condition and its opposite diagrams use, and whether it is the given one."""
    if condition.kind == "!=":
        return condition.opposite(), False
    if condition.kind == "==":
        return condition, True
    other = condition.opposite()
    return (condition, True) if condition.text <= other.text else (other, False)


def choose(condition: Condition, yes: Value, no: Value) -> Value:
    """Return the case distinction that is `yes` if a condition is true, else `no`."""
    if condition.truth is not None:
        return yes if condition.truth else no
    here, same = orient(condition)
    return place(here, yes, no) if same else place(here, no, yes)


def place(condition: Condition, yes: Value, no: Value) -> Value:
    """Build a node whose condition is inserted in sorted order among the conditions of both values."""
    yes, no = restrict(yes, condition, True), restrict(no, condition, False)
    if yes == no:
        return yes
    tops = [each.condition for each in (yes, no) if isinstance(each, Branch)]
    first = min(tops, key=lambda c: c.text, default=condition)
    if condition.text <= first.text:
        return Branch(condition, yes, no)
    parts = [place(condition, restrict(yes, first, side), restrict(no, first, side)) for side in (True, False)]
    return parts[0] if parts[0] == parts[1] else Branch(first, parts[0], parts[1])


def restrict(value: Value, condition: Condition, holds: bool) -> Value:
    """Return the part of a value for which a condition is true (or false, if `holds` is false)."""
    if not isinstance(value, Branch) or value.condition.text > condition.text:
        return value
    if value.condition == condition:
        return value.yes if holds else value.no
    yes, no = restrict(value.yes, condition, holds), restrict(value.no, condition, holds)
    return yes if yes == no else Branch(value.condition, yes, no)


def restrict_all(value: Value, path: Path) -> Value:
    """Return the part of a value for which all conditions of a path are true."""
    for each in path:
        here, same = orient(each)
        value = restrict(value, here, same)
    return value


def combine(function: Callable[..., Value], *values: Value) -> Value:
    """Apply a function of leaves to diagrams, case by case."""
    return combine_within(lambda path, *leaves: function(*leaves), values)


def combine_within(function: Callable[..., Value], values: Sequence[Value], path: Path = ()) -> Value:
    """Apply a function to diagrams, case by case: it takes the conditions of the case, and a leaf of each diagram."""
    tops = [each.condition for each in values if isinstance(each, Branch)]
    if not tops:
        return function(path, *values)
    first = min(tops, key=lambda c: c.text)
    yes, no = (
        combine_within(function, [restrict(each, first, side) for each in values], (*path, first if side else first.opposite()))
        for side in (True, False)
    )
    return place(first, yes, no)


def cases(value: Value, path: Path = ()) -> Iterator[tuple[Path, Leaf]]:
    """Yield the conditions and the leaf of each case."""
    if isinstance(value, Branch):
        yield from cases(value.yes, (*path, value.condition))
        yield from cases(value.no, (*path, value.condition.opposite()))
    else:
        yield path, value


def prune(facts: Facts, value: Value, given: Path = ()) -> Value:
    """Drop the cases that the facts and the given conditions exclude."""
    if not isinstance(value, Branch):
        return value
    condition = value.condition
    if facts.holds(condition, given):
        return prune(facts, value.yes, given)
    other = condition.opposite()
    if facts.holds(other, given):
        return prune(facts, value.no, given)
    return choose(condition, prune(facts, value.yes, (*given, condition)), prune(facts, value.no, (*given, other)))


def conditions_of(value: Value) -> frozenset[Condition]:
    """Return all conditions in a value."""
    if not isinstance(value, Branch):
        return frozenset()
    return conditions_of(value.yes) | conditions_of(value.no) | {value.condition}
