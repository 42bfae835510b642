"""Accesses that were proved, as they are: what may stay raised where the work ends before all is proved."""

from __future__ import annotations

from dataclasses import dataclass, field

from egraph_opt.families.pointer.symbolic.ask import unasked
from egraph_opt.ir.module import Op

Place = tuple[int, str]
"""Line and name of an access of the old function."""


@dataclass(slots=True)
class Proofs:
    """Proved accesses, in order, each with the steps that were taken until then, but for those of solvers."""

    steps: dict[Place, float] = field(default_factory=dict)

    def note(self, access: Op) -> None:
        """Note that an access of the old function is proved."""
        self.steps[access.line, access.name] = unasked()

    def drop(self, access: Op) -> None:
        """Forget a proof: something about the access is still open."""
        self.steps.pop((access.line, access.name), None)
