"""Layout search for a cheaper program of a kernel. Triton's parser must accept the program."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from threading import Thread

from egraph_opt.checker import check
from egraph_opt.core.engine import bindings
from egraph_opt.core.pipeline import optimize_module
from egraph_opt.core.result import FAILURES, Result
from egraph_opt.core.task import Clock
from egraph_opt.cost import CostModel, bind_target, evaluate
from egraph_opt.extract import Limits
from egraph_opt.extract.base.gc_pause import pause_collection
from egraph_opt.extract.base.stable_sum import ordered_sum
from egraph_opt.families.layout.choice.extraction_problem import PosedFunction
from egraph_opt.families.layout.emit.load_scheduling import loads_first
from egraph_opt.families.layout.optimize import LayoutTask
from egraph_opt.ir.module import InputError, Module
from egraph_opt.text import read, write
from egraph_opt.triton.choice.gain_hints import has_conversions, idle, loads_wait
from egraph_opt.triton.choice.parser_process import Accepts
from egraph_opt.triton.choice.thread_equivalence import alike
from egraph_opt.triton.state.report import Prediction
from egraph_opt.triton.state.settings import Settings

LARGE, SHARE = 6000, 0.1
"""Node count above which an extraction gets only a fraction of its work limit, and that fraction.

Six kernels of 102 have more nodes. Three of the six did not finish with the full limit. With a tenth of the limit, the costs of
all six were 0.3 % higher in the mean, 1.6 % at most. Smaller problems need the full limit: one kernel became 0.3 % cheaper with
it, and is predicted to run 1.5 times as fast.
"""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Result of a search, with costs and counts of layout conversions, of Triton's program and of the chosen one.

    `text` is None if Triton's program is used; `reason` says why, or which limit stopped the search. `alike`: each thread does
    the same as in Triton's program (`egraph_opt.triton.choice.thread_equivalence`). `unfit`: Triton's program needs too much
    shared memory or does not compile. `prediction`: predicted times of both programs, if both were compiled.
    """

    text: str | None
    failed: bool = False
    reason: str = ""
    cost: tuple[float, float] = (0.0, 0.0)
    converts: tuple[int, int] = (0, 0)
    alike: bool = False
    unfit: bool = False
    prediction: Prediction | None = None

    @property
    def saves(self) -> float:
        """Predicted saving as a fraction of Triton's time; 0 if no machine code was compared."""
        return self.prediction.saves if self.prediction is not None else 0.0


class KernelSearch(LayoutTask):
    """Layout search whose extraction gets a reduced work limit for e-graphs with many nodes (`LARGE`)."""

    def limits(self, posed: PosedFunction) -> Limits:
        """Return the limits of a search; for more than `LARGE` nodes, only a fraction of the work limit."""
        limits = super().limits(posed)
        return limits._replace(work=limits.work * SHARE) if len(posed.nodes) > LARGE else limits

    @staticmethod
    def read_back(text: str) -> Module:
        return read_once(text)


@pause_collection()
def improve(source: str, plain: str, settings: Settings, acceptor: Accepts, compiled: bool = False) -> SearchResult:
    """Return the best program equal to `source`, if it saves the minimum gain over Triton's output `plain`. `source` is the input
    of Triton's layout pass, or `plain` itself.

    A program without layout conversions is not searched. A program with only cheap conversions is searched, since its values may
    have slow layouts. For example, a recurrent kernel of flash-linear-attention with one free conversion becomes twice as fast.
    If no program is cheaper and `loads_first` is set, loads in `plain` move above operations at which threads wait.

    `compiled`: the caller compiles both programs. Then Triton's parser does not check a program in which each thread does the
    same as in `plain`.

    Raises:
        InputError: a program does not parse.
    """
    first = settings.options.loads_first
    if not has_conversions(plain):
        return search_without_conversions(plain, settings, acceptor)
    cost, converts = price(plain, settings.options.model)
    acceptor.start()
    load_engine()
    result = optimize_module(KernelSearch(read_once(source), settings.options, Clock(), source), use=False)
    reason = result.remarks[0] if result.remarks else f"stopped by {result.stopped_by}" if result.stopped_by else ""
    failed = result.stopped_by in FAILURES  # a search that a limit stopped still has a result
    if not failed and result.cost_after < cost * (1 - settings.min_gain):
        same = compiled and changes_nothing(plain, result.ir)
        refusal = "" if same else acceptor.refusal(result.ir)
        if not refusal:
            after = sum(f.converts_after for f in result.functions)
            return SearchResult(result.ir, reason=reason, cost=(cost, result.cost_after), converts=(converts, after), alike=same)
        failed, reason = True, f"refused: {refusal}"
    kept = SearchResult(None, failed, reason, (cost, cost), (converts, converts))
    found = search_load_order(plain, acceptor, kept) if first else kept
    return found if found.text or found.failed else replace(found, reason=without_gain(result, cost, settings.min_gain))


