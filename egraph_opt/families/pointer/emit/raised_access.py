"""Operations of raised accesses: pointers and descriptors are created as far out of loops as possible, and advanced inside.

An access for the target `buffer` (AMD buffer instructions) has pointers that are one scalar plus a 32-bit offset in each lane.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from egraph_opt.families.pointer.emit.op_insertion import OpInserter
from egraph_opt.families.pointer.emit.scalar_builder import Point
from egraph_opt.families.pointer.emit.tts_access import TtsWriter
from egraph_opt.families.pointer.forms.candidate import INT, ZERO, AccessForm
from egraph_opt.families.pointer.prepare.descriptor_lowering import hints
from egraph_opt.families.pointer.prepare.shadow_access import MARK
from egraph_opt.families.pointer.prepare.shadow_access import MARK as TWIN
from egraph_opt.families.pointer.prepare.tensor_ops import NotRaised, addptr, broadcast, expand_dims, splat
from egraph_opt.families.pointer.symbolic.access_semantics import BUFFER
from egraph_opt.ir.create import binary, cast, operation
from egraph_opt.ir.module import Block, Op, Operand, Piece, TypeOf, Value
from egraph_opt.ir.polynomial import Monomial, Poly
from egraph_opt.ir.syntax import RMW, SCOPE, SEM, name_of
from egraph_opt.ir.types import DescriptorType, TensorType, tensor_type

ATOMIC = {"atomic_rmw_op": RMW, "sem": SEM, "scope": SCOPE}
"""Keywords of an atomic operation, by attribute."""


@dataclass(slots=True)
class BufferWriter:
    """Writer of one access for the target `buffer` (AMD buffer instructions)."""

    writer: OpInserter
    form: AccessForm

    @property
    def op(self) -> Op:
        return self.form.access.op

    def write(self) -> None:
        access, op = self.form.access, self.op
        base, offsets = self.writer.base(self.form), self.offsets()
        pointers = str(access.tensor._replace(element=base.type, encoding=None))
        first = self.put(splat(base, pointers))
        operands = (self.put(addptr(first, offsets)), *op.operands[1:])
        kept = {name: text for name, text in op.attributes.items() if name != TWIN}
        texts: list[Piece] = [", " if i % 2 else Operand(i // 2) for i in range(2 * len(operands) - 1)]
        if op.name == "tt.atomic_rmw":
            words = ", ".join(name_of(table, op.attributes[key]) for key, table in ATOMIC.items())
            types = [", " if i % 2 else TypeOf("operand", i // 2) for i in range(2 * len(operands) - 1)]
            texts = [f"{op.name} {words}, ", *texts, f" {{{BUFFER}}} : (", *types, ") -> ", TypeOf("result", 0)]
        else:
            texts = [f"{op.name} ", *texts, hints(op), f" {{{BUFFER}}} : ", TypeOf("operand", 0)]
        new = Op(op.name, operands, op.results, {**kept, BUFFER: "unit"}, pieces=tuple(texts), location=op.location)
        self.writer.replace_access(self.form, new)

    def put(self, op: Op) -> Value:
        """Insert an operation as far out of loops as its operands allow, and return its result."""
        if not op.operands:
            first = self.writer.emit.points(self.op)[0].block
            return self.writer.once(Point(first, first.ops[0]), op)
        return self.writer.once(self.writer.at(self.form.access, list(op.operands)), op)

    def offsets(self) -> Value:
        """Emit each lane's offset from the lowest address; offsets are non-negative and below the buffer's size limit."""
        total: Value | None = None
        for d, (dimension, stride) in enumerate(zip(self.form.access.dimensions, self.form.strides, strict=True)):
            folded = self.form.wrap is not None and self.form.wrap[0] == d
            if (dimension.size > 1 or folded) and stride.terms:
                along = self.along(d, dimension.size, stride)
                total = along if total is None else self.put(binary("arith.addi", total, along))
        assert total is not None
        return total

    def along(self, d: int, size: int, stride: Poly) -> Value:
        shape = tuple(x.size for x in self.form.access.dimensions)
        folded = self.form.wrap is not None and self.form.wrap[0] == d
        x = self.remainder() if folded else self.indices(size)
        lanes = x.type
        number = stride.constant
        if number is None:
            x = self.put(binary("arith.muli", x, self.put(splat(self.limit_stride(d, stride), lanes))))
        elif number != 1:
            x = self.put(binary("arith.muli", x, self.spread(number, lanes)))
            if number < 0:
                x = self.put(binary("arith.addi", x, self.spread(-number * (size - 1), lanes)))
        tensor = tensor_type(x.type)
        for axis in (e for e in range(len(shape)) if e != d and tensor is not None and len(tensor.shape) == 1):
            x = self.put(expand_dims(x, axis))
        return x if x.type == str(TensorType(shape, "i32", None)) else self.put(broadcast(x, shape))

    def indices(self, size: int) -> Value:
        type = str(TensorType((size,), "i32", None))
        words = f"tt.make_range {{end = {size} : i32, start = 0 : i32}} : {type}"
        return self.put(operation("tt.make_range", (), type, (words,), end=f"{size} : i32", start="0 : i32"))

    def remainder(self) -> Value:
        """Emit indices that wrap around as an unsigned remainder, which Triton's range analysis can bound."""
        access, emit = self.form.access, self.writer.emit
        assert access.table and self.form.wrap and self.form.most
        old = self.writer.numbers.terms.facts.defined[access.table.value]
        if not emit.visible_at(old.operands[0], emit.points(self.op)):
            raise NotRaised(f"{old.operands[0].name}, which its address is made of, is not visible where it stands")
        lanes = tensor_type(old.results[0].type)
        assert lanes
        end = emit.number(self.form.wrap[1], lanes.element, self.op)
        if self.form.wrap[1].constant is None:
            end = self.put(binary("arith.minui", end, emit.constant(self.form.most, lanes.element, self.op)))
        pieces = tuple(p.replace("arith.remsi", "arith.remui") if isinstance(p, str) else p for p in old.pieces)
        operands = (old.operands[0], self.put(splat(end, str(lanes))))
        found = self.put(replace(operation("arith.remui", operands, str(lanes), pieces), attributes=old.attributes))
        return found if lanes.element == "i32" else self.put(cast("arith.trunci", found, str(lanes._replace(element="i32"))))

    def spread(self, number: int, type: str) -> Value:
        text = f"dense<{number}> : {type}"
        return self.put(operation("arith.constant", (), type, (f"arith.constant {text}",), value=text))

    def limit_stride(self, d: int, stride: Poly) -> Value:
        """Emit a stride as `arith.minui` with a constant, which Triton's range analysis can bound."""
        limit = self.form.limits[d]
        assert limit is not None
        emit = self.writer.emit
        value, most = emit.number(stride, "i32", self.op), emit.constant(limit, "i32", self.op)
        return self.put(binary("arith.minui", value, most))


