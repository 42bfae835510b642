"""Costs as a cost model returns them, checked: a user's model may raise, or return what cannot be summed."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from numbers import Real
from pathlib import Path
from traceback import extract_tb
from typing import Any

from egraph_opt.cost.axis import Access
from egraph_opt.errors import UserError

_HERE = str(Path(__file__).parents[1])
PRICES = ("change_factor", "change_price")
"""Charges for change, which a model states beside `cost`."""


class CostModelError(UserError):
    """Refuse a cost model that raised, or returned something that is not a finite number of at least 0.

    Attributes:
        model: the name of the model.
        operation: the operation whose cost was asked for.
        did: what the model did.
        line: the line of the operation, from 1; 0 if unknown.
    """

    def __init__(self, model: str, operation: str, did: str, line: int = 0) -> None:
        super().__init__(model, operation, did, line)  # all of them, so that it can be sent between processes
        self.model, self.operation, self.did, self.line = model, operation, did, line

    def __str__(self) -> str:
        where = f" (line {self.line})" if self.line else ""
        if self.did.startswith("raised "):
            return f"the cost model {self.model!r} {self.did} for {self.operation}{where}"
        return f"the cost model {self.model!r} {self.did} for {self.operation}{where}: a cost is a finite number, at least 0"


def asked(model: Any, operation: str, ask: Callable[..., Any], *arguments: Any, line: int = 0) -> float:
    """Return the cost that a model gives for an operation.

    Raises:
        CostModelError: the model raises or returns no cost. A model that calls others lets their errors pass; they then get the
            line too.
        Exception: a model of this package failed.
    """
    try:
        cost = ask(*arguments)
    except CostModelError as error:
        raise CostModelError(error.model, error.operation, error.did, error.line or line) from error
    except Exception as error:
        if type(model).__module__.startswith("egraph_opt."):
            raise  # a failure of this program; `operation` may not even be one. The function comes back unchanged with a remark
        raise CostModelError(_name(model), operation, raised(error), line) from error
    if type(cost) is not float:
        if not isinstance(cost, Real):
            raise CostModelError(_name(model), operation, f"returned {cost!r}", line)
        cost = float(cost)
    if not 0.0 <= cost < math.inf:
        raise CostModelError(_name(model), operation, f"returned {cost!r}", line)
    return cost


def raised(error: Exception) -> str:
    """Return what a model raised, and where: the innermost line outside this package."""
    frames = [frame for frame in extract_tb(error.__traceback__) if not frame.filename.startswith(_HERE)]
    place = f" at {frames[-1].filename}:{frames[-1].lineno}," if frames else ""
    said = f": {error}" if str(error) else ""
    return f"raised {type(error).__name__}{said},{place}"


def priced(
    model: Any, name: str, operands: Sequence[str], results: Sequence[str], access: Access | None = None, line: int = 0
) -> float:
    """Return the cost of one run of an operation under a model. Raises CostModelError."""
    return asked(model, name, model.cost, name, operands, results, access, line=line)


def spilled(model: Any, pressure: int, threads: int) -> float:
    """Return the cost of the registers that a thread lacks. Raises CostModelError."""
    return asked(model, "spilled registers", model.spills, pressure, threads)


def vetted(model: Any) -> None:
    """Check the properties that a model states about itself.

    Raises:
        CostModelError: a property is missing, or is no cost although it must be one.
    """
    for name in ("name", "unit", *PRICES, "prices_accesses", "cost", "spills"):
        try:
            getattr(model, name)
        except Exception as error:
            raise CostModelError(_name(model), f"its property {name}", raised(error)) from error
    if isinstance(model, type):
        raise CostModelError(model.__name__, "any operation", "is a class, not an object, and has no cost")
    for name in (*PRICES, "error"):
        if (value := getattr(model, name, None)) is not None or name in PRICES:
            asked(model, f"its property {name}", lambda value=value: value)


def _name(model: Any) -> str:
    """Return the name of a model, whatever it is."""
    name = getattr(model, "name", None)
    return name if isinstance(name, str) else type(model).__name__
