"""Assignment of new operations to warp groups and to stages of pipelined loops, by attributes (marks).

`ttg.partition` and `async_task_id` name the warp groups that run an operation. `loop.stage` and `loop.cluster` are its position
in a pipelined loop. Triton requires these attributes on all or no operations of a block. A new operation gets them from its
users: it runs in every warp group that uses it, in the earliest stage of a use.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import reduce

from egraph_opt.errors import Unsupported
from egraph_opt.ir.attributes import dictionary, integer, integers
from egraph_opt.ir.control_flow import LOOPS, OUTPUTS
from egraph_opt.ir.def_use import defining_ops
from egraph_opt.ir.module import Block, Op, Operand, Piece, TypeOf, Value
from egraph_opt.ir.partition_attributes import CLUSTER, GROUPS, PARTITION, STAGE, is_marked
from egraph_opt.ir.rewriting.rewrite import map_ops
from egraph_opt.ir.types import items

_NEW = ("ttg.convert_layout", "ttg.local_load")
"""Operations that the search creates. All other operations are copies, and keep their attributes."""
_ENDS = ("scf.yield", "scf.condition", "ttg.warp_yield")
Readers = Sequence[tuple[Op, int]]
"""Uses as pairs (operation, operand number)."""
_ARRAY = re.compile(r"array<i32: [\d, ]+>")


def assign(old: Op, new: Op) -> Op:
    """Return `new` with warp-group and stage attributes (marks) on its new operations, derived from their users.

    Raises:
        Unsupported: no user or operand of a new operation determines its marks.
    """
    if not is_marked(old):
        return new
    assignment = _Assignment(old, new)
    assignment.region_of(new)
    return assignment.rewrite_op(new)


class _Assignment:
    """Assignment of warp-group and stage attributes (marks) to new operations, from the marks of their users."""

    def __init__(self, old: Op, new: Op) -> None:
        self.given: dict[Op, dict[str, str]] = {}
        self.outer: dict[Op, Op] = {}
        self.blocks: dict[Op, Block] = {}
        self.made: dict[Value, Op] = {}
        self.readers: dict[Value, list[tuple[Op, int]]] = {}
        for op in new.walk():
            for block in (block for region in op.regions for block in region.blocks):
                for inner in block.ops:
                    self.outer[inner], self.blocks[inner] = op, block
            self.made.update(dict.fromkeys(op.results, op))
            for number, value in enumerate(op.operands):
                self.readers.setdefault(value, []).append((op, number))
        self.known = defining_ops(old.walk())
        self.read: dict[Value, set[int]] = {}
        """Ids of the text of each input value's users, which copies of an operation share."""
        self.asked: dict[Op, tuple[str, ...]] = {}
        """Marks that the block of each conversion and local load in the input requires."""
        for op in old.walk():
            for value in op.operands:
                self.read.setdefault(value, set()).add(id(op.pieces))
            for block in (block for region in op.regions for block in region.blocks):
                marks = _marks_of(op, block)
                self.asked.update((inner, marks) for inner in block.ops if inner.name in _NEW)

    def region_of(self, op: Op) -> None:
        """Set warp groups and stages (marks) of the new operations inside an operation, users before definitions."""
        for block in (block for region in reversed(op.regions) for block in reversed(region.blocks)):
            marks = _marks_of(op, block)
            for inner in reversed(block.ops):
                self.region_of(inner)
                if marks and inner.name in _NEW:
                    self.assign(inner, marks)
                inside = PARTITION in op.attributes and inner.name not in _ENDS
                if inside and not set(self.partition(inner)) <= set(self.partition(op)):
                    raise Unsupported(f"{inner.name} would run in other partitions of warps than {op.name} around it")

    def partition(self, op: Op) -> tuple[int, ...]:
        return integers(self.marks(op).get(PARTITION, ""))

    def marks(self, op: Op) -> Mapping[str, str]:
        return self.given.get(op, op.attributes)

    def assign(self, op: Op, marks: Iterable[str]) -> None:
        """Set the given `marks` (attributes for warp groups and stages) of one operation.

        An operation of the input that already has a valid mark keeps it, extended by the marks of new users.
        """
        (result,) = op.results
        asked, every = self.asked.get(self.known.get(result, op), ()), self.readers.get(result, [])
        further = [(reader, number) for reader, number in every if id(reader.pieces) not in self.read.get(result, ())]
        found = dict(op.attributes)
        for mark in marks:
            if mark in asked and mark not in op.attributes:
                continue  # the input does without
            fits = mark != PARTITION or set(self.partition(op)) <= set(self.partition(self.outer[op]))
            keeps = mark in asked and fits
            readers = further if keeps else every
            if readers or not keeps:
                found |= self.stage(op, readers, keeps) if mark == STAGE else {mark: self.groups(op, readers, mark, keeps)}
        self.given[op] = dict(sorted(found.items()))

    def groups(self, op: Op, readers: Readers, mark: str, keeps: bool) -> str:
        """Return the warp groups that run an operation: those of its users and, with `keeps`, those in its own attributes.

        If no such group is known, return the groups of the operand's definition, or of the operation around `op`.
        """
        own = [op.attributes[mark]] if keeps else []
        named = [*own, *filter(None, (self.groups_of(op, reader, number, mark) for reader, number in readers))]
        if not named:
            near = (self.made.get(op.operands[0]), self.outer[op])
            named = [text for other in near if other is not None and (text := self.marks(other).get(mark))][:1]
        if not named:
            raise Unsupported(f"no {mark} is known for a new {op.name} of {op.operands[0].name}")
        return reduce(_union_groups, named)

    def groups_of(self, op: Op, reader: Op, number: int, mark: str) -> str:
        """Return the warp groups in which `reader` uses a value; empty if unknown.

        If `reader` passes operand `number` on to a result of a loop or conditional, return the warp groups of this result.
        """
        if mark == PARTITION and (outputs := self.outputs(reader, number)):
            return outputs
        if reader.name in _ENDS:
            return ""
        while mark not in self.marks(reader):
            if self.blocks.get(reader) in (self.blocks[op], None):
                return ""
            reader = self.outer[reader]
        return self.marks(reader)[mark]

    def outputs(self, reader: Op, number: int) -> str:
        """Return the warp groups of the loop or conditional result that receives operand `number` of `reader`; empty if unknown."""
        first = {"scf.for": 3, "scf.yield": 0, "scf.condition": 1}.get(reader.name)
        owner = self.outer.get(reader, reader) if reader.name in _ENDS else reader
        if first is None or number < first or (reader.name == "scf.yield" and owner.name == "scf.while"):
            return ""
        listed = items(owner.attributes.get(OUTPUTS, "")[1:-1])
        return listed[number - first] if number - first < len(listed) else ""

    def stage(self, op: Op, readers: Readers, keeps: bool) -> dict[str, str]:
        """Return the position of an operation in the loop pipeline (stage and cluster): the earliest of its users' positions.

        With `keeps`, the position in its own attributes counts too. If no position is known, return that of the operand's definition.
        """
        found = [self.stage_of(op) if keeps else None, *(self.stage_of(self.beside(op, reader)) for reader, _ in readers)]
        if not any(found):
            maker = self.made.get(op.operands[0])
            found = [self.stage_of(maker) if maker is not None and self.blocks.get(maker) is self.blocks[op] else None]
        known = [stage for stage in found if stage]
        if not known:
            raise Unsupported(f"no {STAGE} is known for a new {op.name} of {op.operands[0].name}")
        return dict(zip((STAGE, CLUSTER), (f"{number} : i32" for number in min(known)), strict=True))

    def stage_of(self, op: Op) -> tuple[int, int] | None:
        marks = self.marks(op)
        return (integer(marks[STAGE]), integer(marks[CLUSTER])) if STAGE in marks and CLUSTER in marks else None

    def beside(self, op: Op, reader: Op) -> Op:
        """Return `reader` or the operation around it that is in the block of `op`."""
        while self.blocks.get(reader) not in (self.blocks[op], None):
            reader = self.outer[reader]
        return reader

    def rewrite_op(self, op: Op) -> Op:
        """Return an operation with the assigned attributes (marks) on it and on nested operations."""
        if op in self.given:
            op = _set_attributes(op, self.given[op])
        return map_ops(op, self.rewrite_op)


