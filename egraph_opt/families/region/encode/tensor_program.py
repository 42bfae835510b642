"""A tensor function as terms. They describe its results, wherever each part is computed.

The terms cover straight-line functions: slices, insertions, paddings, concatenations, transpositions, fills, and computations
(`linalg`, and `arith` and `math` on tensors), which stay whole. Extents and offsets may be dynamic. Every other operation, and
one whose shapes or windows are not understood, stays unchanged in place: its operands are results of the function, its results
are arguments.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from egraph_opt.core.saturation import format_terms
from egraph_opt.errors import Unsupported
from egraph_opt.families.region.encode.nest import Amount
from egraph_opt.families.region.encode.op_builder import generic, index_constant
from egraph_opt.families.region.vocabulary.name_table import WordNumbers
from egraph_opt.families.region.vocabulary.size import Extent, Shape, Sizes
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import DYNAMIC, TensorType, type_of

Term = tuple[str | int, ...]
FUNCTIONS = ("util.func", "func.func")
RETURNS = ("util.return", "func.return")
SCALAR_DIALECTS = ("arith.", "math.", "index.", "complex.")
ASSUMED_EXTENT = 1024
GLOBAL_LOAD = "util.global.load"


@dataclass(frozen=True, slots=True)
class DispatchBody:
    """Dispatch that IREE has formed: its operation, its work, and whether it only copies."""

    op: Op
    work: Amount
    copies: bool


@dataclass
class EncodedFunction:
    """A function as terms. The arguments of `terms[n]` are numbers of names or of earlier terms, as `vocabulary.term` defines."""

    function: Op
    assumed: int = ASSUMED_EXTENT
    """Value of unknown extents in cost models."""
    formed: bool = False
    """True if IREE has formed the dispatches of the function."""
    names: WordNumbers = field(default_factory=WordNumbers)
    terms: dict[Term, int] = field(default_factory=dict)
    shape: dict[int, Shape] = field(default_factory=dict)
    inputs: list[Value] = field(default_factory=list)
    """Tensors that come from outside, are constants, or are results of operations that stay: `("tensor", n)` is the n-th."""
    known_from: list[int] = field(default_factory=list)
    """For each input, the length of the part of the skeleton that must run before it exists."""
    made_by: list[int] = field(default_factory=list)
    """For each input, the place in the skeleton of the unknown operation that makes it; -1 for all others."""
    computations: list[Op] = field(default_factory=list)
    """Computations: `("work", n, ...)` and `("elementwise", n, ...)` refer to the n-th."""
    plain: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """For a computation that is one node, the tensors among its operands that it reads element by element."""
    bodies: dict[Op, DispatchBody] = field(default_factory=dict)
    """Dispatches formed by IREE: computations, whose operands are what the dispatch loads, and operations of the skeleton."""
    amounts: dict[tuple[object, ...], Amount] = field(default_factory=dict)
    """Work of computations that has been worked out, by their numbers and what they read and write."""
    transfers: list[Op] = field(default_factory=list)
    facts: tuple[dict[str, list[tuple[int, ...]]], bool] | None = None
    """Facts on names, once they have been looked for, and whether the windows that they are on are all."""
    slices: set[int] = field(default_factory=set)
    """Slices that are operations of their own after IREE has formed dispatches."""
    skeleton: list[Op] = field(default_factory=list)
    """Operations that stay unchanged, in order: scalar ones, constants, and unknown ones."""
    roots: list[int] = field(default_factory=list)
    """Terms that the skeleton and the return use. `root_at` has the position in the skeleton of each use."""
    root_at: list[int] = field(default_factory=list)

    def dump_text(self) -> str:
        """Return a text of the terms by number, and of the roots."""
        return f"{format_terms((n, term) for term, n in self.terms.items())}roots: {', '.join(map(str, self.roots))}\n"

    root_values: list[Value] = field(default_factory=list)
    of: dict[Value, int] = field(default_factory=dict)
    extents: dict[Value, Extent] = field(default_factory=dict)
    """Extents of values that are extents, offsets or sums of them."""
    asked: set[Value] = field(default_factory=set)
    """Values that query an extent known from a shape. They are not needed."""
    bounded: frozenset[Value] = frozenset()
    """Values that an operation uses as extent or offset: none is negative, and none is too large to be added to others."""
    sliced: frozenset[Value] = frozenset()
    """Values of which a part is read, perhaps after other operations."""
    repeated: frozenset[Value] = frozenset()
    """Results of repetitions that products read, of what lies between, and of such products."""
    updated: frozenset[Value] = frozenset()
    """Parts of tensors that are written back, what lies between, and what they are written into."""
    replaced: set[int] = field(default_factory=set)
    """Tensors from outside of which parts are read and written back: IREE writes into one that has no other use then."""
    handed_on: set[int] = field(default_factory=set)
    """Tensors from outside of which parts are written back, though results are these tensors or parts of them. IREE 3.13 would return
    what was written into them; so nothing is."""
    rebuilt: dict[str, list[tuple[int, ...]]] = field(default_factory=dict)
    """Facts on tensors that are put together from parts, one of which was read at the same place of another tensor, by relation."""
    kept: set[Value] = field(default_factory=set)
    """Fills that have a term, and stay as operations for those that use them and are left as they are."""
    integers: dict[Value, int] = field(default_factory=dict)
    """Values of integers if every unknown extent is as assumed, and every other unknown number is 0."""

    @property
    def sizes(self) -> Sizes:
        return self.names.sizes

    def term(self, shape: Shape, *term: str | int) -> int:
        """Return the number of a term. Equal terms have equal numbers."""
        number = self.terms.setdefault(term, len(self.terms))
        self.shape[number] = shape
        return number

    @cached_property
    def scalar_from(self) -> dict[Value, int]:
        """For each value of the skeleton, the length of the part of the skeleton that must run before it exists."""
        return {v: n + 1 for n, op in enumerate(self.skeleton) for v in op.results}

    def is_fill(self, value: Value) -> bool:
        """Return whether a tensor is a fill or empty: a computation that reads it makes it itself."""
        return list(self.terms)[self.of[value]][0] in ("splat", "empty")

    def constant_input(self, number: int) -> str:
        """Return what makes an input that is a constant of the module, which nothing may write; empty if it is none."""
        at = self.made_by[number]
        op = self.skeleton[at] if at >= 0 else None
        constant = op is not None and (
            op.name in ("arith.constant", "flow.tensor.constant") or (op.name == GLOBAL_LOAD and "is_immutable" in op.attributes)
        )
        return op.name if op is not None and constant else ""

    def shape_of(self, value: Value) -> Shape:
        """Return the shape of a tensor that has a term."""
        return self.shape[self.of[value]]

    def extent(self, value: Value) -> Extent:
        """Return the extent for a number that an operation uses as extent or offset."""
        if value not in self.extents:
            self.extents[value] = self.sizes.atom(value, self.integers.get(value, 0))
        return self.extents[value]

    def constant(self, value: Value) -> Op | None:
        """Return the constant operation of a scalar, or None."""
        return next((o for o in self.skeleton if o.name == "arith.constant" and value in o.results), None)


def ranked_type(type: str) -> tuple[tuple[int | None, ...], str] | None:
    """Return the extents (None if dynamic) and element of a ranked tensor type, or None for a type that is not modelled."""
    tensor = type_of(type)
    if not isinstance(tensor, TensorType) or tensor.encoding or not tensor.shape or 0 in tensor.shape:
        return None
    return tuple(None if n == DYNAMIC else n for n in tensor.shape), tensor.element


def add_input(p: EncodedFunction, value: Value, made_by: int = -1, extents: Sequence[Value] = ()) -> None:
    """Add a tensor of which only the type is known. Dynamic extents are those given, or are queried as soon as it exists."""
    found = ranked_type(value.type)
    if found is None:
        raise Unsupported(f"the type {value.type} of {value.name}")
    p.known_from.append(len(p.skeleton))
    p.made_by.append(made_by)
    shape: list[Extent] = []
    given = iter(extents)
    for axis, n in enumerate(found[0]):
        if n is None and (known := next(given, None)) is not None:
            shape.append(p.extent(known))
            continue
        if n is None:
            number = index_constant(axis)
            extent = generic("tensor.dim", [value, number.results[0]], ["index"], label="%dim")
            p.skeleton += [number, extent]
            p.integers[extent.results[0]] = p.assumed
            p.extents[extent.results[0]] = p.sizes.atom(extent.results[0], p.assumed)
        shape.append(p.extents[extent.results[0]] if n is None else n)
    p.inputs.append(value)
    p.of[value] = p.term(tuple(shape), "tensor", len(p.inputs) - 1)
