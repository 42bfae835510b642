"""Check that IREE generates code for a program: for all of it, or for one executable of each kind where there are many."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass, replace

from egraph_opt.iree.compile import DEFAULT, QUICK, SCHEDULE_PHASE, IreeBackend, compile_to_stream
from egraph_opt.iree.executable_classes import Representatives, representatives
from egraph_opt.iree.memo import remember_results
from egraph_opt.iree.process import IreeError, refusal

MAX_EXECUTABLES = 32
"""Number of executables up to which code is generated for each one."""


@dataclass(frozen=True, slots=True)
class CodegenOutcome:
    """Outcome of code generation for a program."""

    error: str
    """Why there is no code; empty if there is."""
    part: str = ""
    """For how many of its executables there is code, if not for all."""


@remember_results(4)
def code_of(text: str, chosen: IreeBackend = DEFAULT, given: str = "", before: IreeBackend = DEFAULT) -> CodegenOutcome:
    """Return what IREE generates of a program. Of a kind of executables that another one has, it generates nothing.

    Args:
        text: the program.
        chosen: what IREE compiles for.
        given: the other program, from which this one was made; empty for none.
        before: what IREE compiles the other one for.

    Raises:
        LimitError: a limit ended it, so the answer is unknown.
        MissingError: it is not installed.
    """
    some = _representatives(text, chosen, given, before)
    if some is not None and not _refusal_reason(text, some, replace(chosen, phase=SCHEDULE_PHASE)):
        return CodegenOutcome(
            "", f"{some.kinds} of {some.executables} dispatches, one of each kind{' that is new' if given else ''}"
        )
    return CodegenOutcome(compile_error(text, chosen))


@remember_results(256)
def compile_error(text: str, chosen: IreeBackend = DEFAULT, flags: tuple[str, ...] = ()) -> str:
    """Return why IREE makes no executable of a program, with further flags; empty if it does.

    Raises:
        LimitError: a limit ended it, so the answer is unknown.
        MissingError: it is not installed.
    """
    with tempfile.TemporaryDirectory(prefix="egraph-opt-") as folder:
        arguments = (*flags, *chosen.arguments, "-", "-o", f"{folder}/module.vmfb")
        return refusal("iree-compile", *arguments, text=text, seconds=chosen.seconds, memory=chosen.memory)


def _refusal_reason(text: str, some: Representatives, chosen: IreeBackend) -> str:
    """Return why IREE refuses a program or its representatives; empty if it accepts them. The program is verified as it is read, since its
    schedule was made without; what IREE's passes make of it is not."""
    invalid = refusal("iree-opt", "-", "-o", os.devnull, text=text, seconds=chosen.seconds, memory=chosen.memory)
    return invalid or (compile_error(some.text, chosen, QUICK) if some.kinds else "")


def _representatives(text: str, chosen: IreeBackend, given: str, before: IreeBackend) -> Representatives | None:
    """Return a program with one executable of each kind that `given` does not have; None if a program has few executables, or IREE makes
    no schedule of it."""
    try:
        some = representatives(compile_to_stream(text, chosen), compile_to_stream(given, before) if given else "")
    except IreeError:
        return None
    return some if some is not None and MAX_EXECUTABLES < some.executables > some.kinds else None
