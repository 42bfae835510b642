"""Split of pointers into a scalar base and an offset in elements: `splat(p) + x + y` has base `p` and offset `x + y`.

Loops and conditionals get an offset beside each pointer. A single offset keeps its width; a sum of offsets has 64 bits, which is right
modulo 2^64. A scalar condition that selects between two pointers also selects between their bases.

If a scalar condition selects a pointer's base, or if the pointer is cast, it gets an explicit base.
    select(c, splat(p) + x, splat(q) + y)   becomes   splat(select(c, p, q)) + select(c, x, y).
    bitcast(splat(p) + x)                   becomes   splat(bitcast(p)) + x, if element sizes are equal.
Only the rewritten copies of accesses (`shadow_access`) use explicit bases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from egraph_opt.families.pointer.integers.interval_analysis import yield_values
from egraph_opt.families.pointer.prepare.descriptor_lowering import wide
from egraph_opt.families.pointer.prepare.shadow_access import access_pair, as_written
from egraph_opt.families.pointer.prepare.tensor_ops import ARROW, NotRaised, addptr, pointee_bytes, splat
from egraph_opt.ir.control_flow import rebuild_conditional, rebuild_loop, rebuild_terminator
from egraph_opt.ir.create import binary, operation, put, select
from egraph_opt.ir.def_use import inner_values
from egraph_opt.ir.module import Block, Op, Operand, Piece, Value
from egraph_opt.ir.rewriting.rewrite import map_blocks
from egraph_opt.ir.types import element_of, pointee_of, tensor_type

VIEWS = frozenset(("tt.expand_dims", "tt.broadcast", "tt.trans", "tt.reshape"))
"""Operations that rearrange elements; they apply to offsets as to pointers."""
Rewrite = Callable[[Op, Value, Value, list[Op]], None]
"""Function that appends the rewritten access, from the access, its base and its offset."""


@dataclass(slots=True)
class Bases:
    """Base of each pointer of a function."""

    function: Op
    defined: dict[Value, Op] = field(default_factory=dict)
    carried: dict[Value, tuple[Op, int]] = field(default_factory=dict)
    free: set[Value] = field(default_factory=set)
    """Loop-carried pointers whose base differs between iterations or is unknown."""
    roots: dict[Value, Value | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for op in self.function.walk():
            self.defined.update(dict.fromkeys(op.results, op))
            if op.name == "scf.for":
                self.carried.update({v: (op, i) for i, v in enumerate(op.regions[0].blocks[0].arguments[1:])})
        pointers = [v for v in self.carried if pointee_of(v.type) is not None]
        while new := {v for v in pointers if v not in self.free and self.varies(v)}:
            self.free |= new
            self.roots.clear()

    def varies(self, argument: Value) -> bool:
        op, i = self.carried[argument]
        first, following = self.root(op.operands[3 + i]), yield_values(op.regions[0].blocks[0])
        return first is None or len(following) <= i or self.root(following[i]) is not first

    def root(self, value: Value) -> Value | None:
        """Return the scalar base of a pointer; None if unknown. For a selected or cast base, return the selected or cast tensor instead."""
        if value not in self.roots:
            end = value
            while len(sources := self.sources(end)) == 1 and not self.cast(end):
                (end,) = sources
            if self.cast(end):
                self.roots[value] = end if self.root(sources[0]) is not None else None
            else:
                self.roots[value] = (
                    self.selected_root(end, sources) if sources else end if tensor_type(end.type) is None else None
                )
        return self.roots[value]

    def cast(self, value: Value) -> bool:
        """Return whether a value is a bitcast of pointers between elements of equal size."""
        return value in self.defined and self.defined[value].name == "tt.bitcast" and bool(self.sources(value))

    def selected_root(self, value: Value, sources: Sequence[Value]) -> Value | None:
        """Return the common base of two alternative pointers, or `value` if the bases differ; None if unknown."""
        op, roots = self.defined[value], [self.root(v) for v in sources]
        inside = inner_values(op)
        known = None not in roots and not inside.intersection(roots)
        if known and roots[0] is roots[1]:
            return roots[0]
        lanes = tensor_type(value.type) is not None
        return value if not lanes or (known and tensor_type(op.operands[0].type) is None) else None

    def sources(self, value: Value) -> tuple[Value, ...]:
        """Return the pointers that a pointer is derived from: one, two alternatives, or none for a base or an unknown pointer."""
        if value in self.carried:
            op, i = self.carried[value]
            return () if value in self.free else (op.operands[3 + i],)
        op = self.defined.get(value, self.function)
        if op.name == "scf.for":
            i = op.results.index(value)
            return () if op.regions[0].blocks[0].arguments[1 + i] in self.free else (op.operands[3 + i],)
        if op.name == "arith.select":
            return op.operands[1:]
        if op.name == "scf.if" and len(op.regions) == 2:
            return tuple(yield_values(region.blocks[0])[op.results.index(value)] for region in op.regions)
        if op.name == "tt.bitcast":
            sizes = {pointee_bytes(v.type) for v in (op.operands[0], value)}
            return op.operands if tensor_type(value.type) and len(sizes) == 1 and 0 not in sizes else ()
        ordered = op.attributes.get("allow_reorder", "false") == "false"
        return op.operands[:1] if op.name in ("tt.addptr", "tt.splat") or (op.name in VIEWS and ordered) else ()

    def behind(self, pointers: Iterable[Value]) -> set[Value]:
        """Return the pointers between `pointers` and their bases, including loop-carried ones."""
        found: set[Value] = set()
        todo = list(pointers)
        while todo:
            value = todo.pop()
            if value in found or (self.root(value) is value and tensor_type(value.type) is None):
                continue
            found.add(value)
            todo += self.sources(value)
            op, i = self.carried.get(value, (self.defined.get(value, self.function), -1))
            if op.name == "scf.for":
                body, i = op.regions[0].blocks[0], op.results.index(value) if i < 0 else i
                todo += (yield_values(body)[i], body.arguments[1 + i])
        return found


@dataclass(slots=True)
class Splitting:
    """Rewriter of accesses whose pointers have a base, and of the operations that compute these pointers."""

    bases: Bases
    accesses: frozenset[Op]
    rewrite: Rewrite
    needed: set[Value] = field(default_factory=set)
    chosen: dict[Value, Value] = field(default_factory=dict)
    """Explicit base of each tensor of pointers whose base is selected or cast."""
    offsets: dict[Value, Value | None] = field(default_factory=dict)
    """Offset of each pointer from its base; None for zero."""

    def run(self) -> Op:
        """Return the function with its accesses rewritten.

        Raises:
            NotRaised: a pointer is used before the block that defines it.
        """
        self.needed = self.bases.behind(op.operands[0] for op in self.accesses)
        return map_blocks(self.bases.function, self.block)

    def block(self, block: Block) -> Block:
        ops: list[Op] = []
        for op in block.ops:
            if op in self.accesses:
                pointer = op.operands[0]
                self.rewrite(op, self.base(pointer), self.value(pointer, op, ops), ops)
            elif op.name == "scf.for":
                ops.append(self.loop(op, ops))
            elif op.name == "scf.if" and self.needed.intersection(op.results):
                self.conditional(op, ops)
            else:
                ops.append(map_blocks(op, self.block))
                if self.needed.intersection(op.results):
                    self.offsets[op.results[0]] = self.after(op, ops)
        return replace(block, ops=tuple(ops))

    def base(self, pointer: Value) -> Value:
        root = self.bases.root(pointer)
        assert root is not None
        return self.chosen[root] if tensor_type(root.type) else root

    def offset(self, pointer: Value) -> Value | None:
        """Return the offset of a pointer from its base; None for zero."""
        if pointer in self.needed and pointer not in self.offsets:
            raise NotRaised(f"{pointer.name} is made in a later block")
        return self.offsets.get(pointer)

    def value(self, pointer: Value, near: Op, ops: list[Op]) -> Value:
        """Return the offset of a pointer from its base as a value, which is a constant for zero."""
        known = self.offset(pointer)
        return put(_zero(_offset_type(pointer, "i64")), near, ops) if known is None else known

    def after(self, op: Op, ops: list[Op]) -> Value | None:
        """Emit the offset of an operation's pointer result, and return the value; None for zero."""
        (result,) = op.results
        if op.name == "arith.select":
            self.choose(result, op.operands[1:], op, ops)
            if self.offset(op.operands[1]) is self.offset(op.operands[2]):
                return self.offset(op.operands[1])
            pair = [wide(self.value(v, op, ops), op, ops) for v in op.operands[1:]]
            return put(replace(op, operands=(op.operands[0], *pair), results=(_name_value(result, "i64"),)), op, ops)
        known = self.offset(op.operands[0])
        if op.name == "tt.bitcast":
            pieces: tuple[Piece, ...] = ("tt.bitcast ", Operand(0), " : ", *ARROW)
            cast = operation("tt.bitcast", (self.base(op.operands[0]),), element_of(result.type), pieces)
            self.chosen[result] = put(cast, op, ops)
            return known
        if op.name == "tt.addptr" and known is not None:
            return put(binary("arith.addi", *(wide(v, op, ops) for v in (known, op.operands[1]))), op, ops)
        if op.name == "tt.addptr":
            return op.operands[1]
        if known is None:
            return None
        element = element_of(known.type)
        if op.name == "tt.splat":
            return put(splat(known, _offset_type(result, element)), op, ops)
        return put(replace(op, operands=(known,), results=(_name_value(result, element),)), op, ops)

    def choose(self, result: Value, pointers: Sequence[Value], op: Op, ops: list[Op]) -> None:
        """If `result`, which `op` selects from `pointers`, may have either of two bases, append a select between these bases."""
        if self.bases.root(result) is result:
            x, y = map(self.base, pointers)
            self.chosen[result] = put(select(op.operands[0], x, y), op, ops)

    def loop(self, op: Op, ops: list[Op]) -> Op:
        (body,) = op.regions[0].blocks
        moved = [i for i, v in enumerate(body.arguments[1:]) if v in self.needed]
        initial = [wide(self.value(op.operands[3 + i], op, ops), op, ops) for i in moved]
        arguments, results = ([_name_value(op.results[i], "i64") for i in moved] for _ in range(2))
        self.offsets.update({body.arguments[1 + i]: v for i, v in zip(moved, arguments, strict=True)})
        self.offsets.update({op.results[i]: v for i, v in zip(moved, results, strict=True)})
        new = self.yielding(self.block(body), moved)
        new = replace(new, arguments=(*new.arguments, *arguments))
        return rebuild_loop(op, (*op.operands, *initial), (*op.results, *results), new)

    def yielding(self, block: Block, moved: Sequence[int]) -> Block:
        if not moved:
            return block
        *ops, end = block.ops
        more = [wide(self.value(end.operands[i], end, ops), end, ops) for i in moved]
        return replace(block, ops=(*ops, rebuild_terminator(end, (*end.operands, *more))))

    def conditional(self, op: Op, ops: list[Op]) -> None:
        """Append a conditional that also returns offsets, followed by selects between bases."""
        branches = [self.block(region.blocks[0]) for region in op.regions]
        wanted = [i for i, v in enumerate(op.results) if v in self.needed]
        moved = [i for i in wanted if any(self.offset(branch.ops[-1].operands[i]) is not None for branch in branches)]
        results = [_name_value(op.results[i], "i64") for i in moved]
        self.offsets.update(
            {op.results[i]: None for i in wanted} | {op.results[i]: v for i, v in zip(moved, results, strict=True)}
        )
        ends = [branch.ops[-1].operands for branch in branches]
        branches = [self.yielding(branch, moved) for branch in branches]
        ops.append(rebuild_conditional(op, op.operands, (*op.results, *results), branches))
        for i in wanted:
            self.choose(op.results[i], [end[i] for end in ends], op, ops)


