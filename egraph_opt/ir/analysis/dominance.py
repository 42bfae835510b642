"""Dominance between blocks of a function, including nested regions, and execution counts of blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from egraph_opt.ir.control_flow import LOOPS
from egraph_opt.ir.module import Block, Op, Region, Value


@dataclass(slots=True)
class BlockPlace:
    """Basic block of a function. `owner` is the parent operation, and `parent` the index of the block around `owner` (-1 for none)."""

    block: Block
    owner: Op
    region: Region
    parent: int
    weight: float
    """Estimated executions of the block per run of the function: the product of the enclosing loops' trip counts."""
    dominators: int = 0
    """Bit set of the dominators in the same region, including the block; bit 0 is the region's first block."""
    first: int = 0
    """Index of the region's first block."""
    loop: int = -1
    """Index of the innermost block, among this block and its ancestors, whose owner is a loop, or -1."""


@dataclass(slots=True)
class Scopes:
    """All basic blocks of a function, including those in its loops and conditionals but not those in other operations."""

    places: list[BlockPlace] = field(default_factory=list)
    inside: dict[Block, int] = field(default_factory=dict)

    def add(self, owner: Op, parent: int, trips: float) -> None:
        weight = (self.places[parent].weight if parent >= 0 else 1.0) * trips
        for region in owner.regions:
            first = len(self.places)
            for block in region.blocks:
                self.inside[block] = len(self.places)
                loop = len(self.places) if owner.name in LOOPS else self.places[parent].loop if parent >= 0 else -1
                self.places.append(BlockPlace(block, owner, region, parent, weight, 1 << len(self.places) - first, first, loop))
            if len(region.blocks) > 1:
                self._dominance(region, first)

    def _dominance(self, region: Region, first: int) -> None:
        for place, found in zip(self.places[first:], dominators(region.blocks), strict=True):
            place.dominators = found

    def dominates(self, a: int, b: int) -> bool:
        """Return whether values defined earlier in block `a` are visible in block `b`."""
        while b >= 0:
            place = self.places[b]
            if a >= place.first and place.dominators >> a - place.first & 1:
                return True
            b = self.places[b].parent
        return False

    def ancestors(self, b: int) -> list[int]:
        """Return the indices of block `b` and its ancestors, innermost first."""
        chain = []
        while b >= 0:
            chain.append(b)
            b = self.places[b].parent
        return chain


def dominators(blocks: Sequence[Block]) -> list[int]:
    """Return, per block of a region, the bit set of its dominators and itself; an unreachable block has all bits.

    The data-flow equations (Allen and Cocke 1976) are iterated in reverse postorder.
    """
    labels = {block.label: i for i, block in enumerate(blocks)}
    after = [[labels[s] for s in b.ops[-1].successors if s in labels] if b.ops else [] for b in blocks]
    before: list[list[int]] = [[] for _ in blocks]
    for i, found in enumerate(after):
        for successor in found:
            before[successor].append(i)
    everything = (1 << len(blocks)) - 1
    dominating = [1, *[everything] * (len(blocks) - 1)]
    order, changed = _postorder(after)[-2::-1], True
    while changed:
        changed = False
        for i in order:
            common = everything
            for p in before[i]:
                common &= dominating[p]
            common |= 1 << i
            if common != dominating[i]:
                dominating[i], changed = common, True
    return dominating


def _postorder(after: list[list[int]]) -> list[int]:
    """Return the reachable blocks in depth-first postorder."""
    found, seen, stack = [], {0}, [(0, iter(after[0]))]
    while stack:
        block, rest = stack[-1]
        successor = next((s for s in rest if s not in seen), None)
        if successor is None:
            found.append(block)
            stack.pop()
        else:
            seen.add(successor)
            stack.append((successor, iter(after[successor])))
    return found


def find_undominated_use(blocks: Sequence[Block]) -> tuple[Op, Value, int] | None:
    """Return the first use of a value that is not dominated by the value's definition: operation, value and block number, or None.

    As in MLIR, unreachable blocks are not checked.
    """
    home: dict[Value, int] = {}
    for i, block in enumerate(blocks):
        if i:  # the first block dominates all
            home.update(dict.fromkeys(block.arguments, i))
            for op in block.ops:
                if op.results:
                    home.update(dict.fromkeys(op.results, i))
    known: list[int] = []
    for i, block in enumerate(blocks):
        for outer in block.ops:
            for op in outer.walk() if outer.regions else (outer,):
                for value in op.operands:
                    at = home.get(value, i)
                    if at != i:
                        known = known or dominators(blocks)
                        if not known[i] >> at & 1:
                            return op, value, at
    return None
