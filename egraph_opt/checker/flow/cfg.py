"""Control flow graph of a function: block order, branch operands, dominators."""

from __future__ import annotations

import re
from dataclasses import dataclass

from egraph_opt.checker.values.value_graph import CheckBudget, Unmodelled
from egraph_opt.ir.module import Block, Op, Value

_SEGMENTS = re.compile(r"array<i32: 1, (\d{1,6}), (\d{1,6})>")
_BRANCHES = ("cf.br", "cf.cond_br")


@dataclass(frozen=True, slots=True)
class BlockOrder:
    """Reachable blocks in reverse postorder; block numbers are indices into `order`."""

    order: list[Block]
    successors: list[list[int]]
    predecessors: list[list[int]]
    """Distinct predecessors of each block."""
    enter: list[int]
    """Time when a depth-first walk of the dominator tree enters each block."""
    leave: list[int]
    """Time when the walk leaves the subtree of each block."""

    def dominates(self, a: int, b: int) -> bool:
        """Return whether block `a` dominates block `b`."""
        return self.enter[a] <= self.enter[b] < self.leave[a]


def blocks_of(op: Op, budget: CheckBudget) -> BlockOrder:
    """Return the block order of a function's body.

    Raises:
        Unmodelled: the semantics of a branch are not known, or the step limit is exceeded.
    """
    blocks = op.regions[0].blocks
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
    preorder, parents, order = _walk(blocks[0], targets)
    numbers = {block: i for i, block in enumerate(order)}
    successors = [[numbers[target] for target in targets[block]] for block in order]
    predecessors: list[list[int]] = [[] for _ in order]
    for number, found in enumerate(successors):
        for target in dict.fromkeys(found):
            predecessors[target].append(number)
    found_at = {block: i for i, block in enumerate(preorder)}
    before = [[found_at[order[p]] for p in predecessors[numbers[block]]] for block in preorder]
    dominators, steps = immediate_dominators(before, parents)
    budget.spend(steps, op)
    children: list[list[int]] = [[] for _ in order]
    for block, dominator in zip(preorder[1:], dominators[1:], strict=True):
        children[numbers[preorder[dominator]]].append(numbers[block])
    return BlockOrder(order, successors, predecessors, *_intervals(children))


def _walk(first: Block, targets: dict[Block, list[Block]]) -> tuple[list[Block], list[int], list[Block]]:
    preorder, parents, postorder = [first], [0], []
    found = {first: 0}
    stack = [(first, iter(targets[first]))]
    while stack:
        block, rest = stack[-1]
        for target in rest:
            if target not in found:
                found[target] = len(preorder)
                preorder.append(target)
                parents.append(found[block])
                stack.append((target, iter(targets[target])))
                break
        else:
            postorder.append(block)
            stack.pop()
    return preorder, parents, postorder[::-1]


def immediate_dominators(predecessors: list[list[int]], parents: list[int]) -> tuple[list[int], int]:
    """Return the immediate dominator of each block, and the number of steps.

    Blocks are numbered in depth-first preorder; `parents` is the depth-first tree.

    Lengauer and Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph" (TOPLAS 1979), in the form of Georgiadis and
    Tarjan ("Finding Dominators Revisited", SODA 2004).
    """
    count = len(parents)
    semi, label, linked = list(range(count)), list(range(count)), parents.copy()

    steps = count

    def least_semidominator(block: int, last: int) -> int:
        nonlocal steps
        path = []
        while linked[block] >= last:
            path.append(block)
            block = linked[block]
        steps += len(path) + 1
        for lower in reversed(path):
            if semi[label[block]] < semi[label[lower]]:
                label[lower] = label[block]
            linked[lower], block = linked[block], lower
        return label[block]

    for block in range(count - 1, 0, -1):
        semi[block] = parents[block]
        for predecessor in predecessors[block]:
            semi[block] = min(semi[block], semi[least_semidominator(predecessor, block + 1)])
    dominators = parents.copy()
    for block in range(1, count):
        while dominators[block] > semi[block]:
            dominators[block] = dominators[dominators[block]]
            steps += 1
    return dominators, steps


def _intervals(children: list[list[int]]) -> tuple[list[int], list[int]]:
    enter, leave = [0] * len(children), [0] * len(children)
    time, stack = 1, [(0, iter(children[0]))]
    while stack:
        node, rest = stack[-1]
        child = next(rest, None)
        if child is None:
            leave[node] = time
            stack.pop()
        else:
            enter[child], time = time, time + 1
            stack.append((child, iter(children[child])))
    return enter, leave


def successor_arguments(block: Block) -> list[tuple[Value, ...]]:
    """Return the values that a block's branch passes to each successor.

    Raises:
        Unmodelled: the values cannot be determined.
    """
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
