"""Validation of arguments; the message of `InvalidProblem` states the given and the expected value."""

from __future__ import annotations

from typing import Any

import numpy as np

from egraph_opt.extract.base.problem import FloatArray, InvalidProblem, Problem
from egraph_opt.extract.base.work import Limits, Work

MAX_SHOWN_CHARACTERS = 60
"""Maximum length of a wrong value in a message, in characters."""


def work_of(limits: Limits) -> Work:
    """Return a `Work` counter for `limits`. Raises `InvalidProblem` for invalid limits."""
    if not isinstance(limits, Limits) or not all(_is_number(limit) for limit in limits):
        raise InvalidProblem(f"limits is {format_value(limits)}, but must be Limits of numbers, such as Limits(seconds=60)")
    given = [number(limit, "a limit") for limit in limits]
    if wrong := [limit for limit in given if not limit >= 0]:
        raise InvalidProblem(f"a limit is {wrong[0]:g}, but must be 0 or more")
    return Work(*given)


def check_problem(problem: Problem, called: str) -> Problem:
    """Return `problem` if it is a `Problem`. Raises `InvalidProblem`, whose message names the caller's function `called`."""
    if not isinstance(problem, Problem):
        raise InvalidProblem(f"{called} takes a Problem, not a {type(problem).__name__}: `pose` makes one of any e-graph")
    return problem


def numbers(values: Any, name: str) -> FloatArray:
    """Convert values to a float array of the same shape. Raises `InvalidProblem`."""
    try:
        return np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise InvalidProblem(f"{name} is {format_value(values)}, but must be numbers") from None


def number(value: Any, name: str) -> float:
    """Convert a number to a float. Raises `InvalidProblem`."""
    if not _is_number(value):
        raise InvalidProblem(f"{name} is {format_value(value)}, but must be a number")
    try:
        return float(value)
    except OverflowError:
        raise InvalidProblem(f"{name} is {format_value(value)}, which is more than a float can hold") from None


def list_items(values: Any, name: str, needed: str) -> list[Any]:
    """Return the items of a list, tuple or array. Raises `InvalidProblem`; `needed` says in the message what is expected."""
    if not isinstance(values, list | tuple | np.ndarray):
        raise InvalidProblem(f"{name} is {format_value(values)}, but must be a list of {needed}")
    return list(values)


def pair(value: Any, name: str, needed: str) -> tuple[Any, float]:
    """Return `value` if it is a pair of anything and a number. Raises `InvalidProblem`; `needed` says in the message what is expected."""
    if not isinstance(value, list | tuple) or len(value) != 2 or not _is_number(value[1]):
        raise InvalidProblem(f"{name} is {format_value(value)}, but must be a pair {needed}")
    return value[0], number(value[1], name)


def format_value(value: Any) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= MAX_SHOWN_CHARACTERS else f"{text[: MAX_SHOWN_CHARACTERS - 3]}..."


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
