"""A tensor function as terms: what its results are, whatever is computed where.

Read are straight functions: slices, insertions, paddings, concatenations, transpositions, fills, and computations (`linalg`, and `arith`
and `math` on tensors), which stay whole; extents and offsets may be known at run time only. Every other operation, and one whose shapes
or windows are not understood, stays as it is, where it is: what it takes is a result of the function, what it gives an argument.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain

from egraph_opt.errors import EgraphOptError
from egraph_opt.families.region.build import generic, index_constant
from egraph_opt.families.region.encode.index import evaluate
from egraph_opt.families.region.vocabulary.names import Names
from egraph_opt.families.region.vocabulary.size import FACTOR_LIMIT, Extent, Shape, Sizes, poly_of
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.scope import integer_constants
from egraph_opt.ir.types import DYNAMIC, TensorType, is_tensor, type_of

Term = tuple[str | int, ...]
FUNCTIONS = ("util.func", "func.func")
RETURNS = ("util.return", "func.return")
SCALAR_DIALECTS = ("arith.", "math.", "index.", "complex.")
ASSUMED_EXTENT = 1024


class Unsupported(EgraphOptError):
    """The function, or an operation of it, is not modelled: what, and where."""


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
        """The number of a term, equal terms having one."""
        number = self.terms.setdefault(term, len(self.terms))
        self.shape[number] = shape
        return number

    def filled(self, value: Value) -> bool:
        """Whether a tensor is written as one scalar everywhere, or as empty: a computation that reads it makes it itself."""
        return list(self.terms)[self.of[value]][0] in ("splat", "empty")

    def shape_of(self, value: Value) -> Shape:
        """The shape of a tensor that is a term."""
        return self.shape[self.of[value]]

    def extent(self, value: Value) -> Extent:
        """A number that an operation uses as extent or offset."""
        if value not in self.extents:
            self.extents[value] = self.sizes.atom(value, self.integers.get(value, 0))
        return self.extents[value]

    def constant(self, value: Value) -> Op | None:
        """The constant that a scalar is."""
        return next((o for o in self.skeleton if o.name == "arith.constant" and value in o.results), None)


def encode(function: Op, assumed: int = ASSUMED_EXTENT) -> Program:
    """Read a function; `assumed` is what cost models take an extent for that is known at run time only.

    Raises:
        Unsupported: it is more than one block.
    """
    from egraph_opt.families.region.encode.operations import extents_and_offsets, read  # which reads into a `Program`

    if len(function.regions) != 1 or len(function.regions[0].blocks) != 1:
        raise Unsupported("control flow")
    (block,) = function.regions[0].blocks
    if block.ops[-1].name not in RETURNS:
        raise Unsupported(f"{block.ops[-1].name} (line {block.ops[-1].line})")
    constants = integer_constants(function)
    extents, offsets = (set(chain.from_iterable(found)) for found in zip(*map(extents_and_offsets, block.ops), strict=True))
    program = Program(function, assumed, bounded=frozenset(extents | offsets), sliced=_sliced(block.ops))
    program.integers = {v: assumed for v in extents - constants.keys()}
    for argument in block.arguments:
        if ranked(argument.type):
            add_input(program, argument)
    for op in block.ops[:-1]:
        tensors = any(is_tensor(v.type) for v in (*op.operands, *op.results))
        if not tensors and not op.regions and op.name.startswith(SCALAR_DIALECTS):
            _scalar(program, op)
            continue
        try:
            read(program, op)
        except Unsupported:
            _opaque(program, op)
    _uses(program, block.ops[-1])
    return program


def _sliced(ops: Sequence[Op]) -> frozenset[Value]:
    """The values of which slices are taken, and what those are computed from."""
    found: set[Value] = set()
    for op in reversed(ops):
        if op.name in ("tensor.extract_slice", "flow.tensor.slice") or not found.isdisjoint(op.results):
            found.update(op.operands)
    return frozenset(found)


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


def _scalar(p: Program, op: Op) -> None:
    p.skeleton.append(op)
    for value, number in zip(op.results, evaluate(op, p.integers) or (), strict=False):
        p.integers[value] = number
    if op.name == "arith.constant" and op.results[0].type == "index":
        p.extents[op.results[0]] = p.integers[op.results[0]]
    if op.name in ("arith.addi", "arith.subi", "arith.muli") and op.results[0].type == "index":
        a, b = (p.extent(v) if v in p.bounded else p.extents.get(v) for v in op.operands)
        if a is not None and b is not None:
            found = a + b if op.name == "arith.addi" else a - b if op.name == "arith.subi" else a * b
            if _is_small(found):
                p.extents[op.results[0]] = found
                if op.results[0] in p.bounded:
                    p.sizes.learn(found)


def _is_small(size: Extent) -> bool:
    """Whether a sum of extents fits 64 bits, whatever they are."""
    terms = poly_of(size).terms
    return all(len(monomial) <= 1 for monomial, _ in terms) and sum(abs(c) for m, c in terms if m) < FACTOR_LIMIT


def captured(op: Op) -> list[Value]:
    """The values that an operation takes, those that its regions take included, each once."""
    inside = {v for inner in op.walk() if inner is not op for v in inner.results}
    inside |= {v for inner in op.walk() for region in inner.regions for b in region.blocks for v in b.arguments}
    return list(dict.fromkeys(v for inner in op.walk() for v in inner.operands if v not in inside))


def _uses(p: Program, op: Op) -> None:
    for value in captured(op):
        if value in p.of:
            p.roots.append(p.of[value])
            p.root_at.append(len(p.skeleton))
            p.root_values.append(value)


def _opaque(p: Program, op: Op) -> None:
    _uses(p, op)
    p.skeleton.append(op)
    at = len(p.skeleton) - 1
    for value in op.results:
        if ranked(value.type):
            add_input(p, value, at)
