"""Record of the comparison of one function with Triton's pass or another compiler's output."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from egraph_opt.core.output.comparison import verdict


@dataclass(slots=True)
class FunctionComparison:
    """Comparison of one function under every cost model.

    `cost[model]` has the costs of `input`, of `egraph` (our result under this model), and of `greedy` (Triton's pass) or `given` (another
    compiler). It also has each program's conversions (`converts`), and `lower_bound`, `optimal`, `state` and `stopped_by` of our search
    (`egraph_opt.core.result`). The record's own fields `converts` and `stopped_by` are for the first model.
    """

    kernel: str
    function: str
    ops: int = 0
    stopped_by: str = ""
    converts: dict[str, dict[str, int] | None] = field(default_factory=dict)
    cost: dict[str, dict[str, Any]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    accepted_by_triton: bool | None = None
    static: dict[str, dict[str, int] | None] = field(default_factory=dict)
    """Machine code counts of the module of each program, if requested; None after a failure (see `ptxas_counts.Static`)."""
    predicted: dict[str, float] = field(default_factory=dict)
    """Predicted time of each program (input, other, ours), relative to the time of the input."""
    greedy_error: str = ""
    """Reason for a missing result of Triton's greedy pass."""
    error: str = ""
    unequal: str = ""
    """`different` or `undecided` if the other compiler's program is not proved equal to the input; the reason is in `error`."""

    def verdict(self, model: str) -> str:
        """Return whether our program is `better`, `same` or `worse` than the other under a cost model, or why that is unknown.

        `failed`: there was an error. `different`, `undecided`: the other program is not proved equal to the input. Without a result of the
        other compiler, our program is compared with the input.
        """
        if self.unequal or self.error or model not in self.cost:
            return self.unequal or "failed"
        cost = self.cost[model]
        other = next(of for side in ("greedy", "given", "input") if (of := cost.get(side)) is not None)
        return verdict(cost["egraph"], other, 1.0)
