"""The parts of one function that are compared: its places, the ends of its blocks, and the labels of its operations."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from egraph_opt.ir.module import Op, Value


class Label(NamedTuple):
    """Identity of an operation apart from its operands. Its fields have the words of a report."""

    name: str
    attributes: Hashable
    words: Hashable
    types: tuple[Hashable, ...]
    """Result types without layouts; if the operation is not known, the whole types of operands and results."""
    layouts: Hashable
    """Layouts that its values depend on."""
    regions: Hashable
    known: bool = True


class EqualityTerms(NamedTuple):
    """Meaning of "equal", and the equalities to search for."""

    strict: bool = True
    """Computations that depend on a layout must have the same layout."""
    no_alias: bool = False
    """No array that a function writes overlaps another."""
    once: bool = False
    """A loop that is proved to run once equals one whose bounds say so."""
    ahead: bool = False
    """A value that a loop carries equals the load that it stands for."""
    elements: bool = False
    """Computing before or after moving elements makes no difference, and integers may change places in sums (`elements`)."""
    apart: bool = False
    """A reduction of several tensors equals the separate reductions of each (`reductions`)."""
    hints: Mapping[Op, frozenset[tuple[str, Hashable]]] | None = None
    """Hints that operations keep; if it is given, all others are dropped, and all assumptions that are not in it."""
    defined: Collection[Op] = ()
    """Divisions that the caller has proved defined wherever they run."""


class ExecutionPlace(NamedTuple):
    """Place where operations run. `label` and `given` say under which condition, or how often, within the place `parent`."""

    label: Hashable
    given: list[int]
    parent: int
    op: Op


class Ending(NamedTuple):
    """End of a block of a function."""

    label: Hashable
    args: tuple[int, ...]
    """State of memory, then the operands."""
    op: Op


@dataclass(slots=True)
class ComparedFunction:
    """The parts of one function that are compared."""

    op: Op
    endings: list[Ending] = field(default_factory=list)
    risks: list[tuple[int, int]] = field(default_factory=list)
    """Node and place of each operation that must not run just anywhere: it reads memory, or divides."""
    loose: list[tuple[int, Hashable, Op]] = field(default_factory=list)
    """Node, layouts and operation of each operation that depends on layouts, if layouts are not compared."""
    places: list[ExecutionPlace] = field(default_factory=list)
    nodes: dict[Value, int] = field(default_factory=dict)
    made: list[tuple[Value, Op, int]] = field(default_factory=list)
    """All allocations in order, if asynchronous work uses a buffer that nothing keeps: the representative of the buffer, and the
    state of memory after the last operation that started or awaited such work.
    """
    lasting: list[tuple[Value, int, int]] = field(default_factory=list)
    """Operations that mention a buffer that nothing keeps: its representative, such a state, and the number of earlier allocations."""
    hinted: list[tuple[Op, tuple[int, ...], frozenset[tuple[str, Hashable]]]] = field(default_factory=list)
    """Operations with hints, their values without them and what flags speak of besides, and the hints."""
    assumed: list[tuple[Op, int]] = field(default_factory=list)
    """Assumptions and their conditions."""
    begin: int = 0
    """State of memory at the function's entry."""
