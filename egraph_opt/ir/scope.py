"""Blocks that operations lie in, dominance between blocks, and how often each block runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from egraph_opt.ir.attributes import splat_integer
from egraph_opt.ir.module import Block, Op, Region, Value
from egraph_opt.ir.types import ScalarType, type_of

DEFAULT_TRIPS = 8.0
"""Assumed iterations of a loop whose bounds are not constants."""

LOOPS = ("scf.for", "scf.while")

SPECIALIZE, PARTITIONS = "ttg.warp_specialize", "ttg.warp_specialize.partitions"
"""Operation that runs partitions on other warps; the second one holds their regions."""


@dataclass(slots=True)
class Place:
    """Block of a function: `owner` is the operation it lies in, `parent` the index of that operation's block (-1 for the top)."""

    block: Block
    owner: Op
    region: Region
    parent: int
    weight: float
    """Runs of the block per run of the function: the product of the trip counts of the loops around it."""
    dominators: int = 0
    """Bit set of the blocks of the same region that dominate this one, itself included; bit 0 is the region's first."""
    first: int = 0
    """Number of the region's first block."""
    loop: int = -1
    """Innermost place whose owner is a loop: this one, one around it, or -1."""


@dataclass(slots=True)
class Scopes:
    """Blocks of a function that take part in rewriting: the regions of structured control flow, not those of other operations."""

    places: list[Place] = field(default_factory=list)
    inside: dict[Block, int] = field(default_factory=dict)

    def add(self, owner: Op, parent: int, trips: float) -> None:
        weight = (self.places[parent].weight if parent >= 0 else 1.0) * trips
        for region in owner.regions:
            first = len(self.places)
            for block in region.blocks:
                self.inside[block] = len(self.places)
                loop = len(self.places) if owner.name in LOOPS else self.places[parent].loop if parent >= 0 else -1
                self.places.append(Place(block, owner, region, parent, weight, 1 << len(self.places) - first, first, loop))
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
        """Return the block itself, the block its owner lies in, and so on outwards."""
        chain = []
        while b >= 0:
            chain.append(b)
            b = self.places[b].parent
        return chain


def dominators(blocks: Sequence[Block]) -> list[int]:
    """Return for each block of a region the bit set of the blocks that dominate it, itself included; all for an unreachable one.

    Solves the classic data-flow equations (Allen and Cocke 1976), in reverse postorder; real functions have a handful of blocks.
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
    """Return the blocks that can be reached from the first one, each after those that a search in depth reaches from it."""
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


def integer_constants(function: Op) -> dict[Value, int]:
    """Return the values of a function's integer constants."""
    found = {}
    for op in function.walk():
        if op.name == "arith.constant" and isinstance(type_of(op.results[0].type), ScalarType):
            number = splat_integer(op.attributes.get("value", ""))
            found.update({op.results[0]: number} if number is not None else {})
    return found


def trip_count(loop: Op, constants: dict[Value, int], otherwise: float = DEFAULT_TRIPS) -> float:
    """Return the iterations of a loop: exact for `scf.for` over constants (at least one), `otherwise` for others."""
    if loop.name == "scf.for" and all(v in constants for v in loop.operands[:3]):
        lower, upper, step = (constants[v] for v in loop.operands[:3])
        if step > 0:
            return float(max(1, -(-(upper - lower) // step)))
    return otherwise


def weighted_operations(function: Op) -> Iterator[tuple[Op, float, bool]]:
    """Yield each operation of a function's control flow, specialised warps included, how often it runs, and whether it is in a loop."""
    scopes = Scopes()
    scopes.add(function, -1, 1.0)
    constants = integer_constants(function)
    index = 0
    while index < len(scopes.places):
        place = scopes.places[index]
        for op in place.block.ops:
            yield op, place.weight, place.loop >= 0
            if op.name in (*LOOPS, "scf.if", "scf.forall", SPECIALIZE, PARTITIONS):  # a forall is a grid of workgroups
                scopes.add(op, index, trip_count(op, constants) if op.name in LOOPS else 1.0)
        index += 1
