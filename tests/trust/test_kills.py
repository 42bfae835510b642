"""Commands killed at random moments: no process is left, no file is half written, and what may clear up has done so."""

from __future__ import annotations

import sys

import pytest

from benchmarks.trust import kills
from tests.trust.parts import part


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are looked for in /proc")
def test_commands_killed_at_random() -> None:
    rows = part(*kills.SWEEPS, kinds=("opt",), signals=("SIGTERM", "SIGKILL", "SIGHUP"), seed=5)
    assert len(rows) == 3 and all(row["files left"] == "none" for row in rows if row["signal"] != "SIGKILL"), rows
