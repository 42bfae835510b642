"""Pointers that a loop advances by another number each time, the same in all lanes: where they started, and a sum that the loop carries.

    p = p + splat(s)   becomes   sum = sum + s,  p = start + splat(sum)

The sum is a number that a structured form may start from, like any other; in 64 bits, where additions are associative. Steps that are the
same each time are added to the start. Loops carry both beside the pointer, for accesses whose addresses these are made to.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from egraph_opt.egraph.control import loop, yielding
from egraph_opt.ir import Block, Op, Region, Value, tensor_type
from egraph_opt.pointer.integers.facts import width, yielded
from egraph_opt.pointer.integers.known import changed
from egraph_opt.pointer.rewriter.operations import binary, cast, constant
from egraph_opt.pointer.rewriter.prune import pruned
from egraph_opt.pointer.rewriter.tensors import addptr, splat

Place = tuple[int, str]


def summed(function: Op, wanted: Collection[Place]) -> Op:
    """The function with sums of steps that vary behind the addresses of these accesses, by line and name; itself where there are none."""
    defined = {v: op for op in function.walk() for v in op.results}
    moved: set[Value] = set()
    varying: set[Value] = set()
    for op in function.walk() if wanted else ():
        if op.name != "scf.for":
            continue
        changing = changed(op)
        (body,) = op.regions[0].blocks
        for argument, following in zip(body.arguments[1:], yielded(body), strict=False):
            steps, inner = _path(following, argument, defined)
            if argument in moved or changing & steps:
                moved |= {argument, *inner}
                varying |= changing
    if not moved:
        return function
    summing = _Summing(wanted, defined, moved, varying)
    new = summing.run(function)
    return pruned(new) if summing.found else function


def _path(value: Value, argument: Value, defined: Mapping[Value, Op]) -> tuple[set[Value], set[Value]]:
    """The numbers that are added to all lanes of an argument on the way to a value, and what inner loops carry on that way.

    None are found where that is no sum, or not one in 64 bits.
    """
    steps: set[Value] = set()
    inner: set[Value] = set()
    while value is not argument:
        op = defined.get(value)
        if op is None or not _wide(value):
            return set(), set()
        if op.name == "scf.for":
            (body,) = op.regions[0].blocks
            i = op.results.index(value)
            carried = body.arguments[1 + i]
            more, deeper = _path(yielded(body)[i], carried, defined)
            steps |= more
            inner |= {carried, *deeper}
            value = op.operands[3 + i]
        elif op.name in ("tt.addptr", "arith.addi"):
            if (step := _uniform(op.operands[1], defined)) is not None:
                steps.add(step)
            value = op.operands[0]
        else:
            return set(), set()
    return steps, inner


def _wide(value: Value) -> bool:
    """Whether a value has lanes of 64 bits that are added to: pointers, or integers."""
    tensor = tensor_type(value.type)
    return tensor is not None and (tensor.element.startswith("!tt.ptr<") or tensor.element == "i64")


def _uniform(value: Value, defined: Mapping[Value, Op]) -> Value | None:
    """The number that all lanes of a value are."""
    op = defined.get(value)
    return op.operands[0] if op is not None and op.name == "tt.splat" and width(op.operands[0].type) in (32, 64) else None


@dataclass(slots=True)
class _Summing:
    wanted: Collection[Place]
    defined: Mapping[Value, Op]
    moved: set[Value]
    """What loops carry that they advance by numbers that vary."""
    varying: set[Value]
    parts: dict[Value, tuple[Value, Value]] = field(default_factory=dict)
    """Of what is such a sum, what the sum is added to, and the sum, in 64 bits."""
    found: bool = False

    def run(self, function: Op) -> Op:
        return replace(function, regions=tuple(Region(tuple(self.block(b) for b in r.blocks)) for r in function.regions))

    def block(self, block: Block) -> Block:
        ops: list[Op] = []
        for op in block.ops:
            self.op(op, ops)
        return replace(block, ops=tuple(ops))

    def op(self, op: Op, ops: list[Op]) -> None:
        if op.name == "scf.for":
            ops.append(self.loop(op, ops))
        elif op.regions:
            ops.append(self.run(op))
        elif op.name in ("tt.load", "tt.store") and op.operands[0] in self.parts and (op.line, op.name) in self.wanted:
            self.found = True
            ops.append(replace(op, operands=(self.together(op, ops), *op.operands[1:])))
        else:
            ops.append(op)
            if op.operands and op.operands[0] in self.parts:
                self.follow(op, ops)

    def follow(self, op: Op, ops: list[Op]) -> None:
        """The parts of what is made of a sum."""
        start, total = self.parts[op.operands[0]]
        adds = op.name in ("tt.addptr", "arith.addi")
        step = _uniform(op.operands[1], self.defined) if adds else None
        if step is not None and step in self.varying:
            wide = step if step.type == "i64" else _put(cast("arith.extsi", step, "i64"), op, ops)
            self.parts[op.results[0]] = start, _put(binary("arith.addi", total, wide), op, ops)
        elif adds or op.name in ("tt.broadcast", "tt.expand_dims", "tt.trans"):
            moved = replace(op, operands=(start, *op.operands[1:]), results=(_like(op.results[0]),))
            self.parts[op.results[0]] = _put(moved, op, ops), total

    def loop(self, op: Op, ops: list[Op]) -> Op:
        """A loop that also carries sums, and what they are added to."""
        (body,) = op.regions[0].blocks
        places = [i for i, argument in enumerate(body.arguments[1:]) if argument in self.moved]
        operands, arguments, results = list(op.operands), list(body.arguments), list(op.results)
        for i in places:
            initial = op.operands[3 + i]
            operands += self.parts.get(initial) or (initial, _put(constant(0, "i64"), op, ops))
            for value, beside in ((body.arguments[1 + i], arguments), (op.results[i], results)):
                self.parts[value] = _like(value), Value("i64", "%sum")
                beside += self.parts[value]
        new = self.block(body)
        if places:
            end = new.ops[-1]
            following = (*end.operands, *(part for i in places for part in self.parts[end.operands[i]]))
            new = replace(new, arguments=tuple(arguments), ops=(*new.ops[:-1], yielding(end, following)))
        return loop(op, tuple(operands), tuple(results), new)

    def together(self, access: Op, ops: list[Op]) -> Value:
        """An address as what the sum is added to, and the sum in all lanes."""
        start, total = self.parts[access.operands[0]]
        tensor = tensor_type(start.type)
        assert tensor
        wide = _put(splat(total, str(tensor._replace(element="i64"))), access, ops)
        return _put(addptr(start, wide), access, ops)


def _like(value: Value) -> Value:
    return Value(value.type, value.name)


def _put(new: Op, near: Op, ops: list[Op]) -> Value:
    ops.append(replace(new, line=near.line))
    return new.results[0]
