"""What may become of a kernel's loops where the arrays that it writes to overlap no others: they carry what they load."""

from __future__ import annotations

from egraph_opt.cost.pressure import registers
from egraph_opt.families.layout.emit.rotate import loads_carried
from egraph_opt.families.layout.emit.schedule import loads_first
from egraph_opt.ir.module import Module, Op

DEPTH = 2
"""How many iterations ahead: of 33 configurations on an H200, this depth alone took 1.05 times as long as the best of none, one and two,
and the choice by machine code among the three 1.07 times (`benchmarks/results/gpu_ahead.tsv`)."""


def may_carry(text: str) -> bool:
    """Whether a loop may have a load in it, as far as can be told without reading the program."""
    return -1 < text.find("scf.for ") < text.rfind("tt.load ")


def carried(function: Op, depth: int = DEPTH) -> Op:
    """A function with loads carried, and then all loads first; itself where none is carried."""
    new = loads_carried(function, depth, no_alias=True)
    return function if new is function else loads_first(new, no_alias=True)


def more_registers(old: Module, new: Module) -> int:
    """How many more 32-bit registers of a thread hold tensors in the loops of a new program: one of `DEPTH` values is there anyway."""
    before, after = (
        sum(registers(v.type) for op in each.op.walk() if op.name == "scf.for" for v in op.results) for each in (old, new)
    )
    return (after - before) * (DEPTH - 1) // DEPTH
