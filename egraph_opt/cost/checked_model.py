"""Validation of user-defined cost models, which may raise errors or return invalid costs."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from numbers import Real
from typing import Any

from egraph_opt.cost.axis_info import AddressPattern
from egraph_opt.errors import CostModelError, place_of

PRICES = ("change_factor", "change_price")
"""Members of a cost model that are penalties on operations that the input lacks."""


def query_cost(model: Any, operation: str, ask: Callable[..., Any], *arguments: Any, line: int = 0) -> float:
    """Call a model and return its cost for an operation, as float.

    Raises:
        CostModelError: the model raises an error or returns no cost. If the error has no line number yet, it gets `line`.
        Exception: a model of this package failed.
    """
    try:
        cost = ask(*arguments)
    except CostModelError as error:
        raise CostModelError(error.model, error.operation, error.did, error.line or line, error.place) from error
    except (Exception, SystemExit) as error:
        if type(model).__module__.startswith("egraph_opt."):
            raise  # a failure of this program; `operation` may not even be one. The function comes back unchanged with a remark
        raise CostModelError(_name(model), operation, describe_exception(error), line, place_of(ask, error)) from error
    if type(cost) is not float:
        if not isinstance(cost, Real):
            raise CostModelError(_name(model), operation, f"returned {cost!r}", line, place_of(ask))
        cost = float(cost)
    if not 0.0 <= cost < math.inf:
        raise CostModelError(_name(model), operation, f"returned {cost!r}", line, place_of(ask))
    return cost


def describe_exception(error: BaseException) -> str:
    """Return the exception raised by a model, as text."""
    return f"raised {type(error).__name__}{f': {error}' if str(error) else ''},"


def op_cost(
    model: Any, name: str, operands: Sequence[str], results: Sequence[str], access: AddressPattern | None = None, line: int = 0
) -> float:
    """Return the cost of one execution of an operation under a model. Raises CostModelError."""
    return query_cost(model, name, model.cost, name, operands, results, access, line=line)


def spill_cost(model: Any, pressure: int, threads: int) -> float:
    """Return the cost of spilled registers under a model. Raises CostModelError."""
    return query_cost(model, "spilled registers", model.spills, pressure, threads)


REQUIRED_MEMBERS = ("cost", "name", "unit", *PRICES, "prices_accesses", "spills")


def complete(model: Any, needed: Sequence[str], base: str = "") -> None:
    """Check that a model has the members `needed`. `base` names a class to derive from, which the error message suggests.

    Raises:
        CostModelError: `model` is a class, a member is missing, or a property raises.
    """
    if isinstance(model, type):
        said = "is a class, not an object, and has no cost"
        raise CostModelError(model.__name__, "any operation", said, 0, place_of(model))
    if missing := [name for name in needed if _lacks(model, name)]:
        how = f"derive from {base}, or define them" if base else "define them"
        did = f"lacks {', '.join(missing)}: {how if len(missing) > 1 else how.replace('them', 'it')}"
        place = place_of(type(model))
        raise CostModelError(type(model).__name__ if place else f"the cost model {model!r}", "", did, 0, place)
    for name in needed:
        try:
            getattr(model, name)
        except (Exception, SystemExit) as error:
            raise CostModelError(
                _name(model), f"its property {name}", describe_exception(error), 0, place_of(type(model), error)
            ) from error


def _lacks(model: Any, name: str) -> bool:
    """Return whether a model lacks a member. A property that raises an error counts as present."""
    if name in dir(model):
        return False
    try:
        getattr(model, name)
    except AttributeError:
        return True
    except Exception:
        return False
    return False


def methods_of(models: Sequence[Any]) -> list[str]:
    """Return the names of the public methods that all models share."""
    found = [{name for name in dir(model) if name[0] != "_" and callable(getattr(model, name))} for model in models]
    return sorted(set[str].intersection(*found)) if found else []


def check_model(model: Any) -> None:
    """Check a layout cost model and its properties.

    Raises:
        CostModelError: a member is missing, or a penalty or the error is not a valid cost.
    """
    complete(model, REQUIRED_MEMBERS, "Converts")
    for name in (*PRICES, "error"):
        if (value := getattr(model, name, None)) is not None or name in PRICES:
            try:
                query_cost(model, f"its property {name}", lambda value=value: value)
            except CostModelError as error:
                raise CostModelError(error.model, error.operation, error.did, 0, place_of(type(model))) from None


def _name(model: Any) -> str:
    """Return a model's name for messages, or its class name if it has no name of its own."""
    name, kind = getattr(model, "name", None), type(model)
    inherited = (
        "name" not in vars(kind)
        and "name" not in getattr(model, "__dict__", {})
        and kind.__module__.partition(".")[0] != "egraph_opt"
    )
    return kind.__name__ if inherited or not isinstance(name, str) else name
