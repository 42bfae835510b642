"""Check that IREE generates code for a program: for all of it, or for one executable of each kind where there are many."""

from __future__ import annotations

import tempfile
from dataclasses import replace

from egraph_opt.iree.compile import DEFAULT, SCHEDULED, Target, streamed
from egraph_opt.iree.kinds import Representatives, representatives
from egraph_opt.iree.process import IreeError, refusal
from egraph_opt.iree.remembered import remembered

MANY = 64
"""Number of executables up to which code is generated for each one."""


def code_error(text: str, chosen: Target = DEFAULT) -> str:
    """Return why IREE generates no code for a program; empty if it does, as far as `coverage` says.

    Raises:
        LimitError: a limit ended it, so the answer is unknown.
        MissingError: it is not installed.
    """
    some = _representatives(text, chosen)
    if some is not None and not compile_error(some.text, replace(chosen, phase=SCHEDULED)):
        return ""
    return compile_error(text, chosen)


def coverage(text: str, chosen: Target = DEFAULT) -> str:
    """Return for how many executables of a program code is generated, if not for all."""
    some = _representatives(text, chosen)
    return f"{some.kinds} of {some.executables} dispatches, one of each kind" if some is not None else ""


@remembered(256)
def compile_error(text: str, chosen: Target = DEFAULT) -> str:
    """Return why IREE makes no executable of a program; empty if it does.

    Raises:
        LimitError: a limit ended it, so the answer is unknown.
        MissingError: it is not installed.
    """
    with tempfile.TemporaryDirectory(prefix="egraph-opt-") as folder:
        arguments = (*chosen.arguments, "-", "-o", f"{folder}/module.vmfb")
        return refusal("iree-compile", *arguments, text=text, seconds=chosen.seconds, memory=chosen.memory)


@remembered(4)
def _representatives(text: str, chosen: Target) -> Representatives | None:
    """Return a program with one executable of each kind; None if a program has few executables, or IREE makes no schedule of it."""
    try:
        some = representatives(streamed(text, chosen))
    except IreeError:
        return None
    return some if some is not None and MANY < some.executables > some.kinds else None
