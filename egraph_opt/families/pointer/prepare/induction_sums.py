"""Pointers that a loop advances by a varying scalar, rewritten as their initial value plus a loop-carried sum.

    p = p + splat(s)   becomes   sum = sum + s,  p = start + splat(sum)
A structured form may use the sum like any other scalar. The sum has 64 bits, where addition is associative. Invariant increments are
added to `start`. Loops carry `start` and the sum beside the pointer, for rewritten copies of accesses (`shadow_access`).

    p = if c { p + splat(a) } else { p }   becomes   sum = if c { sum + a } else { sum }
What a branch adds goes to the sum, also if it is invariant. A select of two pointers by a scalar counts as a branch.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from egraph_opt.families.pointer.integers.interval_analysis import find_varying, yield_values
from egraph_opt.families.pointer.prepare.shadow_access import AccessKey, access_key, access_pair, as_written
from egraph_opt.families.pointer.prepare.tensor_ops import addptr, splat
from egraph_opt.ir.control_flow import rebuild_conditional, rebuild_loop, rebuild_terminator
from egraph_opt.ir.create import binary, cast, constant, put, select
from egraph_opt.ir.def_use import defining_ops, inner_values
from egraph_opt.ir.module import Block, Op, Value
from egraph_opt.ir.rewriting.dead_code import erase_dead
from egraph_opt.ir.rewriting.rewrite import map_blocks
from egraph_opt.ir.semantics.ranges import dense
from egraph_opt.ir.types import element_of, integer_bits, pointee_of, tensor_type


def carry_sums(function: Op, wanted: Collection[AccessKey]) -> Op:
    """Rewrite the accesses in `wanted` whose pointers a loop advances by varying scalars, with loop-carried sums of these scalars."""
    summing = _Summing(wanted, defining_ops(function.walk()))
    for op in function.walk() if wanted else ():
        if op.name == "scf.for":
            summing.look_at(op)
    if not summing.moved:
        return function
    new = summing.run(function)
    return erase_dead(new) if summing.count else function


@dataclass(slots=True)
class _Path:
    """Additions of one iteration to a loop-carried value.

    `steps` contains the added scalars, `loops` the inner loops that add some of these, and `inner` the values that these loops carry.
    `values` contains the partial sums, `chosen` those that a conditional or select chooses, and `optional` those that it chooses from.
    `scalars` contains the added scalars, bounds of inner loops and conditions of one iteration, without those of inner loops.
    """

    steps: set[Value] = field(default_factory=set)
    loops: set[Op] = field(default_factory=set)
    inner: set[Value] = field(default_factory=set)
    values: set[Value] = field(default_factory=set)
    chosen: set[Value] = field(default_factory=set)
    optional: set[Value] = field(default_factory=set)
    scalars: set[Value] = field(default_factory=set)
    tensors: bool = False
    """True if an addend is not the same scalar in all lanes."""

    def join(self, other: _Path) -> None:
        self.steps |= other.steps
        self.loops |= other.loops
        self.inner |= other.inner
        self.values |= other.values
        self.chosen |= other.chosen
        self.optional |= other.optional
        self.tensors = self.tensors or other.tensors

    def choose(self, value: Value, condition: Value, paths: Sequence[_Path]) -> None:
        """Add a value that `condition` chooses from the ends of `paths`."""
        self.chosen.add(value)
        self.scalars.add(condition)
        for path in paths:
            self.join(path)
            self.optional |= path.values
            self.scalars |= path.scalars

    def repeat(self, loop: Op, carried: Value, inside: _Path) -> None:
        """Add an inner loop, which carries a value along the path `inside`."""
        self.join(inside)
        self.loops.add(loop)
        self.inner.add(carried)
        self.scalars.update(loop.operands[:3])

    def add(self, step: Value | int | None) -> None:
        """Add the scalar of a step; None if a step is not one scalar in all lanes."""
        if isinstance(step, Value):
            self.steps.add(step)
            self.scalars.add(step)
        self.tensors = self.tensors or step is None


def _path(value: Value, argument: Value, defined: Mapping[Value, Op]) -> _Path | None:
    """Return the path of 64-bit sums from `argument` to `value`, or None."""
    if value is argument:
        return _Path()
    came: dict[Value, tuple[Value, Op, int]] = {}
    todo = [value]
    while todo and argument not in came:
        v = todo.pop()
        for source, side in _sources(v, defined):
            if source not in came:
                came[source] = v, defined[v], side
                todo.append(source)
    if argument not in came:
        return None
    found, v = _Path(), argument
    while v is not value:
        source = v
        v, op, side = came[v]
        found.values.add(v)
        if op.name == "scf.for":
            (body,) = op.regions[0].blocks
            carried = body.arguments[side - 2]
            if (inside := _path(yield_values(body)[side - 3], carried, defined)) is None:
                return None
            found.repeat(op, carried, inside)
        elif ends := _alternatives(v, op):
            paths = [path for end in ends if (path := _path(end, source, defined)) is not None]
            if len(paths) < len(ends) or not all(_may_sum(path, op, defined) for path in paths):
                return None
            found.choose(v, op.operands[0], paths)
        else:
            found.add(_uniform(op.operands[1 - side], defined))
    return found


def _may_sum(path: _Path, choice: Op, defined: Mapping[Value, Op]) -> bool:
    """Return whether all that an alternative adds is scalar, and computed by integer arithmetic from values outside of the alternative."""
    inside = inner_values(choice)
    todo, seen = list(path.scalars), set[Value]()
    while todo:
        value = todo.pop()
        if value in seen or value not in inside:
            continue
        seen.add(value)
        op = defined.get(value)
        if op is None or op.regions or not op.name.startswith("arith.") or not all(integer_bits(v.type) for v in op.operands):
            return False
        todo += op.operands
    return not path.tensors


def _sources(value: Value, defined: Mapping[Value, Op]) -> list[tuple[Value, int]]:
    """Return the values to which one operation may have added to get `value`, each with its operand's index (-1 for alternatives)."""
    op = defined.get(value)
    if op is None or not _wide(value):
        return []
    if ends := _alternatives(value, op):
        one, two = (_sources_inside(end, op, defined) for end in ends)
        return [(source, -1) for source in one if source in two]
    sides = (3 + op.results.index(value),) if op.name == "scf.for" else _SIDES.get(op.name, ())
    return [(op.operands[side], side) for side in sides]


