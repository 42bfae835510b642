"""The options of tensor algebra."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from egraph_opt.core.options import COST, SearchOptions, option


@dataclass(frozen=True)
class AlgebraOptions(SearchOptions):
    """What `--rules algebra` takes."""

    family = "algebra"
    cost: Any = option("elements", COST, kw_only=False)

    @staticmethod
    def named(cost: str) -> Any:
        """Return the cost model that a text names. Raises ValueError where it names none."""
        from egraph_opt.cost.mix import named
        from egraph_opt.families.algebra.cost import MODELS

        return named(cost, MODELS, "tensor algebra")
