"""HiGHS without the banner that it prints on construction since version 1.16."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from highspy import Highs


def quiet_highs() -> Highs:
    """Return a silent solver. Raises ImportError without highspy."""
    made: Highs = _quiet()()
    return made


@cache
def _quiet() -> Any:
    from highspy import Highs

    class Quiet(Highs):
        def enableCallbacks(self) -> None:
            """Silence the solver; HiGHS calls this method in the constructor before it prints."""
            self.setOptionValue("output_flag", False)
            super().enableCallbacks()  # type: ignore[no-untyped-call]

    return Quiet


@contextmanager
def own_scheduler() -> Iterator[None]:
    """Reset HiGHS's thread pool before and after a search.

    HiGHS fails if a later call in the same thread requests another number of workers.
    """
    from highspy import Highs

    Highs.resetGlobalScheduler(True)
    try:
        yield
    finally:
        Highs.resetGlobalScheduler(True)
