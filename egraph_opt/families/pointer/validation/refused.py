"""What is not proved."""

from __future__ import annotations

from egraph_opt.errors import EgraphOptError


class Refused(EgraphOptError):
    """What was raised is not proved to be what it was; the message says what and why, `place` at which access."""

    place: tuple[int, str] | None = None


class Undecided(Refused):
    """The solver gave up: that is no proof, and no sign of an error either."""
