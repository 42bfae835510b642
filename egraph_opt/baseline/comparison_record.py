"""Record of one function compared with the compiler's own pass, or with what another compiler made of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from egraph_opt.core.output.comparison import verdict


@dataclass(slots=True)
class FunctionComparison:
    """Comparison of one function under every cost model. `cost[model]` has `input`, `greedy` or `given`, `egraph`, and the claims about
    the last (`egraph_opt.core.result`): `lower_bound`, `optimal`, `state`, `stopped_by`; and `converts`, the conversions of each side.
    The program `egraph` of each cost model is another one. `converts` and `stopped_by` of the record are those of the first model."""

    kernel: str
    function: str
    ops: int = 0
    stopped_by: str = ""
    converts: dict[str, dict[str, int] | None] = field(default_factory=dict)
    cost: dict[str, dict[str, Any]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    accepted_by_triton: bool | None = None
    static: dict[str, dict[str, int] | None] = field(default_factory=dict)
    """If requested: counts of the machine code of each side's module (`egraph_opt.baseline.ptxas_counts.Static`), None if it failed."""
    predicted: dict[str, float] = field(default_factory=dict)
    """With those, under `cycles`: the time of each side predicted from its cost and its machine code (`egraph_opt.machine.prediction`),
    relative to the input's."""
    greedy_error: str = ""
    """Reason why a requested greedy result is missing."""
    error: str = ""
    unequal: str = ""
    """`different` or `undecided`, if the other compiler's program is not proved equal to the input; the reason is in `error`."""

    def verdict(self, model: str) -> str:
        """Return `better`, `same` or `worse` compared with the other compiler (with the input if that has no result); `failed`; or
        `unequal`."""
        if self.unequal or self.error or model not in self.cost:
            return self.unequal or "failed"
        cost = self.cost[model]
        other = next(of for side in ("greedy", "given", "input") if (of := cost.get(side)) is not None)
        return verdict(cost["egraph"], other, 1.0)
