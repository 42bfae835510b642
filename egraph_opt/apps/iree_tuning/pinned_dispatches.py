"""Rewrite that pins a computation, with the elementwise operations that follow, in a dispatch of its own.

The dispatch may also include the paddings that only the computation reads, which IREE otherwise fills and copies beforehand.

Before dispatch formation, IREE generalises convolutions, collapses loops, and packs operands. Operations in a
`flow.dispatch.region` are exempt from these rewrites. Whether pinning is faster depends on shapes and on IREE's code generator,
and must be measured.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from egraph_opt.families.region.encode.generic_op_builder import generic, segments
from egraph_opt.families.region.encode.linalg_reader import operand_maps
from egraph_opt.families.region.encode.tensor_program import FUNCTIONS, ranked_type
from egraph_opt.ir.def_use import defining_ops, used_values
from egraph_opt.ir.module import Block, Module, Op, Region, Value
from egraph_opt.ir.rewriting.rewrite import replace_body_ops, replace_uses

_NAMED = re.compile(r"linalg\.(\w*matmul|\w*matvec|vecmat|dot|\w*conv_\w+|pooling_\w+|softmax)")
PARTS = ("tensor.empty", "linalg.fill")
"""Operations that create a computation's destination tensor, which are cloned into the dispatch."""


@dataclass(frozen=True, eq=False)
class Group:
    """Operations of one dispatch: paddings, those that create a computation's destination, the computation, and elementwise operations."""

    ops: tuple[Op, ...]
    named: bool
    """Whether the computation is a named operation: a product, convolution or pooling."""
    weight: int
    """Number of elements that the computation reads and writes, by which the flag search orders groups."""
    paddings: tuple[Op, ...] = ()
    """Operations that pad the computation's operands and have no other reader. They are not in `ops`."""

    @property
    def last(self) -> Op:
        """Last operation of the chain, whose result the dispatch returns."""
        return self.ops[-1]

    @property
    def key(self) -> tuple[Op, ...]:
        """Operations that no other group of a set may contain."""
        return tuple(op for op in self.ops if op.name not in PARTS)

    def with_paddings(self) -> Group:
        return replace(self, ops=(*self.paddings, *self.ops), paddings=())


def groups(module: Module) -> list[Group]:
    """Return every group of operations that can be pinned in a dispatch, in program order. Groups are disjoint."""
    return [group for function in _functions(module) for group in _groups(function)]


def hold_groups(module: Module, chosen: Collection[Group]) -> Module:
    """Return the module with the chosen groups in dispatch regions."""
    by_last = {group.last: group for group in chosen}
    return module.replace_functions(
        {
            function: _hold_function(function, by_last)
            for function in _functions(module)
            if any(op in by_last for op in function.regions[0].blocks[0].ops)
        }
    )


def _functions(module: Module) -> list[Op]:
    found = (op for op in module.op.walk() if op.name in FUNCTIONS and op.regions)
    return [op for op in found if len(op.regions[0].blocks) == 1]


def _groups(function: Op) -> list[Group]:
    ops = function.regions[0].blocks[0].ops
    readers: dict[Value, list[Op]] = {}
    for op in ops:
        for value in used_values(op):
            readers.setdefault(value, []).append(op)
    makers = defining_ops(ops)
    found, taken = [], set[Op]()
    for op in ops:
        if op in taken or not _computes(op):
            continue
        chain = [op]
        while (after := _follower(chain[-1], readers)) is not None and after not in taken:
            chain.append(after)
        taken.update(chain)
        parts = [part for value in op.operands[-1:] for part in _parts(value, makers)]
        paddings = [padding for value in op.operands[:-1] for padding in _paddings(value, readers, makers)]
        weight = sum(_elements(v) for v in (*op.operands, *op.results))
        found.append(Group((*parts, *chain), op.name != "linalg.generic", weight, tuple(paddings)))
    return found


def _computes(op: Op) -> bool:
    """Return whether an operation is a product, convolution, pooling or other reduction with static extents."""
    if len(op.results) != 1 or not op.operands or None in (found := ranked_type(op.results[0].type) or ((None,), ""))[0]:
        return False
    reduces = op.name == "linalg.generic" and "reduction" in op.attributes.get("iterator_types", "")
    return bool(found[1]) and (reduces or _NAMED.fullmatch(op.name) is not None)


def _follower(op: Op, readers: dict[Value, list[Op]]) -> Op | None:
    """Return the only operation that uses the result of `op`, if it is elementwise with the identity map for this operand; else None."""
    (result,) = op.results
    after = readers.get(result, [])
    if len(after) != 1 or after[0].operands.count(result) != 1 or ranked_type(result.type) is None:
        return None
    maps, rank = operand_maps(after[0]), len((ranked_type(result.type) or ((), ""))[0])
    if maps is None or any(None in m for m in maps) or len(maps[-1]) != rank:
        return None
    same = tuple(range(rank))
    return after[0] if maps[after[0].operands.index(result)] == same and after[0].operands[-1] is not result else None


def _parts(value: Value, makers: dict[Value, Op]) -> list[Op]:
    """Return the operations that create a destination tensor; empty if they are not in `PARTS`."""
    op = makers.get(value)
    if op is None or op.name not in PARTS or (op.name == "tensor.empty" and op.operands):
        return []
    return [*(_parts(op.operands[-1], makers) if op.name == "linalg.fill" else []), op]


def _paddings(value: Value, readers: dict[Value, list[Op]], makers: dict[Value, Op]) -> list[Op]:
    """Return the operations that pad a tensor to `value`, which has one reader; empty if it is no padding by static amounts."""
    op = makers.get(value)
    if op is None or len(readers[value]) > 1 or None in (ranked_type(value.type) or ((None,), ""))[0]:
        return []
    if op.name == "tensor.pad":
        return [op] if len(op.operands) == 1 else []
    if op.name != "tensor.insert_slice" or len(op.operands) > 2 or not (fill := _parts(op.operands[1], makers)):
        return []
    return [*fill, op] if fill[-1].name == "linalg.fill" else []


def _elements(value: Value) -> int:
    total = 1
    for n in (ranked_type(value.type) or ((0,), ""))[0]:
        total *= n or 1
    return total


def _hold_function(function: Op, by_last: dict[Op, Group]) -> Op:
    (block,) = function.regions[0].blocks
    gone = {op for group in by_last.values() for op in group.ops if op.name not in PARTS}
    names: dict[Value, Value] = {}
    ops: list[Op] = []
    for op in block.ops:
        if (group := by_last.get(op)) is not None:
            made = _region(group.ops, names)
            names[op.results[0]] = made.results[0]
            ops.append(made)
        elif op not in gone:
            ops.append(replace_uses(op, names))
    used = Counter(value for op in ops for value in used_values(op))
    ops = [op for op in ops if op.name not in PARTS or any(used[v] for v in op.results)]
    return replace_body_ops(function, tuple(ops))


def _region(ops: Sequence[Op], names: dict[Value, Value]) -> Op:
    inside = dict(names)
    body: list[Op] = []
    for op in ops:
        results = tuple(Value(v.type, v.name) for v in op.results)
        body.append(replace(replace_uses(op, inside), results=results))
        inside.update(zip(op.results, results, strict=True))
    (last,) = body[-1].results
    returned = generic("flow.return", [last], [])
    made = generic("flow.dispatch.region", [], [last.type], segments(0, 0), [Region((Block((), (*body, returned)),)), Region()])
    return replace(made, results=(Value(last.type, ops[-1].results[0].name),))
