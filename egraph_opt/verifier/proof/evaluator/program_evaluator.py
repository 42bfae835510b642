"""Evaluation of whole kernels: control flow within a program, and the programs of each launch one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

from egraph_opt.ir.attributes import integer, integers
from egraph_opt.ir.module import Op, Region
from egraph_opt.ir.module import Value as Name
from egraph_opt.ir.types import element_of
from egraph_opt.verifier.proof.evaluator.array_memory import Memory
from egraph_opt.verifier.proof.evaluator.scalar_ops import apply_scalar
from egraph_opt.verifier.proof.evaluator.tile_ops import TILES
from egraph_opt.verifier.proof.evaluator.tile_values import (
    Array,
    Pointers,
    Unknown,
    Value,
    Window,
    is_float,
    is_pointer,
    residue,
    signed_value,
    width_of,
)
from egraph_opt.verifier.side import Argument, Question, Side

_ENDS = frozenset("tt.return func.return scf.yield scf.condition tt.reduce.return tt.scan.return".split())


class Program:
    """One program (instance of the grid) of a launch, with the values that its operations have computed."""

    def __init__(
        self, functions: Mapping[str, Op], memory: Memory, place: tuple[int, int, int], grid: tuple[int, int, int]
    ) -> None:
        self.functions, self.memory, self.place, self.grid = functions, memory, place, grid
        self.known: dict[Name, Value] = {}

    def call(self, function: Op, arguments: Sequence[Value]) -> tuple[Value, ...]:
        """Run a function, and return its results."""
        caller, self.known = self.known, {}
        found = self.run_region(function.regions[0], arguments)
        self.known = caller
        return found

    def run_region(self, region: Region, arguments: Sequence[Value] = ()) -> tuple[Value, ...]:
        """Run a region, and return the operands of its terminator."""
        block = region.blocks[0]
        while True:
            self.known.update(zip(block.arguments, arguments, strict=True))
            target = None
            for op in block.ops:
                given = [self.known[name] for name in op.operands]
                if op.name in _ENDS:
                    return tuple(given)
                if op.name in ("cf.br", "cf.cond_br"):
                    target, arguments = follow_branch(op, given)
                    break
                self.run_operation(op, given)
            if target is None:
                return ()
            block = next(each for each in region.blocks if each.label == target)

    def run_operation(self, op: Op, given: list[Value]) -> None:
        """Run an operation, and enter its results in `known`."""
        found = self.compute(op, given)
        results = found if isinstance(found, tuple) else (found,)
        self.known.update(zip(op.results, results, strict=True))

    def compute(self, op: Op, given: list[Value]) -> Any:
        """Return the results of an operation. Raises Unknown for an operation that the evaluator does not support."""
        match op.name:
            case "scf.for":
                return self.run_for(op, given)
            case "scf.while":
                return self.run_while(op, given)
            case "scf.if":
                taken = op.regions[0] if given[0] != 0 else op.regions[1] if len(op.regions) > 1 else None
                return self.run_region(taken) if taken is not None and taken.blocks else ()
            case "tt.call" | "func.call":
                name = op.attributes["callee"].lstrip("@").strip('"')
                if name not in self.functions:
                    raise Unknown(f"a call of @{name}")
                return self.call(self.functions[name], given)
            case "tt.get_program_id":
                return np.asarray(self.place[integer(op.attributes["axis"])], np.uint64)
            case "tt.get_num_programs":
                return np.asarray(self.grid[integer(op.attributes["axis"])], np.uint64)
        if op.name in TILES:
            return TILES[op.name](self.memory, self.run_region, op, *given)
        if op.name == "tt.bitcast" and isinstance(given[0], Pointers):
            return given[0]
        if len(op.results) != 1 or not given or any(isinstance(x, Pointers | Window) for x in given):
            raise Unknown(op.name)
        return apply_scalar(op, given)

    def run_for(self, op: Op, given: list[Value]) -> tuple[Value, ...]:
        """Run an `scf.for`, and return its results."""
        width = width_of(element_of(op.operands[0].type))
        unsigned = "unsignedCmp" in op.attributes
        low, high, step = (int(x if unsigned else signed_value(x, width)) for x in given[:3])
        carried = tuple(given[3:])
        if step <= 0:
            raise Unknown("a loop whose step is not positive")
        while low < high:
            carried = self.run_region(op.regions[0], (residue(np.asarray(low), width), *carried))
            low += step
        return carried

    def run_while(self, op: Op, given: list[Value]) -> tuple[Value, ...]:
        """Run an `scf.while`, and return its results."""
        carried: Sequence[Value] = given
        while True:
            goes_on, *passed = self.run_region(op.regions[0], carried)
            if goes_on == 0:
                return tuple(passed)
            carried = self.run_region(op.regions[1], passed)


def follow_branch(op: Op, given: list[Value]) -> tuple[str, list[Value]]:
    """Return the label of the block that a branch takes, and the values for its arguments."""
    if op.name == "cf.br":
        return op.successors[0], given
    _, first, second = integers(op.attributes["operandSegmentSizes"])
    passed = given[1 : 1 + first], given[1 + first : 1 + first + second]
    return (op.successors[0], passed[0]) if given[0] != 0 else (op.successors[1], passed[1])


def argument_value(argument: Argument, memory: Memory) -> Value:
    """Return the value of a launch's argument: a pointer into an array, or a number. Raises Unknown."""
    if argument.array:
        return Pointers(np.asarray(memory.numbers[argument.array], np.int64), np.asarray(argument.offset, np.int64))
    element = element_of(argument.type)
    if argument.value is None or is_pointer(argument.type):
        raise Unknown(f"the argument {argument.name}")
    if is_float(element):
        return np.asarray(argument.value, np.float64)
    return residue(np.asarray(int(argument.value)), width_of(element))


def evaluate_side(question: Question, side: Side, contents: Mapping[str, Array]) -> dict[str, tuple[Array, Array]]:
    """Return the elements of each result array as numbers, and which of them were written.

    Raises:
        Unknown: the evaluator does not support an operation.
        Fault: an access is outside of its array.
    """
    memory = Memory(question.arrays, contents)
    with np.errstate(all="ignore"):
        for launch in side.launches:
            arguments = [argument_value(argument, memory) for argument in launch.arguments]
            for z, y, x in product(*map(range, reversed(launch.grid))):
                Program(launch.functions, memory, (x, y, z), launch.grid).call(launch.function, arguments)
    return {name: memory.results(name) for name in question.results}
