"""Selection among candidate programs in order of preference: the first that is accepted is the result.

A rule family yields candidates lazily: it searches for a candidate only after the previous ones were rejected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

U = TypeVar("U")
"""Program that is optimised as a whole: a function, a part of a function, or a module."""
R = TypeVar("R")


def take_first(unit: U, alternatives: Iterable[tuple[U, R]], accept: Callable[[U, R], tuple[U, R]]) -> tuple[U, R]:
    """Return the first accepted candidate, or the unchanged program with the reason why the first candidate was rejected.

    Args:
        unit: the program.
        alternatives: at least one candidate program with its record. A candidate identical to `unit` is always accepted.
        accept: returns the candidate, or the unchanged program with a record of the reason.
    """
    refused: tuple[U, R] | None = None
    for new, record in alternatives:
        if new is unit:
            return new, record
        found = accept(new, record)
        if found[0] is not unit:
            return found
        refused = refused or found
    assert refused is not None, "a unit has an alternative"
    return refused
