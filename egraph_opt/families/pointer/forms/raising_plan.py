"""Plans of raising a function: which accesses may be raised, to which forms, on which facts. They are tried in an order (`order_plans`)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from egraph_opt.core.engine import Limits
from egraph_opt.core.rule import Rule
from egraph_opt.families.pointer.forms.candidate import Target
from egraph_opt.families.pointer.forms.shape_parameters import Parents
from egraph_opt.families.pointer.prepare.shadow_access import Place

Version = Literal["", "loop", "kernel"]
"""Part of a program with two versions: nothing, from its first guarded access to its last, or all of it."""


@dataclass(frozen=True, slots=True)
class RaisePlan:
    """Target and conditions of raising one function."""

    target: Target
    short: bool
    """True for types of descriptors as Triton 3.8 and later print them."""
    trips: float | None
    """Assumed iterations of a loop of unknown bounds; None if descriptors are made whether they pay or not."""
    version: Version = ""
    """Part of the function that gets two versions, so that a guard may check facts."""
    weak: bool = True
    """True if the guard leaves out tests that follow from others."""
    narrow: bool = True
    """True if loads leave out lanes that no store keeps."""
    parents: Parents | None = None
    """Store of the parameters that replace unknown shapes, if that was asked for."""
    promised: tuple[str, ...] = ()
    """Promises about integers: their marks (see `assumptions`), in order of preference."""
    limited: bool = False
    """True if accesses raised under a guard will not pay for the registers of the others (`egraph_opt.families.pointer.register_limit`)."""
    host: bool = False
    """True if descriptors are made at launch, from the kernel's arguments."""
    summed: frozenset[Place] = frozenset()
    """Accesses for whose addresses loops carry sums of varying steps."""
    kept: frozenset[Place] = frozenset()
    """Accesses that do not get an offset for each lane: with it, they were not proved equal."""
    only: frozenset[Place] | None = None
    """Accesses that are raised; None for all. For guards and orders, the others count as raised, so that these are as if they were."""
    others: frozenset[Place] = frozenset()
    """Accesses beside `only` that may have an offset for each lane."""
    tiled: bool = True
    """True if stores may rest on tiles of different iterations being apart: without it, the rest may be proved where one such is not."""
    called: bool = False
    """True if the module calls the function, so that the operations before and after it are unknown."""
    limits: Limits | None = None
    """Limits of each e-graph; None for the defaults of analyses."""
    own: tuple[Rule, ...] = ()
    """User's rules, run beside those of the books."""
    stopped: list[str] = field(default_factory=list, compare=False)
    """Limits that ended analyses early, appended as they do."""

    def start(self) -> RaisePlan:
        """Return the plan for one try: nothing was stopped yet, and no parameter was made."""
        return replace(self, parents=None if self.parents is None else Parents(), stopped=[])

    def restrict(self, only: frozenset[Place] | None, others: frozenset[Place] = frozenset()) -> RaisePlan:
        """Return the plan of raising some accesses alone."""
        return replace(self, only=only, others=others)


def order_plans(plan: RaisePlan, shapes: bool) -> list[RaisePlan]:
    """Return plans in the order in which they are tried until one is proved: each asks for less than those before it.

    First as the plan says, then without what callers promise; a guard in its weakest form, then with all its tests; both with a second
    version, then with derived facts alone. With `shapes`, parameters for shapes are added in all but the last.
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
