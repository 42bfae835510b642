"""Tensor function as terms, which define its results independently of where parts are computed.

Terms cover straight-line functions: slices, insertions, paddings, concatenations, transpositions, fills, and indivisible
computations (`linalg`, and `arith` and `math` on tensors). Extents and offsets may be dynamic. Every other operation, or one with
unsupported shapes or windows, stays opaque: its operands are results of the function, its results are arguments.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from egraph_opt.core.saturation import format_terms
from egraph_opt.errors import Unsupported
from egraph_opt.families.region.encode.generic_op_builder import generic, index_constant
from egraph_opt.families.region.encode.loop_nest import Amount
from egraph_opt.families.region.vocabulary.name_table import WordNumbers
from egraph_opt.families.region.vocabulary.symbolic_extent import Extent, Shape, Sizes
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
    """Dispatch formed by IREE: its operation, its work, and whether it only copies."""

    op: Op
    work: Amount
    copies: bool


@dataclass
class EncodedFunction:
    """Encoded function. Arguments of `terms[n]` are numbers of names or of earlier terms, as defined in `vocabulary.term`."""

    function: Op
    assumed: int = ASSUMED_EXTENT
    """Value of unknown extents in cost models."""
    formed: bool = False
    """True if IREE has formed the dispatches of the function."""
    names: WordNumbers = field(default_factory=WordNumbers)
    terms: dict[Term, int] = field(default_factory=dict)
    shape: dict[int, Shape] = field(default_factory=dict)
    inputs: list[Value] = field(default_factory=list)
    """External tensors, constants, and results of opaque operations: `("tensor", n)` is the n-th."""
    known_from: list[int] = field(default_factory=list)
    """For each input, the number of leading operations of `skeleton` that must run before the input exists."""
    made_by: list[int] = field(default_factory=list)
    """For each input, the position in `skeleton` of the opaque operation that makes the input; -1 for others."""
    computations: list[Op] = field(default_factory=list)
    """Computations: `("work", n, ...)` and `("elementwise", n, ...)` refer to the n-th."""
    plain: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """For each `work` computation, the operands that it reads element by element."""
    bodies: dict[Op, DispatchBody] = field(default_factory=dict)
    """Dispatches formed by IREE: as computations, whose operands are the dispatch's loads, or as operations of `skeleton`."""
    amounts: dict[tuple[object, ...], Amount] = field(default_factory=dict)
    """Cache of the work of computations, by number, maps and shapes."""
    transfers: list[Op] = field(default_factory=list)
    facts: tuple[dict[str, list[tuple[int, ...]]], bool] | None = None
    """Cache of facts on names, and whether they cover all windows."""
    slices: set[int] = field(default_factory=set)
    """Slices that are separate operations, in a program whose dispatches IREE has formed."""
    skeleton: list[Op] = field(default_factory=list)
    """Operations that stay unchanged, in order: scalar operations, constants, and opaque ones."""
    roots: list[int] = field(default_factory=list)
    """Terms that operations of `skeleton` and the return use. `root_at` is the position in `skeleton` of each use."""
    root_at: list[int] = field(default_factory=list)

    def dump_text(self) -> str:
        """Return a text that lists the terms by number, and the roots."""
        return f"{format_terms((n, term) for term, n in self.terms.items())}roots: {', '.join(map(str, self.roots))}\n"

    root_values: list[Value] = field(default_factory=list)
    of: dict[Value, int] = field(default_factory=dict)
    extents: dict[Value, Extent] = field(default_factory=dict)
    """Symbolic extents of values that are extents, offsets or sums of them."""
    asked: set[Value] = field(default_factory=set)
    """Values that query an extent known from a shape; they need not be emitted."""
    bounded: frozenset[Value] = frozenset()
    """Values used as extent or offset: nonnegative, and small enough for sums without overflow."""
    sliced: frozenset[Value] = frozenset()
    """Values that are sliced, possibly after other operations."""
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
    """Fills with a term that are also emitted as operations, for opaque users."""
    integers: dict[Value, int] = field(default_factory=dict)
    """Values of integers if every unknown extent is `assumed`, and other unknown numbers are 0."""

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
        """For each value defined in `skeleton`, the number of leading operations that must run before the value exists."""
        return {v: n + 1 for n, op in enumerate(self.skeleton) for v in op.results}

    def is_fill(self, value: Value) -> bool:
        """Return whether a tensor is a fill or empty, so that each reader creates it."""
        return list(self.terms)[self.of[value]][0] in ("splat", "empty")

    def constant_input(self, number: int) -> str:
        """Return the name of the operation that makes a constant input, which nothing may overwrite; empty for other inputs."""
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
        """Return the symbolic extent of a value used as extent or offset."""
        if value not in self.extents:
            self.extents[value] = self.sizes.atom(value, self.integers.get(value, 0))
        return self.extents[value]

    def constant(self, value: Value) -> Op | None:
        """Return the constant operation of a scalar, or None."""
        return next((o for o in self.skeleton if o.name == "arith.constant" and value in o.results), None)


def ranked_type(type: str) -> tuple[tuple[int | None, ...], str] | None:
    """Return the extents (None if dynamic) and element type of a ranked tensor type; None for unsupported types."""
    tensor = type_of(type)
    if not isinstance(tensor, TensorType) or tensor.encoding or not tensor.shape or 0 in tensor.shape:
        return None
    return tuple(None if n == DYNAMIC else n for n in tensor.shape), tensor.element


def add_input(p: EncodedFunction, value: Value, made_by: int = -1, extents: Sequence[Value] = ()) -> None:
    """Add an external tensor. Its dynamic extents are `extents`, or are queried as soon as it exists."""
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
