"""What a guard keeps for when it does not hold takes no registers from the version that it is there for.

ptxas gives a kernel the registers that its hungriest loop asks for: with the pointers of the other version, often so many more than the
raised one takes that fewer programs fit a multiprocessor. So the raised version is compiled alone, by Triton in a child process, and the
kernel is given as many (`ttg.maxnreg`): the other version spills. On an H200 attention under a guard went from 0.96 and 0.94 of the speed
of descriptors that check nothing to 1.00 (`benchmarks/gpu/FINDINGS.md`). What a program computes is the same.
"""

from __future__ import annotations

import time

from egraph_opt.baseline import libtriton, static
from egraph_opt.families.pointer.emit.version import MARK
from egraph_opt.families.pointer.validation.ways import versions
from egraph_opt.ir.module import Module
from egraph_opt.text.limit import STEP

TIMEOUT = 120.0
"""Seconds for a module to compile."""


def is_guarded(module: Module) -> bool:
    return any(MARK in op.attributes for op in module.op.walk())


def unguarded(module: Module) -> Module:
    """A module as if its guards held.

    Raises:
        Refused: it has too many.
    """
    return module.replace_functions({function: versions(function)[0][0] for function in module.functions()})


def registers_of(text: str, warps: int, stages: int, timeout: float = TIMEOUT) -> int | None:
    """What a thread of a program in TTIR takes on an H100, rounded up to what it is given; None where that cannot be told."""
    deadline = time.monotonic() + timeout
    (answer,) = libtriton.ask("compile", [text], timeout, {"num_warps": warps, "num_stages": stages})
    found = static.assembled(answer.text, 0, deadline) if answer.text else None
    return -(-found.registers // STEP) * STEP if isinstance(found, static.Static) else None
