"""Types of finite numbers for the command line: click's own accept `nan` and `inf`."""

from __future__ import annotations

import math
from typing import Any

import click


class Finite(click.FloatRange):
    """Range of floats, as `click.FloatRange`, without NaN and infinity."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not a finite number.", param, ctx)
        return number


SECONDS = Finite(0, 1e8)
"""Seconds up to three years, the range of the system's timers."""
GIBIBYTES = Finite(0, 2.0**32)
"""Gibibytes up to the range of an address space limit."""