def _offset_type(pointer: Value, element: str) -> str:
    tensor = tensor_type(pointer.type)
    return str(tensor._replace(element=element)) if tensor else element


def _name_value(pointer: Value, element: str) -> Value:
    return Value(_offset_type(pointer, element), "%offset")


def _zero(type: str) -> Op:
    text = f"{'dense<0>' if tensor_type(type) else '0'} : {type}"
    return operation("arith.constant", (), type, (f"arith.constant {text}",), value=text)


def select_base(function: Op) -> Op:
    """Add a rewritten copy of each access whose pointer has a selected or cast base, beside the original."""
    ops = [op for op in function.walk() if op.name in ("tt.load", "tt.store") and tensor_type(op.operands[0].type)]
    if not ops or not any(op.name in ("scf.if", "arith.select", "tt.bitcast") and op.results for op in function.walk()):
        return function
    bases = Bases(function)
    roots = {op: bases.root(op.operands[0]) for op in ops if not as_written(op)}
    found = frozenset(op for op, root in roots.items() if root is not None and tensor_type(root.type))
    with suppress(NotRaised):
        return Splitting(bases, found, _Twins().add).run() if found else function
    return function


@dataclass(slots=True)
class _Twins:
    count: int = 0

    def add(self, op: Op, base: Value, offset: Value, ops: list[Op]) -> None:
        """Append an access, marked as the original, and its rewritten copy with an explicit base."""
        start = put(splat(base, op.operands[0].type), op, ops)
        pointer = put(addptr(start, offset), op, ops)
        self.count += 1
        ops += access_pair(op, replace(op, operands=(pointer, *op.operands[1:])), f"base {self.count}")
