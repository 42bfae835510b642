"""Least predicted savings of programs that replace Triton's."""

from __future__ import annotations

WORTH, CLEAR_WORTH, ORDER_WORTH = 0.035, 0.01, 0.005
"""Least predicted savings, as fractions of the time, of programs that replace Triton's. `WORTH` is about the prediction error.

`CLEAR_WORTH` applies if no term of the prediction, such as modelled cost, machine code or memory traffic, favours Triton's
program. Of 69 programs predicted to save between 1 and 3.5 % (`docs/cost-models.md`), this holds for 36: 11 of
them save over 2 %, and one loses. Of the other 33 programs, 12 save and 6 lose.

`ORDER_WORTH` applies if only the order of operations changes. Of 126 programs predicted to save between 0.3 and 3 %, 45 saved
over 2 % and 3 lost.
"""


def time_ratio(saves: float) -> float:
    """Return the time of Triton's program, with a margin, as a multiple of our program's, which is predicted to save the fraction `saves`.

    The margin is `WORTH`: a version of Triton's program must be predicted to be so much faster to be launched instead of ours.
    """
    return (1.0 + WORTH) / (1.0 - saves)
