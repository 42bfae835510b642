"""Errors for accesses that are not proved."""

from __future__ import annotations

from egraph_opt.errors import EgraphOptError


class RaiseRefused(EgraphOptError):
    """Refuse a raised access that is not proved equal to the original; the message says what and why, `place` at which access."""

    place: tuple[int, str] | None = None


class SolverUndecided(RaiseRefused):
    """Say that the solver gave up: that is no proof, and no sign of an error either."""


class UnorderedCopy(RaiseRefused):
    """Refuse a hardware copy that is not proved to be ordered with another access."""
