"""Options of tensor algebra."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from egraph_opt.core.options import COST, SearchOptions, option


@dataclass(frozen=True)
class AlgebraOptions(SearchOptions):
    """Options of `--rules algebra`."""

    family = "algebra"
    cost: Any = option("elements", COST, kw_only=False)

    @staticmethod
    def model_named(cost: str) -> Any:
        """Return the cost model named `cost`.

        Raises:
            ValueError: no model has this name.
        """
        from egraph_opt.cost.model_spec import parse_model
        from egraph_opt.families.algebra.cost import MODELS

        return parse_model(cost, MODELS, "tensor algebra", "algebra")
