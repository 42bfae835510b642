"""Ordered alternatives for a program: the first that is accepted is the result.

Further searches, other spellings and fallbacks are alternatives. A family yields them lazily: it searches for one only after the
previous ones were rejected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

U = TypeVar("U")
"""Unit of optimisation: a function, a part of one, or a module."""
R = TypeVar("R")
"""Record of a unit."""


def take_first(unit: U, alternatives: Iterable[tuple[U, R]], accept: Callable[[U, R], tuple[U, R]]) -> tuple[U, R]:
    """Return the first accepted alternative, else the unit itself with the reason why the first alternative was rejected.

    Args:
        unit: the program.
        alternatives: at least one pair of a program and its record. A program identical to the unit is accepted and ends the search.
        accept: returns the alternative, or the unit with a record of the reason.
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
