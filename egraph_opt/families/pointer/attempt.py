"""What came of one attempt to raise a function, and the part of it that was proved where the work ended before all was."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from egraph_opt.extract.base.work import Part, Work
from egraph_opt.families.pointer.forms.choice import Aim
from egraph_opt.families.pointer.forms.parents import Parents
from egraph_opt.families.pointer.prepare.twins import Place
from egraph_opt.families.pointer.symbolic.ask import asked
from egraph_opt.ir.module import Op

AGAIN = 1.5
"""How much more work than was counted is kept to raise and prove again what was proved: for what comes after the proofs of accesses."""


class Repeatable(Part):
    """Part of the work that ends before too little is left to do again what was done in it, where what solvers answered is known."""

    def __init__(self, whole: Work, until: float) -> None:
        super().__init__(whole, until)
        self.began = self.unasked

    @property
    def unasked(self) -> float:
        """The steps that were taken, but for those of solvers."""
        return self.whole.spent - asked.get().solved

    @property
    def left(self) -> float:
        """The steps that are left of this part."""
        return min(super().left, self.whole.left - AGAIN * (self.unasked - self.began))

    def over(self, ahead: float = 0.0) -> bool:
        """Return whether there may be no more of this part or of the whole, or no time for the steps `ahead`, which nothing interrupts."""
        return super().over(ahead) or self.left <= 0


@dataclass(frozen=True, slots=True)
class Reached:
    """Accesses that were proved in a raised function before the work ended."""

    aim: Aim
    costs: dict[Place, float]
    """In the order of their proofs: the steps that it takes to raise the function again and to prove all up to each, where what solvers
    answered is known.
    """

    def part(self, room: float, places: Collection[Place]) -> Aim | None:
        """Return the aim of raising those alone that so many steps suffice for; of `places`, the others may have an offset for each lane.

        None if there are none, or these were all that was raised.
        """
        before = self.aim
        kept = frozenset(place for place, cost in self.costs.items() if cost <= room)
        wanted = kept if before.only is None else kept & before.only
        if not kept or (before.only is not None and kept >= before.only | before.others):
            return None
        single = frozenset(places) if before.only is None and before.target == "tts" else kept
        parents = Parents() if before.parents is not None else None
        return replace(before, only=wanted, others=single - wanted, parents=parents, stopped=[])


@dataclass(slots=True)
class Attempt:
    """Raised function, the reasons for accesses that stay, and its caller's promises; `proved` unless it was refused or left undecided."""

    function: Op
    lines: dict[Place, str]
    promises: tuple[str, ...] = ()
    wrong: str = ""
    """Text that was not proved equal to its input."""
    proved: bool = True
    worth: bool = True
    """False if it is not worth a proof."""
    failed: str = ""
    """Error that ended the attempt, if it is none of the reasons for which accesses stay."""
    stopped_by: str = ""
    """The limit that ended an analysis, or all of the attempt, before its end."""
    single: dict[Place, str] = field(default_factory=dict)
    """Raised accesses that have an offset for each lane, and why they have no better form."""
    reached: Reached | None = None
    """What was proved before the work ended, if it did."""

    @property
    def rest(self) -> frozenset[Place]:
        """Accesses without a better form, which another attempt may find."""
        return frozenset(self.single | self.lines)

    def worse(self, other: Attempt) -> bool:
        """Return whether another attempt raises more accesses, or as many of which more have a better form."""
        return (len(other.lines), len(other.rest)) < (len(self.lines), len(self.rest))
