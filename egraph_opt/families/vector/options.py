"""Options of the `vector-layout` family."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from egraph_opt.core.options import COST, option
from egraph_opt.families.layout.options import LayoutSearchOptions

if TYPE_CHECKING:
    from egraph_opt.families.layout.encode.value_numbering import Moves
    from egraph_opt.families.vector.cost import VectorCost


@dataclass(frozen=True)
class VectorOptions(LayoutSearchOptions):
    """Options of the `vector-layout` family. With `move_stores`, stored vectors may have other layouts than IREE would choose."""

    family = "vector-layout"
    cost: str | VectorCost = option("instructions", COST, kw_only=False)
    move_anchors: bool = option(False, "Layouts that the program sets by `to_layout` may change, where that costs less.")

    @staticmethod
    def model_named(cost: str) -> VectorCost:
        """Return the cost model named `cost`.

        Raises:
            ValueError: no model has this name.
        """
        from egraph_opt.families.vector.cost import cost_model

        return cost_model(cost)

    @property
    def moves(self) -> Moves:
        from egraph_opt.families.layout.encode.value_numbering import Moves

        return Moves(stores=self.move_stores)

    @property
    def reassociate(self) -> bool:
        return False

    @property
    def synthesise(self) -> bool:
        return False
