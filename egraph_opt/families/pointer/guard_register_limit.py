"""Register limit of a guarded kernel, so that the fallback version does not increase the register count.

ptxas allocates registers for a kernel's most demanding loop. The pointers of the fallback version often increase the count so far
that fewer programs fit on a multiprocessor. So Triton compiles the raised version alone in a child process, and the kernel gets
the register count of that version (`ttg.maxnreg`); the fallback version spills. On an H200, guarded attention went from 0.96
and 0.94 of the speed of unchecked descriptors to 1.00 (`benchmarks/gpu/FINDINGS.md`). Results do not change.
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
    """Keep only the raised versions of guarded code.

    Raises:
        Refused: a function has too many guards.
    """
    return module.replace_functions({function: versions(function)[0][0] for function in module.functions()})


def registers_of(text: str, warps: int, stages: int, timeout: float = TIMEOUT) -> int | None:
    """Return the registers per thread of a TTIR program on an H100, rounded up to the allocation unit; None if unknown."""
    deadline = time.monotonic() + timeout
    (answer,) = libtriton.ask("compile", [text], timeout, {"num_warps": warps, "num_stages": stages})
    found = ptxas_counts.assemble_ptx(answer.text, 0, deadline) if answer.text else None
    return -(-found.registers // STEP) * STEP if isinstance(found, ptxas_counts.Static) else None
