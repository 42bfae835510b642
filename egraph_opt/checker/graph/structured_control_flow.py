"""Structured control flow in the value graph: conditionals become select nodes, and loops become PHIs and exits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from egraph_opt.checker.access.memory_ssa import RUNNING
from egraph_opt.checker.access.onchip_memory import WAIT
from egraph_opt.checker.graph.value_graph_builder import TERMINATORS, Form, GraphBuilder, Run
from egraph_opt.checker.operations.op_structure import attributes
from egraph_opt.checker.operations.op_text import words
from egraph_opt.checker.operations.partition_assignment import partition_free_attributes
from egraph_opt.checker.values import attribute
from egraph_opt.checker.values.arithmetic import element_of, to_signed, width_of
from egraph_opt.checker.values.value_graph import NodeKind, Unmodelled, erase_encoding
from egraph_opt.ir.module import Block, Op, Value


def single(op: Op, number: int) -> Block:
    if number >= len(op.regions) or len(op.regions[number].blocks) != 1:
        raise Unmodelled(op, f"region {number} is not one block")
    return op.regions[number].blocks[0]


def same_types(op: Op, *groups: Sequence[Value]) -> None:
    """Require equal types, layouts included, for values passed without a conversion."""
    first, *others = ([attribute.value(v.type) for v in group] for group in groups)
    if any(other != first for other in others):
        raise Unmodelled(op, "what it is given, carries, yields and returns does not have the same types")


def terminator(op: Op, block: Block, name: str) -> tuple[Value, ...]:
    """Return the operands of a block's terminator, or () if the terminator is implicit."""
    last = block.ops[-1] if block.ops else op
    if last is op or last.name not in TERMINATORS:
        return ()
    if last.name != name:
        raise Unmodelled(last, f"it ends a block of {op.name}")
    return last.operands


def conditional(b: GraphBuilder, op: Op, memory: int) -> Run:
    """Add an `scf.if`, whose results and memory become nodes that select by the condition.

    Inside a branch, a select on the same condition is the operand for this branch. As in MLIR's canonicalisation, two conditionals on one
    condition equal one with both bodies, and a nested conditional on that condition disappears. A region that never runs is skipped.
    """
    if len(op.operands) != 1 or len(op.regions) > 2:
        raise Unmodelled(op, "expected one condition and at most two regions")
    condition, outer, mark = b.value(op, op.operands[0]), b.place, len(b.values)
    known = b.way(condition)
    ways: list[list[int]] = []
    for number in range(2) if known is None else (known,):
        if known is None:
            b.known.enter(condition, number)
        if number < len(op.regions) and op.regions[number].blocks:
            block = single(op, number)
            if known is None:
                b.enter(("if", number), [condition], outer, op)
            end = yield b.block(block, b.known(memory, op))
            yielded = terminator(op, block, "scf.yield")
            same_types(op, op.results, yielded)
            ways.append([end, *[b.value(op, v) for v in yielded]])
            b.forget(mark)
        else:
            same_types(op, op.results, ())
            ways.append([b.known(memory, op)])
    b.known.leave(condition)
    b.place = outer
    (end, *first), (other, *second) = ways[0], ways[-1]
    graph = b.graph
    for result, *nodes in zip(op.results, first, second, strict=True):
        node = nodes[0]
        if known is None:
            node = graph.add(NodeKind.CHOICE, graph.label("choose"), (condition, *nodes), op)
            b.known.note(node)
        b.define(op, result, node)
    if end == other:
        return end
    after = graph.add(NodeKind.CHOICE, graph.label(("if", partition_free_attributes(op))), (condition, end, other), op)
    b.known.note_choice(after)
    graph.before[after] = memory
    b.join(after, memory, b.since(RUNNING, memory), (end, other))
    b.note_fences(op, after, memory)
    return after


def switch(b: GraphBuilder, op: Op, memory: int) -> Run:
    """Add an `scf.index_switch`: its results and memory are functions of the selector and of what each region yields."""
    if len(op.operands) != 1 or any(len(region.blocks) != 1 for region in op.regions):
        return b.simple(op, memory)
    selector, outer, mark, kind = b.value(op, op.operands[0]), b.place, len(b.values), partition_free_attributes(op)
    ways: list[list[int]] = []
    for number in range(len(op.regions)):
        b.enter(("case", number, kind), [selector], outer, op)
        block = single(op, number)
        end = yield b.block(block, memory)
        yielded = terminator(op, block, "scf.yield")
        same_types(op, op.results, yielded)
        ways.append([end, *[b.value(op, v) for v in yielded]])
        b.forget(mark)
    b.place = outer
    ends, graph = [end for end, *_ in ways], b.graph
    for n, result in enumerate(op.results, 1):
        b.define(op, result, graph.add(NodeKind.PLAIN, graph.label(("switch", kind)), (selector, *(way[n] for way in ways)), op))
    if len(set(ends)) == 1:
        return ends[0]
    after = graph.add(NodeKind.PLAIN, graph.label(("switched memory", kind)), (selector, *ends), op)
    graph.before[after] = memory
    b.join(after, memory, b.since(RUNNING, memory), ends)
    return after


