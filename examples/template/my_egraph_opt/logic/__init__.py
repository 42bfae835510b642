"""A family: and, or and exclusive or of single bits (`i1`). Here is its declaration; nothing else has to name it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from egraph_opt.core.family import Family, mentions
from egraph_opt.core.options import COST, SearchOptions, option

if TYPE_CHECKING:
    from egraph_opt.core.task import Task

has_arith, has_others = mentions("arith"), mentions("tt", "ttg", "linalg", "tensor", "vector", "util", "flow")


@dataclass(frozen=True)
class LogicOptions(SearchOptions):
    """The options of the family: those of every search, with a cost model of its own."""

    family = "logic"
    cost: Any = option("gates", COST, kw_only=False)

    @staticmethod
    def model_named(cost: str) -> Any:
        """The cost model that a text names."""
        from egraph_opt.cost.model_spec import parse_model
        from my_egraph_opt.logic.cost import MODELS

        return parse_model(cost, MODELS, "bits", "logic")


def steps() -> type[Task[LogicOptions]]:
    """Import the steps on one module, when there is a program."""
    from my_egraph_opt.logic.optimize import LogicTask

    return LogicTask


FAMILY = Family(
    name="logic",
    programs="a program of bits",
    options=LogicOptions,
    task=steps,
    recognises=lambda text, _: int(has_arith(text) and "i1" in text and not has_others(text)),
    models="my_egraph_opt.logic.cost:MODELS",
    meaningless={"explain": "which rules led to a choice is not recorded", "pareto": "there is one cost model"},
)
