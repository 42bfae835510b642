"""Software pipelining of loads: iteration i loads the data of iteration i + 1.

A loop that loads and uses a value in one iteration waits for the load each time. Here the value becomes loop-carried, and each
iteration starts with the masked load for the next one. With `depth` 2, loads are two iterations ahead. Triton's pipeliner does
this through shared memory, and only for dot operands.

    for i in range(n):                       x = load(at(0), mask(0) & (0 < n))
        use(load(at(i), mask(i)))            for i in range(n):
                                                 y = load(at(i + 1), mask(i + 1) & (i + 1 < n))
                                                 use(x)
                                                 x = y

`rules/rotation.py` states this equation. Carried values occupy registers, so the gain must be checked in machine code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain

from egraph_opt.families.layout.emit.load_scheduling import MovableLoads, passable
from egraph_opt.families.layout.emit.loop_carried_layouts import fresh_name
from egraph_opt.ir.control_flow import rebuild_loop, rebuild_terminator
from egraph_opt.ir.create import binary, operation
from egraph_opt.ir.def_use import defining_ops
from egraph_opt.ir.module import Op, Operand, Piece, TypeOf, Value
from egraph_opt.ir.partition_attributes import is_marked
from egraph_opt.ir.rewriting.rewrite import expand_ops, replace_uses
from egraph_opt.ir.types import tensor_type

_ADDRESSES = frozenset(
    (
        "arith.addi arith.andi arith.cmpi arith.constant arith.extsi arith.extui arith.maxsi arith.maxui"
        " arith.minsi arith.minui arith.muli arith.ori arith.select arith.subi arith.trunci arith.xori"
    ).split()
) | frozenset(
    "tt.addptr tt.broadcast tt.expand_dims tt.get_num_programs tt.get_program_id tt.make_range tt.splat ttg.convert_layout".split()
)
"""Operations allowed in addresses and masks, which have no undefined behaviour."""
_LESS: tuple[Piece, ...] = ("arith.cmpi slt, ", Operand(0), ", ", Operand(1), " : ", TypeOf("operand", 0))
_SPLAT: tuple[Piece, ...] = ("tt.splat ", Operand(0), " : ", TypeOf("operand", 0), " -> ", TypeOf("result", 0))
_WRAPS = "#arith.overflow<none>"
MAX_ADDRESS_OPS = 200
"""Maximum number of operations in an address computation, which is repeated before the loop."""


def loads_carried(function: Op, depth: int, no_alias: bool = False) -> Op:
    """Return the function with loads in loops pipelined, or the unchanged function.

    Args:
        function: a function in TTGIR.
        depth: distance of a load in iterations, at least 1.
        no_alias: whether the user promises that no array that the function writes overlaps another. Without the promise, only
            loops without writes change.
    """
    loads = MovableLoads(function, no_alias)

    def rewritten(op: Op) -> list[Op]:
        if not op.regions or op.name in ("tt.reduce", "tt.scan"):
            return [op]
        return _pipeline_loop(expand_ops(op, rewritten), [load for load in _loads(op) if loads.move_through(op, load)], depth)

    (new,) = rewritten(function)
    return new


def _loads(op: Op) -> list[Op]:
    """Return the unconditional loads of a loop body, from scalar pointers or tensors of pointers.

    Loops with warp or stage assignments are excluded: Triton's own passes pipeline their loads.
    """
    signed = op.name == "scf.for" and "unsignedCmp" not in op.attributes
    blocks = op.regions[0].blocks if signed and not is_marked(op) else ()
    plain = (inner for block in blocks for inner in block.ops if inner.name == "tt.load" and passable(inner))
    return [load for load in plain if not load.operands[0].type.startswith("!tt.ptr<tensor<")]


def _pipeline_loop(op: Op, loads: list[Op], depth: int) -> list[Op]:
    """Return the operations to insert before a pipelined loop, followed by the loop."""
    body = _Body(op) if loads else None
    loads = [load for load in loads if body and body.has_address(load)]
    if body is None or not loads:
        return [op]
    before: list[Op] = []
    head: list[Op] = []
    first = _Iteration(body, before, dict(zip(body.block.arguments, (op.operands[0], *op.operands[3:]), strict=True)))
    first.runs = first.test(None)
    entering, now = [first], _Iteration(body, head, {v: v for v in body.block.arguments})
    for _ in range(1, depth):
        entering.append(entering[-1].next())
    for _ in range(depth):
        now = now.next()
    loaded = [[iteration.load(load) for load in loads] for iteration in entering]
    following = [now.load(load) for load in loads]
    carried = [[Value(v.type, fresh_name(v)) for _ in range(depth)] for v in following]
    names = {load.results[0]: first for load, (first, *_) in zip(loads, carried, strict=True)}
    kept = [replace_uses(inner, names) for inner in body.ops if inner not in loads]
    handed = chain.from_iterable((*rest, v) for (_, *rest), v in zip(carried, following, strict=True))
    end = replace_uses(body.end, names)
    block = replace(
        body.block,
        arguments=(*body.block.arguments, *chain.from_iterable(carried)),
        ops=(*head, *kept, rebuild_terminator(end, (*end.operands, *handed))),
        label=None,
        locations=(),
    )
    operands = (*op.operands, *chain.from_iterable(zip(*loaded, strict=True)))
    results = [Value(v.type, fresh_name(v)) for v in block.arguments[len(body.block.arguments) :]]
    return [*before, rebuild_loop(op, operands, (*op.results, *results), block)]


class _Body:
    def __init__(self, op: Op) -> None:
        self.block = op.regions[0].blocks[0]
        self.end = Op("scf.yield", pieces=("scf.yield",), line=op.line)
        """Terminator of the body; a body without a written terminator passes no values."""
        self.ops = self.block.ops
        if self.ops and self.ops[-1].name == "scf.yield":
            *self.ops, self.end = self.ops  # type: ignore[assignment]
        self.counter, *carried = self.block.arguments
        self.upper, self.step = op.operands[1:3]
        self.nexts = dict(zip(carried, self.end.operands, strict=True))
        self.made = defining_ops(self.ops)

    def has_address(self, load: Op) -> bool:
        """Return whether a load's address varies between iterations and can be computed in an earlier iteration."""
        pending, seen, varies = list(load.operands), set[Value](), False
        while pending and len(seen) <= MAX_ADDRESS_OPS:
            value = pending.pop()
            if value in seen:
                continue
            seen.add(value)
            varies |= value is self.counter or self.nexts.get(value, value) is not value
            if value in self.nexts:
                pending.append(self.nexts[value])
            elif value in self.made:
                if not _computes(self.made[value]):
                    return False
                pending += self.made[value].operands
        return varies and not pending