def executed_region(b: GraphBuilder, op: Op, memory: int) -> Run:
    """Add an `scf.execute_region`. A single block runs once, where the operation stands."""
    if op.operands or [len(region.blocks) for region in op.regions] != [1]:
        return b.simple(op, memory)
    block, mark = single(op, 0), len(b.values)
    end = yield b.block(block, memory)
    yielded = terminator(op, block, "scf.yield")
    same_types(op, op.results, yielded)
    nodes = [b.value(op, v) for v in yielded]
    b.forget(mark)
    for result, node in zip(op.results, nodes, strict=True):
        b.define(op, result, node)
    return end


def wait(b: GraphBuilder, op: Op, memory: int) -> Run:
    """Add a wait for asynchronous matrix products, which returns its operands. Operands that no such product computes need no wait."""
    if len(op.operands) != len(op.results):
        return b.simple(op, memory)
    done = [v in b.memory.computed and v not in b.memory.pending and erase_encoding(op, v) != v.type for v in op.operands]
    same_types(op, op.operands, op.results)
    nodes = [b.value(op, v) for v in op.operands]
    rest = [[v for v, ready in zip(values, done, strict=True) if not ready] for values in (op.operands, op.results)]
    after = b.simple(replace(op, operands=tuple(rest[0]), results=tuple(rest[1])), memory)
    for result, node, ready in zip(op.results, nodes, done, strict=True):
        if ready:
            b.define(op, result, node)
    return after
    yield


def counted_loop(b: GraphBuilder, op: Op, memory: int) -> Run:
    """Add an `scf.for`.

    A loop-carried value is a PHI of its initial and next value; the results are the PHIs after the last iteration.
    """
    block, inits = single(op, 0), op.operands[3:]
    if len(op.operands) < 3 or len(op.regions) != 1 or not block.arguments:
        raise Unmodelled(op, "expected bounds, a step, and one region with a counter")
    counter, *carried = block.arguments
    nexts = terminator(op, block, "scf.yield")
    same_types(op, inits, carried, nexts, op.results)
    bounds, outer, mark = b.bounds(op), b.place, len(b.values)
    runs = None if any(v in b.ahead.stands_for for v in carried) else _runs(b, op, bounds)
    if runs is not None:
        return (yield _unroll(b, op, bounds[0], memory, runs))
    kept = [n for n, v in enumerate(carried) if v not in b.ahead.stands_for]
    phis = _carry(b, op, [carried[n] for n in kept], [inits[n] for n in kept], memory)
    b.define(
        op, counter, b.graph.add(NodeKind.PLAIN, b.graph.label(("counter", b.level, counter.type)), bounds[::2], op, b.level)
    )
    b.enter(("for", b.level, "unsignedCmp" in op.attributes), bounds, outer, op)
    _stand(b, op, carried, phis[0])
    end = yield b.block(block, phis[0])
    given = [b.value(op, v) for v in nexts]
    _close(b, phis, [end, *[given[n] for n in kept]])
    b.forget(mark)
    b.place = outer
    after = _exit(b, op, [op.results[n] for n in kept], memory, phis, bounds)
    b.join(after, memory, phis[0], (end,))
    return after


def _runs(b: GraphBuilder, op: Op, bounds: Sequence[int]) -> int | None:
    """Return the trip count if it is known to be 0 or 1, else None.

    MLIR's canonicalisation removes or inlines loops with these trip counts.
    """
    width = width_of(element_of(op.operands[0].type))
    known = [b.graph.splats.get(b.graph.labels[node]) for node in bounds]
    lower, upper, step = (
        n if not isinstance(n, int) or not width or "unsignedCmp" in op.attributes else to_signed(n, width) for n in known
    )
    if not (width and isinstance(lower, int) and isinstance(upper, int)):
        return None
    if lower >= upper:
        return 0
    return 1 if isinstance(step, int) and step > 0 and lower + step >= upper else None


def _unroll(b: GraphBuilder, op: Op, counter: int, memory: int, runs: int) -> Run:
    block, mark = op.regions[0].blocks[0], len(b.values)
    found = [b.value(op, v) for v in op.operands[3:]]
    if runs:
        for value, node in zip(block.arguments, (counter, *found), strict=True):
            b.define(op, value, node)
        memory = yield b.block(block, memory)
        found = [b.value(op, v) for v in terminator(op, block, "scf.yield")]
        b.forget(mark)
    for result, node in zip(op.results, found, strict=True):
        b.define(op, result, node)
    return memory


