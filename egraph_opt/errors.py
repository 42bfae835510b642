"""What all errors have in common that this package raises on purpose. It stands below everything else."""

from __future__ import annotations

from collections.abc import Iterable


class EgraphOptError(Exception):
    """The base of this package's errors: `except EgraphOptError` catches what it refuses, and not what fails in it."""


class Unsupported(EgraphOptError):
    """A function, or a part of one, that is not modelled and stays as it is: the message says what, and where."""


def nearest(name: str, known: Iterable[str]) -> str:
    """Say which of some known names was meant by one that there is not, as the end of a message; nothing where none is near."""
    from difflib import get_close_matches  # takes time to load, and only mistakes need it

    near = get_close_matches(name, list(known), 1)
    return f": did you mean {near[0]}?" if near else ""
