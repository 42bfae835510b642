"""Record of one function's comparison with the compiler's pass or another compiler's output."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from egraph_opt.core.output.comparison import verdict


@dataclass(slots=True)
class FunctionComparison:
    """Comparison of one function under every cost model.

    `cost[model]` has the costs of `input`, `greedy` or `given`, and `egraph`; the claims on `egraph` (`egraph_opt.core.result`):
    `lower_bound`, `optimal`, `state`, `stopped_by`; and `converts`, the conversions of each program. Each model has its own `egraph`
    program. The record's `converts` and `stopped_by` are those under the first model."""

    kernel: str
    function: str
    ops: int = 0
    stopped_by: str = ""
    converts: dict[str, dict[str, int] | None] = field(default_factory=dict)
    cost: dict[str, dict[str, Any]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    accepted_by_triton: bool | None = None
    static: dict[str, dict[str, int] | None] = field(default_factory=dict)
    """Machine code counts of each program's module, if requested (`egraph_opt.baseline.ptxas_counts.Static`); None on failure."""
    predicted: dict[str, float] = field(default_factory=dict)
    """With `static`, under `cycles`: each program's predicted time relative to the input's (`egraph_opt.machine.prediction`)."""
    greedy_error: str = ""
    """Reason why a requested greedy result is missing."""
    error: str = ""
    unequal: str = ""
    """`different` or `undecided` if the other compiler's program is not proved equal to the input; `error` has the reason."""

    def verdict(self, model: str) -> str:
        """Return `better`, `same` or `worse` than the other compiler, `failed`, or the value of `unequal`.

        The input is the opponent if the other compiler has no result."""
        if self.unequal or self.error or model not in self.cost:
            return self.unequal or "failed"
        cost = self.cost[model]
        other = next(of for side in ("greedy", "given", "input") if (of := cost.get(side)) is not None)
        return verdict(cost["egraph"], other, 1.0)