def _computes(op: Op) -> bool:
    """Return whether an operation may be computed for an iteration that does not run."""
    wraps = op.attributes.get("overflowFlags", _WRAPS) == _WRAPS
    return wraps and op.name in _ADDRESSES and not op.regions


class _Iteration:
    """Copy of an iteration's address computations at another program point, made on demand."""

    def __init__(self, body: _Body, ops: list[Op], values: Mapping[Value, Value], previous: _Iteration | None = None) -> None:
        self.body, self.ops, self.values, self.previous = body, ops, dict(values), previous
        self.runs: Value | None = None
        """Condition that this iteration runs; None if it always runs."""

    def next(self) -> _Iteration:
        counter = self.put(binary("arith.addi", self.values[self.body.counter], self.body.step), "%following")
        following = _Iteration(self.body, self.ops, {self.body.counter: counter}, self)
        following.runs = following.test(self.runs)
        return following

    def test(self, before: Value | None) -> Value:
        """Emit the condition that this iteration runs. `before` is the condition for the previous iteration."""
        operands = self.values[self.body.counter], self.body.upper
        test = self.put(operation("arith.cmpi", operands, "i1", _LESS, predicate="2 : i64"), "%runs")
        return test if before is None else self.put(binary("arith.andi", before, test), "%runs")

    def value(self, value: Value) -> Value:
        """Return the value that a body value has in this iteration, emitting its computation if necessary."""
        if value not in self.values:
            if value in self.body.nexts and self.previous is not None:
                new = self.previous.value(self.body.nexts[value])
            elif (op := self.body.made.get(value)) is not None:
                new = self.put(replace(op, operands=tuple(map(self.value, op.operands))), fresh_name(value))
            else:
                new = value
            self.values[value] = new
        return self.values[value]

    def load(self, load: Op) -> Value:
        """Emit a load of the loop body, masked by the condition that this iteration runs."""
        assert self.runs is not None, "an iteration that is sure to run loads for itself"
        pointer, *rest = map(self.value, load.operands)
        tensor, mask = tensor_type(pointer.type), self.runs
        if tensor is not None:
            type = str(tensor._replace(element="i1"))
            mask = self.put(operation("tt.splat", (mask,), type, _SPLAT), "%runs")
        if rest:
            rest[0] = self.put(binary("arith.andi", mask, rest[0]), "%mask")
            return self.put(replace(load, operands=(pointer, *rest)), fresh_name(load.results[0]))
        return self.put(_add_mask(load, pointer, mask), fresh_name(load.results[0]))

    def put(self, op: Op, name: str) -> Value:
        result = Value(op.results[0].type, name)
        self.ops.append(replace(op, results=(result,)))
        return result


def _add_mask(load: Op, pointer: Value, mask: Value) -> Op:
    kept = {**load.attributes, "operandSegmentSizes": "array<i32: 1, 1, 0>"}
    pieces = () if str(load.pieces[0]).startswith('"') else load.pieces
    if pieces:
        at = pieces.index(Operand(0)) + 1
        pieces = (*pieces[:at], ", ", Operand(1), *pieces[at:])
    return replace(load, operands=(pointer, mask), attributes=kept, pieces=pieces)
