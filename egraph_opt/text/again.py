"""A function as a reader of the output gets it: a proof is about what was written, not about what was meant."""

from __future__ import annotations

from egraph_opt.ir.module import FUNCTIONS, Block, Body, Module, Op, Region
from egraph_opt.text.read import read
from egraph_opt.text.write import write


def alone(function: Op) -> Module:
    """Return a module that holds a function, and nothing else."""
    pieces = ('"builtin.module"() (', Body(0), ") : () -> ()")
    return Module(Op("builtin.module", regions=(Region((Block((), (function,)),)),), pieces=pieces), generic=True)


def again(function: Op) -> Op:
    """Return a function as it is written and read again. Raises InputError where that cannot be read."""
    (found,) = [op for op in read(write(alone(function))).op.walk() if op.name in FUNCTIONS]
    return found
