"""Software pipelining of loads, valid if the arrays that a kernel writes overlap no other arrays."""

from __future__ import annotations

from egraph_opt.cost.register_pressure import registers
from egraph_opt.families.layout.emit.load_pipelining import loads_carried
from egraph_opt.families.layout.emit.load_scheduling import loads_first
from egraph_opt.ir.module import Module, Op

DEPTH = 2
"""Number of iterations by which loads are pipelined.

Over 33 configurations on an H200, depth 2 took 1.05 times the time of the best depth of 0, 1 and 2. Selection by machine code
took 1.07 times (`benchmarks/gpu/FINDINGS.md`, 20).
"""


def carry_loads(function: Op, depth: int = DEPTH) -> Op:
    """Return a function with loads pipelined, then moved above stores; the function itself if no load can be pipelined."""
    new = loads_carried(function, depth, no_alias=True)
    return function if new is function else loads_first(new, no_alias=True)


def more_registers(old: Module, new: Module) -> int:
    """Return the number of additional 32-bit registers per thread for loop-carried tensors of a new program.

    A pipelined load keeps `DEPTH` values in registers. One of them does not count, since the old program keeps it too.
    """
    before, after = (
        sum(registers(v.type) for op in each.op.walk() if op.name == "scf.for" for v in op.results) for each in (old, new)
    )
    return (after - before) * (DEPTH - 1) // DEPTH
