"""Conversion of vector programs to programs whose types have layouts, as the layout engine needs them, and back.

A vector with a layout becomes a tensor with an encoding, and `to_layout` becomes `ttg.convert_layout`. All layouts in which every thread
owns the same elements get one canonical text (`nested_layout.canonical_ownership`), so that equal attributes need no conversion. On the
way back, `Spelling` writes each dimension in one way, because IREE compares layouts as text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from egraph_opt.errors import Unsupported
from egraph_opt.families.layout.encode.layout_inference import index_map
from egraph_opt.families.vector.vector_layouts import (
    ANCHOR,
    PLAIN_ATTRIBUTES,
    SHARED_ATTRIBUTE,
    TO_LAYOUT,
    is_exact,
    reduced_dims,
    vector_type,
)
from egraph_opt.ir.declaration_lookup import Layouts, declaration
from egraph_opt.ir.module import Block, Op, Operand, Piece, Region, RegionSlot, TypeOf, Value
from egraph_opt.ir.rewriting.rewrite import map_blocks, replace_body
from egraph_opt.ir.types import VectorType, is_tensor, is_vector, tensor_type
from egraph_opt.linear_layout import nested_layout
from egraph_opt.linear_layout.nested_layout import NestedDimension

CONVERT = "ttg.convert_layout"
START = "egraph_opt.start"
"""Attribute of a reduction that holds its constant initial value."""
SPLAT = re.compile(r"dense<[^\[\]\"<>]+> : vector<.*>")


def lay(function: Op, layouts: Mapping[Value, str], spelling: Spelling | None = None) -> Op:
    """Add layouts to the types of a function, in canonical form if `spelling` is given.

    Raises:
        Unsupported: an elementwise operation has a layout on its result but not on its operands.
    """
    return _Laying(layouts, spelling).op(function)


class _Laying:
    def __init__(self, layouts: Mapping[Value, str], spelling: Spelling | None) -> None:
        self.layouts, self.spelling = layouts, spelling
        self.values: dict[Value, Value] = {}
        self.splats: dict[Value, str] = {}
        numbers = {n for layout in layouts.values() for d in nested_layout.parse(layout) for n in (d.subgroup, d.thread, *d[5:])}
        self.even = all(n & n - 1 == 0 for n in numbers)

    def value(self, value: Value) -> Value:
        if value not in self.values:
            self.values[value] = Value(self.type(value), value.name)
        return self.values[value]

    def type(self, value: Value) -> str:
        layout, vector = self.layouts.get(value), vector_type(value)
        if vector and layout:
            return str(vector._replace(encoding=self.spelling.form(layout) if self.spelling else layout))
        # The program's own tensors have no layout: they are opaque to the engine.
        return f"!{value.type}" if is_tensor(value.type) else value.type

    def op(self, op: Op) -> Op:
        if op.name == "arith.constant" and SPLAT.fullmatch(op.attributes["value"]):
            self.splats[op.results[0]] = op.attributes["value"]
        if self.spelling and op.name == "vector.multi_reduction" and self.starts_with_constant(op):
            axis, start = str(reduced_dims(op)[0]), self.splats[op.operands[1]]
            op = replace(op, operands=op.operands[:1], attributes={**op.attributes, "axis": axis, START: start})
        operands, results = tuple(map(self.value, op.operands)), tuple(map(self.value, op.results))
        laid = [v in self.layouts for v in (*op.operands, *op.results) if is_vector(v.type)]
        if declaration(op).layouts is Layouts.POINTWISE and any(v in self.layouts for v in op.results) and not all(laid):
            raise Unsupported(f"{op.name} gives a layout to its result and not to its operands")
        moves = (
            op.name == TO_LAYOUT
            and all(laid)
            and op.attributes.keys() <= (PLAIN_ATTRIBUTES if self.spelling else PLAIN_ATTRIBUTES | {ANCHOR})
            and (self.spelling or SHARED_ATTRIBUTE not in op.attributes)
        )
        name = CONVERT if moves else op.name
        return replace(op, name=name, operands=operands, results=results, regions=map_blocks(op, self.block).regions)

    def starts_with_constant(self, op: Op) -> bool:
        """Return whether a reduction is along one dimension, may be reordered, and has a constant initial value, whose layout is free.

        IREE reduces only over lanes whose counts and strides are powers of two. If any layout of the function has others, return False.
        """
        laid = op.operands[0] in self.layouts and op.results[0] in self.layouts
        return laid and self.even and not is_exact(op) and len(reduced_dims(op)) == 1 and op.operands[1] in self.splats

    def block(self, block: Block) -> Block:
        return replace(block, arguments=tuple(map(self.value, block.arguments)), ops=tuple(map(self.op, block.ops)))


class Spelling:
    """Choice of the text for each dimension of the output's layouts, among equivalent texts in the input.

    Operations that depend on a layout's exact text keep it. Otherwise, the text that needs the fewest memory accesses is chosen.
    """

    def __init__(self, function: Op, layouts: Mapping[Value, str]) -> None:
        exact = [layouts[v] for op in function.walk() if is_exact(op) for v in (*op.operands, *op.results) if v in layouts]
        spellings: dict[NestedDimension, set[NestedDimension]] = {}
        for layout in exact:
            for d in nested_layout.parse(layout):
                spellings.setdefault(d.canonical_ownership(), set()).add(d)
        self.apart = {form for form, known in spellings.items() if len(known) > 1}
        """Canonical forms that need several texts; each of these counts as a layout of its own."""
        self.of = {form: next(iter(known)) for form, known in spellings.items() if len(known) == 1}
        fixed = set(self.of)
        for layout in layouts.values():
            for d in nested_layout.parse(layout):
                form = d.canonical_ownership()
                if form not in fixed and form not in self.apart and d.element > self.of.setdefault(form, d).element:
                    self.of[form] = d

    def form(self, layout: str) -> str:
        """Return the canonical text of `layout`, which all layouts that need no conversion to it share."""
        return nested_layout.text(
            d if d.canonical_ownership() in self.apart else d.canonical_ownership() for d in nested_layout.parse(layout)
        )

    def __call__(self, form: str) -> str:
        return nested_layout.text(self.of.get(d, d) for d in nested_layout.parse(form))


def lift(function: Op, spelling: Spelling, pin_made: bool) -> Op:
    """Remove the layouts from a function's types; `to_layout` operations state the layouts that IREE's analysis cannot infer.

    Function arguments, and results such as loaded values, each get a `to_layout` that moves no data. With `pin_made`, constants and
    other generated values get one, too.
    """
    return _Lifting(spelling, pin_made).function(function)


class _Lifting:
    def __init__(self, spelling: Spelling, pin_made: bool) -> None:
        self.spelling, self.pin_made = spelling, pin_made
        self.values: dict[Value, Value] = {}

    def function(self, op: Op) -> Op:
        blocks = []
        used = {v for inner in op.walk() for v in inner.operands}
        for block in op.regions[0].blocks:
            arguments = tuple(map(self.value, block.arguments))
            pins = [self.pin(v) for v in block.arguments if v in used and tensor_type(v.type)]
            blocks.append(replace(block, arguments=arguments, ops=(*pins, *self.ops(block.ops))))
        return replace_body(op, *blocks)

    def ops(self, ops: Iterable[Op]) -> Iterable[Op]:
        for op in ops:
            if START in op.attributes:
                start = Value(type_of(op.results[0]), op.results[0].name)
                yield as_generic(Op("arith.constant", (), (start,), {"value": op.attributes[START]}), inherent=True)
                known = {k: v for k, v in op.attributes.items() if k not in (START, "axis")}
                results = tuple(map(self.value, op.results))
                yield replace(op, operands=(self.value(op.operands[0]), start), results=results, attributes=known)
                continue
            yield self.op(op)
            if self.is_source(op):
                yield from [self.pin(v) for v in op.results if tensor_type(v.type)]

    def is_source(self, op: Op) -> bool:
        """Return whether an operation's results need a `to_layout`, because layouts do not propagate through it."""
        if op.name in (TO_LAYOUT, CONVERT) or op.regions:
            return False
        known = declaration(op).layouts
        if known is Layouts.REINDEX and op.results:
            return index_map(op) is None
        return self.pin_made if known is Layouts.GENERATE else known is Layouts.ANCHOR

    def value(self, value: Value) -> Value:
        if value not in self.values:
            self.values[value] = Value(type_of(value), value.name)
        return self.values[value]

    def pin(self, value: Value) -> Op:
        """Return a `to_layout` that fixes the layout of later uses of `value`."""
        plain = self.value(value)
        self.values[value] = Value(plain.type, value.name)
        return self.conversion(plain, self.values[value], value, {})

    def conversion(self, source: Value, target: Value, laid: Value, attributes: Mapping[str, str]) -> Op:
        tensor = tensor_type(laid.type)
        assert tensor is not None and tensor.encoding is not None
        attributes = {"layout": self.spelling(tensor.encoding), **{k: v for k, v in attributes.items() if k != "layout"}}
        return as_generic(Op(TO_LAYOUT, (source,), (target,), attributes), inherent=True)

    def op(self, op: Op) -> Op:
        operands = tuple(map(self.value, op.operands))
        blocks = [(b, tuple(map(self.value, b.arguments))) for r in op.regions for b in r.blocks]
        inner = iter([replace(b, arguments=arguments, ops=tuple(self.ops(b.ops))) for b, arguments in blocks])
        regions = tuple(Region(tuple(next(inner) for _ in r.blocks)) for r in op.regions)
        results = tuple(map(self.value, op.results))
        if op.name == CONVERT:
            return self.conversion(operands[0], results[0], op.results[0], op.attributes)
        new = replace(op, operands=operands, results=results, regions=regions)
        if op.name.startswith("scf.") and op.pieces and not str(op.pieces[0]).startswith('"'):
            return as_generic(replace(new, regions=tuple(map(_label_blocks, regions))))
        return new


