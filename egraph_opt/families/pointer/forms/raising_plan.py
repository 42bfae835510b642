"""Plans for raising a function: the accesses to replace, the operations that replace them, and the facts that they rely on."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from egraph_opt.core.engine import Limits
from egraph_opt.core.rule import Rule
from egraph_opt.families.pointer.forms.candidate import Target
from egraph_opt.families.pointer.forms.shape_parameters import Parents
from egraph_opt.families.pointer.prepare.shadow_access import AccessKey

Version = Literal["", "loop", "kernel"]
"""Span of a function that gets two versions: none, from the first to the last guarded access, or the whole kernel."""


@dataclass(frozen=True, slots=True)
class RaisePlan:
    """Target and conditions of raising one function (replacing its accesses by structured ones)."""

    target: Target
    short: bool
    """True to print descriptor types as Triton 3.8 and later do."""
    trips: float | None
    """Assumed trip count of loops with unknown bounds; None to ignore cost."""
    version: Version = ""
    """Span of the function that gets two versions, so that a guard may check facts."""
    weak: bool = True
    """True to drop redundant tests from guards."""
    narrow: bool = True
    """True if loads may skip lanes that no store uses."""
    parents: Parents | None = None
    """Parameters added for unknown extents of tensors; None if the user did not request such parameters."""
    promised: tuple[str, ...] = ()
    """Promises about integers, as attributes (see `assumptions`), in order of preference."""
    limited: bool = False
    """True to limit the kernel's registers to those of the raised version, so that the other version adds none (`guard_register_limit`)."""
    host: bool = False
    """True if the host makes descriptors at launch from the kernel's arguments."""
    summed: frozenset[AccessKey] = frozenset()
    """Accesses to rewrite with loop-carried sums, because a loop advances their pointers by varying scalars (`induction_sums`)."""
    kept: frozenset[AccessKey] = frozenset()
    """Accesses that must not become `tts.gather` or `tts.scatter`, because validation refused that form."""
    only: frozenset[AccessKey] | None = None
    """Accesses to rewrite; None for all. Guards and memory order are computed as if the other accesses were raised, too."""
    others: frozenset[AccessKey] = frozenset()
    """Accesses outside `only` that may become `tts.gather` or `tts.scatter` (an offset for each lane)."""
    tiled: bool = True
    """True if a store in a loop may become a hardware copy when its tiles in different iterations are disjoint.

    If the disjointness of one store is not proved, a plan with False may still raise the other accesses.
    """
    called: bool = False
    """True if the module calls the function, so that its callers' memory accesses are unknown."""
    limits: Limits | None = None
    """Limits of each e-graph; None for the defaults."""
    own: tuple[Rule, ...] = ()
    """User's rules, in addition to the built-in ones."""
    stopped: list[str] = field(default_factory=list, compare=False)
    """Limits that ended analyses early, in order."""

    def start(self) -> RaisePlan:
        return replace(self, parents=None if self.parents is None else Parents(), stopped=[])

    def restrict(self, only: frozenset[AccessKey] | None, others: frozenset[AccessKey] = frozenset()) -> RaisePlan:
        """Return the plan restricted to the accesses in `only`. Those in `others` may become `tts.gather` or `tts.scatter`."""
        return replace(self, only=only, others=others)


def order_plans(plan: RaisePlan, shapes: bool) -> list[RaisePlan]:
    """Return plans to be tried in order until one is proved. Plans that may raise more accesses come first.

    A guard is tried without redundant tests, then with all tests. Plans that use no promise follow, then plans without a guard.
    With `shapes`, all plans but the last add parameters for unknown extents.
    """
    base = replace(plan, parents=Parents() if shapes else None)
    plans = [
        replace(base, version=version, promised=promised, weak=weak)
        for version in (plan.version, "")
        for promised in (plan.promised, ())
        for weak in ((True, False) if version else (True,))
    ]
    plans.append(replace(base, version="", promised=(), weak=True, parents=None))
    return [one for number, one in enumerate(plans) if one not in plans[:number]]
