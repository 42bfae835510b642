"""Execution of functions: blocks, control flow, calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from egraph_opt.interpret.element_types import Datum, dtype_of, element_of
from egraph_opt.interpret.errors import NotModelled, OutOfBounds, StepLimit
from egraph_opt.interpret.global_memory import CallerMemory
from egraph_opt.interpret.op_table import TABLE, operation
from egraph_opt.ir.attributes import integer, integers
from egraph_opt.ir.module import Op, Region, Value

TERMINATORS = frozenset(
    "tt.return func.return scf.yield scf.condition tt.reduce.return tt.scan.return tt.map_elementwise.return"
    " ttg.warp_yield ttg.warp_return".split()
)


@dataclass(slots=True)
class Machine:
    """Interpreter of one program instance that ignores layouts."""

    functions: Mapping[str, Op]
    memory: CallerMemory
    program: tuple[int, int, int]
    grid: tuple[int, int, int]
    steps: int
    values: dict[Value, Datum] = field(default_factory=dict)

    def call(self, function: Op, arguments: Sequence[Datum]) -> tuple[Datum, ...]:
        outer, self.values = self.values, {}
        try:
            return self.region(function.regions[0], arguments)
        finally:
            self.values = outer

    def region(self, region: Region, arguments: Sequence[Datum] = ()) -> tuple[Datum, ...]:
        """Run a region from its entry block, and return the operands of the last terminator."""
        labels = {block.label: block for block in region.blocks}
        block = region.blocks[0]
        while True:
            self.values.update(zip(block.arguments, arguments, strict=True))
            for op in block.ops:
                operands = [self.values[operand] for operand in op.operands]
                if op.name in TERMINATORS:
                    return tuple(operands)
                if op.successors:
                    label, arguments = self.branch(op, operands)
                    block = labels[label]
                    break
                self.run(op, operands)
            else:
                return ()

    def branch(self, op: Op, operands: list[Datum]) -> tuple[str, list[Datum]]:
        """Return the target label of a branch, and the passed values."""
        if op.name == "cf.br":
            return op.successors[0], operands
        if op.name != "cf.cond_br":
            raise NotModelled(op.name)
        _, taken, _ = integers(op.attributes["operandSegmentSizes"])
        chosen = operands[1 : 1 + taken] if operands[0].item() else operands[1 + taken :]
        return op.successors[not operands[0].item()], chosen

    def run(self, op: Op, operands: Sequence[Datum]) -> None:
        """Run one operation and store its results in `values`."""
        self.steps -= 1
        if self.steps < 0:
            raise StepLimit("more operations were run than allowed")
        try:
            found = self.apply(op, operands)
        except (OutOfBounds, AssertionError) as error:
            error.add_note(f"in {op.name} at line {op.line}")
            raise
        results = found if isinstance(found, tuple) else (found,) * len(op.results)
        self.values.update(zip(op.results, results, strict=True))

    def apply(self, op: Op, operands: Sequence[Datum]) -> Datum:
        meaning = TABLE.get(op.name)
        if meaning is None:
            raise NotModelled(op.name)
        return meaning(self, op, *operands)


@operation("scf.for")
def _for(machine: Machine, op: Op, lower: Datum, upper: Datum, step: Datum, *carried: Datum) -> tuple[Datum, ...]:
    dtype = dtype_of(element_of(op.operands[0].type))
    mask = (1 << 8 * dtype.itemsize) - 1 if "unsignedCmp" in op.attributes else -1
    if step.item() & mask <= 0:  # undefined in MLIR
        raise NotModelled("scf.for with a step that is not positive")
    for i in range(lower.item() & mask, upper.item() & mask, step.item() & mask):
        carried = machine.region(op.regions[0], (np.asarray(i & mask).astype(dtype), *carried))
    return carried


@operation("scf.while")
def _while(machine: Machine, op: Op, *carried: Datum) -> tuple[Datum, ...]:
    while True:
        goes_on, *passed = machine.region(op.regions[0], carried)
        if not goes_on.item():
            return tuple(passed)
        carried = machine.region(op.regions[1], passed)


@operation("scf.if")
def _if(machine: Machine, op: Op, condition: Datum) -> tuple[Datum, ...]:
    if condition.item():
        return machine.region(op.regions[0])
    return machine.region(op.regions[1]) if len(op.regions) > 1 and op.regions[1].blocks else ()


@operation("ttg.warp_specialize")
def _specialize(machine: Machine, op: Op, *captured: Datum) -> tuple[Datum, ...]:
    """Run warp groups sequentially, which is one of the legal orders."""
    default, holder = op.regions
    results = machine.region(default)
    for partition in holder.blocks[0].ops[0].regions:
        machine.region(partition, captured)
    return results


@operation("call func.call")
def _call(machine: Machine, op: Op, *arguments: Datum) -> tuple[Datum, ...]:
    name = op.attributes["callee"].lstrip("@").strip('"')
    if name not in machine.functions:
        raise NotModelled(f"a call of @{name}")
    return machine.call(machine.functions[name], arguments)


@operation("get_program_id")
def _program(machine: Machine, op: Op) -> Datum:
    return np.asarray(machine.program[integer(op.attributes["axis"])], np.int32)


@operation("get_num_programs")
def _programs(machine: Machine, op: Op) -> Datum:
    return np.asarray(machine.grid[integer(op.attributes["axis"])], np.int32)


@operation("assert cf.assert")
def _assert(machine: Machine, op: Op, condition: Datum) -> None:
    assert np.all(condition), op.attributes.get("message", op.attributes.get("msg", "tt.assert"))


@operation("print llvm.intr.assume gpu.barrier ttg.barrier ttng.fence_async_shared")
def _nothing(machine: Machine, op: Op, *operands: Datum) -> None:
    """Do nothing: the operation has no effect on values."""
