"""Errors for accesses that are not proved."""

from __future__ import annotations

from egraph_opt.errors import EgraphOptError


class RaiseRefused(EgraphOptError):
    """Report a raised access that is not proved equivalent. The message gives the reason; `access_key` is the access's line and name."""

    access_key: tuple[int, str] | None = None


class SolverUndecided(RaiseRefused):
    """Report that the solver gave up, so that an access is neither proved nor disproved."""


class UnorderedCopy(RaiseRefused):
    """Report a hardware copy that is not proved to be ordered with another access."""
