"""The reason for which an access stays as it is."""

from __future__ import annotations

from egraph_opt.errors import EgraphOptError


class Left(EgraphOptError):
    """Leave an access unchanged; the message says why."""
