"""What a user may choose."""

from __future__ import annotations

from dataclasses import dataclass, field

from egraph_opt.cost import MODELS, CostModel
from egraph_opt.egraph.numbering import Moves
from egraph_opt.engine import Limits
from egraph_opt.extract import SECONDS, STEPS


@dataclass(frozen=True, slots=True)
class Options:
    """Rule books, cost model, extractor and limits of one run; `candidates` is the number of layouts tried per value."""

    rules: tuple[str, ...] = ("layout",)
    model: CostModel = field(default_factory=lambda: MODELS["cycles"])
    extract: str = "exact"
    work_limit: int = STEPS
    """Steps that each extraction may take (`egraph_opt.extract.work`): counted, so that the result is the same on every machine."""
    time_limit: float = SECONDS
    """Seconds of processor time after which each extraction ends all the same."""
    seed_with: str = ""
    """Another optimiser whose result is a second program to start from: `triton`, its RemoveLayoutConversions."""
    candidates: int = 8
    synthesise: bool = False
    """Whether layouts that no operation of the input has are tried too."""
    reassociate: bool = False
    """Whether reductions of floats may take their elements in another order."""
    move_loads: bool = False
    """Whether loads of as many elements as there are threads, or more, may be done in other layouts than they are written in."""
    move_stores: bool = False
    """Whether stores may. Off, since on an H200 kernels whose stores moved to a matmul's layout took up to 1.9 times as long."""
    read_copies: bool = False
    """Whether a tensor that is in shared memory anyway may be read from there instead of converted."""
    loads_first: bool = False
    """Whether loads go before what makes threads wait, as it is written (`schedule`). No sum of costs tells what that is worth."""
    no_alias: bool = False
    """A promise that no array that a function writes to overlaps another: loads that go first may pass stores to other arrays."""
    min_gain: float | None = None
    """The part that must be saved of what those operations cost that change; None: the error of the cost model."""
    check: bool = True
    """Whether an output that is not proved to do what the input does is refused."""
    limits: Limits = field(default_factory=Limits)

    @property
    def moves(self) -> Moves:
        """A model that does not price accesses to global memory must not choose their layouts."""
        priced = self.model.prices_accesses
        return Moves(self.move_loads and priced, self.move_stores and priced, self.read_copies)
