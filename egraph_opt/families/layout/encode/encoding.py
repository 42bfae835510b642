"""An encoded function: terms, what their numbers stand for, and the skeleton outside them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from egraph_opt.families.layout.encode.memory import Memory
from egraph_opt.families.layout.encode.transport import IndexMap
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.scope import Scopes
from egraph_opt.ir.types import TensorType, tensor_type

Term = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Function:
    """What the number in a term stands for: one operation (or one of its results or carried values) at its home.

    `value` is the first value it gives in the program, `place` the block it is computed in. `children` are the operands of a leaf,
    which the e-graph does not see; those in `back` are reached around a loop.
    """

    op: Op
    index: int
    value: Value
    place: int
    children: tuple[Value, ...] = ()
    back: tuple[Value, ...] = ()


class Link(NamedTuple):
    """Two groups whose layouts depend on each other: the same, or by adding a dimension, or by an index map.

    `forward` says that `source` is the operand and `target` the result.
    """

    source: int
    target: int
    axis: int = -1
    index: int = -1  # type: ignore[assignment]
    forward: bool = False


@dataclass(slots=True)
class Encoding:
    """A function, encoded. `group` numbers values by what they are, whatever their layout."""

    function: Op
    memory: Memory
    scopes: Scopes = field(default_factory=Scopes)
    terms: dict[Term, int] = field(default_factory=dict)
    functions: list[Function] = field(default_factory=list)
    layouts: dict[str, int] = field(default_factory=lambda: {"": 0})
    term: dict[Value, int] = field(default_factory=dict)
    group: dict[Value, int] = field(default_factory=dict)
    shape: list[TensorType | None] = field(default_factory=list)
    """The type of each group; its layout is that of whichever value came first."""
    home: list[int] = field(default_factory=list)
    """The block in which each group's value is computed."""
    index_maps: dict[IndexMap, int] = field(default_factory=dict)
    any_order: list[int] = field(default_factory=list)
    """Reductions that give the same result in any order."""
    converted: dict[Value, Value] = field(default_factory=dict)
    """Results of conversions, and what each converts."""
    unions: list[tuple[int, int]] = field(default_factory=list)
    reads: dict[Op, int] = field(default_factory=dict)
    """Operations that copy a tensor to shared memory where it may be read, and the number of the load that does."""
    tokens: dict[Op, Value] = field(default_factory=dict)
    """Operations that look at whole tensors, and the value that stands for all that they see."""
    roots: list[tuple[Value, Op]] = field(default_factory=list)
    """What the skeleton needs, and the operation that needs it."""
    skeleton: set[Op] = field(default_factory=set)
    """Operations that stay, whether anything uses their results or not."""
    defined_by: dict[Value, Op] = field(default_factory=dict)
    captured: dict[Op, tuple[Value, ...]] = field(default_factory=dict)
    """Values that an operation's own regions use from outside."""
    links: list[Link] = field(default_factory=list)
    anchors: list[Value] = field(default_factory=list)
    placeholders: set[int] = field(default_factory=set)
    """Leaves of loop arguments: equal to a `carried` term, and never chosen themselves."""
    loads_move: bool = False
    """True if some load may be done in other layouts: choices differ in their traffic with global memory."""
    order: dict[Op, int] = field(default_factory=dict)
    place: dict[Op, int] = field(default_factory=dict)

    def layout(self, encoding: str | None) -> int:
        return self.layouts.setdefault(encoding or "", len(self.layouts))

    def intern(self, *term: str | int) -> int:
        return self.terms.setdefault(term, len(self.terms))

    @property
    def maps(self) -> list[IndexMap]:
        return list(self.index_maps)

    def value_layout(self, value: Value) -> int:
        tensor = tensor_type(value.type)
        return self.layout(tensor.encoding) if tensor else 0
