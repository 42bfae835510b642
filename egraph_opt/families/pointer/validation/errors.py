"""Errors for accesses that are not proved."""

from __future__ import annotations

from egraph_opt.errors import EgraphOptError


class RaiseRefused(EgraphOptError):
    """Refuse a raised access that is not proved equivalent. The message gives the reason; `place` is the access's line and name."""

    place: tuple[int, str] | None = None


class SolverUndecided(RaiseRefused):
    """Report that the solver gave up, which neither proves nor disproves the access."""


class UnorderedCopy(RaiseRefused):
    """Refuse a hardware copy that is not proved to be ordered with another access."""
