"""One attempt to raise a function, and the accesses proved before its work budget was exhausted."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from egraph_opt.extract.base.work import Work, WorkPart
from egraph_opt.families.pointer.forms.raising_plan import RaisePlan
from egraph_opt.families.pointer.prepare.shadow_access import AccessKey
from egraph_opt.families.pointer.symbolic.solver import current_session
from egraph_opt.families.pointer.validation.errors import RaiseRefused, UnorderedCopy
from egraph_opt.ir.module import Op

ATTEMPT_WORK_FRACTION = 0.85
"""Fraction of the remaining work budget that one attempt may use.

The rest pays for a retry with the proved accesses only, or for a less ambitious attempt.
"""
REPEATED_WORK_RATIO = 1.3
"""Work reserved to repeat a partial proof and check its result, as a multiple of the work that the proof took."""
REFUSALS = 3
"""Number of accesses with an offset for each lane that are dropped one by one after failed proofs, before all of them are dropped."""
MIN_WORK_FRACTION = 0.6
"""Fraction of the remaining work budget that an attempt may always use. It may use more while enough remains to repeat it."""


class Repeatable(WorkPart):
    """Fraction of a work budget for one attempt. The rest suffices to repeat the attempt with cached solver answers."""

    def __init__(self, whole: Work, until: float) -> None:
        super().__init__(whole, until)
        self.began = self.steps_outside_solvers
        self.least = min(until, whole.spent + MIN_WORK_FRACTION * whole.left)

    @property
    def steps_outside_solvers(self) -> float:
        """Return the steps taken so far, without solver time."""
        return self.whole.spent - current_session.get().solved

    @property
    def left(self) -> float:
        kept = REPEATED_WORK_RATIO * (self.steps_outside_solvers - self.began)
        return min(super().left, max(self.least - self.whole.spent, self.whole.left - kept))

    def over(self, ahead: float = 0.0) -> bool:
        """Return whether the budget is exhausted, or would be after `ahead` more uninterruptible steps."""
        return super().over(ahead) or self.left <= 0


@dataclass(frozen=True, slots=True)
class ProvedAccesses:
    """Rewritten accesses that were proved equal to the original ones before the budget was exhausted."""

    plan: RaisePlan
    costs: dict[AccessKey, float]
    """For each access, the steps to raise the function again and prove all accesses up to this one, with cached solver answers."""

    def restrict_plan(self, steps: float) -> RaisePlan | None:
        """Return the plan restricted to the proved accesses that `steps` steps suffice to raise again; None if that is none or all."""
        kept = frozenset(key for key, cost in self.costs.items() if REPEATED_WORK_RATIO * cost <= steps)
        return None if not kept or (self.plan.only is not None and kept >= self.plan.only) else self.plan.restrict(kept)


@dataclass(slots=True)
class Attempt:
    """Rewritten function, the reason for each access not raised, and promises used. `proved`: False if validation refused or gave up."""

    function: Op
    lines: dict[AccessKey, str]
    promises: tuple[str, ...] = ()
    wrong: str = ""
    """Output text that was not proved equal to the input."""
    proved: bool = True
    worth: bool = True
    """False if the attempt raises too few accesses to be worth a proof."""
    failed: str = ""
    """Internal error that ended the attempt."""
    stopped_by: str = ""
    """Limit that ended an analysis or the attempt."""
    single: dict[AccessKey, str] = field(default_factory=dict)
    """For each access raised with an offset for each lane, the reason why it has no better form."""
    reached: ProvedAccesses | None = None
    """Accesses proved before the budget was exhausted; None if the budget sufficed."""

    refusal: Exception | None = None
    """Error with which validation refused the attempt."""

    @property
    def rest(self) -> frozenset[AccessKey]:
        """Accesses not raised, or raised with an offset for each lane."""
        return frozenset(self.single | self.lines)

    def is_improved_by(self, other: Attempt) -> bool:
        """Return whether `other` raises more accesses, or equally many but fewer with an offset for each lane."""
        return (len(other.lines), len(other.rest)) < (len(self.lines), len(self.rest))

    def drop_refused(self, plan: RaisePlan) -> RaisePlan | None:
        """Return `plan` without the accesses or the assumption that made validation fail; None if nothing can be dropped.

        One access with an offset for each lane is dropped or, after several refusals, all such accesses. If there is none, and memory order
        is unproved, the assumption that tiles of different iterations are disjoint is dropped.
        """
        if self.refusal is None:
            return None
        if self.single:
            key = self.refusal.access_key if isinstance(self.refusal, RaiseRefused) else None
            dropped = (key,) if key in self.single and len(plan.kept) < REFUSALS else self.single
            return replace(plan, kept=plan.kept.union(dropped))
        return replace(plan, tiled=False) if plan.tiled and isinstance(self.refusal, UnorderedCopy) else None
