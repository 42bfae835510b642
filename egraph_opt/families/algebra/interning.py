"""Interning tables: numbers for the operations, data movements and shapes in terms."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar

from egraph_opt.families.algebra.vocabulary import ADD, AND, MULTIPLY, OFFSET, OR, OTHERS, SELECT
from egraph_opt.ir.create import operation
from egraph_opt.ir.declaration_lookup import Effect, Layouts, declaration
from egraph_opt.ir.module import Op, Operand, Piece, TypeOf, Value
from egraph_opt.ir.types import element_of, tensor_type

Extents = tuple[int, ...]
"""Extents of a tensor; empty for a scalar."""
K = TypeVar("K", bound=Hashable)

OPERATION_NUMBERS = {
    "arith.andi": AND, "arith.ori": OR, "arith.addi": ADD, "arith.muli": MULTIPLY, "tt.addptr": OFFSET, "arith.select": SELECT,
}  # fmt: skip
_WRAPS = "#arith.overflow<none>"
_SPLAT = re.compile(r"dense<([^\[\]\"<>]+)>")
_SCALAR = re.compile(r"([\w.+-]+)")
OPAQUE_OPS = frozenset(
    (
        "tt.elementwise_inline_asm",
        *"arith.divsi arith.divui arith.remsi arith.remui arith.ceildivsi arith.ceildivui arith.floordivsi".split(),
    )
)
"""Operations that are not encoded: assembly may process several elements at once, and a division by zero must not be speculated."""
MOVEMENTS = frozenset(("tt.splat", "tt.broadcast", "tt.expand_dims", "tt.trans", "tt.reshape"))


class MovementKey(NamedTuple):
    """Data movement: operation, attributes, extents of the operand (`taken`) and of the result (`given`)."""

    name: str
    attributes: tuple[tuple[str, str], ...]
    taken: Extents
    given: Extents


class OperationForm(NamedTuple):
    """What identifies an operation apart from its operands and extents: name, attributes and element types."""

    name: str
    attributes: tuple[tuple[str, str], ...]
    elements: tuple[str, ...]
    result: str


def extents(type: str) -> Extents | None:
    """Return the extents of a tensor without layout, `()` for a scalar or pointer, or None for other types."""
    if "<" not in type or (type.startswith("!tt.ptr<") and not type.startswith("!tt.ptr<tensor")):
        return ()
    tensor = tensor_type(type)
    return tensor.shape if tensor is not None and tensor.encoding is None else None


def has_hints(op: Op) -> bool:
    """Return whether an operation has hints on its own values, such as a known divisor."""
    return any("." in name for name in op.attributes)


def format_tensor_type(shape: Extents, element: str) -> str:
    return f"tensor<{'x'.join(map(str, shape))}x{element}>" if shape else element


def format_extents(shape: Extents) -> str:
    return "x".join(map(str, shape)) or "a scalar"


def format_op_name(name: str, attributes: Sequence[tuple[str, str]]) -> str:
    inside = ", ".join(f"{attribute} = {value}" for attribute, value in attributes)
    return f"{name} {{{inside}}}" if inside else name


def _intern(known: dict[K, int], key: K) -> int:
    return known.setdefault(key, len(known))


@dataclass
class Tables:
    """Operation forms, data movements and shapes by number, for one function's terms."""

    shapes: dict[Extents, int] = field(default_factory=dict)
    movements: dict[MovementKey, int] = field(default_factory=dict)
    forms: dict[OperationForm, int] = field(default_factory=dict)
    specimens: dict[int, Op] = field(default_factory=dict)
    """Example operation of each form (name, attributes and element types), by the form's number."""
    places: dict[int, Op] = field(default_factory=dict)
    """Example operation of each data movement that occurs in the program, by number."""
    literals: dict[tuple[str, str], Value] = field(default_factory=dict)
    """Scalar value that represents a constant's elements, by text and type."""

    def dump_text(self) -> str:
        functions = [f"f = {number:d} ({number}) is {name}\n" for name, number in OPERATION_NUMBERS.items()]
        functions.append(f"f = {OTHERS:d} ({OTHERS}) is any other operation, which its form tells apart\n")
        forms = [
            f"form {n} is {format_op_name(w.name, w.attributes)} on {', '.join(w.elements)}\n" for w, n in self.forms.items()
        ]
        moved = [
            f"movement {n} is {format_op_name(m.name, m.attributes)} from {format_extents(m.taken)} to {format_extents(m.given)}\n"
            for m, n in self.movements.items()
        ]
        shapes = [f"shape {number} is {format_extents(found)}\n" for found, number in self.shapes.items()]
        return "".join((*functions, *forms, *moved, *shapes))

    def shape(self, found: Extents) -> int:
        return _intern(self.shapes, found)

    def movement(self, found: MovementKey) -> int:
        return _intern(self.movements, found)

    def splat(self, given: Extents) -> int:
        return self.movement(MovementKey("tt.splat", (), (), given))

    def extents_of(self, number: int) -> Extents:
        return list(self.shapes)[number]

    def movement_of(self, number: int) -> MovementKey:
        return list(self.movements)[number]

    def form_of(self, number: int) -> OperationForm:
        return list(self.forms)[number]

    def moves(self, op: Op) -> int | None:
        """Return the number of a data movement operation; None for other operations and for movements that may reorder elements."""
        if op.name not in MOVEMENTS or len(op.operands) != 1 or "allow_reorder" in op.attributes or has_hints(op):
            return None
        taken, given = extents(op.operands[0].type), extents(op.results[0].type)
        if taken is None or given is None or element_of(op.operands[0].type) != element_of(op.results[0].type):
            return None
        number = self.movement(MovementKey(op.name, tuple(sorted(op.attributes.items())), taken, given))
        self.places.setdefault(number, op)
        return number

    def applies(self, op: Op) -> tuple[int, int, int] | None:
        """Return the numbers of an elementwise operation's function, form (name, attributes, element types) and shape, or None."""
        if len(op.results) != 1 or not 1 <= len(op.operands) <= 3 or op.regions or op.name in OPAQUE_OPS or has_hints(op):
            return None
        known = declaration(op)
        if known.effect is not Effect.PURE or known.layouts is not Layouts.POINTWISE:
            return None
        types = [v.type for v in (*op.operands, *op.results)]
        if len({extents(type) for type in types}) != 1 or (shape := extents(types[0])) is None:
            return None
        elements = tuple(element_of(v.type) for v in op.operands)
        written = OperationForm(op.name, tuple(sorted(op.attributes.items())), elements, element_of(op.results[0].type))
        form = _intern(self.forms, written)
        self.specimens.setdefault(form, op)
        wraps = op.attributes.get("overflowFlags", _WRAPS) == _WRAPS
        return OPERATION_NUMBERS.get(op.name, OTHERS) if wraps else OTHERS, form, self.shape(shape)

    def literal(self, op: Op) -> tuple[Value, int | None] | None:
        """Return a constant's scalar value, and the number of the splat to its shape (None for a scalar).

        If the elements differ, return None.
        """
        if op.name != "arith.constant" or len(op.results) != 1:
            return None
        type = op.results[0].type
        text, shape = op.attributes.get("value", "").removesuffix(f" : {type}"), extents(type)
        found = _SPLAT.fullmatch(text) if shape else _SCALAR.fullmatch(text)
        if shape is None or found is None or found[1].startswith("0x"):
            return None
        element = element_of(type)
        value = self.literals.setdefault((found[1].strip(), element), Value(element, "%cst"))
        return value, self.splat(shape) if shape else None

    def facts(self) -> list[tuple[str, tuple[int, ...]]]:
        """Return the facts on data movements: shapes, compositions and inverses."""
        for given in [shape for m in self.movements for shape in (m.taken, m.given) if shape]:
            self.splat(given)
        splats = {m.given: k for m, k in self.movements.items() if m.name == "tt.splat"}
        found: list[tuple[str, tuple[int, ...]]] = [
            ("shapes", (k, self.shape(m.taken), self.shape(m.given))) for m, k in self.movements.items()
        ]
        found += [
            ("composed", (splats[m.taken], k, splats[m.given]))
            for m, k in self.movements.items()
            if m.taken and m.name != "tt.splat"
        ]
        pairs = [(a, b) for a in self.movements for b in self.movements if a.name == b.name == "tt.trans" and a.given == b.taken]
        found += [("undone", (self.movements[a], self.movements[b])) for a, b in pairs if _undoes(a, b)]
        same = [(a, b) for a in self.movements for b in self.movements if {a.name, b.name} <= {"tt.reshape", "tt.expand_dims"}]
        found += [("undone", (self.movements[a], self.movements[b])) for a, b in same if (a.taken, a.given) == (b.given, b.taken)]
        return found

    def apply_form(self, form: int, shape: Extents, operands: tuple[Value, ...], line: int) -> Op:
        """Build the operation whose form (name, attributes, element types) has number `form`, on tensors of the extents `shape`."""
        op, written = self.specimens[form], self.form_of(form)
        result = Value(format_tensor_type(shape, written.result), op.results[0].name)
        pieces: tuple[Piece, ...] = op.pieces
        if op.name == "arith.select":
            types: tuple[Piece, ...] = (TypeOf("operand", 0), ", ", TypeOf("result", 0)) if shape else (TypeOf("result", 0),)
            pieces = ("arith.select ", Operand(0), ", ", Operand(1), ", ", Operand(2), " : ", *types)
        return replace(op, operands=operands, results=(result,), pieces=pieces, line=line)

    def apply_movement(self, number: int, operand: Value, line: int) -> Op:
        m = self.movement_of(number)
        given = format_tensor_type(m.given, element_of(operand.type))
        if (op := self.places.get(number)) is not None:
            return replace(op, operands=(operand,), results=(Value(given, op.results[0].name),), line=line)
        pieces: tuple[Piece, ...] = (f"{m.name} ", Operand(0), " : ", TypeOf("operand", 0), " -> ", TypeOf("result", 0))
        return replace(operation(m.name, (operand,), given, pieces), line=line)

    def constant(self, text: str, element: str, shape: Extents, line: int) -> Op:
        type = format_tensor_type(shape, element)
        said = f"dense<{text}>" if shape else text
        value = said if said in ("true", "false") else f"{said} : {type}"
        plain = f"arith.constant {value}"
        op = Op("arith.constant", (), (Value(type, "%cst"),), {"value": value}, pieces=(plain,))
        return replace(op, line=line)


def _undoes(first: MovementKey, second: MovementKey) -> bool:
    """Return whether the second transposition is the inverse of the first."""
    orders = [
        [int(n) for n in re.findall(r"-?\d+", dict(m.attributes).get("order", "").partition(":")[2])] for m in (first, second)
    ]
    return (
        bool(orders[0]) and [orders[0][k] for k in orders[1]] == sorted(orders[0]) if len(orders[0]) == len(orders[1]) else False
    )
