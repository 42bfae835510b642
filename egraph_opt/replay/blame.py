"""Which part of a compiler makes a kernel slower than that of an earlier version: the stage `ttgir`, code generation, or ptxas.

The later version compiles what the earlier one made, from the end of the stage `ttgir` and from PTX on. If what the earlier version made up
to there is as slow as what the later one makes alone, the rest is to blame. "As slow" is nearer to the later version's time than to the
earlier one's, as ratios go.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from egraph_opt.replay import passes
from egraph_opt.replay.corpus import Kernel
from egraph_opt.replay.elsewhere import Elsewhere
from egraph_opt.replay.measure import Unmeasured, measured, time_ratio

Compiled = tuple[str, Elsewhere, Mapping[str, Any]]
"""A version's name, its compiler, and what that made of the kernel."""


def blame(kernel: Kernel, one: Compiled, other: Compiled) -> str:
    """What makes the second version's program slower than the first one's, in words."""
    (name, first, before), (later, second, after) = one, other
    given = {"target": kernel.target, "options": dict(kernel.options)}
    slower = _slower(kernel, before, after, second.ask(kind="ttgir", text=before["ttgir"], **given))
    if slower is not True:
        told = "" if slower is None else f"the TTGIR of {name} is as fast in {later}; "
        return f"the stage ttgir: {told}{passes.parting(kernel, (name, first), (later, second))}"
    assembled = second.ask(kind="ptx", text=before["assembly"], metadata=dict(before["metadata"]), **given)
    by_ptxas = _slower(kernel, before, after, assembled | {"ttgir": before["ttgir"]})
    if by_ptxas is None:
        return f"code generation or ptxas: the TTGIR of {name} is as slow in {later}"
    if by_ptxas:
        return f"ptxas: that of {later} makes the PTX of {name} as slow"
    return f"code generation: the TTGIR of {name} is as slow in {later}, its PTX is not"


def _slower(kernel: Kernel, before: Mapping[str, Any], after: Mapping[str, Any], mixed: Mapping[str, Any]) -> bool | None:
    """Whether what both versions made together is as slow as what the later one made; None where that cannot be told."""
    try:
        first, last, both = (measured(answer, kernel) for answer in (before, after, mixed))
    except Unmeasured:
        return None
    whole, part = time_ratio(first, last, kernel.target), time_ratio(first, both, kernel.target)
    return None if whole is None or part is None else part * part > whole
