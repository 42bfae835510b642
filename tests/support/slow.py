"""Which of many cases of one test run each time; the others are slow."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

SLOW = pytest.mark.slow


def sampled(cases: Iterable[Any], step: int) -> list[Any]:
    """Return the cases as parameters of a test, with all but every `step`-th marked as slow, from the first on."""
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=[SLOW] if number % step else [])
        for number, case in enumerate(cases)
    ]