def _marks_of(op: Op, block: Block) -> tuple[str, ...]:
    beside = [inner.attributes for inner in block.ops if inner.name not in _ENDS]
    groups = tuple(mark for mark in GROUPS[1:] if any(mark in other for other in beside))
    staged = op.name in LOOPS and any(STAGE in other for other in beside)
    return (*([PARTITION] if PARTITION in op.attributes else []), *groups, *([STAGE] if staged else []))


def _union_groups(one: str, other: str) -> str:
    if one == other:
        return one
    if not (_ARRAY.fullmatch(one) and _ARRAY.fullmatch(other)):
        raise Unsupported(f"the groups of warps {one} and {other} cannot be joined")
    return f"array<i32: {', '.join(map(str, sorted({*integers(one), *integers(other)})))}>"


def _set_attributes(op: Op, attributes: Mapping[str, str]) -> Op:
    if str(op.pieces[0]).startswith('"'):
        return replace(op, attributes=attributes, pieces=())
    last = max(i for i, piece in enumerate(op.pieces) if isinstance(piece, Operand))
    types: tuple[Piece, ...] = (TypeOf("operand", 0), " -> ", TypeOf("result", 0))
    return replace(op, attributes=attributes, pieces=(*op.pieces[: last + 1], f" {dictionary(attributes)} : ", *types))