def _alternatives(value: Value, op: Op) -> tuple[Value, ...]:
    """Return the two values that a scalar condition chooses between for the result `value` of `op`; () for other operations."""
    if op.name == "arith.select":
        return () if tensor_type(op.operands[0].type) else op.operands[1:]
    if op.name != "scf.if" or len(op.regions) != 2:
        return ()
    return tuple(yield_values(region.blocks[0])[op.results.index(value)] for region in op.regions)


def _sources_inside(value: Value, choice: Op, defined: Mapping[Value, Op]) -> list[Value]:
    """Return `value`, and the values from which additions lead to it, inside a conditional or before a select."""
    inside = inner_values(choice)
    found = [value]
    for v in found:
        if v in inside or (choice.name == "arith.select" and v in defined and defined[v].name in _SIDES):
            found += [source for source, _ in _sources(v, defined) if source not in found]
    return found


_ACCESSES = frozenset(("tt.load", "tt.store", "tt.atomic_rmw"))
_SIDES = {"tt.addptr": (0,), "arith.addi": (0, 1)}
"""Operations that add, with the indices of the operands that may be the carried value."""


def _wide(value: Value) -> bool:
    return tensor_type(value.type) is not None and (element_of(value.type) == "i64" or pointee_of(value.type) is not None)


def _uniform(value: Value, defined: Mapping[Value, Op]) -> Value | int | None:
    """Return the scalar in all lanes of a splat or constant, or None."""
    op = defined.get(value)
    if op is not None and op.name == "arith.constant":
        return dense(op.attributes["value"])
    return op.operands[0] if op is not None and op.name == "tt.splat" and integer_bits(op.operands[0].type) in (32, 64) else None


