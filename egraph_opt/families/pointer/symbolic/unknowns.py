"""The unknown integers that two programs share, and sizes of types."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import z3

from egraph_opt.errors import EgraphOptError
from egraph_opt.families.pointer.symbolic.ranges import Ranges
from egraph_opt.ir.types import ScalarType, type_of

Index = tuple[Any, ...]


class Unknown(EgraphOptError):
    """A value whose meaning here is not known."""


@dataclass(slots=True)
class Shared:
    """What two programs have in common: unknowns by what they are, and all that is known of them."""

    grid: tuple[int, ...] = ((1 << 31) - 1, 65535, 65535)
    """How many programs there are along each axis at most: CUDA's limits, unless others are given."""
    unknowns: dict[object, Any] = field(default_factory=dict)
    known: list[Any] = field(default_factory=list)
    remote: list[Any] = field(default_factory=list)
    """What holds too, and is for a solver that could not do without (see `lanes.monotone`)."""
    lanes: list[tuple[Any, int]] = field(default_factory=list)
    """The index along each dimension, and its extent."""
    fitting: set[tuple[int, int]] = field(default_factory=set)
    """Terms, by their identities, that are promised to fit in so many bits."""
    turned: dict[int, tuple[Any, Any, int]] = field(default_factory=dict)
    """By what is taken off a number in turns, until it is in its width: that, the number, and the width."""
    remainders: list[tuple[str, Any, Any, Any]] = field(default_factory=list)
    """Remainders by numbers that are not known: how they are made, dividend, divisor and what is left."""
    rounds: dict[Any, Any] = field(default_factory=dict)
    """Of loops that were looked at, how many iterations are done, and how many are before the last one."""
    ranges: Ranges = field(default_factory=Ranges)
    names: dict[int, tuple[Any, frozenset[int]]] = field(default_factory=dict)
    """Terms by their identities, each with the identities of the unknowns in it."""

    def unknown(self, key: object, bits: int) -> Any:
        """The unknown integer of a key; truth for one bit."""
        if key not in self.unknowns:
            name = f"u{len(self.unknowns)}"
            if bits == 1:
                self.unknowns[key] = z3.Bool(name)
            else:
                x = self.unknowns[key] = z3.Int(name)
                self.known += [x >= -(1 << bits - 1), x < 1 << bits - 1]
                self.ranges.note(x, -(1 << bits - 1), (1 << bits - 1) - 1)
        return self.unknowns[key]

    def named(self, term: Any) -> frozenset[int]:
        """The identities of the unknowns in a term."""
        number = term.get_id()
        if number not in self.names:
            found = frozenset((number,)) if z3.is_const(term) else frozenset().union(*map(self.named, term.children()))
            self.names[number] = term, found
        return self.names[number][1]

    def counted(self, key: object) -> Any:
        """An unknown integer with no range."""
        if key not in self.unknowns:
            self.unknowns[key] = z3.Int(f"u{len(self.unknowns)}")
        return self.unknowns[key]


def element_bytes(text: str) -> int:
    """Bytes of a floating or integer element type in memory."""
    found = type_of(text)
    if not isinstance(found, ScalarType) or text == "index":
        raise Unknown(f"the size of {text}")
    return max(1, found.bits // 8)
