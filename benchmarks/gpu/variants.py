"""The programs that are compared for one kernel: what Triton's plain pipeline makes of it, and what we make of that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from egraph_opt.cost import MODELS, Cycles, Roofline, evaluate
from egraph_opt.optimize import optimize_text
from egraph_opt.options import Options
from egraph_opt.text import read
from egraph_opt.triton.accept import Acceptor
from egraph_opt.triton.capture import compiled
from egraph_opt.triton.improve import improve
from egraph_opt.triton.launches import Kernel
from egraph_opt.triton.settings import Settings
from egraph_opt.triton.tune import variants as tuned

from . import store

PLAIN, OURS, LOADS, INPUT = "plain", "ours", "ours_loads", "input"
"""Triton's own program; what the plug-in's two searches find, the second with loads in other layouts, before machine code has its say;
Triton's own but for the last run of RemoveLayoutConversions, which is left out."""

acceptor = Acceptor()


@cache
def models() -> dict[str, Options]:
    """What else is extracted, from the plain program: every cost model to its optimum, and Triton's terms for float sums."""
    exact = replace(Settings().options, extract="exact")
    named = {name: replace(exact, model=MODELS[name]) for name in ("cycles", "converts", "shared_bytes")}
    return {
        **named,
        "reassociate": replace(exact, reassociate=True),
        "loads": replace(exact, move_loads=True),
        "inert": tuned(Settings())["inert"].options,
    }


def plain(kernel: Kernel, target: Any) -> tuple[str, str]:
    """A kernel's program in TTIR, and what Triton's pipeline alone makes of it."""

    def around(run: Callable[[], None], module: Any, last: bool) -> Any:
        run()
        return module

    return compiled(kernel, target, around)


def unconverted(kernel: Kernel, target: Any) -> str:
    """What the pipeline makes without its last run of RemoveLayoutConversions."""

    def around(run: Callable[[], None], module: Any, last: bool) -> Any:
        if not last:
            run()
        return module

    return compiled(kernel, target, around)[1]


Programs = tuple[dict[str, str], dict[str, str]]
"""Programs by variant, `plain` first, and why others are not among them. Equal texts are not taken apart. Each was proved equal to the
plain one, and Triton accepts it."""


def searched(text: str) -> Programs:
    """A plain program and what the plug-in finds."""
    found, missing = {PLAIN: text}, {}
    for name, settings in zip((OURS, LOADS), Settings().searches(), strict=True):
        better = improve(text, text, settings, acceptor)
        found[name] = better.text or text
        if better.failed:
            missing[name] = better.reason
    return found, missing


def programs(kernel: Kernel, target: Any, text: str, every: bool) -> Programs:
    """As `searched`; with `every`, those of all models too."""
    found, missing = searched(text)
    if not every:
        return found, missing
    found[INPUT] = unconverted(kernel, target)
    for name, options in models().items():
        result = optimize_text(text, "<ttgir>", options)
        if result.stopped_by and result.ir == text:
            missing[name] = str(result.stopped_by)
        elif refusal := acceptor.refusal(result.ir):
            missing[name] = refusal
        else:
            found[name] = result.ir
    return found, missing


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
    """What the cost models say of a program, by model."""
    functions = read(text).functions()
    totals = [evaluate(function, Cycles()) for function in functions]
    return {
        "cycles": sum(total.cost for total in totals),
        "roofline": sum(Roofline().whole(function) for function in functions),
        "shared_bytes": sum(evaluate(function, MODELS["shared_bytes"]).cost for function in functions),
        "converts": float(sum(total.converts for total in totals)),
        "converts_in_loops": float(sum(total.converts_in_loops for total in totals)),
    }
