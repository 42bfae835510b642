"""What is to be compared of one function: its places, how its blocks end, and what its operations are but for their operands."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from dataclasses import dataclass, field
from typing import NamedTuple

from egraph_opt.ir.module import Op, Value


class Label(NamedTuple):
    """What makes an operation what it is, but for its operands; fields in the words of a report."""

    name: str
    attributes: Hashable
    words: str
    types: tuple[str, ...]
    """Without layouts, and those of results only; whole, and those of operands too, where the operation is not known."""
    layouts: Hashable
    """Those that its values depend on."""
    regions: Hashable
    known: bool = True


class Terms(NamedTuple):
    """What "equal" is to mean, and what is to be looked for."""

    strict: bool = True
    """Whatever depends on a layout is computed in the same layout."""
    no_alias: bool = False
    """Wherever no array that a function writes to overlaps another."""
    once: bool = False
    """A loop that is proved to run once is one whose bounds say so."""
    ahead: bool = False
    """A value that a loop carries is the load that it stands for."""
    elements: bool = False
    """What is computed of elements before they are moved is what is computed after, and integers may change places in sums (`elements`)."""
    apart: bool = False
    """A reduction of several tensors is the reductions of each (`reductions`)."""
    defined: Collection[Op] = ()
    """Divisions of which the caller has proved that they are defined wherever they run."""


class Place(NamedTuple):
    """Where operations run: `label` and `given` say under which condition, or how often, within the place `parent`."""

    label: Hashable
    given: list[int]
    parent: int
    op: Op


class Ending(NamedTuple):
    """How a block of a function ends."""

    label: Hashable
    args: tuple[int, ...]
    """The state of memory, then the operands."""
    op: Op


@dataclass(slots=True)
class Function:
    """What is to be compared of one function."""

    op: Op
    endings: list[Ending] = field(default_factory=list)
    risks: list[tuple[int, int]] = field(default_factory=list)
    """Node and place of each operation that may not run anywhere: it reads memory, or divides."""
    loose: list[tuple[int, Hashable, Op]] = field(default_factory=list)
    """Node, layouts and operation of what depends on layouts, where they are not compared."""
    places: list[Place] = field(default_factory=list)
    nodes: dict[Value, int] = field(default_factory=dict)
    made: list[tuple[Value, Op, int]] = field(default_factory=list)
    """Where something goes on with a buffer that nothing keeps: all allocations in their order, with what stands for their buffers, and the
    state of memory after what last started or awaited anything."""
    lasting: list[tuple[Value, int, int]] = field(default_factory=list)
    """What mentions a buffer that nothing keeps: what stands for it, such a state, and how many buffers were allocated before."""
    begin: int = 0
    """The state of memory when the function is called."""
