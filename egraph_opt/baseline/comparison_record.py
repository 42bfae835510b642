"""Record of the comparison of one function with Triton's pass or another compiler's output."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from egraph_opt.core.output.comparison import verdict


@dataclass(slots=True)
class FunctionComparison:
    """Comparison of one function under every cost model.

    `cost[model]` contains the costs of the programs `input`, `greedy` or `given`, and `egraph`, and the conversions (`converts`) of each
    program. `cost[model]` also contains the claims `lower_bound`, `optimal`, `state` and `stopped_by` on `egraph`
    (`egraph_opt.core.result`). Each model has its own `egraph` program. `converts` and `stopped_by` of the record are for the first model.
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
    """Machine code counts of each program's module, if requested (see `egraph_opt.baseline.ptxas_counts.Static`), or None after a failure.
    """
    predicted: dict[str, float] = field(default_factory=dict)
    """Predicted time of each program relative to the time of the input, by cost model."""
    greedy_error: str = ""
    """Reason for a missing result of Triton's greedy pass."""
    error: str = ""
    unequal: str = ""
    """`different` or `undecided` if the other compiler's program is not proved equal to the input; the reason is in `error`."""

    def verdict(self, model: str) -> str:
        """Return `better`, `same` or `worse` for our program under a model, or `failed`, or the value of `unequal`.

        Without a result of the other compiler, our program is compared with the input.
        """
        if self.unequal or self.error or model not in self.cost:
            return self.unequal or "failed"
        cost = self.cost[model]
        other = next(of for side in ("greedy", "given", "input") if (of := cost.get(side)) is not None)
        return verdict(cost["egraph"], other, 1.0)
