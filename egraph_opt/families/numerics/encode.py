"""Encoder of a loop's sums and stores as terms over three axes: rows, iterations and columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from egraph_opt.core.saturation import Arguments, Key
from egraph_opt.errors import Unsupported
from egraph_opt.families.numerics.error_bounds import PRECISIONS
from egraph_opt.families.numerics.loop_vectorizer import COLUMN, ITERATION, ROW, Axes, Dims, Lifter, Tile, before
from egraph_opt.families.numerics.vectorizable_loops import MOVEMENT_OPS, CountedLoop, is_plain
from egraph_opt.ir.create import binary
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import element_of, tensor_type

AXES = (ROW, ITERATION, COLUMN)
POWERS = {"math.exp2": 0, "math.exp": 1}
ZEROS = ("dense<0.000000e+00>", "0.000000e+00")


@dataclass(frozen=True)
class Leaf:
    """Opaque value of the loop, with the axis of each of its dimensions; if `is_middle`, only its value in the middle iteration."""

    value: Value
    dims: Dims
    is_middle: bool = False


@dataclass
class EncodedLoop:
    """Loop encoded as terms.

    Attributes:
        loop, extents, lifter: the loop, the extent of each axis, and the emitter of vectorised values.
        keys, facts: the terms and facts, as the e-graph's input.
        leaves, masks: values by leaf number and by mask number; mask 0 is true in executed iterations.
        sums: for each sum of the loop, the numbers of the added terms.
        stores: for each store of the loop, the number of the stored term.
    """

    loop: CountedLoop
    known: Mapping[Value, Op]
    extents: dict[int, int]
    lifter: Lifter
    keys: list[Key] = field(default_factory=list)
    facts: list[tuple[str, Arguments]] = field(default_factory=list)
    leaves: list[Leaf] = field(default_factory=list)
    masks: list[tuple[Value, Dims] | None] = field(default_factory=lambda: [None])
    sums: list[list[int]] = field(default_factory=list)
    stores: list[int] = field(default_factory=list)
    numbers: dict[Key, int] = field(default_factory=dict)

    @property
    def roots(self) -> list[int]:
        return [n for terms in self.sums for n in terms] + self.stores

    def add(self, *key: str | int) -> int:
        if key not in self.numbers:
            self.numbers[key] = len(self.keys)
            self.keys.append(key)
        return self.numbers[key]

    def leaf(self, leaf: Leaf) -> int:
        number = self.leaves.index(leaf) if leaf in self.leaves else len(self.leaves)
        if number == len(self.leaves):
            self.leaves.append(leaf)
            term = self.add("leaf", number)
            self.facts += [("free", (term, a)) for a in AXES if a not in self.tile(leaf).axes]
        return self.add("leaf", number)

    def fixed_axes(self, leaf: Leaf) -> dict[int, Value]:
        return {ITERATION: middle(self.lifter)} if leaf.is_middle else {}

    def tile(self, leaf: Leaf) -> Tile:
        return self.lifter.lift(leaf.value, leaf.dims, self.fixed_axes(leaf))

    def mask_tile(self, number: int) -> Tile:
        found = self.masks[number]
        return self.lifter.running({}) if found is None else self.lifter.lift(*found)

    def term(self, v: Value, dims: Dims) -> int:
        """Return the term number of a loop value."""
        op = self.known.get(v)
        if op is None or op not in self.loop.body.ops or not is_plain(op):
            return self.leaf(Leaf(v, dims))
        if op.name in MOVEMENT_OPS:
            return self.term(op.operands[0], before(op, dims))
        if op.name == "arith.mulf" and element_of(v.type) == "f32":
            return self.add("multiply", *(self.term(x, dims) for x in op.operands))
        if op.name in POWERS and element_of(v.type) == "f32":
            return self.power_term(op, dims)
        if op.name == "arith.select" and self.zero(op.operands[2]):
            number = self.mask((op.operands[0], dims if tensor_type(op.operands[0].type) else ()))
            return self.add("mask", number, self.term(op.operands[1], dims))
        if op.name == "tt.reduce":
            return self.reduction_term(op, dims)
        return self.leaf(Leaf(v, dims))

    def mask(self, found: tuple[Value, Dims]) -> int:
        if found not in self.masks:
            self.masks.append(found)
            self.add_unmasked(len(self.masks) - 1)
        return self.masks.index(found)

    def add_unmasked(self, number: int) -> None:
        axes = self.mask_tile(number).axes
        self.facts += [("unmasked", (number, a)) for a in AXES if a not in axes]

    def zero(self, v: Value) -> bool:
        op = self.known.get(v)
        return op is not None and op.name == "arith.constant" and op.attributes.get("value", "").partition(" : ")[0] in ZEROS

    def power_term(self, op: Op, dims: Dims) -> int:
        """Return the term number of a power. If the exponent is a difference, add `between` facts: values at which rules may split it."""
        inner = self.known.get(op.operands[0])
        if inner is None or inner.name != "arith.subf" or inner not in self.loop.body.ops:
            return self.leaf(Leaf(op.results[0], dims))
        sides = [self.bare(x, dims) for x in inner.operands]
        terms = [self.leaf(side) for side in sides]
        for side in sides:
            middle = Leaf(side.value, side.dims, True)
            if ITERATION in self.tile(side).axes and not any(
                ITERATION in self.tile(other).axes for other in sides if other is not side
            ):
                self.facts.append(("between", (*terms, self.leaf(middle))))
        return self.add("power", POWERS[op.name], self.add("subtract", *terms))

    def bare(self, v: Value, dims: Dims) -> Leaf:
        """Return, as a leaf, the value that splats, broadcasts and `expand_dims` turn into `v`, with the axes of its dimensions."""
        while (op := self.known.get(v)) is not None and op in self.loop.body.ops and op.name in MOVEMENT_OPS:
            v, dims = op.operands[0], before(op, dims)
        return Leaf(v, dims)

    def reduction_term(self, op: Op, dims: Dims) -> int:
        """Return the term number of a sum over columns.

        Raises:
            Unsupported: the reduction is no sum over columns.
        """
        tensor = tensor_type(op.operands[0].type)
        inner = op.regions[0].blocks[0]
        is_sum = len(inner.ops) == 2 and inner.ops[0].name == "arith.addf" and set(inner.ops[0].operands) == set(inner.arguments)
        if (
            len(op.operands) != 1
            or not is_sum
            or tensor is None
            or element_of(op.operands[0].type) != "f32"
            or len(tensor.shape) != 2
        ):
            raise Unsupported(f"a reduction (line {op.line}) is no sum of f32 over one of two axes")
        axis = int(op.attributes["axis"].partition(" ")[0])
        if axis != 1 or self.extents.setdefault(COLUMN, tensor.shape[1]) != tensor.shape[1]:
            raise Unsupported(f"a sum (line {op.line}) is not over the columns")
        return self.add("total", COLUMN, self.term(op.operands[0], (*dims, COLUMN)))


def middle(lifter: Lifter) -> Value:
    """Emit and return the index of the middle iteration: half the trip count."""
    trips = lifter.loop.trips
    return lifter.put(binary("arith.shrsi", trips, lifter.number(1, trips.type)))


def encode(loop: CountedLoop, known: Mapping[Value, Op]) -> EncodedLoop:
    """Encode a loop as terms.

    Raises:
        Unsupported: terms cannot express the loop; the message says why.
    """
    if not loop.sums and not loop.stores:
        raise Unsupported("it neither adds up floats nor stores")
    extents = {ITERATION: loop.extent}
    program = EncodedLoop(loop, known, extents, Lifter(loop, known, extents))
    program.add_unmasked(0)
    for total in loop.sums:
        dims = stored_axes(program, total.start.type)
        program.sums.append([program.add("total", ITERATION, program.add("mask", 0, program.term(v, dims))) for v in total.terms])
    for store in loop.stores:
        dims = stored_axes(program, store.operands[1].type)
        program.stores.append(program.term(store.operands[1], dims))
    program.facts += [("product_along", (COLUMN, ROW, ITERATION)), ("product_along", (ITERATION, ROW, COLUMN))]
    program.facts += [("available", (n,)) for n in range(len(PRECISIONS))]
    return program


def stored_axes(program: EncodedLoop, type: str) -> Dims:
    tensor = tensor_type(type)
    if tensor is None or tensor.encoding is not None or len(tensor.shape) > 2:
        raise Unsupported(f"{type} has not one or two axes")
    dims: Axes = (ROW, COLUMN)[: len(tensor.shape)]
    for axis, extent in zip(dims, tensor.shape, strict=True):
        if program.extents.setdefault(axis, extent) != extent:
            raise Unsupported("it has tensors of several shapes")
    return dims
