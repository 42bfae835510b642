"""Emission of accesses in triton-shared's dialect `tts`: strided, wrapping around, or by a table of indices along one dimension."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from egraph_opt.families.pointer.emit.op_insertion import OpInserter, generic
from egraph_opt.families.pointer.emit.scalar_builder import Point
from egraph_opt.families.pointer.forms.candidate import AccessForm
from egraph_opt.families.pointer.forms.candidates import CONVERSIONS, one_other
from egraph_opt.families.pointer.prepare.tensor_ops import NotRaised
from egraph_opt.ir.attributes import splat
from egraph_opt.ir.create import binary, cast, operation
from egraph_opt.ir.module import Op, Operand, Piece, TypeOf, Value
from egraph_opt.ir.polynomial import Poly
from egraph_opt.ir.types import TensorType, element_of, tensor_type

DYNAMIC = -(1 << 63)
"""Marker in a static list for an entry that is an operand."""


@dataclass(slots=True)
class TtsWriter:
    """Writer of one access for the target `tts` (triton-shared's dialect)."""

    writer: OpInserter
    form: AccessForm
    numbers: list[Value] = field(default_factory=list)
    """Operands, after the base, of the operation that makes the pointer."""

    @property
    def op(self) -> Op:
        return self.form.access.op

    def write(self) -> None:
        pointer = self.gathering() if self.form.gather is not None else self.pointer()
        self.access(pointer)

    # --- pointers
    def pointer(self) -> Value:
        """Emit `tts.make_tptr`; its offset and shape operands are multiplied by the strides."""
        form = self.form
        base = self.writer.base(form)
        shape = [form.wrap[1] if form.wrap and form.wrap[0] == d else Poly() for d in range(len(form.strides))]
        lists = [self.entries(form.strides), self.products(form.offsets), self.products(shape)]
        pieces: list[Piece] = ["tts.make_tptr ", Operand(0), f" to sizes: [{self.sizes}], strides: [", *lists[0]]
        pieces += ["], offsets: [", *lists[1], "], shape: [", *lists[2], "], order: [] : "]
        pieces += [form.access.pointer.type.removeprefix("!tt.ptr"), " to ", TypeOf("result", 0)]
        return self.make("tts.make_tptr", (base,), pieces, self.op.operands[0].type)

    def gathering(self) -> Value:
        """Emit `tts.make_gather_scatter_tptr`, which multiplies indices by their stride; its offset operands are already multiplied."""
        form, access = self.form, self.form.access
        assert form.gather is not None
        base, indices = self.writer.base(form), self.indices(form.gather)
        mask = [self.together(access.chosen[1])] if access.chosen else []
        first = 2 + len(mask)
        lists = [self.entries(form.strides, first), self.products(form.offsets, first)]
        pieces: list[Piece] = ["tts.make_gather_scatter_tptr ", Operand(0), f" to sizes: [{self.sizes}]"]
        pieces += [f" gather_scatter_dim: {form.gather} gather_scatter_offset: ", Operand(1)]
        pieces += [" gather_scatter_mask: ", Operand(2)] if mask else []
        pieces += [", strides: [", *lists[0], "], offsets: [", *lists[1], "] : ", TypeOf("operand", 1), " "]
        pieces += [TypeOf("operand", 2), " "] if mask else []
        pieces += [access.pointer.type.removeprefix("!tt.ptr"), " to ", TypeOf("result", 0)]
        type = f"!tt.ptr<{access.tensor._replace(encoding=None)}>"
        return self.make("tts.make_gather_scatter_tptr", (base, indices, *mask), pieces, type)

    def make(self, name: str, operands: tuple[Value, ...], pieces: list[Piece], type: str) -> Value:
        operands = (*operands, *self.numbers)
        return self.writer.once(self.writer.at(self.form.access, list(operands)), operation(name, operands, type, tuple(pieces)))

    @property
    def sizes(self) -> str:
        return ", ".join(str(d.size) for d in self.form.access.dimensions)

    def entries(self, entries: Sequence[Poly | Value], first: int = 1) -> list[Piece]:
        """Return the text of a list: constants as literals, other entries as operands, which are appended to `numbers`.

        `first` is the operand index of the first value in `numbers`.
        """
        pieces: list[Piece] = []
        for i, entry in enumerate(entries):
            pieces += [", "] if i else []
            if isinstance(entry, Poly) and entry.constant is not None:
                pieces.append(str(entry.constant))
            else:
                pieces.append(Operand(first + len(self.numbers)))
                made = self.writer.emit.number(entry, "index", self.op) if isinstance(entry, Poly) else entry
                self.numbers.append(made)
        return pieces

    def products(self, numbers: Sequence[Poly], first: int = 1) -> list[Piece]:
        """Return the text of a list of polynomials times the strides.

        Along a dimension that wraps around, an explicit `arith.muli` is emitted, because validation needs it.
        """
        found: list[Poly | Value] = []
        for d, (number, stride) in enumerate(zip(numbers, self.form.strides, strict=True)):
            product = number * stride
            if self.form.wrap and self.form.wrap[0] == d and product.constant is None and stride.constant is None:
                emit = self.writer.emit
                a, b = (emit.number(poly, "index", self.op) for poly in (number, stride))
                found.append(self.writer.once(emit.outermost(self.op, [emit.home[a], emit.home[b]]), binary("arith.muli", a, b)))
            else:
                found.append(product)
        return self.entries(found, first)

    def indices(self, dimension: int) -> Value:
        """Return the indices along a gathered dimension: the access's table, or else a `tt.make_range`."""
        access = self.form.access
        if access.table:
            return self.flat(access.table.value)
        end = access.dimensions[dimension].size
        type = str(TensorType((end,), "i32", None))
        words = f"tt.make_range {{end = {end} : i32, start = 0 : i32}} : {type}"
        first = self.writer.emit.points(self.op)[0].block
        made = operation("tt.make_range", (), type, (words,), end=f"{end} : i32", start="0 : i32")
        return self.writer.once(Point(first, first.ops[0]), made)

    def together(self, masks: Sequence[Value]) -> Value:
        first, *others = map(self.flat, masks)
        for other in others:
            point = self.writer.at(self.form.access, [first, other])
            first = self.writer.once(point, binary("arith.andi", first, other))
        return first

    def flat(self, value: Value) -> Value:
        emit = self.writer.emit
        if not emit.visible_at(value, emit.points(self.op)):
            raise NotRaised(f"{value.name}, which it is gathered by, is not visible where it stands")
        tensor = tensor_type(value.type)
        assert tensor
        if len(tensor.shape) == 1:
            return value
        type = str(TensorType((max(tensor.shape),), tensor.element, None))
        pieces: tuple[Piece, ...] = ("tt.reshape ", Operand(0), " : ", TypeOf("operand", 0), " -> ", TypeOf("result", 0))
        point = emit.outermost(self.op, [emit.home[value]])
        return self.writer.once(point, operation("tt.reshape", (value,), type, pieces))

    # --- accesses
    def access(self, pointer: Value) -> None:
        access, op = self.form.access, self.op
        extents: list[Value] = []
        static = []
        for n, (d, shape) in enumerate(zip(access.dimensions, self.form.shapes, strict=True)):
            chosen = access.chosen is not None and access.chosen[0] == n  # the table's mask selects the lanes
            static.append(0 if chosen else d.size if shape is None else DYNAMIC)
            if shape is not None:
                extents.append(self.clamp_extent(shape, d.size))
        listed = f"array<i64: {', '.join(map(str, static))}>" if access.is_masked else "array<i64>"
        if op.name == "tt.load":
            other = [self.other()] if len(op.operands) > 2 and access.is_masked and one_other(access, self.writer.numbers) else []
            operands = (pointer, *extents, *other)
            words = f"operandSegmentSizes = array<i32: 1, {len(extents)}, {len(other)}>, static_mask_dims = {listed}"
        else:
            operands = (pointer, op.operands[1], *extents)
            words = f"static_mask_dims = {listed}"
        name = op.name.replace("tt.", "tts.")
        texts = generic(name, len(operands), f" <{{{words}}}>", bool(op.results))
        self.writer.replace_access(self.form, Op(name, operands, op.results, {}, pieces=texts, location=op.location))

    def clamp_extent(self, extent: Poly, size: int) -> Value:
        """Return the number of active lanes along a dimension: `extent` clamped to `[0, size]`."""
        writer, emit, op = self.writer, self.writer.emit, self.op
        value = emit.number(extent, "i64", op)
        point = emit.outermost(op, [emit.home[value]])
        zero, full = (emit.constant(n, "i64", point.op) for n in (0, size))
        low = writer.once(point, binary("arith.maxsi", value, zero))
        return writer.once(point, cast("arith.index_cast", writer.once(point, binary("arith.minsi", low, full)), "index"))

    def other(self) -> Value:
        """Return the scalar that masked lanes load."""
        source = self.writer.numbers.terms.facts.defined[self.op.operands[2]]
        if source.name not in CONVERSIONS:
            return self.scalar(source)
        value = self.scalar(self.writer.numbers.terms.facts.defined[source.operands[0]])
        point = self.writer.emit.outermost(self.op, [self.writer.emit.home[value]])
        return self.writer.once(point, cast(source.name, value, element_of(source.results[0].type)))

    def scalar(self, source: Op) -> Value:
        if source.name == "tt.splat":
            return source.operands[0]
        element = element_of(source.results[0].type)
        number = splat(source.attributes["value"])
        first = self.writer.emit.points(self.op)[0].block
        text = f"arith.constant {number} : {element}"
        made = operation("arith.constant", (), element, (text,), value=f"{number} : {element}")
        return self.writer.once(Point(first, first.ops[0]), made)
