"""Limit on registers of a guarded kernel: the version for a failed guard must not take registers from the raised one.

ptxas gives a kernel the registers that its most demanding loop asks for: with the pointers of the other version, often so many
more than the raised one takes that fewer programs fit a multiprocessor. So the raised version is compiled alone, by Triton in a
child process, and the kernel gets as many (`ttg.maxnreg`): the other version spills. On an H200 attention under a guard went from
0.96 and 0.94 of the speed of descriptors that check nothing to 1.00 (`benchmarks/gpu/FINDINGS.md`). The results of a program are
the same.
"""

from __future__ import annotations

import time

from egraph_opt.baseline import libtriton, ptxas_counts
from egraph_opt.families.pointer.prepare.shadow_access import GUARD
from egraph_opt.families.pointer.validation.version_paths import versions
from egraph_opt.ir.module import Module
from egraph_opt.text.register_attributes import STEP

TIMEOUT = 120.0
"""Timeout in seconds for compiling a module."""


def is_guarded(module: Module) -> bool:
    return any(GUARD in op.attributes for op in module.op.walk())


def assume_guards(module: Module) -> Module:
    """Return a module as if its guards held.

    Raises:
        Refused: it has too many.
    """
    return module.replace_functions({function: versions(function)[0][0] for function in module.functions()})


def registers_of(text: str, warps: int, stages: int, timeout: float = TIMEOUT) -> int | None:
    """Return the registers of a thread of a program in TTIR on an H100, rounded up to the allotted number; None if unknown."""
    deadline = time.monotonic() + timeout
    (answer,) = libtriton.ask("compile", [text], timeout, {"num_warps": warps, "num_stages": stages})
    found = ptxas_counts.assemble_ptx(answer.text, 0, deadline) if answer.text else None
    return -(-found.registers // STEP) * STEP if isinstance(found, ptxas_counts.Static) else None
