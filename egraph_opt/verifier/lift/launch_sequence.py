"""Lifting of one side (the old or the new kernels). Its launches run in order, and the programs of a launch one by one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

import numpy as np

from egraph_opt.interpret.element_types import Datum, dtype_of, element_of, fit
from egraph_opt.verifier.lift import memory_accesses
from egraph_opt.verifier.lift.expression_domain import Array, Domain, Numbers, Symbols, Unliftable
from egraph_opt.verifier.lift.symbolic_machine import LiftMachine, is_float
from egraph_opt.verifier.lift.symbolic_memory import SymbolicMemory, UnboundedLoad, element_offsets
from egraph_opt.verifier.side import Launch, Question, Side

_ENTERED = (memory_accesses,)
"""Modules that add operations to the machine's table."""


@dataclass(frozen=True, slots=True)
class Lifted:
    """Results of one side (the old or the new kernels): for each array the expression of each element, in row-major order.

    Attributes:
        results: expression ids by array.
        written: for each array, which elements the launches wrote.
        unordered: whether several atomic updates of one element may come in any order.
        assumes: whether a program asserts or assumes a condition on elements of arrays.
        unbounded: loads at loaded indices that are not known to lie inside their arrays.
    """

    results: Mapping[str, Numbers]
    written: Mapping[str, Array]
    unordered: bool
    assumes: bool = False
    unbounded: frozenset[UnboundedLoad] = frozenset()


def lift_side(question: Question, side: Side, domain: Domain, steps: int) -> Lifted:
    """Run the launches of one side (the old or the new kernels) on expressions, and return what the arrays hold afterwards.

    Args:
        steps: largest number of operations of all programs together.

    Raises:
        Unliftable: an operation cannot be lifted; the error has the reason and the operation.
    """
    memory = SymbolicMemory(domain)
    written = {}
    for name, spec in question.arrays.items():
        memory.add(spec)
        written[name] = np.zeros(spec.extent, np.bool_)
    for number, launch in enumerate(side.launches):
        try:
            steps = run_launch(launch, memory, domain, steps)
        except Unliftable as error:
            error.place = f"{side.name}: launch {number + 1}, @{launch.name}, {error.place}".rstrip(", ")
            raise
        for name, buffer in memory.buffers.items():
            written[name] |= buffer.writer >= 0
            buffer.forget_programs()
    offsets = {name: element_offsets(question.arrays[name]) for name in question.results}
    return Lifted(
        {name: memory.buffers[name].numbers[at] for name, at in offsets.items()},
        {name: written[name][at] for name, at in offsets.items()},
        memory.unordered,
        memory.assumes,
        frozenset(memory.unbounded),
    )


def run_launch(launch: Launch, memory: SymbolicMemory, domain: Domain, steps: int) -> int:
    """Run all programs of a launch, and return how many of the allowed operations are left."""
    x, y, z = launch.grid
    arguments = argument_values(launch, memory, domain)
    for number, (k, j, i) in enumerate(product(range(z), range(y), range(x))):
        memory.begin_program(number)
        machine = LiftMachine(launch.functions, domain, memory, (i, j, k), launch.grid, steps)
        with np.errstate(all="ignore"):
            machine.call(launch.function, arguments)
        steps = machine.steps
    return steps


def argument_values(launch: Launch, memory: SymbolicMemory, domain: Domain) -> list[Datum]:
    """Return the values of a launch's arguments."""
    found: list[Datum] = []
    for argument in launch.arguments:
        if argument.array:
            found.append(np.asarray(memory.address(argument.array, argument.offset), np.int64))
        elif argument.value is None:
            raise Unliftable(f"the argument {argument.name} has no value")
        elif is_float(argument.type):
            number = fit(np.asarray(argument.value, np.float64), element_of(argument.type))
            found.append(Symbols(domain.constants(number, element_of(argument.type))))
        else:
            found.append(np.asarray(argument.value).astype(dtype_of(element_of(argument.type))))
    return found