def open_loop(b: GraphBuilder, op: Op, memory: int) -> Run:
    """Add an `scf.while`. Its results are the operands of `scf.condition` in the first iteration whose condition is false."""
    head, body = single(op, 0), single(op, 1)
    last = head.ops[-1] if head.ops else op
    if last.name != "scf.condition" or not last.operands or len(op.regions) != 2:
        raise Unmodelled(op, "expected a region that ends in scf.condition, and one body")
    nexts = terminator(op, body, "scf.yield")
    same_types(op, op.operands, head.arguments, nexts)
    same_types(op, last.operands[1:], body.arguments, op.results)
    outer, mark = b.place, len(b.values)
    phis = _carry(b, op, head.arguments, op.operands, memory)
    given: list[int] = []  # the condition, once it is known
    b.enter(("while", b.level), given, outer, op)
    middle = yield b.block(head, phis[0])
    condition, *passed = (b.value(last, v) for v in last.operands)
    given.append(condition)
    b.forget(mark)
    for value, node in zip(body.arguments, passed, strict=True):
        b.define(op, value, node)
    b.enter(("do", b.level), given, b.place, op)
    end = yield b.block(body, middle)
    _close(b, phis, [end, *[b.value(op, v) for v in nexts]])
    b.forget(mark)
    b.place = outer
    return _exit(b, op, op.results, memory, [middle, *passed], [condition])


def build_warp_specialize(b: GraphBuilder, op: Op, memory: int) -> Run:
    """Add a `ttg.warp_specialize`: concurrent regions with separate ordered effects; the results come from the first region.

    Another region may write at any time what a region reads, so each region has its own memory state. All regions but the first
    see outside values only as arguments.
    """
    holders = [inner for region in op.regions[1:] for block in region.blocks for inner in block.ops]
    holder = holders[0] if holders else op
    bodies = [*op.regions[:1], *(holder.regions if holders else ())]
    if len(op.regions) > 2 or len(holders) > 1 or any(len(region.blocks) != 1 for region in (*op.regions, *bodies)):
        return b.simple(op, memory)
    passed = holder.operands or op.operands  # in Triton 3.6, the operation itself has these operands
    given, outer, mark = [b.value(op, v) for v in passed], b.place, len(b.values)
    visible, ends = b.values, []
    for number, region in enumerate(bodies):
        (block,) = region.blocks
        b.enter(("beside", number), given, outer, op)
        if number:
            b.values = {}
            same_types(op, passed, block.arguments)
            for argument, node in zip(block.arguments, given, strict=True):
                b.define(op, argument, node)
        start = b.graph.add(NodeKind.PLAIN, b.graph.label(("beside", number)), [memory], op)
        ends.append((yield b.block(block, start)))
        if not number:
            yielded = terminator(op, block, "ttg.warp_yield")
            same_types(op, op.results, yielded)
            results = [b.value(op, v) for v in yielded]
            b.forget(mark)
        b.values = visible
    b.place = outer
    written = tuple((attributes(inner), words(inner, b.aliases)) for inner in (op, *holders))
    after = b.graph.add(NodeKind.PLAIN, b.graph.label(("specialised", written, len(bodies))), [memory, *given, *ends], op)
    b.graph.before[after] = memory
    for result, node in zip(op.results, results, strict=True):
        b.define(op, result, node)
    return after


def _carry(b: GraphBuilder, op: Op, values: Sequence[Value], inits: Sequence[Value], memory: int) -> list[int]:
    nodes = [b.value(op, v) for v in inits]
    b.level += 1
    phis = [b.phi((b.level, "memory"), memory, op)]
    b.note_fences(op, phis[0], memory)
    for value, node in zip(values, nodes, strict=True):
        phis.append(b.phi((b.level, erase_encoding(op, value)), node, op))
        b.define(op, value, phis[-1])
    return phis


def _stand(b: GraphBuilder, op: Op, carried: Sequence[Value], memory: int) -> None:
    """Define each loop-carried value that was loaded an iteration ahead as an equal load in its own iteration (see `pipelined_loads`)."""
    for value in carried:
        for ahead in b.ahead.stands_for.get(value, ()):
            b.simple(ahead, memory)
        if value in b.ahead.stands_for:
            b.define(op, value, b.value(op, b.ahead.stands_for[value][-1].results[0]))


def _close(b: GraphBuilder, phis: Sequence[int], nexts: Sequence[int]) -> None:
    for phi, node in zip(phis, nexts, strict=True):
        b.graph.args[phi] += (node,)


def _exit(b: GraphBuilder, op: Op, results: Sequence[Value], memory: int, last: Sequence[int], bounds: Sequence[int]) -> int:
    """Leave a loop: define its results, and return the memory state after it.

    The results and this state are the nodes `last`, evaluated in the last iteration. The nodes `bounds` determine which one is last.
    """
    label = b.graph.label(("exit", op.name, b.level, partition_free_attributes(op)))
    b.level -= 1
    after, *nodes = (b.graph.add(NodeKind.EXIT, label, (node, *bounds), op, b.level) for node in last)
    for result, node in zip(results, nodes, strict=True):
        b.define(op, result, node)
    b.graph.before[after] = memory
    b.note_fences(op, after, memory)
    return after


FORMS: Mapping[str, Form] = {
    "scf.if": conditional,
    "scf.index_switch": switch,
    "scf.execute_region": executed_region,
    WAIT: wait,
    "scf.for": counted_loop,
    "scf.while": open_loop,
    "ttg.warp_specialize": build_warp_specialize,
}
