"""A tensor function as terms: what its results are, whatever is computed where.

Read are straight functions: slices, insertions, paddings, concatenations, transpositions, fills, and computations (`linalg`, and `arith`
and `math` on tensors), which stay whole; extents and offsets may be known at run time only. Every other operation, and one whose shapes
or windows are not understood, stays as it is, where it is: what it takes is a result of the function, what it gives an argument.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from egraph_opt.core.saturation import listed
from egraph_opt.errors import Unsupported
from egraph_opt.families.region.encode.build import generic, index_constant
from egraph_opt.families.region.vocabulary.names import Names
from egraph_opt.families.region.vocabulary.size import Extent, Shape, Sizes
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import DYNAMIC, TensorType, type_of

Term = tuple[str | int, ...]
FUNCTIONS = ("util.func", "func.func")
RETURNS = ("util.return", "func.return")
SCALAR_DIALECTS = ("arith.", "math.", "index.", "complex.")
ASSUMED_EXTENT = 1024


@dataclass
class Program:
    """A function as terms. `terms[n]` has arguments that are numbers of names or of earlier terms, as `vocabulary.term` says."""

    function: Op
    assumed: int = ASSUMED_EXTENT
    """What cost models take an extent for that nothing says anything about."""
    names: Names = field(default_factory=Names)
    terms: dict[Term, int] = field(default_factory=dict)
    shape: dict[int, Shape] = field(default_factory=dict)
    inputs: list[Value] = field(default_factory=list)
    """Tensors that come from outside, are constants, or are made by what stays as it is: `("tensor", n)` is the n-th."""
    known_from: list[int] = field(default_factory=list)
    """For each input, how much of the skeleton must have run before it is there."""
    made_by: list[int] = field(default_factory=list)
    """For each input, the place in the skeleton of the unknown operation that makes it; -1 for all others."""
    computations: list[Op] = field(default_factory=list)
    """`("work", n, ...)` and `("elementwise", n, ...)` are the n-th."""
    transfers: list[Op] = field(default_factory=list)
    skeleton: list[Op] = field(default_factory=list)
    """Operations that stay as they are, in order: scalar ones, constants, and those that nothing is known of."""
    roots: list[int] = field(default_factory=list)
    """Terms that the skeleton and the return use, and how much of the skeleton has run when they do."""
    root_at: list[int] = field(default_factory=list)

    def shown(self) -> str:
        """Return the terms by number, and the roots."""
        return f"{listed((n, term) for term, n in self.terms.items())}roots: {', '.join(map(str, self.roots))}\n"

    root_values: list[Value] = field(default_factory=list)
    of: dict[Value, int] = field(default_factory=dict)
    extents: dict[Value, Extent] = field(default_factory=dict)
    """What is known of values that are extents, offsets or sums of them."""
    asked: set[Value] = field(default_factory=set)
    """Values that ask for an extent that a shape says: they are not needed."""
    bounded: frozenset[Value] = frozenset()
    """Values that some operation uses as extent or offset: none is negative, and none too large to be added to others."""
    sliced: frozenset[Value] = frozenset()
    """Values of which a part is read, perhaps after other operations."""
    integers: dict[Value, int] = field(default_factory=dict)
    """What integers are where every unknown extent is as assumed, and every other unknown number 0."""

    @property
    def sizes(self) -> Sizes:
        return self.names.sizes

    def term(self, shape: Shape, *term: str | int) -> int:
        """Return the number of a term, equal terms having one."""
        number = self.terms.setdefault(term, len(self.terms))
        self.shape[number] = shape
        return number

    def filled(self, value: Value) -> bool:
        """Return whether a tensor is written as one scalar everywhere, or as empty: a computation that reads it makes it itself."""
        return list(self.terms)[self.of[value]][0] in ("splat", "empty")

    def shape_of(self, value: Value) -> Shape:
        """Return the shape of a tensor that is a term."""
        return self.shape[self.of[value]]

    def extent(self, value: Value) -> Extent:
        """Return a number that an operation uses as extent or offset."""
        if value not in self.extents:
            self.extents[value] = self.sizes.atom(value, self.integers.get(value, 0))
        return self.extents[value]

    def constant(self, value: Value) -> Op | None:
        """Return the constant that a scalar is."""
        return next((o for o in self.skeleton if o.name == "arith.constant" and value in o.results), None)


def ranked(type: str) -> tuple[tuple[int | None, ...], str] | None:
    """Extents, None where known at run time only, and element of a ranked tensor type; None for one that is not modelled."""
    tensor = type_of(type)
    if not isinstance(tensor, TensorType) or tensor.encoding or not tensor.shape or 0 in tensor.shape:
        return None
    return tuple(None if n == DYNAMIC else n for n in tensor.shape), tensor.element


def add_input(p: Program, value: Value, made_by: int = -1) -> None:
    """A tensor that nothing is known of but its type; extents known at run time only are asked for as soon as it is there."""
    found = ranked(value.type)
    if found is None:
        raise Unsupported(f"the type {value.type} of {value.name}")
    p.known_from.append(len(p.skeleton))
    p.made_by.append(made_by)
    shape: list[Extent] = []
    for axis, n in enumerate(found[0]):
        if n is None:
            number = index_constant(axis)
            extent = generic("tensor.dim", [value, number.results[0]], ["index"], label="%dim")
            p.skeleton += [number, extent]
            p.integers[extent.results[0]] = p.assumed
            p.extents[extent.results[0]] = p.sizes.atom(extent.results[0], p.assumed)
        shape.append(p.extents[extent.results[0]] if n is None else n)
    p.inputs.append(value)
    p.of[value] = p.term(tuple(shape), "tensor", len(p.inputs) - 1)


def captured(op: Op) -> list[Value]:
    """Return the values that an operation takes, those that its regions take included, each once."""
    inside = {v for inner in op.walk() if inner is not op for v in inner.results}
    inside |= {v for inner in op.walk() for region in inner.regions for b in region.blocks for v in b.arguments}
    return list(dict.fromkeys(v for inner in op.walk() for v in inner.operands if v not in inside))
