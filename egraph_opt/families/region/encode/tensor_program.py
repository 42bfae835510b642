"""Tensor function encoded as terms, which define the results but not which dispatch computes them.

Terms represent slices, insertions, paddings, concatenations, transpositions, fills, and uninterpreted computations (`linalg`, and `arith`
and `math` on tensors). Extents and offsets may be dynamic. Every other operation stays opaque: its operands are results of the encoded
function, its results are arguments.
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
    """Dispatch formed by IREE: operation, amount of work, and whether the dispatch only copies."""

    op: Op
    work: Amount
    copies: bool


@dataclass
class EncodedFunction:
    """Encoded function. The arguments of a term are numbers of earlier terms, or numbers that `names` gives to windows and shapes."""

    function: Op
    assumed: int = ASSUMED_EXTENT
    """Value that cost models use for unknown extents."""
    formed: bool = False
    """True if IREE has formed the dispatches of the function."""
    names: WordNumbers = field(default_factory=WordNumbers)
    terms: dict[Term, int] = field(default_factory=dict)
    shape: dict[int, Shape] = field(default_factory=dict)
    inputs: list[Value] = field(default_factory=list)
    """Arguments, constants, and tensor results of opaque operations; the term `("tensor", n)` is `inputs[n]`."""
    known_from: list[int] = field(default_factory=list)
    """For each input, how many of the first operations of `skeleton` must run before the input exists."""
    made_by: list[int] = field(default_factory=list)
    """For each input, the position in `skeleton` of the opaque operation that makes the input, or -1 for an argument."""
    computations: list[Op] = field(default_factory=list)
    """Computations; the terms `("work", n, ...)` and `("elementwise", n, ...)` refer to `computations[n]`."""
    plain: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """For each `work` computation, the positions of the operands that it reads elementwise."""
    bodies: dict[Op, DispatchBody] = field(default_factory=dict)
    """Contents of each dispatch formed by IREE; the key is a computation or an operation in `skeleton`."""
    amounts: dict[tuple[object, ...], Amount] = field(default_factory=dict)
    """Cache of the amount of work of computations, by number, index maps and shapes."""
    transfers: list[Op] = field(default_factory=list)
    facts: tuple[dict[str, list[tuple[int, ...]]], bool] | None = None
    """Cache of facts on windows (rectangular tensor parts) and shapes, and whether the facts cover all windows."""
    slices: set[int] = field(default_factory=set)
    """In a program whose dispatches IREE has formed: terms of the slices that are operations outside dispatches."""
    skeleton: list[Op] = field(default_factory=list)
    """Operations that stay unchanged, in order: scalar operations, constants, and opaque operations."""
    roots: list[int] = field(default_factory=list)
    """Terms that operations in `skeleton` and the return use; `root_at` contains the position in `skeleton` of each use."""
    root_at: list[int] = field(default_factory=list)

    def dump_text(self) -> str:
        return f"{format_terms((n, term) for term, n in self.terms.items())}roots: {', '.join(map(str, self.roots))}\n"

    root_values: list[Value] = field(default_factory=list)
    of: dict[Value, int] = field(default_factory=dict)
    extents: dict[Value, Extent] = field(default_factory=dict)
    """Symbolic extent of each value that is an extent, an offset, or a sum of extents and offsets."""
    asked: set[Value] = field(default_factory=set)
    """Results of `tensor.dim` and the like that are known from a shape, so that the operation is not emitted."""
    bounded: frozenset[Value] = frozenset()
    """Values used as extents or offsets, which are therefore nonnegative and small enough for sums without overflow."""
    sliced: frozenset[Value] = frozenset()
    """Values of which the program extracts slices, possibly after other operations."""
    repeated: frozenset[Value] = frozenset()
    """Results of repetitions (broadcasts), of products that read them, and of operations in between (`broadcasts.read_through`)."""
    updated: frozenset[Value] = frozenset()
    """Values between the extraction of a slice and the insertion that writes it back (`partial_updates.read_updates`)."""
    replaced: set[int] = field(default_factory=set)
    """Inputs of which slices are modified and inserted back; IREE overwrites such an input if it has no other use."""
    handed_on: set[int] = field(default_factory=set)
    """Inputs that the program updates, and of which a result is a view. They are never overwritten, since IREE 3.13 would return the
    updated elements.
    """
    rebuilt: dict[str, list[tuple[int, ...]]] = field(default_factory=dict)
    """Facts, by relation, on each tensor that is assembled from slices of one other tensor, all at their old positions."""
    kept: set[Value] = field(default_factory=set)
    """Results of fills that are terms, but are also emitted as operations because opaque operations use them."""
    integers: dict[Value, int] = field(default_factory=dict)
    """Value of each integer for cost models, where every unknown extent is `assumed` and every other unknown number is 0."""

    @property
    def sizes(self) -> Sizes:
        return self.names.sizes

    def term(self, shape: Shape, *term: str | int) -> int:
        """Return the number of a term (hash-consed: equal terms have equal numbers)."""
        number = self.terms.setdefault(term, len(self.terms))
        self.shape[number] = shape
        return number

    @cached_property
    def scalar_from(self) -> dict[Value, int]:
        """Map each value that an operation of `skeleton` defines to the number of operations up to and including this one."""
        return {v: n + 1 for n, op in enumerate(self.skeleton) for v in op.results}

    def is_fill(self, value: Value) -> bool:
        """Return whether a tensor is a fill or empty tensor, which is created anew for each use."""
        return list(self.terms)[self.of[value]][0] in ("splat", "empty")

    def constant_input(self, number: int) -> str:
        """Return the name of the operation that makes a constant input, or an empty string for other inputs."""
        at = self.made_by[number]
        op = self.skeleton[at] if at >= 0 else None
        constant = op is not None and (
            op.name in ("arith.constant", "flow.tensor.constant") or (op.name == GLOBAL_LOAD and "is_immutable" in op.attributes)
        )
        return op.name if op is not None and constant else ""

    def shape_of(self, value: Value) -> Shape:
        return self.shape[self.of[value]]

    def extent(self, value: Value) -> Extent:
        """Return the symbolic extent of a value used as extent or offset."""
        if value not in self.extents:
            self.extents[value] = self.sizes.atom(value, self.integers.get(value, 0))
        return self.extents[value]

    def constant(self, value: Value) -> Op | None:
        return next((o for o in self.skeleton if o.name == "arith.constant" and value in o.results), None)


def ranked_type(type: str) -> tuple[tuple[int | None, ...], str] | None:
    """Return the extents (None if dynamic) and element type of a ranked tensor type; None for unsupported types."""
    tensor = type_of(type)
    if not isinstance(tensor, TensorType) or tensor.encoding or not tensor.shape or 0 in tensor.shape:
        return None
    return tuple(None if n == DYNAMIC else n for n in tensor.shape), tensor.element


def add_input(p: EncodedFunction, value: Value, made_by: int = -1, extents: Sequence[Value] = ()) -> None:
    """Add an input tensor. Dynamic extents without a value in `extents` are computed by new `tensor.dim` operations."""
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
