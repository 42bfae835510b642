"""Immutable, dialect-independent IR: modules, operations, blocks, values.

`Op.pieces` is the source text of an operation with slots for operands, types, block arguments and regions. The printer fills the slots. An
unchanged operation prints verbatim, and a changed operation keeps its attributes and style.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from egraph_opt.errors import EgraphOptError


class InputError(EgraphOptError):
    """Error for a text that is not a program. The text is as in MLIR: location, message, source line, caret, note.

    Attributes:
        message: description of the error.
        line, column: position of the error, from 1, or 0 if unknown.
        note: advice on how to avoid the error, or empty.
        filename: file name passed to `read`, or empty.
        source: source line of the error, or empty.
    """

    def __init__(self, message: str, line: int = 0, column: int = 0, note: str = "", filename: str = "", source: str = ""):
        super().__init__(message)
        self.message, self.line, self.column, self.note = message, line, column, note
        self.filename, self.source = filename, source

    def __str__(self) -> str:
        """Return the error in MLIR's form: `file:line:column: error: message`, the source line, a caret, a note."""
        where = f"{self.filename}:{self.line}:{self.column}: " if self.line else f"{self.filename}: " if self.filename else ""
        lines = [f"{where}error: {self.message}"]
        if self.source:
            line, column = self.source, self.column
            if len(line) > 160:
                start = max(0, column - 80)
                line, column = line[start : start + 160], column - start
            lines += [line, " " * (column - 1) + "^"]
        if self.note:
            lines.append(f"note: {self.note}")
        return "\n".join(lines)


FUNCTIONS = frozenset(("tt.func", "func.func", "util.func"))


@dataclass(frozen=True, eq=False, slots=True)
class Value:
    """SSA value, compared by identity. `type` has aliases expanded; `name` is the name in the source (`%12`, `%5#1`)."""

    type: str
    name: str


class Operand(NamedTuple):
    """Slot in `Op.pieces` for an operand's name."""

    index: int  # type: ignore[assignment]


class TypeOf(NamedTuple):
    """Slot in `Op.pieces` for the type of an operand or a result."""

    of: Literal["operand", "result"]
    index: int  # type: ignore[assignment]


class Argument(NamedTuple):
    """Slot in `Op.pieces` for the name of an argument of a region's first block."""

    region: int
    index: int  # type: ignore[assignment]


class RegionSlot(NamedTuple):
    """Slot in `Op.pieces` for a region, including braces."""

    index: int  # type: ignore[assignment]


Piece = str | Operand | TypeOf | Argument | RegionSlot


@dataclass(frozen=True, eq=False, slots=True)
class Op:
    """Operation.

    `attributes` maps attribute names to texts, with aliases expanded; a property takes precedence over a discardable attribute of the same
    name. `inherent` contains the names of properties (`<{...}>`); `shadowed` are discardable attributes with the name of a property.
    `pieces` is the text after `%results = ` and before the location; `location` is the trailing ` loc(...)` or empty. `written` is the
    source position of a module.
    """

    name: str
    operands: tuple[Value, ...] = ()
    results: tuple[Value, ...] = ()
    attributes: Mapping[str, str] = field(default_factory=dict)
    regions: tuple[Region, ...] = ()
    successors: tuple[str, ...] = ()
    pieces: tuple[Piece, ...] = ()
    location: str = ""
    line: int = 0
    inherent: frozenset[str] = frozenset()
    shadowed: Mapping[str, str] = field(default_factory=dict)
    written: SourceText | None = None

    @property
    def properties(self) -> dict[str, str]:
        return {name: value for name, value in self.attributes.items() if name in self.inherent}

    @property
    def discardable(self) -> dict[str, str]:
        """Attributes that are no properties, or all attributes if the distinction is unknown."""
        return {name: value for name, value in self.attributes.items() if name not in self.inherent} | dict(self.shadowed)

    def walk(self) -> Iterator[Op]:
        """Yield this operation and all nested operations in program order, without recursion."""
        stack = [iter((self,))]
        while stack:
            for op in stack[-1]:
                yield op
                if op.regions:
                    stack.append(iter([below for region in op.regions for block in region.blocks for below in block.ops]))
                    break
            else:
                stack.pop()


