"""Shared memory that a program instance needs at once: buffers that are live, and the scratch buffers of operations.

Triton keeps the buffer of a `ttg.local_alloc` from its definition to the last use of any value that may alias it, and gives an operation
that moves elements between warps a scratch buffer while it runs. The peak is the largest sum of both. Triton may need more, where buffers
do not fit into the gaps between others, and where warp-specialised regions run at the same time. Source: lib/Analysis/Allocation.cpp of
Triton 3.6.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import prod

from egraph_opt.cost.op_resources import SCRATCH, scratch_bytes
from egraph_opt.families.layout.encode.descriptor_alias import ALLOC, FunctionBuffers, is_descriptor
from egraph_opt.ir.attributes import integer
from egraph_opt.ir.module import Block, Op, Value
from egraph_opt.ir.types import MemDescType, element_bytes, type_of

ALIGNMENT = 128
"""Bytes to which Triton aligns a buffer."""


@dataclass(frozen=True, slots=True)
class SharedPeak:
    """The most shared memory that is in use at once.

    Attributes:
        bytes: buffers and scratch buffer together.
        scratch: bytes of the scratch buffer in it.
        op: the operation at which this happens; None if no shared memory is used.
    """

    bytes: int = 0
    scratch: int = 0
    op: Op | None = None

    def describe(self) -> str:
        """Return a text that names the operation, its line, and the bytes."""
        assert self.op is not None
        beside = f" beside {self.bytes - self.scratch} in buffers" if self.scratch < self.bytes else ""
        needs = f"{self.scratch} bytes{beside}" if self.scratch else f"{self.bytes} bytes in buffers"
        return f"{self.op.name} in line {self.op.line} needs {needs}"


def axis_of(op: Op) -> int:
    """Return the axis of a reduction or scan; 0 for other operations."""
    return integer(op.attributes["axis"]) if op.name in SCRATCH and "axis" in op.attributes else 0


def buffer_bytes(text: str) -> int:
    """Return the size in bytes of the buffer of a `!ttg.memdesc` in shared memory; 0 for other types."""
    memory = type_of(text)
    if not isinstance(memory, MemDescType) or "shared_memory" not in memory.space:
        return 0
    size = prod(memory.allocated or memory.shape) * element_bytes(memory.element)
    return -(-size // ALIGNMENT) * ALIGNMENT


@dataclass
class BufferLiveness:
    """Bytes of the buffers that are live while each operation of a function runs.

    Operations are numbered in postorder, so that an operation comes after those of its regions.
    """

    function: Op
    number: dict[Op, int] = field(default_factory=dict)
    bytes: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        block_of: dict[Op, Block] = {}
        owner: dict[Block, Op] = {}
        home: dict[Value, tuple[Block, int]] = {}
        self._number(self.function, block_of, owner)
        for op in self.number:
            for region in op.regions:
                for block in region.blocks:
                    first = self.number[block.ops[0]] if block.ops else self.number[op]
                    home.update((value, (block, first)) for value in block.arguments)
            if op in block_of:
                home.update((value, (block_of[op], self.number[op])) for value in op.results)
        buffers = FunctionBuffers(self.function)
        begin: dict[Value, int] = {}
        end: dict[Value, int] = {}

        def extend(value: Value, position: int) -> None:
            group = buffers.group(value)
            begin[group] = min(begin.get(group, position), position)
            end[group] = max(end.get(group, position), position)

        for value, (_, position) in home.items():
            if is_descriptor(value):
                extend(value, position)
        for op, position in self.number.items():
            for value in filter(is_descriptor, op.operands):
                extend(value, position)
                at: Op = op
                while value in home and block_of.get(at) is not home[value][0] and block_of.get(at) in owner:
                    at = owner[block_of[at]]
                    extend(value, self.number[at])
        change = [0] * (len(self.number) + 1)
        for op in self.number:
            if op.name == ALLOC and (size := buffer_bytes(op.results[0].type)):
                group = buffers.group(op.results[0])
                change[begin[group]] += size
                change[end[group] + 1] -= size
        self.bytes = list(accumulate(change))

    def _number(self, op: Op, block_of: dict[Op, Block], owner: dict[Block, Op]) -> None:
        for region in op.regions:
            for block in region.blocks:
                owner[block] = op
                for inner in block.ops:
                    block_of[inner] = block
                    self._number(inner, block_of, owner)
        self.number[op] = len(self.number)

    def of(self, op: Op) -> int:
        """Return the bytes of the buffers that are live while an operation runs."""
        return self.bytes[self.number[op]]

    def of_block(self, block: Block) -> int:
        """Return the most bytes of buffers that are live while one of a block's operations runs, without those of its regions."""
        return max((self.of(op) for op in block.ops if not op.regions or op.name in SCRATCH), default=0)


@dataclass
class SharedBudget:
    """Limit on the shared memory that a function may use at once.

    Attributes:
        function: the function before its layouts change.
        limit: bytes of buffers and of one scratch buffer.
        matrices: whether the target has `stmatrix` and `ldmatrix`.
    """

    function: Op
    limit: int
    matrices: bool = True

    def __post_init__(self) -> None:
        self._live = BufferLiveness(self.function)
        self._most: dict[Block, int] = {}

    def is_exceeded(self, name: str, operands: Sequence[str], results: Sequence[str], block: Block, axis: int = 0) -> bool:
        """Return whether an operation's scratch buffer does not fit beside the buffers that are live in a block."""
        scratch = scratch_bytes(name, tuple(operands), tuple(results), axis, self.matrices)
        if scratch and block not in self._most:
            self._most[block] = self._live.of_block(block)
        return bool(scratch) and scratch + self._most[block] > self.limit


def shared_peak(function: Op, matrices: bool = True) -> SharedPeak:
    """Return the most shared memory that a function uses at once.

    Args:
        function: an operation of `read(text).functions()`.
        matrices: whether the target has `stmatrix` and `ldmatrix`.
    """
    live, peak = BufferLiveness(function), SharedPeak()
    for op in live.number:
        types = tuple(v.type for v in op.operands), tuple(v.type for v in op.results)
        scratch = scratch_bytes(op.name, *types, axis_of(op), matrices)
        if (total := live.of(op) + scratch) > peak.bytes:
            peak = SharedPeak(total, scratch, op)
    return peak