@dataclass(slots=True)
class _Summing:
    wanted: Collection[AccessKey]
    defined: Mapping[Value, Op]
    moved: set[Value] = field(default_factory=set)
    """Values that loops advance by varying scalars."""
    varying: set[Value] = field(default_factory=set)
    uneven: set[Op] = field(default_factory=set)
    """Loops with a varying trip count, whose total increment varies in enclosing loops."""
    within: list[Op] = field(default_factory=list)
    chosen: set[Value] = field(default_factory=set)
    """Results of conditionals and selects whose alternatives add different scalars to one value."""
    optional: set[Value] = field(default_factory=set)
    """Partial sums of these alternatives, to which invariant scalars are also added as parts of the loop-carried sum."""
    parts: dict[Value, tuple[Value, Value]] = field(default_factory=dict)
    """Start and 64-bit sum that replace each advanced value."""
    count: int = 0

    def look_at(self, loop: Op) -> None:
        """Record the carried values of a loop that advance by varying scalars. Enclosing loops must be recorded before."""
        changing = find_varying(loop)
        (body,) = loop.regions[0].blocks
        for argument, following in zip(body.arguments[1:], yield_values(body), strict=False):
            if (path := _path(following, argument, self.defined)) is None:
                continue
            uneven = {inner for inner in path.loops if changing.intersection(inner.operands[:3])}
            if argument in self.moved or uneven or path.chosen or changing & path.steps:
                self.moved |= {argument, *path.inner}
                self.chosen |= path.chosen
                self.optional |= path.optional
                self.varying |= changing
                self.uneven |= uneven

    def run(self, function: Op) -> Op:
        return map_blocks(function, self.block)

    def block(self, block: Block) -> Block:
        ops: list[Op] = []
        for op in block.ops:
            self.op(op, ops)
        return replace(block, ops=tuple(ops))

    def op(self, op: Op, ops: list[Op]) -> None:
        if op.name == "scf.for":
            ops.append(self.loop(op, ops))
        elif op.name == "scf.if" and self.chosen.intersection(op.results):
            ops.append(self.conditional(op))
        elif op.regions:
            ops.append(self.run(op))
        elif op.name in _ACCESSES and not as_written(op) and op.operands[0] in self.parts and access_key(op) in self.wanted:
            self.count += 1
            ops += access_pair(op, replace(op, operands=(self.together(op, ops), *op.operands[1:])), f"sum {self.count}")
        else:
            ops.append(op)
            if self.parts.keys() & set(op.operands):
                self.follow(op, ops)

    def follow(self, op: Op, ops: list[Op]) -> None:
        """Record start and sum of the result of `op`, which adds to, or rearranges, a value already split into start and sum."""
        if op.name == "arith.select":
            if op.results[0] in self.chosen:
                (start, one), (_, two) = (self.parts[v] for v in op.operands[1:])
                self.parts[op.results[0]] = start, put(select(op.operands[0], one, two), op, ops)
            return
        side = next(side for side, v in enumerate(op.operands) if v in self.parts)
        start, total = self.parts[op.operands[side]]
        adds = side in _SIDES.get(op.name, ())
        step = _uniform(op.operands[1 - side], self.defined) if adds else None
        varies = step in self.varying or self.optional.intersection(op.results) or self.uneven.intersection(self.within)
        if step is not None and varies:
            if isinstance(step, int):
                step = put(constant(step, "i64"), op, ops)
            wide = step if step.type == "i64" else put(cast("arith.extsi", step, "i64"), op, ops)
            self.parts[op.results[0]] = start, put(binary("arith.addi", total, wide), op, ops)
        elif adds or op.name in ("tt.addptr", "tt.broadcast", "tt.expand_dims", "tt.trans"):
            operands = (*op.operands[:side], start, *op.operands[side + 1 :])
            moved = replace(op, operands=operands, results=(_like(op.results[0]),))
            self.parts[op.results[0]] = put(moved, op, ops), total

    def loop(self, op: Op, ops: list[Op]) -> Op:
        (body,) = op.regions[0].blocks
        places = [i for i, argument in enumerate(body.arguments[1:]) if argument in self.moved]
        operands, arguments, results = list(op.operands), list(body.arguments), list(op.results)
        for i in places:
            initial = op.operands[3 + i]
            operands += self.parts.get(initial) or (initial, put(constant(0, "i64"), op, ops))
            for value, beside in ((body.arguments[1 + i], arguments), (op.results[i], results)):
                self.parts[value] = _like(value), Value("i64", "%sum")
                beside += self.parts[value]
        self.within.append(op)
        new = self.block(body)
        self.within.pop()
        if places:
            end = new.ops[-1]
            following = (*end.operands, *(part for i in places for part in self.parts[end.operands[i]]))
            new = replace(new, arguments=tuple(arguments), ops=(*new.ops[:-1], rebuild_terminator(end, following)))
        return rebuild_loop(op, tuple(operands), tuple(results), new)

    def conditional(self, op: Op) -> Op:
        """Return a conditional that also yields the sum of each result in `chosen`."""
        blocks = [self.block(region.blocks[0]) for region in op.regions]
        places = [i for i, result in enumerate(op.results) if result in self.chosen]
        ends = [block.ops[-1] for block in blocks]
        sums = [Value("i64", "%sum") for _ in places]
        for i, total in zip(places, sums, strict=True):
            self.parts[op.results[i]] = self.parts[ends[0].operands[i]][0], total
        more = [tuple(self.parts[end.operands[i]][1] for i in places) for end in ends]
        ends = [rebuild_terminator(end, (*end.operands, *added)) for end, added in zip(ends, more, strict=True)]
        blocks = [replace(block, ops=(*block.ops[:-1], end)) for block, end in zip(blocks, ends, strict=True)]
        return rebuild_conditional(op, op.operands, (*op.results, *sums), blocks)

    def together(self, access: Op, ops: list[Op]) -> Value:
        """Return the address of an access as its start plus the splat of its sum."""
        start, total = self.parts[access.operands[0]]
        tensor = tensor_type(start.type)
        assert tensor
        wide = put(splat(total, str(tensor._replace(element="i64"))), access, ops)
        return put(addptr(start, wide), access, ops)


def _like(value: Value) -> Value:
    return Value(value.type, value.name)
