"""Register pressure: the maximum number of live 32-bit registers per thread, given the layouts of values.

Live ranges are scanned linearly in source order (Poletto and Sarkar 1999, without allocation). A value that a loop uses from
outside is live throughout the loop. The number is an estimate, since the compiler reschedules and rematerialises.
"""

from __future__ import annotations

from egraph_opt.ir.declaration_lookup import Layouts, declaration
from egraph_opt.ir.module import Block, Op, Value
from egraph_opt.ir.types import element_bytes, tensor_type
from egraph_opt.linear_layout import elements_per_thread, linear_layout

REMADE = (Layouts.GENERATE, Layouts.BROADCAST, Layouts.EXPAND_DIMS)
"""Layout behaviours of operations whose results a compiler rematerialises at each use."""


def registers(type_text: str) -> int:
    """Return the number of 32-bit registers per thread for a value; 0 if the layout is unknown."""
    tensor = tensor_type(type_text)
    if tensor is None:
        return 0
    try:
        return -(-elements_per_thread(linear_layout(tensor.encoding or "", tensor.shape)) * 8 * element_bytes(type_text) // 32)
    except ValueError:
        return 0


def pressure(function: Op) -> int:
    """Return the maximum number of live 32-bit registers per thread over all operations of a function."""
    return max((_Scan(block).most for region in function.regions for block in region.blocks), default=0)


class _Scan:
    """Live ranges of a function's values over numbered positions."""

    def __init__(self, block: Block) -> None:
        self.size: dict[Value, int] = {}
        self.made: dict[Value, int] = {}
        self.last: dict[Value, int] = {}
        self.position = 0
        self.block(block)
        change = [0] * (self.position + 2)
        for value, begin in self.made.items():
            if size := self.size[value]:
                change[begin] += size
                change[self.last.get(value, begin) + 1] -= size
        live = self.most = 0
        for step in change:
            live += step
            self.most = max(self.most, live)

    def define(self, value: Value, free: bool = False) -> None:
        self.size[value] = 0 if free else registers(value.type)
        self.made[value] = self.position

    def block(self, block: Block) -> None:
        for argument in block.arguments:
            self.define(argument)
        for op in block.ops:
            self.position += 1
            for operand in op.operands:
                self.last[operand] = self.position
            begin = self.position
            for region in op.regions:
                for inner in region.blocks:
                    self.position += 1  # values that a region takes over from outside do not live beside its arguments
                    self.block(inner)
            self.position += bool(op.regions)
            if op.name in ("scf.for", "scf.while"):
                for value, last in self.last.items():
                    if last > begin and self.made.get(value, begin) < begin:
                        self.last[value] = self.position
            for result in op.results:
                self.define(result, declaration(op).layouts in REMADE)
