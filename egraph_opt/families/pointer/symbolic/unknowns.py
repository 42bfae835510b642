"""Unknown integers that two programs share, and sizes of types."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import z3

from egraph_opt.errors import EgraphOptError
from egraph_opt.families.pointer.symbolic import raw
from egraph_opt.families.pointer.symbolic.ranges import Ranges
from egraph_opt.families.pointer.symbolic.terms import Found
from egraph_opt.ir.types import ScalarType, type_of

Index = tuple[Any, ...]


class Unknown(EgraphOptError):
    """Refuse a value whose meaning is not known here."""


@dataclass(slots=True)
class Shared:
    """Common part of two programs: unknowns by key, and the facts about them."""

    grid: tuple[int, ...] = ((1 << 31) - 1, 65535, 65535)
    """Most programs along each axis: CUDA's limits, unless others are given."""
    unknowns: dict[object, Any] = field(default_factory=dict)
    found: Found = field(default_factory=Found)
    """What belongs to the terms that are evaluated now."""
    wide: dict[object, tuple[Any, Any]] = field(default_factory=dict)
    """By key: the facts that an unknown fits in its width."""
    lanes: list[tuple[Any, int]] = field(default_factory=list)
    """Index along each dimension, and its extent."""
    fitting: set[tuple[int, int]] = field(default_factory=set)
    """Terms, by their identities, that are promised to fit in so many bits."""
    remainders: list[tuple[str, Any, Any, Any]] = field(default_factory=list)
    """Remainders by unknown numbers: their operation, dividend, divisor and result."""
    divided: list[tuple[str, Any, Any, Any]] = field(default_factory=list)
    """Quotients and remainders by unknown numbers: their operation, dividend, divisor and result."""
    quotients: list[tuple[Any, Any, Any, bool]] = field(default_factory=list)
    """Quotients by unknown numbers: their dividend, divisor and result, and whether a guard computes them."""
    moving: set[int] = field(default_factory=set)
    """Identities of the iterations done of loops, and of quotients and remainders by unknown numbers that change with these."""
    bounding: dict[int, set[int]] = field(default_factory=dict)
    """Identities of the iterations done of loops, and of quotients and remainders by unknown numbers, each with those of the unknowns that
    bound it.
    """
    below: list[tuple[Any, Any]] = field(default_factory=list)
    """Quotients and remainders that change with a loop, each with a number that is probably its greatest."""
    factors: dict[tuple[int, int], tuple[Any, Any]] = field(default_factory=dict)
    """Factors of products, by their identities."""
    rounds: dict[Any, Any] = field(default_factory=dict)
    """Of loops that were looked at, how many iterations are done, and how many are before the last one."""
    ranges: Ranges = field(default_factory=Ranges)
    names: dict[int, tuple[Any, frozenset[int]]] = field(default_factory=dict)
    """Terms by their identities, each with the identities of the unknowns in it."""

    def unknown(self, key: object, bits: int) -> Any:
        """Return the unknown integer of a key; a truth value for one bit."""
        if key not in self.unknowns:
            name = f"u{len(self.unknowns)}"
            if bits == 1:
                self.unknowns[key] = z3.Bool(name)
            else:
                x = self.unknowns[key] = z3.Int(name)
                self.wide[key] = x >= -(1 << bits - 1), x < 1 << bits - 1
                self.ranges.note(x, -(1 << bits - 1), (1 << bits - 1) - 1)
        self.found.known += self.wide.get(key, ())
        return self.unknowns[key]

    def named(self, term: Any) -> frozenset[int]:
        """The identities of the unknowns in a term."""
        number = term.get_id()
        if number not in self.names:
            self.names[number] = term, frozenset(self._named(term.ctx.ref(), term.as_ast()))
        return self.names[number][1]

    def _named(self, context: Any, term: raw.Pointer) -> Iterator[int]:
        """Yield what `named` returns."""
        todo, seen = [term], set[int]()
        while todo:
            part = todo.pop()
            number = raw.identity(context, part)
            if number in seen:
                continue
            seen.add(number)
            if number in self.names:
                yield from self.names[number][1]
            elif below := [*raw.parts(context, part)]:
                todo += below
            elif raw.kind(context, part) == z3.Z3_OP_UNINTERPRETED:
                yield number

    def around(self, names: frozenset[int]) -> frozenset[int]:
        """The identities of some unknowns, and of those that bound them."""
        todo, found = list(names), set(names)
        while todo:
            new = self.bounding.get(todo.pop(), set()) - found
            found |= new
            todo += new
        return frozenset(found)

    def counted(self, key: object) -> Any:
        """Return an unknown integer without a range."""
        if key not in self.unknowns:
            self.unknowns[key] = z3.Int(f"u{len(self.unknowns)}")
        return self.unknowns[key]


def element_bytes(text: str) -> int:
    """Return the bytes of a floating or integer element type in memory."""
    found = type_of(text)
    if not isinstance(found, ScalarType) or text == "index":
        raise Unknown(f"the size of {text}")
    return max(1, found.bits // 8)
