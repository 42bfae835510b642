"""Encoded function: terms, tables that define the numbers in the terms, and the skeleton outside the e-graph."""

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
    """Function symbol of a term: an operation, or one of its results or carried values, with the block that computes it.

    `value` is the first value it defines, `place` the number of its block. `children` are the operands of a leaf, which the e-graph
    does not contain; `back` are its operands through loop back edges.
    """

    op: Op
    index: int
    value: Value
    place: int
    children: tuple[Value, ...] = ()
    back: tuple[Value, ...] = ()


class Link(NamedTuple):
    """Dependence between the layouts of two value numbers: equal, or related by an added dimension (`axis`) or an index map (`index`).

    `forward`: `source` is the operand and `target` the result.
    """

    source: int
    target: int
    axis: int = -1
    index: int = -1  # type: ignore[assignment]
    forward: bool = False


@dataclass(slots=True)
class Encoding:
    """Encoded function. `group` is the value number of each value; values that differ only in layout share it."""

    function: Op
    memory: FunctionBuffers
    scopes: Scopes = field(default_factory=Scopes)
    terms: dict[Term, int] = field(default_factory=dict)
    functions: list[FunctionNumber] = field(default_factory=list)
    layouts: dict[str, int] = field(default_factory=lambda: {"": 0})
    term: dict[Value, int] = field(default_factory=dict)
    group: dict[Value, int] = field(default_factory=dict)
    shape: list[TensorType | None] = field(default_factory=list)
    """Type of each value number, in the layout of its first value."""
    home: list[int] = field(default_factory=list)
    """For each value number, the number of the block that computes it."""
    index_maps: dict[BitMap, int] = field(default_factory=dict)
    any_order: list[int] = field(default_factory=list)
    """Numbers of reductions whose result does not depend on the order of elements."""
    converted: dict[Value, Value] = field(default_factory=dict)
    """Result of each conversion, with its operand."""
    unions: list[tuple[int, int]] = field(default_factory=list)
    reads: dict[Op, int] = field(default_factory=dict)
    """Operations that copy a tensor to shared memory, with the number of a load from the copy."""
    tokens: dict[Op, Value] = field(default_factory=dict)
    """Operations that use whole tensors, with a pseudo-value that stands for all their operands."""
    roots: list[tuple[Value, Op]] = field(default_factory=list)
    """Values used by operations outside the e-graph, each with its user."""
    skeleton: set[Op] = field(default_factory=set)
    """Operations that are always emitted, used or not."""
    defined_by: dict[Value, Op] = field(default_factory=dict)
    captured: dict[Op, tuple[Value, ...]] = field(default_factory=dict)
    """Values from outside that an operation's regions use."""
    links: list[Link] = field(default_factory=list)
    anchors: list[Value] = field(default_factory=list)
    placeholders: set[int] = field(default_factory=set)
    """Leaves that stand for loop arguments. Each equals a `carried` term and is never selected."""
    loads_move: bool = False
    """True if the layout of some load may change, so that selections differ in global memory traffic."""
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
