"""A part of a sweep, small enough for every run."""

from __future__ import annotations

from typing import Any

from benchmarks.trust.sweep import Sweep


def part(sweep: Sweep, **numbers: Any) -> list[dict[str, str]]:
    """The rows of a sweep run with other numbers, of which nothing is wrong and which the kept table has the columns of."""
    found = sweep.run(**numbers)
    assert not found.wrong, "\n".join(found.wrong)
    assert not sweep.table.exists() or found.lines[0] == sweep.known[0]
    return found.named
