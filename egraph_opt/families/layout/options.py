"""Options of the families that decide layouts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from egraph_opt.core.options import COST, SearchOptions, option

if TYPE_CHECKING:
    from egraph_opt.cost import CostModel
    from egraph_opt.families.layout.encode.value_numbering import Moves


@dataclass(frozen=True)
class LayoutSearchOptions(SearchOptions):
    """Options of every search for layouts, in all families of layouts."""

    extract: str = option("exact", "How to search for the cheapest choice.", choices=("tree", "dag", "exact"))
    candidates: int = option(8, "Layouts to try per value.", least=1, most=64)
    move_stores: bool = option(False, "Stores may change their layouts, where that costs less.")
    """Off, since on an H200 kernels whose stores moved to a matmul's layout took up to 1.9 times as long."""


@dataclass(frozen=True)
class Options(LayoutSearchOptions):
    """Options of the family of layouts."""

    family = "layout"
    cost: str | CostModel = option("cycles", COST, kw_only=False)
    synthesise: bool = option(False, "Also try layouts that no operation of the input has.")
    reassociate: bool = option(False, "Sums of floats may take their elements in another order.")
    move_loads: bool = option(False, "Large loads may change their layouts, where that costs less.")
    """Loads of as many elements as there are threads, or more. Smaller ones always may."""
    read_copies: bool = option(False, "Read a tensor from its copy in shared memory, if it has one, instead of converting it.")
    loads_first: bool = option(False, "Move loads before operations at which threads wait.", beside=True, told=True)
    """No sum of costs tells what that is worth (`egraph_opt.families.layout.emit.load_scheduling`)."""
    carry_loads: int = option(
        0, "How many iterations ahead a loop loads what it needs.", least=0, most=2, needs=(("loads_first", None),), beside=True, told=True,
    )  # fmt: skip
    """No sum of costs tells how many registers that takes (`egraph_opt.families.layout.emit.load_pipelining`)."""
    assume_no_alias: bool = option(
        False, "You promise that no array that a kernel writes overlaps another one. Loads that move may then pass stores.",
        needs=(("loads_first", None),), beside=True, told=True,
    )  # fmt: skip
    seed_with: str = option("", "Also start from the result of this optimiser.", choices=("triton",), beside=True)

    @staticmethod
    def model_named(cost: str) -> CostModel:
        """Return the cost model of a name. Raises ValueError if there is none."""
        from egraph_opt.cost.model_spec import cost_model

        return cost_model(cost)

    def vet_model(self) -> None:
        """Raise ValueError or CostModelError if the cost model is none."""
        from egraph_opt.cost.checked_model import check_model

        check_model(self.model)

    @property
    def moves(self) -> Moves:
        """Return the accesses that may change their layouts. A model that does not price global memory accesses must not choose
        their layouts.
        """
        from egraph_opt.families.layout.encode.value_numbering import Moves

        priced = self.model.prices_accesses
        return Moves(self.move_loads and priced, self.move_stores and priced, self.read_copies)
