"""HiGHS without a word on the output, which belongs to the caller: since version 1.16 it names itself when it is made."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from highspy import Highs


def quiet_highs() -> Highs:
    """A solver that prints nothing. Raises ImportError without highspy."""
    made: Highs = _quiet()()
    return made


@cache
def _quiet() -> Any:
    from highspy import Highs

    class Quiet(Highs):
        def enableCallbacks(self) -> None:
            """What the constructor does before it prints."""
            self.setOptionValue("output_flag", False)
            super().enableCallbacks()  # type: ignore[no-untyped-call]

    return Quiet


@contextmanager
def own_scheduler() -> Iterator[None]:
    """HiGHS keeps workers for each thread that calls it, and fails where the next call asks for another number of them.

    So what the caller's thread has is dropped before a search, which asks for one, and what the search had after it.
    """
    from highspy import Highs

    Highs.resetGlobalScheduler(True)
    try:
        yield
    finally:
        Highs.resetGlobalScheduler(True)
