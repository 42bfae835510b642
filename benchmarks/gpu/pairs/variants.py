"""The programs that are compared for one kernel: what Triton's plain pipeline makes of it, and what we make of that."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from triton.backends.compiler import Language
from triton.compiler.compiler import make_backend

from egraph_opt.cost import Cycles, evaluate
from egraph_opt.text import read
from egraph_opt.triton.capture.launch_recorder import CapturedKernel
from egraph_opt.triton.capture.script_capture import compile_kernel
from egraph_opt.triton.choice.kernel_search import improve
from egraph_opt.triton.choice.noalias_candidates import apply_change
from egraph_opt.triton.choice.noalias_pipelining import carry_loads
from egraph_opt.triton.choice.noalias_version import past_stores, without_single_loops
from egraph_opt.triton.choice.parser_process import Acceptor
from egraph_opt.triton.compile.ttgir_stage import context_for, parse
from egraph_opt.triton.state.settings import Settings

from . import store
from .results import AHEAD, APART, ONCE, OURS, PLAIN

acceptor = Acceptor()


def plain(kernel: CapturedKernel, target: Any) -> tuple[str, str]:
    """A kernel's program in TTIR, and what Triton's pipeline alone makes of it."""

    def around(run: Callable[[], None], module: Any, last: bool) -> Any:
        run()
        return module

    return compile_kernel(kernel, target, around)


Programs = tuple[dict[str, str], dict[str, str]]
"""Programs by variant, `plain` first, and why others are not among them. Equal texts are not taken apart. Each was proved equal to the
plain one, and Triton accepts it."""


def singled(kernel: CapturedKernel, target: Any, ttir: str) -> str | None:
    """Return Triton's result for a program with constant bounds for loops that run once; None if it has none."""
    found = without_single_loops(ttir)
    if found is None:
        return None
    backend, stages = make_backend(target), dict[str, Any]()
    backend.add_stages(stages, kernel.options, Language.TRITON)
    return str(stages["ttgir"](parse(found[0], context_for(backend)), {}).str_nodebug())


def searched(text: str, once: str | None) -> Programs:
    """A plain program, the one that `singled` makes if any, and what the plug-in finds from both."""
    found, missing = {PLAIN: text}, {}
    for prefix, source in (("", text), (f"{ONCE}_", once)):
        if source is None:
            continue
        if prefix:
            found[ONCE] = source
        better = improve(source, source, Settings().search_settings(), acceptor)
        found[prefix + OURS] = better.text or source
        if better.failed:
            missing[prefix + OURS] = better.reason
    return found | {name + end: text for name, each in found.items() for end, text in seconds(each).items()}, missing


def seconds(text: str) -> dict[str, str]:
    """Return the programs that may replace a program if arrays do not overlap, by the suffix of a variant's name."""
    changes = {APART: past_stores} | {end: partial(carry_loads, depth=depth) for depth, end in enumerate(AHEAD, 1)}
    made = {end: apply_change(text, change, every=False, no_alias=True) for end, change in changes.items()}
    return {end: each.text for end, each in made.items() if each is not None}


def kept(folder: Path, found: Programs) -> dict[str, Any]:
    """A case's programs, kept in a folder, with what the cost models say of each."""
    texts, missing = found
    text = texts[PLAIN]
    return {
        "programs": {name: store.put(folder, each) for name, each in texts.items()},
        "predicted": {name: predicted(each) for name, each in texts.items() if name == PLAIN or each != text},
        "missing": missing,
    }


def predicted(text: str) -> dict[str, float]:
    """Return the modelled cycles of a program, and its conversions, all and in loops."""
    functions = read(text).functions()
    totals = [evaluate(function, Cycles()) for function in functions]
    return {
        "cycles": sum(total.cost for total in totals),
        "converts": float(sum(total.converts for total in totals)),
        "converts_in_loops": float(sum(total.converts_in_loops for total in totals)),
    }
