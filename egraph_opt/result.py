"""What an optimisation gives back."""

from __future__ import annotations

import html
from dataclasses import asdict, dataclass, field

STAGES = ("read", "encode", "saturate", "extract", "decode", "check")


@dataclass(frozen=True, slots=True)
class FunctionResult:
    """One function: costs under the chosen model before and after, what is proved of them, and why it stopped or stayed.

    `lower_bound` bounds what any selection from this e-graph costs under the model, its prices on change counted as costs.
    """

    name: str
    ops: int
    cost_before: float
    cost_after: float
    lower_bound: float
    optimal: bool
    stopped_by: str = ""
    converts_before: int = 0
    converts_after: int = 0
    converts_in_loops_before: int = 0
    converts_in_loops_after: int = 0
    remark: str = ""
    classes: int = 0
    nodes: int = 0
    """Size of the extraction problem: rows and variables of its integer program, before it is reduced."""
    dropped: tuple[str, ...] = ()
    """Layouts that were not tried: `%value: layout: reason`."""


@dataclass(frozen=True, slots=True)
class Result:
    """One module: its new text, one record per function, seconds per stage. Costs are sums over the functions."""

    ir: str
    unit: str
    functions: tuple[FunctionResult, ...] = ()
    timings: dict[str, float] = field(default_factory=dict)
    rejected: str = ""
    """What was made of modules that came back as they were since it was not proved to do the same: for a report of the error."""

    @property
    def cost_before(self) -> float:
        return sum(f.cost_before for f in self.functions)

    @property
    def cost_after(self) -> float:
        return sum(f.cost_after for f in self.functions)

    @property
    def lower_bound(self) -> float:
        return sum(f.lower_bound for f in self.functions)

    @property
    def optimal(self) -> bool:
        return all(f.optimal for f in self.functions)

    @property
    def stopped_by(self) -> str:
        """The first limit that was met, or empty."""
        return next((f.stopped_by for f in self.functions if f.stopped_by), "")

    @property
    def remarks(self) -> tuple[str, ...]:
        return tuple(f"@{f.name}: {f.remark}" for f in self.functions if f.remark)

    def summary(self) -> str:
        """One line: conversions, cost, whether it is proved that no cheaper choice exists."""
        before = sum(f.converts_before for f in self.functions)
        after = sum(f.converts_after for f in self.functions)
        state = "optimal" if self.optimal else f"bound {self.lower_bound:.6g}"
        stopped = f", stopped by {self.stopped_by}" if self.stopped_by else ""
        seconds = sum(self.timings.values())
        return (
            f"{len(self.functions)} functions: {before} -> {after} conversions, "
            f"{self.cost_before:.6g} -> {self.cost_after:.6g} {self.unit} ({state}{stopped}), {seconds * 1e3:.0f} ms"
        )

    def to_json(self) -> dict[str, object]:
        """The result as plain data, the program's text included."""
        return {
            "schema_version": 1,
            "unit": self.unit,
            "functions": [asdict(f) for f in self.functions],
            "seconds": dict(self.timings),
            "ir": self.ir,
        }

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        rows = "".join(
            f"<tr><td>{html.escape(f.name)}</td><td>{f.converts_before}</td><td>{f.converts_after}</td>"
            f"<td>{f.cost_before:.6g}</td><td>{f.cost_after:.6g}</td><td>{f.lower_bound:.6g}</td></tr>"
            for f in self.functions
        )
        head = f"<tr><th>function</th><th>converts</th><th>after</th><th>{self.unit}</th><th>after</th><th>bound</th></tr>"
        return {"text/plain": self.summary(), "text/html": f"<table>{head}{rows}</table><pre>{html.escape(self.ir)}</pre>"}
