"""Loops of a kernel that carry loads from earlier iterations, if the arrays that the kernel writes do not overlap others."""

from __future__ import annotations

from egraph_opt.cost.register_pressure import registers
from egraph_opt.families.layout.emit.load_pipelining import loads_carried
from egraph_opt.families.layout.emit.load_scheduling import loads_first
from egraph_opt.ir.module import Module, Op

DEPTH = 2
"""Number of iterations that loads go ahead: of 33 configurations on an H200, this depth alone took 1.05 times as long as the best
of none, one and two, and the choice by machine code among the three 1.07 times (`benchmarks/results/gpu_ahead.tsv`)."""


def may_carry(text: str) -> bool:
    """Return whether a loop may contain a load, judged by the text without parsing it."""
    return -1 < text.find("scf.for ") < text.rfind("tt.load ")


def carry_loads(function: Op, depth: int = DEPTH) -> Op:
    """Return a function with loads carried, and then all loads first; the function itself if none is carried."""
    new = loads_carried(function, depth, no_alias=True)
    return function if new is function else loads_first(new, no_alias=True)


def more_registers(old: Module, new: Module) -> int:
    """Return the number of additional 32-bit registers per thread that hold tensors in the loops of a new program: one of `DEPTH`
    values is there anyway."""
    before, after = (
        sum(registers(v.type) for op in each.op.walk() if op.name == "scf.for" for v in op.results) for each in (old, new)
    )
    return (after - before) * (DEPTH - 1) // DEPTH
