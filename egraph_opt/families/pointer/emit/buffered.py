"""Operations of an access through a buffer: pointers that are one scalar plus a 32-bit offset in each lane."""

from __future__ import annotations

from dataclasses import dataclass, replace

from egraph_opt.families.pointer.emit.emitter import Point
from egraph_opt.families.pointer.emit.placer import Placer
from egraph_opt.families.pointer.forms.form import Form
from egraph_opt.families.pointer.prepare.through import hints
from egraph_opt.families.pointer.prepare.twins import MARK as TWIN
from egraph_opt.families.pointer.rewriter.left import Left
from egraph_opt.families.pointer.rewriter.tensors import addptr, broadcast, expanded, splat
from egraph_opt.families.pointer.symbolic.definition import BUFFER
from egraph_opt.ir.create import binary, cast, operation
from egraph_opt.ir.module import Op, Operand, Piece, TypeOf, Value
from egraph_opt.ir.polynomial import Poly
from egraph_opt.ir.syntax import RMW, SCOPE, SEM, name_of
from egraph_opt.ir.types import TensorType, tensor_type

ATOMIC = {"atomic_rmw_op": RMW, "sem": SEM, "scope": SCOPE}
"""Words of an atomic operation, by its attributes."""


@dataclass(slots=True)
class Buffered:
    """Writer of one form of the target `buffer`."""

    writer: Placer
    form: Form

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
        self.writer.replaced(self.form, new)

    def put(self, op: Op) -> Value:
        """Put a new operation as far out of loops as its operands allow, and return its result."""
        if not op.operands:
            first = self.writer.emit.points(self.op)[0].block
            return self.writer.once(Point(first, first.ops[0]), op)
        return self.writer.once(self.writer.at(self.form.access, list(op.operands)), op)

    def offsets(self) -> Value:
        """Return the offset of each lane from the lowest: none is negative, and none above the limit."""
        total: Value | None = None
        for d, (dimension, stride) in enumerate(zip(self.form.access.dimensions, self.form.strides, strict=True)):
            folded = self.form.wrap is not None and self.form.wrap[0] == d
            if (dimension.size > 1 or folded) and stride.terms:
                along = self.along(d, dimension.size, stride)
                total = along if total is None else self.put(binary("arith.addi", total, along))
        assert total is not None
        return total

    def along(self, d: int, size: int, stride: Poly) -> Value:
        """Return the addend of one dimension."""
        shape = tuple(x.size for x in self.form.access.dimensions)
        folded = self.form.wrap is not None and self.form.wrap[0] == d
        x = self.remainder() if folded else self.indices(size)
        lanes = x.type
        number = stride.constant
        if number is None:
            x = self.put(binary("arith.muli", x, self.put(splat(self.limited(d, stride), lanes))))
        elif number != 1:
            x = self.put(binary("arith.muli", x, self.spread(number, lanes)))
            if number < 0:
                x = self.put(binary("arith.addi", x, self.spread(-number * (size - 1), lanes)))
        tensor = tensor_type(x.type)
        for axis in (e for e in range(len(shape)) if e != d and tensor is not None and len(tensor.shape) == 1):
            x = self.put(expanded(x, axis))
        return x if x.type == str(TensorType(shape, "i32", None)) else self.put(broadcast(x, shape))

    def indices(self, size: int) -> Value:
        type = str(TensorType((size,), "i32", None))
        words = f"tt.make_range {{end = {size} : i32, start = 0 : i32}} : {type}"
        return self.put(operation("tt.make_range", (), type, (words,), end=f"{size} : i32", start="0 : i32"))

    def remainder(self) -> Value:
        """Return indices that wrap around: the input's remainder, unsigned, so that it is visibly below its limit."""
        access, emit = self.form.access, self.writer.emit
        assert access.table and self.form.wrap and self.form.most
        old = self.writer.numbers.terms.facts.defined[access.table.value]
        if not emit.visible_at(old.operands[0], emit.points(self.op)):
            raise Left(f"{old.operands[0].name}, which its address is made of, is not visible where it stands")
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

    def limited(self, d: int, stride: Poly) -> Value:
        """Return a stride that is visibly within its limit: Triton's analysis knows the range of `arith.minui` with a constant."""
        limit = self.form.limits[d]
        assert limit is not None
        emit = self.writer.emit
        value, most = emit.number(stride, "i32", self.op), emit.constant(limit, "i32", self.op)
        return self.put(binary("arith.minui", value, most))
