"""IREE's own program after preprocessing, element-wise fusion and dispatch formation: the start of the search.

In this program IREE has decided what joins a dispatch. Compiled again, it keeps these dispatches.
"""

from __future__ import annotations

from egraph_opt.ir.module import Module
from egraph_opt.iree.compile import DEFAULT, FORMED, Target
from egraph_opt.iree.process import call
from egraph_opt.text import read


def formed(text: str, target: Target = DEFAULT) -> Module:
    """Return a program with the dispatches that IREE forms, for a target and its flags.

    Raises:
        IreeError: IREE does not compile the program.
    """
    flags = (f"--compile-to={FORMED}", "--mlir-print-op-generic", "--mlir-print-local-scope")
    return read(
        call("iree-compile", *target.arguments, *flags, "-", "-o", "-", text=text, seconds=target.seconds, memory=target.memory)
    )
