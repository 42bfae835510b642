"""What a user may choose where the layouts of vectors are decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from egraph_opt.core.options import COST, option
from egraph_opt.families.layout.options import LayoutSearchOptions

if TYPE_CHECKING:
    from egraph_opt.families.layout.encode.numbering import Moves
    from egraph_opt.families.vector.cost import VectorCost


@dataclass(frozen=True)
class VectorOptions(LayoutSearchOptions):
    """The options of the family of vector layouts. With `move_stores`, vectors may be written in other layouts than IREE would choose."""

    family = "vector-layout"
    cost: str | VectorCost = option("instructions", COST, kw_only=False)

    @staticmethod
    def named(cost: str) -> VectorCost:
        """Return the cost model that a text names. Raises ValueError where it names none."""
        from egraph_opt.families.vector.cost import cost_model

        return cost_model(cost)

    @property
    def moves(self) -> Moves:
        """Which accesses may be done in other layouts."""
        from egraph_opt.families.layout.encode.numbering import Moves

        return Moves(stores=self.move_stores)

    @property
    def reassociate(self) -> bool:
        """Sums keep their order."""
        return False

    @property
    def synthesise(self) -> bool:
        """No layouts are made up."""
        return False
