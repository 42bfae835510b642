"""Data structures for the comparison of functions: regions of control flow, block terminators, operation labels."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from egraph_opt.ir.module import Op, Value


class Label(NamedTuple):
    """Identity of an operation apart from its operands. The names of these fields appear in error messages."""

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
    """Options of a comparison: what is assumed, and which different programs count as equal."""

    strict: bool = True
    """Operations that depend on a layout must have equal layouts."""
    no_alias: bool = False
    """Assume that an array that a function writes overlaps no other."""
    once: bool = False
    """A loop that is proved to run exactly once equals straight-line code; without this option, only if its bounds are constants."""
    ahead: bool = False
    """A loop-carried value that was loaded for an iteration before it began equals the load in the iteration (see `pipelined_loads`)."""
    elements: bool = False
    """Elementwise operations commute with data movement, and integer sums may be reordered (see `elementwise_form`)."""
    apart: bool = False
    """A reduction of several tensors equals the separate reductions (see `values.reduction_splitting`)."""
    hints: Mapping[Op, frozenset[tuple[str, Hashable]]] | None = None
    """Facts about values, such as `nsw`, that each operation keeps; None: all are kept.

    If given, all other facts are dropped, and so are assumptions of operations without an entry.
    """
    defined: Collection[Op] = ()
    """Divisions that the caller has proved free of undefined behaviour."""


class ExecutionPlace(NamedTuple):
    """Region of control flow, inside the region number `parent`. `label` and `given` tell when it runs: its condition or trip count."""

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
    """Regions, terminators, values and effects of one function, collected for the comparison with another."""

    op: Op
    endings: list[Ending] = field(default_factory=list)
    risks: list[tuple[int, int]] = field(default_factory=list)
    """Each operation that must not be speculated, since it reads memory or divides: its node and the number of its region."""
    loose: list[tuple[int, Hashable, Op]] = field(default_factory=list)
    """Node, layouts and operation wherever a result depends on a layout, if layouts are not compared."""
    places: list[ExecutionPlace] = field(default_factory=list)
    nodes: dict[Value, int] = field(default_factory=dict)
    made: list[tuple[Value, Op, int]] = field(default_factory=list)
    """All allocations in order, if asynchronous work uses a buffer that no wait or deallocation keeps alive; else empty.

    Each entry has the buffer, represented by one value for all aliases, the operation, and a memory state. The state is the one after the
    last operation that started or awaited asynchronous work.
    """
    lasting: list[tuple[Value, int, int]] = field(default_factory=list)
    """Uses of buffers that no wait or deallocation keeps alive: buffer, asynchronous-work state, number of earlier allocations."""
    hinted: list[tuple[Op, tuple[int, ...], frozenset[tuple[str, Hashable]]]] = field(default_factory=list)
    """Operations with facts such as `nsw` or divisibility, the nodes that these constrain, and the facts.

    The nodes are the value without the facts and, for flags, the operands.
    """
    assumed: list[tuple[Op, int]] = field(default_factory=list)
    """Operations such as `llvm.intr.assume`, each with the node of the condition that it assumes."""
    begin: int = 0
    """Memory state at the function's entry."""
