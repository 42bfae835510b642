"""Work counted instead of timed: the same number on every machine and under any load."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def calls(work: Callable[[], object]) -> int:
    """Count the calls, of Python functions and of built-in ones, that some work makes in this thread.

    A loop over data makes calls for each element, so that what grows faster than its input is seen here; what one built-in call does
    (copying a dictionary, say) counts once, whatever its size.
    """
    count = 0

    def note(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count
