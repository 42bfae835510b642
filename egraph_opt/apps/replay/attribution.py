"""Attribution of a slowdown between two compiler versions to the stage `ttgir`, code generation, or ptxas.

The later version compiles the earlier version's TTGIR, and then its PTX. The stages that the later version has run are the
cause if the result is about as slow as the later version's own program. The result's predicted time must be nearer to the time of
that program than to the time of the earlier version's program.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from egraph_opt.apps.replay import pass_bisection
from egraph_opt.apps.replay.compiler_process import ProcessCompiler
from egraph_opt.apps.replay.kernel_corpus import CorpusKernel
from egraph_opt.apps.replay.kernel_metrics import MissingMeasurement, measure_answer, time_ratio
from egraph_opt.ir.module import InputError
from egraph_opt.text import read, write

Compiled = tuple[str, ProcessCompiler, Mapping[str, Any]]
"""Name of a version, its compiler, and the compiler's answer for the kernel."""


def blame(kernel: CorpusKernel, one: Compiled, other: Compiled) -> str:
    """Return the cause of the slowdown from version `one` to version `other`, as text."""
    (name, first, before), (later, second, after) = one, other
    given = {"target": kernel.target, "options": dict(kernel.options)}
    finished = second.ask(kind="ttgir", text=before["ttgir"], **given)
    if "error" in finished:  # the TTGIR syntax of the later version may differ
        with suppress(InputError):
            finished = second.ask(kind="ttgir", text=write(read(before["ttgir"]), "generic"), **given)
    slower = _slower(kernel, before, after, finished)
    if slower is not True:
        told = f"{later} does not read the TTGIR of {name}" if slower is None else f"the TTGIR of {name} is as fast in {later}"
        part = "not known" if slower is None else "the stage ttgir"
        return f"{part}: {told}; {pass_bisection.parting(kernel, (name, first), (later, second))}"
    assembled = second.ask(kind="ptx", text=before["assembly"], metadata=dict(before["metadata"]), **given)
    by_ptxas = _slower(kernel, before, after, assembled | {"ttgir": before["ttgir"]})
    if by_ptxas is None:
        return f"code generation or ptxas: the TTGIR of {name} is as slow in {later}"
    if by_ptxas:
        return f"ptxas: that of {later} makes the PTX of {name} as slow"
    return f"code generation: the TTGIR of {name} is as slow in {later}, its PTX is not"


def _slower(kernel: CorpusKernel, before: Mapping[str, Any], after: Mapping[str, Any], mixed: Mapping[str, Any]) -> bool | None:
    """Return whether the predicted time of `mixed` is nearer to that of `after` than to that of `before`; None if one is unknown.

    `before` and `after` are the programs of an earlier and a later compiler version. For `mixed`, the earlier version ran the first
    stages, and the later version the others.
    """
    try:
        first, last, both = (measure_answer(answer, kernel) for answer in (before, after, mixed))
    except MissingMeasurement:
        return None
    whole, part = time_ratio(first, last, kernel.target), time_ratio(first, both, kernel.target)
    return None if whole is None or part is None else part * part > whole
