"""HiGHS without output, which belongs to the caller: since version 1.16 it prints its name when it is created."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from highspy import Highs


def quiet_highs() -> Highs:
    """Return a solver that prints nothing. Raises ImportError without highspy."""
    made: Highs = _quiet()()
    return made


@cache
def _quiet() -> Any:
    from highspy import Highs

    class Quiet(Highs):
        def enableCallbacks(self) -> None:
            """Do what the constructor does before it prints."""
            self.setOptionValue("output_flag", False)
            super().enableCallbacks()  # type: ignore[no-untyped-call]

    return Quiet


@contextmanager
def own_scheduler() -> Iterator[None]:
    """Drop HiGHS's workers before and after a search. HiGHS keeps workers for each calling thread, and fails if a later call
    wants another number.

    The workers of the caller's thread are dropped before a search, which wants one, and those of the search after it.
    """
    from highspy import Highs

    Highs.resetGlobalScheduler(True)
    try:
        yield
    finally:
        Highs.resetGlobalScheduler(True)
