"""Encoded function: terms, tables of the numbers in the terms, and the operations outside the e-graph."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from egraph_opt.families.layout.encode.descriptor_alias import FunctionBuffers
from egraph_opt.families.layout.encode.layout_inference import BitMap
from egraph_opt.ir.analysis.dominance import Scopes
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import TensorType, tensor_type

Term = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class FunctionNumber:
    """Meaning of a term's function symbol: result or loop-carried value number `index` of operation `op`.

    `value` is the first value with this symbol, `place` the number of the block that computes it. The term of a leaf has no
    operands. They are listed in `children` instead, and next values of loop-carried values in `back`.
    """

    op: Op
    index: int
    value: Value
    place: int
    children: tuple[Value, ...] = ()
    back: tuple[Value, ...] = ()


class Link(NamedTuple):
    """Relation between the layouts of two values: they are equal, one is a slice of the other, or an index map relates them.

    `source` and `target` are value numbers. `axis` is the dimension that a slice removes, or -1; `index` is the number of an
    index map, or -1. `forward`: `source` is the operand and `target` the result; otherwise, `source` is the result.
    """

    source: int
    target: int
    axis: int = -1
    index: int = -1  # type: ignore[assignment]
    forward: bool = False
    access: int = -1
    """Function number of a load or store that must stay coalesced in the layout (`Encoding.coalesced`), or -1."""


@dataclass(slots=True)
class Encoding:
    """Function encoded as terms. Values that differ only in layout have the same value number (`group`)."""

    function: Op
    memory: FunctionBuffers
    scopes: Scopes = field(default_factory=Scopes)
    terms: dict[Term, int] = field(default_factory=dict)
    functions: list[FunctionNumber] = field(default_factory=list)
    layouts: dict[str, int] = field(default_factory=lambda: {"": 0})
    term: dict[Value, int] = field(default_factory=dict)
    group: dict[Value, int] = field(default_factory=dict)
    shape: list[TensorType | None] = field(default_factory=list)
    """By value number, the type of the first value with the number."""
    home: list[int] = field(default_factory=list)
    """By value number, the number of the block that computes the values."""
    index_maps: dict[BitMap, int] = field(default_factory=dict)
    any_order: list[int] = field(default_factory=list)
    """Function numbers of the reductions whose result does not depend on the order of elements."""
    converted: dict[Value, Value] = field(default_factory=dict)
    """Operand of each layout conversion, by its result."""
    unions: list[tuple[int, int]] = field(default_factory=list)
    reads: dict[Op, int] = field(default_factory=dict)
    """By operation that copies a tensor to shared memory, the function number of a load of the tensor from the copy."""
    tokens: dict[Op, Value] = field(default_factory=dict)
    """For each operation that takes whole tensors, in any layout (such as a store), a pseudo-value for all its operands."""
    roots: list[tuple[Value, Op]] = field(default_factory=list)
    """Values that operations outside the e-graph use, each with the user."""
    skeleton: set[Op] = field(default_factory=set)
    """Operations that are always part of the output."""
    defined_by: dict[Value, Op] = field(default_factory=dict)
    captured: dict[Op, tuple[Value, ...]] = field(default_factory=dict)
    """For each operation with regions, the values that the regions use but do not define."""
    links: list[Link] = field(default_factory=list)
    anchors: list[Value] = field(default_factory=list)
    placeholders: set[int] = field(default_factory=set)
    """Leaves that stand for loop arguments. Extraction never selects them, since each equals a `carried` term."""
    coalesced: set[int] = field(default_factory=set)
    """Function numbers of loads and stores whose layouts may change only to others that ask memory for no more."""
    loads_move: bool = False
    """Whether the layout of some load may change, so that programs in the search space differ in global memory traffic."""
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
