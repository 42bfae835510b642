"""Insertion of operations before their users, without duplicates; replacement of accesses; operation texts used by several modules."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from egraph_opt.families.pointer.analysis.access_facts import Numbers
from egraph_opt.families.pointer.analysis.structured_access import StructuredAccess
from egraph_opt.families.pointer.emit.scalar_builder import Point, ScalarBuilder
from egraph_opt.families.pointer.forms.candidate import AccessForm
from egraph_opt.families.pointer.prepare.tensor_ops import addptr
from egraph_opt.ir.module import Op, Operand, Piece, TypeOf, Value

SELECT: tuple[Piece, ...] = (
    "arith.select ", Operand(0), ", ", Operand(1), ", ", Operand(2), " : ", TypeOf("operand", 0), ", ", TypeOf("operand", 1),
)  # fmt: skip
"""Text of an elementwise select."""


def generic(name: str, operands: int, words: str, result: bool) -> tuple[Piece, ...]:
    """Return the text of an operation in generic form.

    Args:
        name: the operation's name.
        operands: the number of operands.
        words: the properties in angle brackets, or ''.
        result: whether the operation has a result.
    """
    values: list[Piece] = []
    types: list[Piece] = []
    for i in range(operands):
        values += [", ", Operand(i)] if i else [Operand(i)]
        types += [", ", TypeOf("operand", i)] if i else [TypeOf("operand", i)]
    return (f'"{name}"(', *values, f"){words} : (", *types, ") -> ", TypeOf("result", 0) if result else "()")


@dataclass(slots=True)
class OpInserter:
    """Inserter of operations into a function. `instead` collects the operations that replace each access."""

    function: Op
    numbers: Numbers
    emit: ScalarBuilder
    short: bool = False
    """True to print descriptor types as Triton 3.8 and later do."""
    instead: dict[Op, list[Op]] = field(default_factory=dict)
    made: dict[tuple[object, ...], Value] = field(default_factory=dict)

    def base(self, form: AccessForm) -> Value:
        """Emit and return the start pointer of a form (operation that replaces an access): the access's base plus the form's offset."""
        access, emit = form.access, self.emit
        if not form.root.terms:
            return access.pointer
        offset = emit.number(form.root, "i64", access.op)
        point = emit.outermost(access.op, [emit.home[access.pointer], emit.home[offset]])
        return self.once(point, addptr(access.pointer, offset))

    def once(self, point: Point, op: Op) -> Value:
        """Insert an operation at a point unless an equal one is visible there, and return its result."""
        key = (point.block, op.name, op.operands, op.pieces, op.results[0].type)
        known = self.made.get(key)
        if known is None or not self.emit.visible(known, point):
            known = self.made[key] = self.emit.put(point, op)
        return known

    def replace_access(self, form: AccessForm, op: Op) -> None:
        """Replace an access by `op`, then a transpose if the form permutes dimensions, and a select if it must set masked lanes."""
        old = form.access.op
        op = replace(op, line=old.line)
        ops = [op]
        if form.order:
            turned = tuple(form.order.index(d) for d in range(len(form.order)))
            words = f" {{order = array<i32: {', '.join(map(str, turned))}>}} : "
            parts: tuple[Piece, ...] = ("tt.trans ", Operand(0), words, TypeOf("operand", 0), " -> ", TypeOf("result", 0))
            attributes = {"order": f"array<i32: {', '.join(map(str, turned))}>"}
            ops.append(Op("tt.trans", op.results, old.results, attributes, pieces=parts, location=op.location))
        if not form.select:
            self.instead[old] = ops
            return
        loaded = Value(old.results[0].type, "%loaded")
        choice = Op("arith.select", (old.operands[1], loaded, old.operands[2]), old.results, pieces=SELECT)
        self.instead[old] = [*ops[:-1], replace(ops[-1], results=(loaded,)), choice]

    def at(self, access: StructuredAccess, values: list[Value]) -> Point:
        return self.emit.outermost(access.op, [self.emit.home[v] for v in values])
