"""What searches of one module under several options have in common is made once: terms, e-graph, extraction problem, proof.

A search is told by what it starts from, so that what it finds does not depend on the searches before it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar

from egraph_opt.families.layout.encode.encoding import Encoding
from egraph_opt.families.layout.options import Options

if TYPE_CHECKING:
    from egraph_opt.families.layout.optimize import Program

T = TypeVar("T")

OWN = ("extract", "move_loads", "loads_first")
"""Options in which searches may differ that have something in common."""

SAYS = ("terms", "functions", "term", "group", "any_order", "unions", "links", "anchors", "roots", "reads", "loads_move")
"""What an encoding says of its function, beside its layouts."""


class Known:
    """Steps of earlier searches."""

    def __init__(self) -> None:
        self._programs: list[tuple[object, Program]] = []
        self._made: dict[Hashable, Any] = {}

    def program(self, program: Program, options: Options) -> Program:
        """A program of an earlier search with the same terms and options, if there was one, or this one."""
        common = [getattr(options, field.name) for field in fields(options) if field.name not in OWN]
        for other, earlier in self._programs:
            if other == common and same(earlier.encoding, program.encoding) and earlier.layouts == program.layouts:
                return earlier
        self._programs.append((common, program))
        return program

    def once(self, make: Callable[[], T], step: str, *of: Hashable) -> T:
        """What a step makes of something, made at its first call. A program stands for itself (`id`): it is kept."""
        key = (step, *of)
        if key not in self._made:
            self._made[key] = make()
        found: T = self._made[key]
        return found

    def earlier(self, step: str, *of: Hashable) -> Any:
        """What a step made of something; None where there was no such step."""
        return self._made.get((step, *of))


def same(one: Encoding, other: Encoding) -> bool:
    """Whether two encodings of a function are the same."""
    if one.function is not other.function or any(getattr(one, name) != getattr(other, name) for name in SAYS):
        return False
    names = [list(each.layouts) for each in (one, other)]  # those that came later are not of the encoding
    return all(a == b for a, b in zip(*names, strict=False))
