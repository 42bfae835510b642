"""HiGHS without a word on the output, which belongs to the caller: since version 1.16 it names itself when it is made."""

from __future__ import annotations

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