TRANSPOSED_NAME = "%transposed_tile"
"""Name of a loaded tile before it is transposed."""


class FormWriter(OpInserter):
    """Writer of raised accesses into a function."""

    def write(self, form: AccessForm) -> None:
        if form.target == "tts":
            TtsWriter(self, form).write()
        elif form.target == "buffer":
            BufferWriter(self, form).write()
        elif form.target == "block-pointer":
            self._block(form)
        else:
            self._descriptor(form)

    # --- block pointers
    def _block(self, form: AccessForm) -> None:
        access, emit = form.access, self.emit
        op, rank = access.op, len(form.offsets)
        promised = {d for d, _, _ in form.promised}
        base = self.base(form)
        unchecked = Poly.number(INT)
        shapes = [emit.number(s if s is not None else unchecked, "i64", op) for s in form.shapes]
        strides = [emit.number(s, "i64", op) for s in form.strides]
        point = self.at(access, [base, *shapes, *strides])
        parts = [(o, ZERO) if d in promised else self._moving(form, o, point) for d, o in enumerate(form.offsets)]
        kept, moved = zip(*parts, strict=True)
        start = self._indices(form, kept)
        point = self.at(access, [base, *shapes, *strides, *start])
        type = f"!tt.ptr<{access.tensor._replace(encoding=None)}>"
        pieces = [
            *_groups("tt.make_tensor_ptr ", rank, 3),
            f" {{order = array<i32: {', '.join(map(str, reversed(range(rank))))}>}} : ",
        ]
        pieces.append(type.removeprefix("!tt.ptr"))
        operands = (base, *shapes, *strides, *start)
        order = f"array<i32: {', '.join(map(str, reversed(range(rank))))}>"
        pointer = self.once(point, operation("tt.make_tensor_ptr", operands, type, tuple(pieces), order=order))
        if any(o.terms for o in moved):
            steps = [emit.number(o, "i32", op) for o in moved]
            advance = operation(
                "tt.advance", (pointer, *steps), type, (*_list("tt.advance ", 1, rank), f" : {type.removeprefix('!tt.ptr')}")
            )
            pointer = self.once(self.at(access, [pointer, *steps]), advance)
        checked = [d for d, shape in enumerate(form.shapes) if shape is not None and d not in promised]
        attributes = {name: text for name, text in op.attributes.items() if name != MARK}  # a raised access is no rewritten copy
        attributes["boundaryCheck"] = f"array<i32{': ' if checked else ''}{', '.join(map(str, checked))}>"
        if op.name == "tt.load":
            attributes["operandSegmentSizes"] = "array<i32: 1, 0, 0>"
        words = [f"boundaryCheck = {attributes['boundaryCheck']}"] if checked else []
        words += ["isVolatile = true"] if op.attributes.get("isVolatile", "false") != "false" else []
        if op.name == "tt.load" and len(op.operands) > 2 and checked and not form.select:
            attributes["padding"] = "1 : i32"
            words.append("padding = 1 : i32")
        operands = (pointer, *op.operands[1:2]) if op.name == "tt.store" else (pointer,)
        head = f"{op.name} "
        texts: list[Piece] = [head, Operand(0)]
        texts += [", ", Operand(1)] if op.name == "tt.store" else []
        texts += [hints(op), f" {{{', '.join(words)}}}" if words else "", " : ", TypeOf("operand", 0)]
        self.replace_access(form, Op(op.name, operands, op.results, attributes, pieces=tuple(texts), location=op.location))

    def _indices(self, form: AccessForm, offsets: Sequence[Poly]) -> list[Value]:
        """Emit the offset of the accessed block along each dimension as a 32-bit value.

        A caller's promise that an offset is in bounds is about the 64-bit offset. So that offset is computed in 64 bits, then truncated.
        """
        promised = {d for d, _, _ in form.promised}
        op, emit = form.access.op, self.emit
        found = []
        for d, offset in enumerate(offsets):
            if d in promised and offset.constant is None:
                wide = emit.number(offset, "i64", op)
                found.append(self.once(self.at(form.access, [wide]), cast("arith.trunci", wide, "i32")))
            else:
                found.append(emit.number(offset, "i32", op))
        return found

    def _moving(self, form: AccessForm, offset: Poly, point: Point) -> tuple[Poly, Poly]:
        """Split an offset into the summand available where the pointer is created, and the summand that a loop adds.

        If a summand does not fit in 32 bits, the second summand is 0.
        """
        outside: list[tuple[Monomial, int]] = []
        inside: list[tuple[Monomial, int]] = []
        for monomial, coefficient in offset.terms:
            part = Poly(((monomial, coefficient),))
            blocks = [
                self.emit.home[self.emit.value_of(a, form.access.op)]
                for a in sorted(self.emit.expand_number(part, form.access.op).atoms)
            ]
            (outside if self._reaches(form.access.op, blocks, point) else inside).append((monomial, coefficient))
        kept, moved = Poly.of(outside), Poly.of(inside)
        if not all(self.numbers.range(p, form.access.loops).within(-INT - 1, INT) for p in (kept, moved)):
            return offset, ZERO
        return kept, moved

    def _reaches(self, op: Op, blocks: list[Block], point: Point) -> bool:
        return self.emit.order[self.emit.outermost(op, blocks).op] <= self.emit.order[point.op]

    # --- descriptors
    def _descriptor(self, form: AccessForm) -> None:
        access, emit = form.access, self.emit
        lifted = form.lifted or ()
        op, rank = access.op, len(form.offsets) + len(lifted)
        base = self.base(form)
        most = [Poly.number(INT)] * len(lifted)
        shapes = [emit.number(s if s is not None else ZERO, "i32", op) for s in (*most, *form.shapes)]
        strides = [emit.number(s, "i64", op) for s in (*(stride for _, stride in lifted), *form.strides)]
        tensor = access.tensor._replace(encoding=None)
        if form.order:
            tensor = tensor._replace(shape=tuple(tensor.shape[d] for d in form.order))
        type = str(DescriptorType(tensor._replace(shape=(*[1] * len(lifted), *tensor.shape)), self.short))
        pieces = [
            *_groups("tt.make_tensor_descriptor ", rank, 2),
            f" : <{tensor.element}>, {type.removeprefix('!tt.tensordesc')}",
        ]
        made = operation("tt.make_tensor_descriptor", (base, *shapes, *strides), type, tuple(pieces), padding="1 : i32")
        descriptor = self.once(self.at(access, [base, *shapes, *strides]), made)
        offsets = [*(emit.number(index, "i32", op) for index, _ in lifted), *self._indices(form, form.offsets)]
        if op.name == "tt.load":
            texts = [*_list("tt.descriptor_load ", 1, rank), hints(op), " : ", TypeOf("operand", 0), " -> ", TypeOf("result", 0)]
            new = Op(
                "tt.descriptor_load",
                (descriptor, *offsets),
                (Value(str(tensor), TRANSPOSED_NAME),) if form.order else op.results,
                {name: op.attributes.get(name, "1 : i32") for name in ("cache", "evict")},
                pieces=tuple(texts),
                location=op.location,
            )
        else:
            texts = [
                *_list("tt.descriptor_store ", 2, rank),
                ", ",
                Operand(1),
                " : ",
                TypeOf("operand", 0),
                ", ",
                TypeOf("operand", 1),
            ]
            operands = (descriptor, op.operands[1], *offsets)
            new = Op("tt.descriptor_store", operands, (), {}, pieces=tuple(texts), location=op.location)
        self.replace_access(form, new)


def _list(head: str, first: int, rank: int) -> list[Piece]:
    bracket = ", [" if head.startswith("tt.advance") else "["
    pieces: list[Piece] = [head, Operand(0), bracket]
    for d in range(rank):
        pieces += [", ", Operand(first + d)] if d else [Operand(first + d)]
    return [*pieces, "]"]


def _groups(head: str, rank: int, groups: int) -> list[Piece]:
    pieces: list[Piece] = [head, Operand(0)]
    for g in range(groups):
        for d in range(rank):
            pieces += [", " if d else ", [", Operand(1 + g * rank + d)]
        pieces.append("]")
    return pieces
