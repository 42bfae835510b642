"""What searches of one module under several options have in common is made once: terms, e-graph, extraction problem, proof.

So that there is one e-graph, all searches may be given the accesses that move in any of them; who must not move loads chooses without.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import fields
from typing import Any, TypeVar

from egraph_opt.families.layout.encode.numbering import Moves
from egraph_opt.families.layout.options import Options

T = TypeVar("T")

OWN = ("extract", "move_loads", "loads_first", "carry_loads")
"""Options in which searches may differ that have something in common."""


class Known:
    """Steps of earlier searches."""

    def __init__(self, moves: Moves | None = None) -> None:
        """`moves`: what any of the searches may move, if it is the same for all."""
        self.moves = moves
        self._common: list[object] = []
        self._made: dict[Hashable, Any] = {}

    def fits(self, options: Options) -> bool:
        """Whether a search with these options has something in common with those before it."""
        common = [getattr(options, field.name) for field in fields(options) if field.name not in OWN]
        self._common = self._common or common
        return self._common == common

    def once(self, make: Callable[[], T], *step: Hashable) -> T:
        """What a step makes of something, made when it is first asked for."""
        if step not in self._made:
            self._made[step] = make()
        found: T = self._made[step]
        return found

    def earlier(self, *step: Hashable) -> Any:
        """What a step made of something; None where there was no such step."""
        return self._made.get(step)