def without_gain(result: Result, cost: float, least: float) -> str:
    """Return why the result of a search is not used. `cost` is the cost of Triton's program, and `least` the fraction of it that the
    result must save.
    """
    if result.remarks:
        return result.remarks[0]
    saved = 1.0 - result.cost_after / cost if cost else 0.0
    if saved > 0.0:
        said = f"our best program saves {saved:.2%} of the modelled cost, and must save {least:.2%}"
    else:
        said = f"no equal program {'in the search space costs' if result.optimal else 'was found that costs'} less"
    return f"{said}; stopped by {result.stopped_by}" if result.stopped_by else said


def search_without_conversions(plain: str, settings: Settings, acceptor: Accepts) -> SearchResult:
    """Return the result of `improve` for a program without layout conversions: only its loads may move."""
    kept = SearchResult(None, reason=idle(settings.options.loads_first))
    if not settings.options.loads_first or not loads_wait(plain):
        return kept
    cost, _ = price(plain, settings.options.model)
    return search_load_order(plain, acceptor, replace(kept, cost=(cost, cost)))


def search_load_order(plain: str, acceptor: Accepts, otherwise: SearchResult) -> SearchResult:
    """Return Triton's program with its loads moved above operations at which threads wait; `otherwise` if no load can move."""
    text = with_loads_first(plain)
    if text is None:
        return otherwise
    verdict = check(read_once(plain), read(text), strict=True)
    if refusal := acceptor.refusal(text) if verdict.equal else str(verdict):
        return replace(otherwise, failed=True, reason=f"refused: {refusal}")
    return replace(otherwise, text=text)


def with_loads_first(text: str) -> str | None:
    """Return a program with loads moved above operations at which threads wait, such as barriers; None if nothing changes.

    Raises:
        InputError: the text does not parse.
    """
    module = read_once(text)
    new = module.replace_functions({function: loads_first(function) for function in module.functions()})
    return None if alike(module, new) else write(new)


def moves_accesses(plain: str, new: str) -> bool:
    """Return whether loads or stores of two programs have other layouts."""

    def types(text: str) -> Counter[str]:
        operations = (op for function in read_once(text).functions() for op in function.walk())
        return Counter(op.operands[0].type for op in operations if op.name in ("tt.load", "tt.store"))

    return types(plain) != types(new)


def changes_nothing(plain: str, new: str) -> bool:
    """Return whether each thread does the same in both programs (`thread_equivalence.alike`); False if one of them does not parse."""
    try:
        return alike(read_once(plain), read_once(new))
    except InputError:
        return False


@lru_cache(maxsize=16)
def read_once(text: str) -> Module:
    return read(text)


@cache
def load_engine() -> None:
    """Import the e-graph engine, in another thread.

    In this thread, the import would keep the caller's stack frames alive, and through them compiled modules.
    """
    loading = Thread(target=bindings)
    loading.start()
    loading.join()


def price(text: str, model: CostModel) -> tuple[float, int]:
    """Return the modelled cost of a program and its number of layout conversions.

    Raises:
        InputError: the text does not parse.
    """
    module = read_once(text)
    totals = [evaluate(function, bind_target(model, module)) for function in module.functions()]
    return ordered_sum(total.cost for total in totals), sum(total.converts for total in totals)
