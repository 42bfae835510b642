"""One program through the optimiser, as the plug-in needs it: a better text that Triton accepts, or the reason why there is none."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from threading import Thread

from egraph_opt.checker import check
from egraph_opt.core.engine import bindings
from egraph_opt.core.pipeline import optimize_module
from egraph_opt.core.result import FAILURES
from egraph_opt.core.task import Clock
from egraph_opt.cost import CostModel, bound, evaluate
from egraph_opt.extract import Limits
from egraph_opt.extract.base.collecting import uncollected
from egraph_opt.extract.base.sums import added
from egraph_opt.families.layout.choice.pose import Posed
from egraph_opt.families.layout.emit.schedule import loads_first
from egraph_opt.families.layout.optimize import LayoutTask
from egraph_opt.ir.module import InputError, Module
from egraph_opt.text import read, write
from egraph_opt.triton.choice.accept import Accepts
from egraph_opt.triton.choice.alike import alike
from egraph_opt.triton.state.report import Foretold
from egraph_opt.triton.state.settings import Settings

_NAMES = re.compile(r"^ +(?:%[\w:, #%]+ = )?\"?(\w+\.\w+)", re.M)
_ALONE = (
    "arith.",
    "math.",
    "tt.func",
    "tt.load",
    "tt.splat",
    "tt.addptr",
    "tt.make_range",
    "tt.expand_dims",
    "tt.broadcast",
    "tt.get_",
)
"""Operations that threads do not wait for; not all of them."""


LARGE, SHARE = 6000, 0.1
"""Nodes beyond which an extraction has but a part of its work: of six such kernels in 102, three did not come to an end with all of it, and
with a tenth the cost was 0.3 % higher in the mean, 1.6 % at most."""


@dataclass(frozen=True, slots=True)
class Found:
    """Cost and conversions of what Triton made and of what goes on; `text` is None where both are the same, which may be a failure.

    `reason` says why both are the same, or which limit stopped the search for what goes on. `alike`: the machine code would be as good as
    Triton's (`egraph_opt.triton.choice.alike`). `unfit`: Triton's own program cannot be used either. `foretold`: what machine code says of
    both, where both were compiled.
    """

    text: str | None
    failed: bool = False
    reason: str = ""
    cost: tuple[float, float] = (0.0, 0.0)
    converts: tuple[int, int] = (0, 0)
    alike: bool = False
    unfit: bool = False
    foretold: Foretold | None = None


class Search(LayoutTask):
    """As on the command line, but that nobody waits long for what gains little."""

    def limits(self, posed: Posed) -> Limits:
        """Less where the problem is large."""
        limits = super().limits(posed)
        return limits._replace(work=limits.work * SHARE) if len(posed.nodes) > LARGE else limits


@uncollected()
def improve(source: str, plain: str, settings: Settings, acceptor: Accepts, compiled: bool = False) -> Found:
    """The best program found from `source`, if it is better than `plain`, what Triton's own passes made of it, by the minimum gain.

    A program without conversions is left alone. One whose conversions cost next to nothing is not: what they stand between may be held in
    the wrong layout (a recurrent kernel of flash-linear-attention, whose one conversion is free, runs twice as fast in another).
    Where loads are to go first and nothing else is better, they go first in `plain`.

    `compiled`: what is found is compiled beside Triton's program, so that what is alike need not be. Nobody is asked whether Triton accepts
    that.

    Raises:
        InputError: the reader does not know a form in one of the programs.
    """
    first = settings.options.loads_first
    if not has_conversions(plain):
        return unconverted(plain, settings, acceptor)
    cost, converts = price(plain, settings.options.model)
    acceptor.start()
    load_engine()
    result = optimize_module(Search(read_once(source), settings.options, Clock(), source))
    reason = result.remarks[0] if result.remarks else f"stopped by {result.stopped_by}" if result.stopped_by else ""
    failed = result.stopped_by in FAILURES  # what a limit stopped still has what it found
    if not failed and result.cost_after < cost * (1 - settings.min_gain):
        same = compiled and changes_nothing(plain, result.ir)
        refusal = "" if same else acceptor.refusal(result.ir)
        if not refusal:
            after = sum(f.converts_after for f in result.functions)
            return Found(result.ir, reason=reason, cost=(cost, result.cost_after), converts=(converts, after), alike=same)
        failed, reason = True, f"refused: {refusal}"
    kept = Found(None, failed, reason, (cost, cost), (converts, converts))
    return scheduled(plain, acceptor, kept) if first else kept


def unconverted(plain: str, settings: Settings, acceptor: Accepts) -> Found:
    """As `improve`, for a program without conversions."""
    kept = Found(None, reason="no conversions")
    if not settings.options.loads_first or not loads_wait(plain):
        return kept
    cost, _ = price(plain, settings.options.model)
    return scheduled(plain, acceptor, replace(kept, cost=(cost, cost)))


def scheduled(plain: str, acceptor: Accepts, otherwise: Found) -> Found:
    """Triton's program with its loads first, where that changes it; the cost is that of what would be found otherwise."""
    text = with_loads_first(plain)
    if text is None:
        return otherwise
    verdict = check(read_once(plain), read(text), strict=True)
    if refusal := acceptor.refusal(text) if verdict.equal else str(verdict):
        return replace(otherwise, failed=True, reason=f"refused: {refusal}")
    return replace(otherwise, text=text)


def has_conversions(text: str) -> bool:
    return "ttg.convert_layout" in text


def loads_wait(text: str) -> bool:
    """Whether a load may stand behind something that threads wait for, as far as can be told without reading the program."""
    return any(not name.startswith(_ALONE) for name in _NAMES.findall(text, 0, max(0, text.rfind("tt.load "))))


def with_loads_first(text: str) -> str | None:
    """A program with its loads first, None where none of them waits for anything in vain.

    Raises:
        InputError: the text is not a program.
    """
    module = read_once(text)
    new = module.replace_functions({function: loads_first(function) for function in module.functions()})
    return None if alike(module, new) else write(new)


def changes_nothing(plain: str, new: str) -> bool:
    """Whether a new program is alike, as far as it can be read."""
    try:
        return alike(read_once(plain), read_once(new))
    except InputError:
        return False


@lru_cache(maxsize=16)
def read_once(text: str) -> Module:
    """A program that is looked at more than once."""
    return read(text)


@cache
def load_engine() -> None:
    """Load the e-graph engine on an empty stack: what it imports keeps the frames of its import, and so the modules of a compilation."""
    loading = Thread(target=bindings)
    loading.start()
    loading.join()


def price(text: str, model: CostModel) -> tuple[float, int]:
    """What a program costs, and how many conversions it has.

    Raises:
        InputError: the text is not a program.
    """
    module = read_once(text)
    totals = [evaluate(function, bound(model, module)) for function in module.functions()]
    return added(total.cost for total in totals), sum(total.converts for total in totals)
