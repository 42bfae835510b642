"""Operations of a raised access: created as far out of loops as possible, advanced inside."""

from __future__ import annotations

from collections.abc import Sequence

from egraph_opt.families.pointer.emit.buffered import Buffered
from egraph_opt.families.pointer.emit.emitter import Point
from egraph_opt.families.pointer.emit.placer import Placer
from egraph_opt.families.pointer.emit.structured import Structured
from egraph_opt.families.pointer.forms.form import INT, ZERO, Form
from egraph_opt.families.pointer.prepare.through import hints
from egraph_opt.families.pointer.prepare.twins import MARK
from egraph_opt.ir.create import cast, operation
from egraph_opt.ir.module import Block, Op, Operand, Piece, TypeOf, Value
from egraph_opt.ir.polynomial import Monomial, Poly
from egraph_opt.ir.types import DescriptorType

TRANSPOSED = "%transposed_tile"
"""Name of a tile that is not transposed back yet."""


class Writer(Placer):
    """Writer of forms into a function."""

    def write(self, form: Form) -> None:
        """Replace an access by its raised form."""
        if form.target == "tts":
            Structured(self, form).write()
        elif form.target == "buffer":
            Buffered(self, form).write()
        elif form.target == "block-pointer":
            self._block(form)
        else:
            self._descriptor(form)

    # --- block pointers
    def _block(self, form: Form) -> None:
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
        attributes = {name: text for name, text in op.attributes.items() if name != MARK}  # what is raised has no twin
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
        self.replaced(form, Op(op.name, operands, op.results, attributes, pieces=tuple(texts), location=op.location))

    def _indices(self, form: Form, offsets: Sequence[Poly]) -> list[Value]:
        """Return offsets in 32 bits; a caller's promise that one fits is about all of its 64 bits, and it is truncated after."""
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

    def _moving(self, form: Form, offset: Poly, point: Point) -> tuple[Poly, Poly]:
        """Return an offset as the part known where the pointer is made, and the part that a loop adds; both must fit in 32 bits."""
        outside: list[tuple[Monomial, int]] = []
        inside: list[tuple[Monomial, int]] = []
        for monomial, coefficient in offset.terms:
            part = Poly(((monomial, coefficient),))
            blocks = [
                self.emit.home[self.emit.value_of(a, form.access.op)]
                for a in sorted(self.emit.expanded(part, form.access.op).atoms)
            ]
            (outside if self._reaches(form.access.op, blocks, point) else inside).append((monomial, coefficient))
        kept, moved = Poly.of(outside), Poly.of(inside)
        if not all(self.numbers.range(p, form.access.loops).within(-INT - 1, INT) for p in (kept, moved)):
            return offset, ZERO
        return kept, moved

    def _reaches(self, op: Op, blocks: list[Block], point: Point) -> bool:
        return self.emit.order[self.emit.outermost(op, blocks).op] <= self.emit.order[point.op]

    # --- descriptors
    def _descriptor(self, form: Form) -> None:
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
                (Value(str(tensor), TRANSPOSED),) if form.order else op.results,
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
        self.replaced(form, new)


def _list(head: str, first: int, rank: int) -> list[Piece]:
    """Return `head %0[, operands]` in brackets."""
    bracket = ", [" if head.startswith("tt.advance") else "["
    pieces: list[Piece] = [head, Operand(0), bracket]
    for d in range(rank):
        pieces += [", ", Operand(first + d)] if d else [Operand(first + d)]
    return [*pieces, "]"]


def _groups(head: str, rank: int, groups: int) -> list[Piece]:
    """Return `head %0, [..], [..]`."""
    pieces: list[Piece] = [head, Operand(0)]
    for g in range(groups):
        for d in range(rank):
            pieces += [", " if d else ", [", Operand(1 + g * rank + d)]
        pieces.append("]")
    return pieces
