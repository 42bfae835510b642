"""Numeric parameter types with plain messages, since click's own types accept `nan` and `inf`."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import click


class IntegerRangeType(click.IntRange):
    """Range of integers, like `click.IntRange`, with a plain error message."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        _check_value(self, int, value, "a whole number", param, ctx)
        return super().convert(value, param, ctx)


class Finite(click.FloatRange):
    """Range of finite floats, like `click.FloatRange`, with a plain error message."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        _check_value(self, float, value, "a number", param, ctx)
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not a finite number.", param, ctx)
        return number


def _check_value(
    kind: click.ParamType[Any],
    parse: Callable[[Any], Any],
    value: Any,
    what: str,
    param: click.Parameter | None,
    ctx: click.Context | None,
) -> None:
    """Return the parsed value. Raises a usage error if it is invalid."""
    try:
        parse(value)
    except ValueError:
        kind.fail(f"{value!r} is not {what}.", param, ctx)


SECONDS = Finite(0, 1e8)
"""Parameter type of seconds, up to the range of the system's timers."""
GIBIBYTES = Finite(0, 2.0**32)
"""Parameter type of gibibytes, up to the range of an address space limit."""
