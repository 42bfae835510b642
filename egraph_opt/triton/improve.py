"""One program through the optimiser, as the plug-in needs it: a better text that Triton accepts, or the reason why there is none."""

from __future__ import annotations

from dataclasses import dataclass

from egraph_opt.cost import evaluate
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

    Raises:
        InputError: the reader does not know a form in one of the programs.
    """
    result = optimize_text(source, "<ttgir>", settings.options)
    if plain is source:
        cost, converts = result.cost_before, sum(f.converts_before for f in result.functions)
    else:
        totals = [evaluate(function, settings.options.model) for function in read(plain).functions()]
        cost, converts = sum(t.cost for t in totals), sum(t.converts for t in totals)
    reason = result.remarks[0] if result.remarks else f"stopped by {result.stopped_by}" if result.stopped_by else ""
    failed = bool(result.stopped_by)
    if not failed and result.cost_after < cost * (1 - settings.min_gain):
        refusal = acceptor.refusal(result.ir)
        if not refusal:
            after = sum(f.converts_after for f in result.functions)
            return Found(result.ir, cost=(cost, result.cost_after), converts=(converts, after))
        failed, reason = True, f"refused: {refusal}"
    return Found(None, failed, reason, (cost, cost), (converts, converts))
