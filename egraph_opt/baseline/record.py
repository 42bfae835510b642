"""What is known of one function beside the compiler's own pass."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from egraph_opt.core.output.comparison import verdict


@dataclass(slots=True)
class Comparison:
    """One function under every cost model. `costs[model]` has `input`, `greedy`, `egraph`, and what is claimed of
    the last (`egraph_opt.core.result`): `lower_bound`, `optimal`, `state`, `stopped_by`."""

    kernel: str
    function: str
    ops: int = 0
    stopped_by: str = ""
    converts: dict[str, dict[str, int] | None] = field(default_factory=dict)
    cost: dict[str, dict[str, Any]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    accepted_by_triton: bool | None = None
    static: dict[str, dict[str, int] | None] = field(default_factory=dict)
    """Where asked for: counts of the machine code of each side's module (`egraph_opt.baseline.static.Static`), None where it failed."""
    predicted: dict[str, float] = field(default_factory=dict)
    """With that, under `cycles`: the time of each side by its cost and its machine code (`egraph_opt.machine.use`), the input's being 1."""
    greedy_error: str = ""
    """Why there is no greedy result, where one was asked for."""
    error: str = ""

    def verdict(self, model: str) -> str:
        """`better`, `same` or `worse` than greedy (than the input where there is no greedy result), or `failed`."""
        if self.error or model not in self.cost:
            return "failed"
        cost = self.cost[model]
        other = cost["input"] if cost["greedy"] is None else cost["greedy"]
        return verdict(cost["egraph"], other, 1.0)
