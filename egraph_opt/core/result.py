"""Result of an optimisation, and its claim of optimality.

A claim is about all programs in the search space: the function's saturated e-graph, with the layouts that were tried (`dropped`
lists the others). In a claim, a program's cost includes the cost model's penalties on changes. If a limit stopped
saturation, nothing is claimed. `state` describes the claim. `stopped_by` determines the exit code under `--strict`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from egraph_opt.extract.base.stable_sum import ordered_sum
from egraph_opt.ir.module import Op, symbol_name

MACHINE = "stopped by seconds, a limit for safety: on another machine the result may be another one"
ROUNDING = 1e-6

FAILURES = ("error", "check", "confirm")
"""Values of `stopped_by` after which a function is returned unchanged: the engine failed, or the result was not proved or accepted."""

STAGES = ("read", "encode", "saturate", "extract", "decode", "check")

MEASURED_PREFIX = "measured: "
"""Prefix of `confirmation` for a function that was chosen by measured time."""


def state(optimal: bool, lower_bound: float, stopped_by: str = "", untried: int = 0) -> str:
    """Return the claim of optimality as text, with the limit that stopped the search and the number of layouts that were not tried."""
    claim = "optimal" if optimal else f"bound {format_cost(lower_bound)}" if lower_bound > 0.0 else "no bound"
    stopped = f", stopped by {stopped_by}" if stopped_by else ""
    return claim + stopped + (f", {count_noun(untried, 'layout')} not tried" if untried else "")


@dataclass(frozen=True, slots=True, repr=False)
class FunctionResult:
    """Record of one function's optimisation: costs, the claim of optimality, and the reason why the search stopped.

    Raises:
        ValueError: the claim is inconsistent: `optimal` although a limit was reached, or a bound above the cost.
    """

    name: str
    ops: int
    cost_before: float
    cost_after: float
    lower_bound: float
    """Proved lower bound: in the search space, cost plus penalties on changes is at least `lower_bound + changes`. 0 if nothing
    is claimed.
    """
    optimal: bool
    """Whether no program in the search space has a smaller sum of cost and penalties on changes, up to rounding."""
    stopped_by: str = ""
    """Limit or failure that stopped the search, or empty.

    Deterministic limits: `nodes`, `iterations`, `matches` (saturation), `windows` (index windows that the region family derives),
    `work` (extraction). Safety limit: `seconds`. `solver`: the solver gave up.

    Failures: `error`, `check`, `confirm`, `unsupported` (the function is not modelled), `seed` (Triton's pass made no start
    program although the options request it), `registers` (the number of registers could not be limited), `rules` (user rules
    caused a failure and were not used).
    """
    converts_before: int = 0
    converts_after: int = 0
    converts_in_loops_before: int = 0
    converts_in_loops_after: int = 0
    remark: str = ""
    classes: int = 0
    nodes: int = 0
    """Number of e-nodes in the extraction problem."""
    dropped: tuple[str, ...] = ()
    """Layouts that were not tried, each with the name of the value and the reason."""
    changes: float = 0.0
    """Penalties on changes, which the search minimises together with the cost."""
    confirmation: str = ""
    """Target for which a compiler has accepted the new function, or empty."""
    reports: tuple[Any, ...] = ()
    """Reports on parts of the function. The pointer family reports on each access (`egraph_opt.families.pointer.raising_outcome`)."""
    promises: tuple[str, ...] = ()
    """Preconditions that callers of the new function must satisfy."""

    notes: tuple[str, ...] = ()
    """Remarks that the user requested."""

    def __post_init__(self) -> None:
        if (self.optimal and self.stopped_by) or self.lower_bound > max(0.0, self.cost_after) * (1 + ROUNDING):
            raise ValueError(f"@{self.name}: a claim beyond what was searched: {self.state}, stopped by {self.stopped_by!r}")

    @property
    def state(self) -> str:
        """Return the claim of optimality as text: `optimal`, `bound 12.5` or `no bound`, and the number of layouts that were not
        tried.
        """
        return state(self.optimal, self.lower_bound, untried=self.untried)

    @property
    def costs(self) -> tuple[str, str]:
        """Return the costs before and after as text."""
        return format_cost(self.cost_before), format_cost(self.cost_after)

    @property
    def untried(self) -> int:
        """Return the number of layouts that were not tried because of the limit on layouts per value."""
        return sum(": limit of " in reason for reason in self.dropped)

    def __repr__(self) -> str:
        stopped = f", stopped by {self.stopped_by}" if self.stopped_by else ""
        return f"<FunctionResult @{self.name}: {' -> '.join(self.costs)}, {self.state}{stopped}>"

    def as_dict(self) -> dict[str, object]:
        """Return the record as plain data, including the claim of optimality as text."""
        return {**asdict(self), "state": self.state}

    @property
    def remarks(self) -> tuple[str, ...]:
        """Return remarks: preconditions, the reason why the function is unchanged, or a warning that a time limit was reached."""
        return (*self.promises, *self.notes, *filter(None, (self.remark, MACHINE if self.stopped_by == "seconds" else "")))


def unchanged_record(function: Op, reason: str, stopped_by: str, cost: float = 0.0) -> FunctionResult:
    """Return the record of an unchanged function, with the reason, and the cost if known."""
    ops = sum(1 for _ in function.walk())
    return FunctionResult(symbol_name(function), ops, cost, cost, 0.0, False, stopped_by, remark=f"left unchanged: {reason}")


UNSEARCHED = "not searched, "
"""Beginning of a note that limits a claim of optimality."""


def withdraw_record(record: FunctionResult, reason: str, stopped_by: str, said: str = "left unchanged") -> FunctionResult:
    """Return the record without gain and claim of optimality, for a function whose new version must not be used.

    Its remark consists of `said`, which states what happened to the function, and `reason`.
    """
    notes = tuple(note for note in record.notes if not note.startswith(UNSEARCHED))
    return replace(
        record, cost_after=record.cost_before, converts_after=record.converts_before, lower_bound=0.0, optimal=False, changes=0.0,
        converts_in_loops_after=record.converts_in_loops_before, stopped_by=stopped_by, notes=notes,
        remark="; ".join(filter(None, (record.remark, f"{said}: {reason}"))),
    )  # fmt: skip


def conversions(functions: Iterable[FunctionResult]) -> str:
    """Return a text with the numbers of layout conversions before and after."""
    before, after = (sum(getattr(f, name) for f in functions) for name in ("converts_before", "converts_after"))
    return f"{before} -> {after} conversions"


MAX_NAMED_FUNCTIONS = 3
"""Maximum number of functions that are named in the text of a result."""
WHOLE_FLOAT = 1e15
"""Magnitude from which a float is printed without fractional digits."""


def format_cost(cost: float, digits: int = 6) -> str:
    """Format a cost with at least `digits` significant digits."""
    whole = float(cost).is_integer() or abs(cost) >= 10**digits
    return f"{cost:.0f}" if whole and abs(cost) < WHOLE_FLOAT else f"{cost:.{digits}g}"


def count_noun(number: int, noun: str) -> str:
    """Return a number with its noun in singular or plural."""
    return f"{number} {noun}{'s' * (number != 1)}"


def lost_record(reason: str) -> FunctionResult:
    """Return a single record for all functions of a program whose process crashed or hung."""
    return FunctionResult("*", 0, 0.0, 0.0, 0.0, False, "error", remark=f"left unchanged: {reason}")


@dataclass(frozen=True, slots=True, repr=False)
class Result:
    """Result of `optimize`. Costs are sums over the functions, in `unit`.

    Attributes:
        ir: the new text.
        unit: unit of all costs, from the cost model.
        functions: one record per function, in the order of the text.
        timings: seconds per stage.
        rejected: new programs that were not proved equal and so are not part of `ir`, for a bug report.
        headline: a summary, such as the numbers of layout conversions before and after.
        source: the input text.
    """

    ir: str
    unit: str
    functions: tuple[FunctionResult, ...] = ()
    timings: dict[str, float] = field(default_factory=dict)
    rejected: str = ""
    headline: str = ""
    source: str = field(default="", repr=False)

    @property
    def cost_before(self) -> float:
        """Return the modelled cost of the input."""
        return ordered_sum(f.cost_before for f in self.functions)

    @property
    def cost_after(self) -> float:
        """Return the modelled cost of `ir`."""
        return ordered_sum(f.cost_after for f in self.functions)

    @property
    def lower_bound(self) -> float:
        """Return the proved lower bound on the cost of all programs in the search space; 0 means that nothing is claimed."""
        return ordered_sum(f.lower_bound for f in self.functions)

    @property
    def optimal(self) -> bool:
        """Return whether every function is proved optimal."""
        return bool(self.functions) and all(f.optimal for f in self.functions)

    @property
    def stopped_by(self) -> str:
        """Return the first limit or failure that stopped a search, or an empty string."""
        return next((f.stopped_by for f in self.functions if f.stopped_by), "")

    @property
    def state(self) -> str:
        """Return the claim of optimality for all functions as text. It includes the limit or failure that stopped a search, and
        the number of layouts that were not tried.
        """
        return state(self.optimal, self.lower_bound, self.stopped_by, sum(f.untried for f in self.functions))

    @property
    def remarks(self) -> tuple[str, ...]:
        """Return the remarks on all functions, such as the reason why a function is unchanged."""
        return tuple(f"@{f.name}: {remark}" for f in self.functions for remark in f.remarks)

    @property
    def reports(self) -> tuple[Any, ...]:
        """Return the reports on parts of all functions; in the pointer family, one for each access."""
        return tuple(report for f in self.functions for report in f.reports)

    @property
    def promises(self) -> tuple[str, ...]:
        """Return the preconditions that callers of the new functions must satisfy."""
        return tuple(f"@{f.name}: {promise}" for f in self.functions for promise in f.promises)

    def __repr__(self) -> str:
        """Return one line: changed functions, costs, claim of optimality."""
        names = " ".join(f"@{f.name}" for f in self.functions[:MAX_NAMED_FUNCTIONS]) + " ..." * (
            len(self.functions) > MAX_NAMED_FUNCTIONS
        )
        costs = f"{format_cost(self.cost_before)} -> {format_cost(self.cost_after)} {self.unit}" if self.unit else ""
        return f"<Result {names}: {', '.join(filter(None, (self.headline, costs, self.state)))}>"

    def summary(self) -> str:
        """Return one line: headline, costs, claim of optimality, milliseconds."""
        priced = self.optimal or self.cost_before or self.cost_after
        costs = (
            f"{format_cost(self.cost_before)} -> {format_cost(self.cost_after)} {self.unit} ({self.state})"
            if self.unit and priced
            else ""
        )
        if costs and any(function.confirmation.startswith(MEASURED_PREFIX) for function in self.functions):
            costs = f"modelled {costs}"
        milliseconds = f"{sum(self.timings.values()) * 1e3:.0f} ms"
        return f"{count_noun(len(self.functions), 'function')}: {', '.join(filter(None, (self.headline, costs, milliseconds)))}"

    def to_json(self) -> dict[str, object]:
        """Return the result as plain data, including the program's text."""
        return {
            "schema_version": 1,
            "headline": self.headline,
            "unit": self.unit,
            "state": self.state,
            "optimal": self.optimal,
            "lower_bound": self.lower_bound,
            "stopped_by": self.stopped_by,
            "remarks": list(self.remarks),
            "functions": [f.as_dict() for f in self.functions],
            "seconds": dict(self.timings),
            "ir": self.ir,
        }

    def plot(self) -> Any:
        """Draw a bar chart of the modelled cost of each function before and after, with the lower bound.

        Returns:
            A `matplotlib.figure.Figure`.

        Raises:
            OptionError: matplotlib is not installed.
        """
        from egraph_opt.core.notebook.plots import costs
        from egraph_opt.core.options import OptionError

        try:
            return costs(self)
        except ImportError as error:
            raise OptionError(str(error)) from None

    def _repr_html_(self) -> str:
        """Return the HTML for notebooks: a table, a plot if matplotlib is installed, and the changed lines."""
        from egraph_opt.core.notebook.notebook_html import html

        return html(self)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": self.summary(), "text/html": self._repr_html_()}
