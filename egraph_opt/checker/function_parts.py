"""Data structures for the comparison of functions: control scopes, block terminators, operation labels."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from egraph_opt.ir.module import Op, Value


class Label(NamedTuple):
    """Identity of an operation apart from its operands. Field names appear in reports."""

    name: str
    attributes: Hashable
    words: Hashable
    types: tuple[Hashable, ...]
    """Result types without layouts; for an unknown operation, the full types of operands and results."""
    layouts: Hashable
    """Layouts on which the operation's results depend."""
    regions: Hashable
    known: bool = True


class EqualityTerms(NamedTuple):
    """Definition of equality: assumptions, and the equalities to search for."""

    strict: bool = True
    """Operations that depend on a layout must have equal layouts."""
    no_alias: bool = False
    """Assume that an array that a function writes overlaps no other."""
    once: bool = False
    """A loop that is proved to run once equals a loop whose constant bounds allow one iteration."""
    ahead: bool = False
    """A prefetched loop-carried value equals the load of that value in the iteration (see `pipelined_loads`)."""
    elements: bool = False
    """Elementwise operations commute with data movement, and integer sums with reordering (see `elementwise_form`)."""
    apart: bool = False
    """A reduction of several tensors equals the separate reductions (see `values.reduction_splitting`)."""
    hints: Mapping[Op, frozenset[tuple[str, Hashable]]] | None = None
    """Hints that each operation keeps. If given, all other hints are dropped, and so are assumptions of operations without an entry."""
    defined: Collection[Op] = ()
    """Divisions that the caller has proved defined at their position."""


class ExecutionPlace(NamedTuple):
    """Control scope within the scope `parent`; `label` and `given` are the condition or trip count under which the scope runs."""

    label: Hashable
    given: list[int]
    parent: int
    op: Op


class Ending(NamedTuple):
    """Terminator of a block of a function."""

    label: Hashable
    args: tuple[int, ...]
    """Memory state, followed by the operands."""
    op: Op


@dataclass(slots=True)
class ComparedFunction:
    """Control scopes, terminators, values and effects of one function, for comparison."""

    op: Op
    endings: list[Ending] = field(default_factory=list)
    risks: list[tuple[int, int]] = field(default_factory=list)
    """Node and scope index of each operation that must not be speculated: it reads memory or divides."""
    loose: list[tuple[int, Hashable, Op]] = field(default_factory=list)
    """Node, layouts and operation of each layout-dependent operation, if layouts are not compared."""
    places: list[ExecutionPlace] = field(default_factory=list)
    nodes: dict[Value, int] = field(default_factory=dict)
    made: list[tuple[Value, Op, int]] = field(default_factory=list)
    """All allocations in order, if asynchronous work uses a buffer that nothing keeps alive; else empty.

    Each entry has the representative of the buffer, the operation, and a memory state: the state after the last operation that started
    or awaited asynchronous work.
    """
    lasting: list[tuple[Value, int, int]] = field(default_factory=list)
    """Uses of buffers that nothing keeps alive: representative, asynchronous-work state, and number of earlier allocations."""
    hinted: list[tuple[Op, tuple[int, ...], frozenset[tuple[str, Hashable]]]] = field(default_factory=list)
    """Operations with hints. The nodes are those that the hints constrain: the value without hints, then flag operands."""
    assumed: list[tuple[Op, int]] = field(default_factory=list)
    """Assumptions and their condition nodes."""
    begin: int = 0
    """Memory state at the function's entry."""
