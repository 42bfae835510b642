"""The blocks of a function: they must be the same in both, and run in step."""

from __future__ import annotations

import re

from egraph_opt.check.build import TERMINATORS, Builder, Ending, Function, Terms
from egraph_opt.check.control import FORMS
from egraph_opt.check.graph import Graph, Kind, Unmodelled, erased
from egraph_opt.check.written import attributes
from egraph_opt.ir import Block, Op, Value

_SEGMENTS = re.compile(r"array<i32: 1, (\d{1,6}), (\d{1,6})>")
_BRANCHES = ("cf.br", "cf.cond_br")


def add_function(graph: Graph, op: Op, terms: Terms) -> Function:
    """Add a function with a body to the graph.

    Blocks are numbered in reverse postorder. A block receives memory and its arguments as PHIs with one operand for each way in. Equal
    endings mean that two functions have the same graph of blocks, so that both are always in blocks of one number; a PHI bears that
    number (as in Alpern, Wegman and Zadeck 1988), and only what dominates a block is visible there.

    Raises:
        Unmodelled: what an operation means here is not known.
    """
    b = Builder(graph, op, terms, FORMS)
    order, successors = _reverse_postorder(op, op.regions[0].blocks)
    dominators = _dominators(successors)
    ways: list[list[tuple[int, ...]]] = [[] for _ in order]
    defined: list[dict[Value, int]] = []
    places: list[int] = []
    states: list[list[int]] = []
    for number, block in enumerate(order):
        b.values = {v: node for i in dominators[number] for v, node in defined[i].items()}
        outer = len(b.values)
        if number == 0:
            memory = b.begin
            for i, argument in enumerate(block.arguments):
                b.define(op, argument, graph.add(Kind.PLAIN, graph.label(("argument", i, argument.type)), (), op))
            states.append([])
        else:
            # In reverse postorder, some way into every block comes from an earlier one: the first.
            first = ways[number][0]
            keys = ["memory", *[erased(op, v) for v in block.arguments]]
            if len(first) != len(keys):
                raise Unmodelled(op, f"block {block.label} is passed another number of values than it takes")
            states.append([b.phi(("block", number, key), node, op) for key, node in zip(keys, first, strict=True)])
            memory, *nodes = states[number]
            for argument, node in zip(block.arguments, nodes, strict=True):
                b.define(op, argument, node)
            origins = [i for i, targets in enumerate(successors) if number in targets]
            b.enter(("block", number), [], places[origins[0]] if len(origins) == 1 else 0, op)
        places.append(b.place)
        memory = b.work(b.block(block, memory))
        b.place = places[number]
        b.function.endings.append(_ending(b, op, block, successors[number], memory))
        for target, passed in zip(successors[number], _passed(block), strict=True):
            ways[target].append((memory, *[b.value(block.ops[-1], v) for v in passed]))
        defined.append(dict(list(b.values.items())[outer:]))
    for state, entries in zip(states, ways, strict=True):
        for entry in entries[1:]:
            if len(entry) != len(state):
                raise Unmodelled(op, "a block is passed another number of values than it takes")
            for phi, node in zip(state, entry, strict=True):
                graph.args[phi] += (node,)
    return b.function


def _reverse_postorder(op: Op, blocks: tuple[Block, ...]) -> tuple[list[Block], list[list[int]]]:
    """The blocks that can be reached, and the numbers of each one's successors."""
    by_label = {block.label: block for block in blocks}
    if len(by_label) != len(blocks):
        raise Unmodelled(op, "two blocks have one label")
    targets: dict[Block, list[Block]] = {}
    for block in blocks:
        last = block.ops[-1] if block.ops else op
        if last.successors and last.name not in _BRANCHES:
            raise Unmodelled(last, "an unknown branch")
        targets[block] = [by_label[label] for label in last.successors]
        if blocks[0] in targets[block]:
            raise Unmodelled(last, "it branches to the first block")
    postorder: list[Block] = []
    seen = {blocks[0]}
    stack = [(blocks[0], iter(targets[blocks[0]]))]
    while stack:
        block, rest = stack[-1]
        for target in rest:
            if target not in seen:
                seen.add(target)
                stack.append((target, iter(targets[target])))
                break
        else:
            postorder.append(block)
            stack.pop()
    order = postorder[::-1]
    numbers = {block: i for i, block in enumerate(order)}
    return order, [[numbers[target] for target in targets[block]] for block in order]


def _dominators(successors: list[list[int]]) -> list[list[int]]:
    """The blocks through which every way to a block leads, without itself (Allen and Cocke 1976)."""
    count = len(successors)
    found = [set() if i == 0 else set(range(count)) for i in range(count)]
    changed = True
    while changed:
        changed = False
        for number in range(1, count):
            common = set.intersection(*(found[i] | {i} for i in range(count) if number in successors[i])) - {number}
            if common != found[number]:
                found[number], changed = common, True
    return [sorted(dominators) for dominators in found]


def _passed(block: Block) -> list[tuple[Value, ...]]:
    """What a block passes to each of its successors."""
    last = block.ops[-1] if block.ops else None
    if last is None or not last.successors:
        return []
    if last.name == "cf.br" and len(last.successors) == 1:
        return [last.operands]
    found = _SEGMENTS.fullmatch(last.attributes.get("operandSegmentSizes", ""))
    if not found or len(last.successors) != 2 or 1 + int(found[1]) + int(found[2]) != len(last.operands):
        raise Unmodelled(last, "cannot tell what it passes to which block")
    middle = 1 + int(found[1])
    return [last.operands[1:middle], last.operands[middle:]]


def _ending(b: Builder, op: Op, block: Block, successors: list[int], memory: int) -> Ending:
    """What the block's last operation is and uses; what a branch passes on is compared where it is used."""
    last = block.ops[-1] if block.ops else op
    if last.name not in TERMINATORS:
        return Ending("no terminator", (memory,), last)
    operands = {"cf.br": (), "cf.cond_br": last.operands[:1]}.get(last.name, last.operands)
    kept = () if successors else attributes(last)
    label = (last.name, kept, tuple(successors), tuple(v.type for v in operands))
    return Ending(label, (memory, *[b.value(last, v) for v in operands]), last)
