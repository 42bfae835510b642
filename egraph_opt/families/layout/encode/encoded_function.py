"""An encoded function: terms, the meaning of their numbers, and the skeleton outside them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from egraph_opt.families.layout.encode.descriptor_alias import FunctionBuffers
from egraph_opt.families.layout.encode.layout_inference import BitMap
from egraph_opt.ir.dominance import Scopes
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import TensorType, tensor_type

Term = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class FunctionNumber:
    """Meaning of the number in a term: one operation (or one of its results or carried values) at its home.

    `value` is the first value it gives in the program, `place` the block it is computed in. `children` are the operands of a
    leaf, which the e-graph does not see; those in `back` are reached around a loop.
    """

    op: Op
    index: int
    value: Value
    place: int
    children: tuple[Value, ...] = ()
    back: tuple[Value, ...] = ()


class Link(NamedTuple):
    """Two groups whose layouts depend on each other: they are the same, or related by an added dimension or an index map.

    `forward`: `source` is the operand and `target` the result.
    """

    source: int
    target: int
    axis: int = -1
    index: int = -1  # type: ignore[assignment]
    forward: bool = False


@dataclass(slots=True)
class Encoding:
    """An encoded function. `group` numbers values by what they compute, whatever their layout."""

    function: Op
    memory: FunctionBuffers
    scopes: Scopes = field(default_factory=Scopes)
    terms: dict[Term, int] = field(default_factory=dict)
    functions: list[FunctionNumber] = field(default_factory=list)
    layouts: dict[str, int] = field(default_factory=lambda: {"": 0})
    term: dict[Value, int] = field(default_factory=dict)
    group: dict[Value, int] = field(default_factory=dict)
    shape: list[TensorType | None] = field(default_factory=list)
    """Type of each group, with the layout of the value that came first."""
    home: list[int] = field(default_factory=list)
    """Block in which each group's value is computed."""
    index_maps: dict[BitMap, int] = field(default_factory=dict)
    any_order: list[int] = field(default_factory=list)
    """Reductions that give the same result in any order."""
    converted: dict[Value, Value] = field(default_factory=dict)
    """Results of conversions, and their operands."""
    unions: list[tuple[int, int]] = field(default_factory=list)
    reads: dict[Op, int] = field(default_factory=dict)
    """Operations that copy a tensor to shared memory from which it may be read, and the number of that load."""
    tokens: dict[Op, Value] = field(default_factory=dict)
    """Operations that use whole tensors, and the value that represents all their operands."""
    roots: list[tuple[Value, Op]] = field(default_factory=list)
    """Values that the skeleton needs, and the operation that needs each."""
    skeleton: set[Op] = field(default_factory=set)
    """Operations that stay, whether their results are used or not."""
    defined_by: dict[Value, Op] = field(default_factory=dict)
    captured: dict[Op, tuple[Value, ...]] = field(default_factory=dict)
    """Values that an operation's own regions use from outside."""
    links: list[Link] = field(default_factory=list)
    anchors: list[Value] = field(default_factory=list)
    placeholders: set[int] = field(default_factory=set)
    """Leaves of loop arguments. Each is equal to a `carried` term, and never chosen itself."""
    loads_move: bool = False
    """True if some load may be done in other layouts, so that choices differ in global memory traffic."""
    order: dict[Op, int] = field(default_factory=dict)
    place: dict[Op, int] = field(default_factory=dict)

    def layout(self, encoding: str | None) -> int:
        return self.layouts.setdefault(encoding or "", len(self.layouts))

    def intern(self, *term: str | int) -> int:
        return self.terms.setdefault(term, len(self.terms))

    @property
    def maps(self) -> list[BitMap]:
        return list(self.index_maps)

    def value_layout(self, value: Value) -> int:
        tensor = tensor_type(value.type)
        return self.layout(tensor.encoding) if tensor else 0
