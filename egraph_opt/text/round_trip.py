"""Round trip of a function through text, so that equality proofs cover the printed output."""

from __future__ import annotations

from dataclasses import replace

from egraph_opt.ir.module import FUNCTIONS, Block, Module, Op, Region, RegionSlot
from egraph_opt.text.parser import read
from egraph_opt.text.printer import write


def wrap_in_module(function: Op) -> Module:
    pieces = ('"builtin.module"() (', RegionSlot(0), ") : () -> ()")
    return Module(Op("builtin.module", regions=(Region((Block((), (function,)),)),), pieces=pieces), generic=True)


def function_text(function: Op) -> str:
    """Return the text of a module that contains only the function."""
    return write(wrap_in_module(function))


def read_again(text: str) -> Op:
    """Parse the function from the result of `function_text`. Raises InputError."""
    return only_function(read(text))


def only_function(module: Module) -> Op:
    (found,) = [op for op in module.op.walk() if op.name in FUNCTIONS]
    return found


def round_trip(function: Op) -> Op:
    """Print a function, parse it again, and return the result. Raises InputError."""
    return read_again(function_text(function))


def written_alike(a: Module, b: Module) -> bool:
    if a is b:
        return True
    bodies = (write(replace(module, header="", footer="")) for module in (a, b))
    return a.header == b.header and a.footer == b.footer and next(bodies) == next(bodies)