def type_of(value: Value) -> str:
    tensor = tensor_type(value.type)
    if tensor is None:
        return value.type.removeprefix("!") if value.type.startswith("!tensor<") else value.type
    return str(VectorType(tensor.shape, tensor.element))


def as_generic(op: Op, inherent: bool = False) -> Op:
    """Return an operation in generic form. With `inherent`, attributes are printed as properties."""
    pieces: list[Piece] = [f'"{op.name}"(']
    for i in range(len(op.operands)):
        pieces += [", "] if i else []
        pieces.append(Operand(i))
    pieces.append(")")
    dictionary = ", ".join(k if v == "unit" else f"{k} = {v}" for k, v in op.attributes.items())
    pieces += [f" <{{{dictionary}}}>"] if dictionary and inherent else []
    for i in range(len(op.regions)):
        pieces += [", " if i else " (", RegionSlot(i)]
    pieces += [")"] if op.regions else []
    pieces += [f" {{{dictionary}}}"] if dictionary and not inherent else []
    pieces.append(" : (")
    for i in range(len(op.operands)):
        pieces += [", "] if i else []
        pieces.append(TypeOf("operand", i))
    pieces.append(") -> (")
    for i in range(len(op.results)):
        pieces += [", "] if i else []
        pieces.append(TypeOf("result", i))
    pieces.append(")")
    return replace(op, pieces=tuple(pieces))


def _label_blocks(region: Region) -> Region:
    """Return a region in generic form: blocks with arguments have labels, and every block has a terminator."""
    blocks = []
    for n, block in enumerate(region.blocks):
        ops = block.ops
        if not ops or ops[-1].name not in ("scf.yield", "scf.condition"):
            ops = (*ops, as_generic(Op("scf.yield")))
        blocks.append(Block(block.arguments, ops, block.label or (f"^bb{n}" if block.arguments else None), ()))
    return Region(tuple(blocks))
