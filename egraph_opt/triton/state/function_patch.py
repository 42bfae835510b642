"""Reversible replacement of Triton's functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Patches:
    """Replacements of attributes, which can be undone."""

    def __init__(self) -> None:
        self._undo: list[Callable[[], None]] = []

    def replace(self, owner: Any, name: str, new: Any) -> None:
        old = vars(owner)[name]
        setattr(owner, name, new)

        def undo() -> None:
            if vars(owner).get(name) is new:
                setattr(owner, name, old)

        self._undo.append(undo)

    def remove(self) -> None:
        """Restore the original attributes, except where another patch has wrapped the replacement."""
        while self._undo:
            self._undo.pop()()
