"""Processes that are forked after the engines were used, or while they are: each ends, with the bytes of its parent."""

from __future__ import annotations

import os

import pytest

from benchmarks.trust import forks
from tests.trust.parts import part


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no forks")
def test_twenty_trials() -> None:
    """As a sweep. `tests/process/test_fork_safety.py` makes trials of the same kind, stage by stage, in every run."""
    rows = part(*forks.SWEEPS, trials=20, plug_in=False)
    assert sum(int(row["trials"]) for row in rows) == 20
    assert len({row["stage"] for row in rows}) == 6 and len({row["fork"] for row in rows}) >= 4