@dataclass(frozen=True, eq=False, slots=True)
class Block:
    """Basic block.

    `label` is the label in the source (`^bb1`) or None; `locations` are the ` loc(...)` of the block arguments.
    """

    arguments: tuple[Value, ...] = ()
    ops: tuple[Op, ...] = ()
    label: str | None = None
    locations: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class Region:
    blocks: tuple[Block, ...] = ()


def symbol_name(op: Op) -> str:
    """Return the name that an operation, such as a function, declares, without quotes; '' if it declares none."""
    return op.attributes.get("sym_name", "").strip('"')


class SourceText(NamedTuple):
    """Source text of a module, with the offsets of the module, its body and its operations."""

    source: str
    start: int
    opened: int
    """Offset after the opening brace of the module's body."""
    closed: int
    """Offset of the closing brace of the module's body."""
    end: int
    children: tuple[tuple[Op, int, int], ...]
    pieces: tuple[Piece, ...]
    """`Op.pieces` of the module operation."""


@dataclass(frozen=True, eq=False, slots=True)
class Module:
    """Module: top operation, attribute aliases (expanded texts by name), and the text before and after the operation.

    `resources` are the entries of `{-# ... #-}` by path, such as `("dialect_resources", "builtin", "weights")`.
    """

    op: Op
    aliases: Mapping[str, str] = field(default_factory=dict)
    header: str = ""
    footer: str = "\n"
    filename: str = "<stdin>"
    generic: bool = False
    resources: Mapping[tuple[str, ...], str] = field(default_factory=dict)

    def functions(self) -> tuple[Op, ...]:
        """Return every function with a body, in order."""
        return tuple(op for op in self.op.walk() if op.name in ("tt.func", "func.func") and op.regions and op.regions[0].blocks)

    def threads(self, function: Op | None = None) -> int:
        """Return the number of threads per program instance, from attributes of the module that contains `function` (default 128)."""
        module = self.op
        while inner := next((m for m in _modules(module) if any(op is function for op in m.walk())), None):
            module = inner
        warps, lanes = (module.attributes.get(f"ttg.{name}", "") for name in ("num-warps", "threads-per-warp"))
        return int(warps.split(" ")[0] or 4) * int(lanes.split(" ")[0] or 32)

    def replace_functions(self, new: Mapping[Op, Op]) -> Module:
        """Replace functions of this module, at any depth; return the module itself if nothing changes."""
        op = _exchange_ops(self.op, {old: op for old, op in new.items() if op is not old})
        return self if op is self.op else replace(self, op=op)


def _modules(op: Op) -> Iterator[Op]:
    return (inner for r in op.regions for b in r.blocks for inner in b.ops if inner.name == "builtin.module")


def _exchange_ops(op: Op, new: Mapping[Op, Op]) -> Op:
    """Replace operations nested in an operation, except inside functions."""
    if op in new:
        return new[op]
    if not new or not op.regions or op.name in FUNCTIONS:
        return op
    blocks = [[tuple(_exchange_ops(inner, new) for inner in b.ops) for b in r.blocks] for r in op.regions]
    pairs = [(b, ops) for r, found in zip(op.regions, blocks, strict=True) for b, ops in zip(r.blocks, found, strict=True)]
    if all(a is b for block, ops in pairs for a, b in zip(block.ops, ops, strict=True)):
        return op
    regions = tuple(
        Region(tuple(replace(b, ops=ops) for b, ops in zip(r.blocks, found, strict=True)))
        for r, found in zip(op.regions, blocks, strict=True)
    )
    return replace(op, regions=regions)
