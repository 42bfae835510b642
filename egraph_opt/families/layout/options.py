"""Options of the layout family and of other layout searches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from egraph_opt.core.options import COST, SearchOptions, option

if TYPE_CHECKING:
    from egraph_opt.cost import CostModel
    from egraph_opt.families.layout.encode.value_numbering import Moves


@dataclass(frozen=True)
class LayoutSearchOptions(SearchOptions):
    """Options shared by all layout searches."""

    extract: str = option("exact", "How to search for the cheapest choice.", choices=("tree", "dag", "exact"))
    candidates: int = option(8, "Layouts to try per value.", least=1, most=64)
    move_stores: bool = option(False, "Stores may take any layout, where that costs less.")
    """Off by default, since kernels whose stores took a matmul's layout ran up to 1.9 times as long on an H200."""


@dataclass(frozen=True)
class Options(LayoutSearchOptions):
    """Options of the layout family."""

    family = "layout"
    cost: str | CostModel = option("cycles", COST, kw_only=False)
    synthesise: bool = option(False, "Also try layouts that no operation of the input has.")
    reassociate: bool = option(False, "Sums of floats may take their elements in another order.")
    move_loads: bool = option(False, "Large loads may take any layout, where that costs less.")
    """The option concerns loads with at least as many elements as threads. Without it, they take layouts that ask memory for no more."""
    keep_accesses: bool = option(
        False, "Large loads and stores keep their layouts, also where another one asks memory for no more."
    )
    shared_limit: int = option(0, "Bytes of shared memory that a program instance may use at once; 0: no limit.", least=0)
    read_copies: bool = option(False, "Read a tensor from its copy in shared memory, if it has one, instead of converting it.")
    loads_first: bool = option(False, "Move loads before operations at which threads wait.", beside=True, told=True)
    """The cost model cannot price the order of loads (`egraph_opt.families.layout.emit.load_scheduling`)."""
    carry_loads: int = option(
        0, "How many iterations ahead a loop loads what it needs.", least=0, most=2, needs=(("loads_first", None),), beside=True, told=True,
    )  # fmt: skip
    """The cost model cannot price the additional registers (`egraph_opt.families.layout.emit.load_pipelining`)."""
    assume_no_alias: bool = option(
        False, "You promise that no array that a kernel writes overlaps another one. Loads that move may then pass stores.",
        needs=(("loads_first", None),), beside=True, told=True,
    )  # fmt: skip
    seed_with: str = option("", "Also start from the result of this optimiser.", choices=("triton",), beside=True)

    @staticmethod
    def model_named(cost: str) -> CostModel:
        """Return the cost model of this name. Raises ValueError if none exists."""
        from egraph_opt.cost.model_spec import cost_model

        return cost_model(cost)

    def vet_model(self) -> None:
        """Raise ValueError or CostModelError if the cost model is invalid."""
        from egraph_opt.cost.checked_model import check_model

        check_model(self.model)

    @property
    def moves(self) -> Moves:
        """Return the memory accesses whose layout may change. Loads and stores are excluded if the cost model does not price accesses."""
        from egraph_opt.families.layout.encode.value_numbering import Moves

        priced = self.model.prices_accesses
        by_sum = priced and not hasattr(self.model, "whole") and not self.keep_accesses
        return Moves(self.move_loads and priced, self.move_stores and priced, self.read_copies, by_sum)
