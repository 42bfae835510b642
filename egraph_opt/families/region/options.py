"""Options of the dispatch region family."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from egraph_opt.core.options import COST, OptionError, SearchOptions, option

if TYPE_CHECKING:
    from egraph_opt.families.region.choice.pricing.cost import RegionCost
    from egraph_opt.iree.compiler import IreeBackend


@dataclass(frozen=True)
class RegionOptions(SearchOptions):
    """Options of the dispatch region family.

    With `check` (and IREE installed), IREE must generate code for the result and schedule it at lower cost than the input. With
    `measure`, the result must also run faster than the input, and results with single computations in new dispatches are tried too.
    """

    family = "region"
    cost: str | RegionCost = option("latency", COST, kw_only=False)
    assume_dim: int = option(
        1024, "The extent that cost models assume where it is known only at run time.", least=1, most=1 << 30
    )
    iree_target: str = option("llvm-cpu", "The backend with which IREE compiles each result to confirm it.")
    iree_flags: str | tuple[str, ...] = option("", "More flags for iree-compile, in one text.")
    start: str = option(
        "input",
        "Where the search starts: the input, or IREE's own program with its dispatches formed.",
        choices=("input", "iree"),
    )
    measure: bool = option(False, "Time programs on this machine, and return a result only if it is faster.")
    measure_seconds: float = option(
        120.0, "CPU time of IREE's tools after which no further program is timed.", least=0, most=1 << 20
    )
    measure_flags: str = option("", "Flags for IREE's tools that run programs: where parameters are, in one text.")

    def __post_init__(self) -> None:
        super().__post_init__()
        try:
            _ = self.target
        except ValueError as error:
            raise OptionError(f"{{0}}, {{1}}: {error}", "iree_target", "iree_flags") from None

    @property
    def reads_contents(self) -> bool:
        """Return whether IREE forms dispatches or runs programs, which requires the contents of constant tensors."""
        return self.measure or self.start != "input"

    @staticmethod
    def model_named(cost: str) -> RegionCost:
        """Return the cost model of the name `cost`. Raises ValueError for an unknown name."""
        from egraph_opt.families.region.choice.pricing.cost import cost_model

        return cost_model(cost)

    @property
    def target(self) -> IreeBackend:
        """Return the IREE backend that `iree_target` and `iree_flags` describe."""
        from egraph_opt.iree.compiler import target

        return target(self.iree_target, self.iree_flags)
