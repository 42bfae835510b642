"""Numbers on the command line that limits and parts are: click takes `nan` and `inf` for them."""

from __future__ import annotations

import math
from typing import Any

import click


class Finite(click.FloatRange):
    """As `click.FloatRange`, for finite numbers alone."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not a finite number.", param, ctx)
        return number


SECONDS = Finite(0, 1e8)
"""Three years: what the system's timers take."""
GIBIBYTES = Finite(0, 2.0**32)
"""What an address space may be told to hold."""
