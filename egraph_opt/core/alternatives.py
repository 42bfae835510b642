"""Alternatives: what a program may become, in an order; the first that is accepted is taken.

Second searches, other spellings and fallbacks are alternatives. A family yields them one after the other, so that an alternative is
searched for only after those before it were refused, and never while one of them is proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

U = TypeVar("U")
"""What is optimised as one: a function, a part of one, or a module."""
R = TypeVar("R")
"""What is recorded of it."""


def take_first(unit: U, alternatives: Iterable[tuple[U, R]], accept: Callable[[U, R], tuple[U, R]]) -> tuple[U, R]:
    """Return the first alternative that is accepted, else the unit itself and why the first one was refused.

    Args:
        unit: the program.
        alternatives: at least one program, and its record. One that is the unit itself is accepted, and ends the search.
        accept: returns the alternative, or the unit with a record that has the reason.
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
