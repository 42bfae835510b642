"""A family: and, or and exclusive or of single bits (`i1`). Here is its declaration; nothing else has to name it."""

from dataclasses import dataclass
from typing import Any

from egraph_opt.core.family import Family, mentions
from egraph_opt.core.options import COST, SearchOptions, option

has_arith, has_others = mentions("arith"), mentions("tt", "ttg", "linalg", "tensor", "vector", "util", "flow")


@dataclass(frozen=True)
class LogicOptions(SearchOptions):
    """The options of the family: those of every search, with a cost model of its own."""

    family = "logic"
    cost: Any = option("gates", COST, kw_only=False)

    @staticmethod
    def named(cost: str) -> Any:
        """The cost model that a text names."""
        from egraph_opt.cost.model_spec import named
        from my_egraph_opt.logic.cost import MODELS

        return named(cost, MODELS, "bits", "logic")


FAMILY = Family(
    name="logic",
    programs="a program of bits",
    options=LogicOptions,
    task="my_egraph_opt.logic.optimize:LogicTask",
    recognises=lambda text, _: int(has_arith(text) and "i1" in text and not has_others(text)),
    models="my_egraph_opt.logic.cost:MODELS",
    meaningless={"explain": "which rules led to a choice is not recorded", "pareto": "there is one cost model"},
)
