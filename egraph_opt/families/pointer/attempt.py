"""Result of one attempt to raise a function, and the part of it that was proved where the work ended before all was."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from egraph_opt.extract.base.work import Work, WorkPart
from egraph_opt.families.pointer.forms.raising_plan import RaisePlan
from egraph_opt.families.pointer.prepare.shadow_access import Place
from egraph_opt.families.pointer.symbolic.solver import current_session
from egraph_opt.families.pointer.validation.errors import RaiseRefused, UnorderedCopy
from egraph_opt.ir.module import Op

SHARE = 0.85
"""The part of the work that is left which one attempt to raise a function may take. With the rest, what it proved is proved again, without
what it did not prove, or an attempt is made that asks for less.
"""
REPEATED_WORK_RATIO = 1.3
"""How much more work than was counted is kept to raise and prove again what was proved: for what comes after the proofs of accesses."""
REFUSALS = 3
"""Most accesses with an offset for each lane that are given up one by one, where one is not proved; then all others are."""
MIN_WORK_FRACTION = 0.6
"""Part of the work that is left which an attempt may take in any case. If it takes more, as much is kept as the same takes again."""


class Repeatable(WorkPart):
    """Part of the work that ends before too little is left to do again what was done in it, where what solvers answered is known."""

    def __init__(self, whole: Work, until: float) -> None:
        super().__init__(whole, until)
        self.began = self.steps_outside_solvers
        self.least = min(until, whole.spent + MIN_WORK_FRACTION * whole.left)

    @property
    def steps_outside_solvers(self) -> float:
        """The steps that were taken, but for those of solvers."""
        return self.whole.spent - current_session.get().solved

    @property
    def left(self) -> float:
        """The steps that are left of this part."""
        kept = REPEATED_WORK_RATIO * (self.steps_outside_solvers - self.began)
        return min(super().left, max(self.least - self.whole.spent, self.whole.left - kept))

    def over(self, ahead: float = 0.0) -> bool:
        """Return whether there may be no more of this part or of the whole, or no time for the steps `ahead`, which nothing interrupts."""
        return super().over(ahead) or self.left <= 0


@dataclass(frozen=True, slots=True)
class ProvedAccesses:
    """Accesses that were proved in a raised function before the work ended."""

    plan: RaisePlan
    costs: dict[Place, float]
    """In the order of their proofs: the steps that it takes to raise the function again and to prove all up to each, where what solvers
    answered is known.
    """

    def restrict_plan(self, steps: float) -> RaisePlan | None:
        """Return the plan of raising those alone that so many steps suffice for; None if there are none, or they were all."""
        kept = frozenset(place for place, cost in self.costs.items() if REPEATED_WORK_RATIO * cost <= steps)
        return None if not kept or (self.plan.only is not None and kept >= self.plan.only) else self.plan.restrict(kept)


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
    reached: ProvedAccesses | None = None
    """Accesses that were proved before the work ended, if it did."""

    refusal: Exception | None = None
    """Why it was not proved, if it was decided."""

    @property
    def rest(self) -> frozenset[Place]:
        """Accesses without a better form, which another attempt may find."""
        return frozenset(self.single | self.lines)

    def is_improved_by(self, other: Attempt) -> bool:
        """Return whether another attempt raises more accesses, or as many of which more have a better form."""
        return (len(other.lines), len(other.rest)) < (len(self.lines), len(self.rest))

    def drop_refused(self, plan: RaisePlan) -> RaisePlan | None:
        """Return the plan without what was refused: an access that has an offset for each lane, in the end all of them, or what rests on
        tiles being apart. None if that is nothing.
        """
        if self.refusal is None:
            return None
        if self.single:
            place = self.refusal.place if isinstance(self.refusal, RaiseRefused) else None
            dropped = (place,) if place in self.single and len(plan.kept) < REFUSALS else self.single
            return replace(plan, kept=plan.kept.union(dropped))
        return replace(plan, tiled=False) if plan.tiled and isinstance(self.refusal, UnorderedCopy) else None
