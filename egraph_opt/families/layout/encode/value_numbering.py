"""Value numbering: values that are equal up to layout get one number (group), and share candidate layouts."""

from __future__ import annotations

from typing import NamedTuple

from egraph_opt.families.layout.encode.descriptor_alias import FunctionBuffers
from egraph_opt.families.layout.encode.encoded_function import Encoding, FunctionNumber, Link
from egraph_opt.ir.analysis.trip_count import integer_constants
from egraph_opt.ir.declaration_lookup import Declaration, Effect
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import tensor_type


class Moves(NamedTuple):
    """Accesses whose layout may change, besides small loads (fewer elements than threads).

    `loads`, `stores`: large accesses to global memory. `copies`: loads of a tensor from its shared-memory copy may replace conversions.
    """

    loads: bool = False
    stores: bool = False
    copies: bool = False
    coalesced: bool = False
    """Large loads and stores may take layouts in which they ask memory for no more, and small stores any layout: those of `accesses`."""
    accesses: frozenset[Op] = frozenset()


NO_MOVES = Moves()


class Numbering:
    """State of value numbering: the function symbols, terms and value numbers of the operations encoded so far."""

    def __init__(self, function: Op, threads: int, reassociate: bool, moves: Moves, memory: FunctionBuffers) -> None:
        self.out = Encoding(function, memory)
        self.threads, self.reassociate, self.moves = threads, reassociate, moves
        self.epoch = 0
        """Number of operations so far that may write memory. Reads in different epochs are never equal."""
        self.constants = integer_constants(function)
        self.numbered: dict[tuple[object, ...], list[int]] = {}
        self.groups: dict[int, int] = {}

    def number(self, key: tuple[object, ...] | None, function: FunctionNumber) -> int:
        """Number a function symbol. Reuse the number of a symbol with the same `key` in a dominating block; `key` None: never reuse."""
        if key is not None:
            for candidate in self.numbered.get(key, ()):
                if self.out.scopes.dominates(self.out.functions[candidate].place, function.place):
                    return candidate
        self.out.functions.append(function)
        if key is not None:
            self.numbered.setdefault(key, []).append(len(self.out.functions) - 1)
        return len(self.out.functions) - 1

    def bind(self, value: Value, term: int, f: int) -> None:
        """Assign a term to a value. Values with the same function symbol `f` get the same value number."""
        group = self.groups.setdefault(f, len(self.out.shape))
        if group == len(self.out.shape):
            self.out.shape.append(tensor_type(value.type))
            self.out.home.append(self.out.functions[f].place)
        self.out.term[value], self.out.group[value] = term, group

    def leaf(
        self,
        value: Value,
        op: Op,
        index: int,
        place: int,
        children: tuple[Value, ...] = (),
        key: tuple[object, ...] | None = None,
    ) -> int:
        f = self.number(key, FunctionNumber(op, index, value, place, children))
        self.bind(value, self.out.intern("leaf", f), f)
        self.out.anchors.append(value)
        return f

    def time(self, known: Declaration) -> int:
        """Return the number of memory writes so far (`epoch`) for an operation that reads memory, -1 for any other."""
        return self.epoch if known.effect is Effect.READS else -1

    def link(self, operand: Value, result: Value, axis: int = -1, index: int = -1) -> None:
        a, b = self.out.group[operand], self.out.group[result]
        self.out.links += [Link(a, b, axis, index, forward=True), Link(b, a, axis, index)]

    def tie(self, *values: Value, access: int = -1) -> None:
        """Link values that must have equal layouts: in which the load or store `access`, if any, must stay coalesced."""
        first = self.out.group[values[0]]
        for other in values[1:]:
            second = self.out.group[other]
            self.out.links += [Link(first, second, access=access), Link(second, first, access=access)]
