"""What a user may choose."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from egraph_opt.core.engine import Limits
from egraph_opt.cost import MODELS, CostModel
from egraph_opt.cost.price import vetted
from egraph_opt.extract import EXTRACTORS, SECONDS, STEPS
from egraph_opt.families.layout.encode.numbering import Moves

SEEDS = ("", "triton")


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

    def __post_init__(self) -> None:
        """Refuse values that no run can be made with: ValueError, or CostModelError for a model that is none."""
        vetted(self.model)
        for name, wanted, known in (("extractor", self.extract, EXTRACTORS), ("seed", self.seed_with, SEEDS)):
            if wanted not in known:
                raise ValueError(f"no {name} {wanted!r}: use one of {', '.join(filter(None, known))}")
        if not 0 <= self.time_limit < math.inf:
            raise ValueError(f"time_limit is a number of seconds, at least 0, not {self.time_limit!r}")
        if self.candidates < 1:
            raise ValueError(f"candidates is a number of layouts, at least 1, not {self.candidates!r}")
        if self.min_gain is not None and not 0 <= self.min_gain <= 1:
            raise ValueError(f"min_gain is a part of the cost, from 0 to 1, not {self.min_gain!r}")

    @property
    def moves(self) -> Moves:
        """A model that does not price accesses to global memory must not choose their layouts."""
        priced = self.model.prices_accesses
        return Moves(self.move_loads and priced, self.move_stores and priced, self.read_copies)
