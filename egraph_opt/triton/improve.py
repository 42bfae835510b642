"""One program through the optimiser, as the plug-in needs it: a better text that Triton accepts, or the reason why there is none."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from threading import Thread

from egraph_opt.cost import CostModel, evaluate
from egraph_opt.optimize import optimize_text
from egraph_opt.text import read
from egraph_opt.triton.accept import Acceptor
from egraph_opt.triton.settings import Settings


@dataclass(frozen=True, slots=True)
class Found:
    """Cost and conversions of what Triton made and of what goes on; `text` is None where both are the same, which may be a failure."""

    text: str | None
    failed: bool = False
    reason: str = ""
    cost: tuple[float, float] = (0.0, 0.0)
    converts: tuple[int, int] = (0, 0)


def improve(source: str, plain: str, settings: Settings, acceptor: Acceptor) -> Found:
    """The best program found from `source`, if it is better than `plain`, what Triton's own passes made of it, by the minimum gain.

    A program without conversions is left alone. One whose conversions cost next to nothing is not: what they stand between may be held in
    the wrong layout (a recurrent kernel of flash-linear-attention, whose one conversion is free, runs twice as fast in another).

    Raises:
        InputError: the reader does not know a form in one of the programs.
    """
    if not has_conversions(plain):
        return Found(None, reason="no conversions")
    cost, converts = price(plain, settings.options.model)
    acceptor.start()
    load_engine()
    result = optimize_text(source, "<ttgir>", settings.options)
    reason = result.remarks[0] if result.remarks else f"stopped by {result.stopped_by}" if result.stopped_by else ""
    failed = bool(result.stopped_by)
    if not failed and result.cost_after < cost * (1 - settings.min_gain):
        refusal = acceptor.refusal(result.ir)
        if not refusal:
            after = sum(f.converts_after for f in result.functions)
            return Found(result.ir, cost=(cost, result.cost_after), converts=(converts, after))
        failed, reason = True, f"refused: {refusal}"
    return Found(None, failed, reason, (cost, cost), (converts, converts))


def has_conversions(text: str) -> bool:
    return "ttg.convert_layout" in text


@cache
def load_engine() -> None:
    """Load the e-graph engine on an empty stack: what it imports keeps the frames of its import, and so the modules of a compilation."""
    loading = Thread(target=import_module, args=("egglog",))
    loading.start()
    loading.join()


def price(text: str, model: CostModel) -> tuple[float, int]:
    """What a program costs, and how many conversions it has.

    Raises:
        InputError: the text is not a program.
    """
    totals = [evaluate(function, model) for function in read(text).functions()]
    return sum(total.cost for total in totals), sum(total.converts for total in totals)
