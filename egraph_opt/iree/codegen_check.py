"""Check that IREE generates code for a program.

In a program with many executables, only one executable of each class of similar ones is compiled (`executable_classes`).
"""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass, replace

from egraph_opt.iree.compiler import DEFAULT, QUICK, SCHEDULE_PHASE, IreeBackend, compile_to_stream
from egraph_opt.iree.executable_classes import Representatives, representatives
from egraph_opt.iree.tool_memo import remember_results
from egraph_opt.iree.tool_process import IreeError, refusal

MAX_EXECUTABLES = 32
"""Number of executables up to which each executable is compiled."""


@dataclass(frozen=True, slots=True)
class CodegenOutcome:
    """Outcome of code generation for a program."""

    error: str
    """Reason why code generation fails, or empty."""
    part: str = ""
    """How many of the executables were compiled, as text; empty if all were."""


@remember_results(4)
def code_of(text: str, chosen: IreeBackend = DEFAULT, given: str = "", before: IreeBackend = DEFAULT) -> CodegenOutcome:
    """Check IREE's code generation for a program.

    Executables similar to some in `given`, the original program, are skipped, since their errors would not be new.

    Args:
        text: the program.
        chosen: the IREE target of `text`.
        given: the original program, or empty.
        before: the IREE target of `given`.

    Raises:
        LimitError: a limit was reached, so the answer is unknown.
        MissingError: IREE is not installed.
    """
    some = _representatives(text, chosen, given, before)
    if some is not None and not _refusal_reason(text, some, replace(chosen, phase=SCHEDULE_PHASE)):
        return CodegenOutcome(
            "", f"{some.kinds} of {some.executables} dispatches, one of each kind{' that is new' if given else ''}"
        )
    return CodegenOutcome(compile_error(text, chosen))


@remember_results(256)
def compile_error(text: str, chosen: IreeBackend = DEFAULT, flags: tuple[str, ...] = ()) -> str:
    """Compile a program with further flags; return the reason why IREE fails, or an empty string.

    Raises:
        LimitError: a limit was reached, so the answer is unknown.
        MissingError: IREE is not installed.
    """
    with tempfile.TemporaryDirectory(prefix="egraph-opt-") as folder:
        arguments = (*flags, *chosen.arguments, "-", "-o", f"{folder}/module.vmfb")
        return refusal("iree-compile", *arguments, text=text, seconds=chosen.seconds, memory=chosen.memory)


def _refusal_reason(text: str, some: Representatives, chosen: IreeBackend) -> str:
    """Return the reason why IREE rejects a program, or cannot compile the representatives of its executables; empty if neither."""
    invalid = refusal("iree-opt", "-", "-o", os.devnull, text=text, seconds=chosen.seconds, memory=chosen.memory)
    return invalid or (compile_error(some.text, chosen, QUICK) if some.kinds else "")


def _representatives(text: str, chosen: IreeBackend, given: str, before: IreeBackend) -> Representatives | None:
    """Return a program with one executable of each class that `given` lacks, or None if all executables must be compiled."""
    try:
        some = representatives(compile_to_stream(text, chosen), compile_to_stream(given, before) if given else "")
    except IreeError:
        return None
    return some if some is not None and MAX_EXECUTABLES < some.executables > some.kinds else None
